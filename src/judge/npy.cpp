// The format is described by NumPy, in numpy.lib.format: a magic string, a version, the length of the header, the
// header as the source text of a Python dictionary, the elements.
#include "judge/npy.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "error.h"
#include "judge/npy_header.h"
#include "judge/npy_strings.h"
#include "judge/npy_type.h"
#include "tensor/data_type.h"
#include "tensor/file.h"
#include "tensor/file_format.h"
#include "tensor/little_endian.h"
#include "tensor/shape.h"

namespace hardref {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kAlignment = 64;         // of the elements in a file, so that they can be mapped into memory
constexpr std::size_t kLongestHeader = 65535;  // of version 1.0, whose length has 16 bits

// The first bytes of rest, which then begins after them.
std::string_view take(std::string_view& rest, std::size_t count, std::string_view what) {
  if (rest.size() < count) {
    fail(ErrorKind::kInvalidInput, "the {} takes {} bytes, but the file ends after {} of them", what, count,
         rest.size());
  }
  const std::string_view taken = rest.substr(0, count);
  rest.remove_prefix(count);
  return taken;
}

// The dictionary; rest begins with the file and then with the elements.
std::string_view take_header(std::string_view& rest) {
  if (!rest.starts_with(kMagic)) {
    if (const std::string_view format = foreign_format(rest); !format.empty()) {
      fail(ErrorKind::kInvalidInput, "{}; expected a .npy file", format);
    }
    fail(ErrorKind::kInvalidInput, "not a .npy file: it does not begin with \\x93NUMPY");
  }
  rest.remove_prefix(kMagic.size());
  const std::string_view version = take(rest, 2, "format version");
  const int major = static_cast<unsigned char>(version[0]);
  const int minor = static_cast<unsigned char>(version[1]);
  if (major < 1 || major > 3 || minor != 0) {
    fail(ErrorKind::kUnsupported, "format version is {}.{}; known are 1.0, 2.0 and 3.0", major, minor);
  }
  std::size_t length = 0;
  const std::string_view length_bytes = take(rest, major == 1 ? 2 : 4, "header length");
  for (std::size_t i = length_bytes.size(); i-- > 0;) {
    length = length << 8 | static_cast<unsigned char>(length_bytes[i]);
  }
  return take(rest, length, "header");
}

// Makes elements of any bytes: bools are 0 and 1, and of what is narrower than a byte the low bits count.
void keep_elements(DataType type, std::span<std::byte> bytes) {
  if (type == DataType::kBool) return make_bools(bytes);
  const std::size_t bits = bit_width(type);
  if (bits >= 8) return;
  const auto unused = static_cast<unsigned>(8 - bits);
  const bool is_signed = type == DataType::kInt4 || type == DataType::kInt2;
  for (std::byte& byte : bytes) {
    const auto high = static_cast<std::uint8_t>(static_cast<unsigned>(byte) << unused);
    byte = is_signed ? static_cast<std::byte>(static_cast<std::int8_t>(high) >> unused)
                     : static_cast<std::byte>(high >> unused);
  }
}

void copy_column_major(const char* from, std::size_t width, Shape shape, char* to) {
  const std::size_t count = element_count(shape);
  std::erase(shape, 1);  // they do not move elements, and a file may name any number of them
  // Column-major is row-major with the dimensions in reverse.
  Shape strides = row_major_strides(Shape(shape.rbegin(), shape.rend()));
  std::ranges::reverse(strides);
  Shape index(shape.size(), 0);
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(to + i * width, from + static_cast<std::size_t>(offset) * width, width);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      offset += strides[axis];
      if (++index[axis] < shape[axis]) break;
      offset -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

// What the header says, and the elements as the file has them.
struct Layout {
  NpyType element;
  bool fortran_order = false;
  Shape shape;
  std::string_view elements;
};

Layout parse_layout(std::span<const std::byte> bytes) {
  std::string_view rest = as_text(bytes);
  NpyHeader header = parse_npy_header(take_header(rest));
  Layout layout{parse_npy_type(header.descr), header.fortran_order, std::move(header.shape), rest};
  const std::size_t width = layout.element.width;
  const std::size_t count = element_count(layout.shape);
  if (width == 0 ? !rest.empty() : rest.size() % width != 0 || rest.size() / width != count) {
    fail(ErrorKind::kInvalidInput, "{} bytes follow the header, but shape {} of {} needs {} of {} bytes", rest.size(),
         to_string(layout.shape), to_string(layout.element.type), count, width);
  }
  return layout;
}

// The elements by rows; moved holds them where the file has them by columns.
std::string_view by_rows(const Layout& layout, std::string& moved) {
  if (!layout.fortran_order) return layout.elements;
  moved.resize(layout.elements.size());
  copy_column_major(layout.elements.data(), layout.element.width, layout.shape, moved.data());
  return moved;
}

Tensor copy_of(const Layout& layout) {
  const NpyType& element = layout.element;
  std::string moved;
  const std::string_view from = by_rows(layout, moved);
  Tensor tensor = Tensor::uninitialized(element.type, layout.shape);
  if (element.type == DataType::kString) {
    read_npy_strings(from, element, tensor.values<std::string>());
    return tensor;
  }
  const std::span to(static_cast<std::byte*>(tensor.data()), from.size());
  if (!to.empty()) std::memcpy(to.data(), from.data(), to.size());
  if (element.is_swapped) swap_bytes(to, number_size(element.type));
  keep_elements(element.type, to);
  return tensor;
}

// Raw bytes get the type that the reader knows.
Tensor typed(Tensor tensor, const NpyType& element, std::optional<DataType> declared) {
  const bool fits = element.is_raw && declared && *declared != DataType::kString &&
                    element_size(*declared) == element.width && number_size(*declared) == element.width;
  return fits ? reinterpret_bits(tensor, *declared) : std::move(tensor);
}

// A large file, as bytes.
std::optional<Tensor> map_whole(const std::filesystem::path& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || !std::in_range<std::int64_t>(size)) return std::nullopt;
  return map_tensor(DataType::kUint8, {static_cast<std::int64_t>(size)}, path, 0);
}

}  // namespace

