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
#include "tensor/decimal.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

// The entries by key. The standard does not say which one of two would count.
std::map<std::string_view, std::string_view> read_entries(const wire::TensorProto& tensor) {
  std::map<std::string_view, std::string_view> entries;
  for (const wire::StringStringEntryProto& entry : tensor.external_data()) {
    if (!entries.emplace(entry.key(), entry.value()).second) {
      fail(ErrorKind::kInvalidInput, "external_data has the key {:?} twice", entry.key());
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

FileRange ExternalData::find(const wire::TensorProto& tensor, std::size_t needed) const {
  const auto entries = read_entries(tensor);
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

}  // namespace hardref
