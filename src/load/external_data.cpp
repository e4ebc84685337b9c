#include "load/external_data.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "error.h"
#include "load/packing.h"
#include "tensor/data_type.h"
#include "tensor/decimal.h"
#include "tensor/file.h"
#include "tensor/little_endian.h"
#include "tensor/shape.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

// The entries by key. The standard does not say which one of two would count.
std::map<std::string_view, std::string_view> by_key(const Entries& list) {
  std::map<std::string_view, std::string_view> entries;
  for (const auto& [key, value] : list) {
    if (!entries.emplace(key, value).second) {
      fail(ErrorKind::kInvalidInput, "external_data has the key {:?} twice", key);
    }
  }
  return entries;
}

std::optional<std::uint64_t> read_number(const std::map<std::string_view, std::string_view>& entries,
                                         std::string_view key) {
  const auto entry = entries.find(key);
  if (entry == entries.end()) return std::nullopt;
  const std::string_view text = entry->second;
  const auto number = parse_integer<std::uint64_t>(text);
  if (!number || !std::in_range<std::int64_t>(*number)) {
    fail(ErrorKind::kInvalidInput, "{} is {:?}, but must be a decimal number below 2^63", key, text);
  }
  return number;
}

bool is_inside(const fs::path& path, const fs::path& root) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

void require_success(const std::error_code& error) {
  if (error) fail(ErrorKind::kIo, "{}", error.message());
}

}  // namespace

ExternalData::ExternalData(const fs::path& model_file, const fs::path& root)
    : folder_(model_file.has_parent_path() ? model_file.parent_path() : "."), root_(root.empty() ? folder_ : root) {}

FileRange ExternalData::find(const Entries& list, std::size_t needed) const {
  const auto entries = by_key(list);
  const auto location = entries.find("location");
  if (location == entries.end() || location->second.empty()) {
    fail(ErrorKind::kInvalidInput, "external_data has no location");
  }
  const std::string file(location->second);
  return with_context(
      [&] { return fmt::format("external data {:?}", file); },
      [&]() -> FileRange {
        const std::uint64_t offset = read_number(entries, "offset").value_or(0);
        const std::uint64_t length = read_number(entries, "length").value_or(needed);
        if (length != needed) {
          fail(ErrorKind::kInvalidInput, "length is {}, but type and dims need {} bytes", length, needed);
        }
        const fs::path path = locate(file);
        std::error_code error;
        const std::uint64_t size = fs::file_size(path, error);
        require_success(error);
        if (length > size || offset > size - length) {
          fail(ErrorKind::kInvalidInput, "{} bytes from offset {} on do not fit into the {} bytes of the file", length,
               offset, size);
        }
        locations_.insert(file);
        return {path, offset, needed};
      });
}

fs::path ExternalData::locate(const std::string& location) const {
  if (root_.empty()) {
    fail(ErrorKind::kInvalidInput, "not available: the model comes from memory, without a folder for external data");
  }
  // The system would end the name at a zero byte.
  if (fs::path(location).is_absolute() || location.find('\0') != std::string::npos) {
    fail(ErrorKind::kInvalidInput, "location must be a relative path");
  }
  std::error_code error;
  const fs::path root = fs::canonical(root_, error);
  require_success(error);
  fs::path path = fs::weakly_canonical(folder_ / location, error);
  require_success(error);
  if (!is_inside(path, root)) {
    fail(ErrorKind::kInvalidInput, "leads to {}, but must stay inside of {}", path.string(), root.string());
  }
  // Looked at before it is opened: opening a pipe waits for a writer.
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) require_success(error);
  if (!fs::is_regular_file(status)) fail(ErrorKind::kInvalidInput, "must be a regular file");
  return path;
}

void read_range(const FileRange& range, std::byte* to) {
  std::ifstream in(range.file, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(range.offset));
  in.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(range.length));
  if (!in) fail(ErrorKind::kIo, "{}: cannot read: {}", range.file.string(), std::generic_category().message(errno));
}

void require_no_strings(DataType type, std::string_view place) {
  if (type == DataType::kString) {
    fail(ErrorKind::kInvalidInput, "values in {}, but those of string must be in string_data", place);
  }
}

bool is_signed_sub_byte(DataType type) { return type == DataType::kInt4 || type == DataType::kInt2; }

Tensor from_file_bytes(std::span<const std::byte> raw, DataType type, const Shape& shape) {
  Tensor tensor = Tensor::uninitialized(type, shape);
  const std::span<std::byte> memory(static_cast<std::byte*>(tensor.data()), tensor.byte_size());
  if (is_packed(bit_width(type))) {
    unpack(raw, bit_width(type), is_signed_sub_byte(type), memory);
    return tensor;
  }
  std::ranges::copy(raw, memory.begin());
  convert_little_endian(memory, number_size(type));
  if (type == DataType::kBool) make_bools(memory);
  return tensor;
}

Tensor read_external(const Entries& entries, DataType type, const Shape& shape, const ExternalData& external) {
  require_no_strings(type, "external data");
  const std::size_t count = element_count(shape);
  if (count > SIZE_MAX / element_size(type)) {
    fail(ErrorKind::kInvalidInput, "shape {} of {} exceeds the address space", to_string(shape), to_string(type));
  }
  const FileRange range = external.find(entries, file_bytes(count, bit_width(type)));
  if (std::optional<Tensor> tensor = map_tensor(type, shape, range.file, range.offset)) return *std::move(tensor);
  std::vector<std::byte> bytes(range.length);
  read_range(range, bytes.data());
  return from_file_bytes(bytes, type, shape);
}

}  // namespace hardref