Tensor parse_npy(std::span<const std::byte> bytes, std::optional<DataType> declared) {
  const Layout layout = parse_layout(bytes);
  return typed(copy_of(layout), layout.element, declared);
}

Tensor reinterpret_bits(const Tensor& tensor, DataType type) {
  Tensor result = Tensor::uninitialized(type, tensor.shape());
  const std::span to(static_cast<std::byte*>(result.data()), result.byte_size());
  if (!to.empty()) std::memcpy(to.data(), tensor.data(), to.size());
  keep_elements(type, to);
  return result;
}

Tensor read_npy(const std::filesystem::path& path, std::optional<DataType> declared) {
  const std::optional<Tensor> file = map_whole(path);
  const std::vector<std::byte> read = file ? std::vector<std::byte>() : read_file(path);
  const std::span bytes = file ? std::as_bytes(file->values<std::uint8_t>()) : std::span<const std::byte>(read);
  return with_context([&] { return path.string(); },
                      [&] {
                        const Layout layout = parse_layout(bytes);
                        const NpyType& element = layout.element;
                        if (file && !element.is_swapped && !layout.fortran_order && element.type != DataType::kString) {
                          std::optional<Tensor> mapped =
                              map_tensor(element.type, layout.shape, path, bytes.size() - layout.elements.size());
                          if (mapped) return typed(*std::move(mapped), element, declared);
                        }
                        return typed(copy_of(layout), element, declared);
                      });
}

std::string serialize_npy(const TensorView& tensor) {
  const bool is_string = tensor.type() == DataType::kString;
  const NpyStrings strings = is_string ? write_npy_strings(tensor.values<std::string>()) : NpyStrings{};
  const std::string_view comma = tensor.shape().size() == 1 ? "," : "";
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}",
                  is_string ? strings.descr : npy_descr(tensor.type()), fmt::join(tensor.shape(), ", "), comma);
  const std::size_t unaligned = (kMagic.size() + 4 + header.size() + 1) % kAlignment;
  header.append(unaligned == 0 ? 0 : kAlignment - unaligned, ' ');
  header += '\n';
  if (header.size() > kLongestHeader) {
    fail(ErrorKind::kUnsupported, "{} dimensions do not fit in the header; write a .pb file instead",
         tensor.shape().size());
  }
  std::string bytes(kMagic);
  bytes += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  bytes += header;
  if (is_string) return bytes + strings.elements;
  const std::size_t begin = bytes.size();
  bytes.append(static_cast<const char*>(tensor.data()), tensor.byte_size());
  convert_little_endian(std::as_writable_bytes(std::span(bytes)).subspan(begin), number_size(tensor.type()));
  return bytes;
}

}  // namespace hardref
