// The format is described by NumPy, in numpy.lib.format: a magic string, a version, the length of the header, the
// header as the source text of a Python dictionary, the elements.
#include "judge/npy.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "error.h"
#include "judge/npy_header.h"
#include "tensor/file.h"
#include "tensor/join.h"
#include "tensor/little_endian.h"
#include "tensor/shape.h"
#include "tensor/types.h"

namespace hardref {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kAlignment = 64;         // of the elements in a file, so that they can be mapped into memory
constexpr std::size_t kLongestQuote = 60;      // bytes of a descr in a message
constexpr std::size_t kLongestHeader = 65535;  // of version 1.0, whose length has 16 bits

struct NpyType {
  std::string_view name;  // without the byte order
  DataType type;
};

constexpr std::array<NpyType, 14> kTypes{{
    {"b1", DataType::kBool},
    {"i1", DataType::kInt8},
    {"i2", DataType::kInt16},
    {"i4", DataType::kInt32},
    {"i8", DataType::kInt64},
    {"u1", DataType::kUint8},
    {"u2", DataType::kUint16},
    {"u4", DataType::kUint32},
    {"u8", DataType::kUint64},
    {"f2", DataType::kFloat16},
    {"f4", DataType::kFloat},
    {"f8", DataType::kDouble},
    {"c8", DataType::kComplex64},
    {"c16", DataType::kComplex128},
}};

struct ElementType {
  DataType type = DataType::kUndefined;
  bool is_swapped = false;  // against the order of this machine
};

[[noreturn]] void fail_descr(std::string_view descr) {
  std::string shown(descr.substr(0, kLongestQuote));
  std::ranges::replace_if(
      shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  fail(ErrorKind::kUnsupported, "descr {}{} has no element type here; known are {}", shown,
       shown.size() < descr.size() ? "..." : "", join(kTypes, ", ", &NpyType::name));
}

ElementType element_type(std::string_view descr) {
  const bool is_string = descr.starts_with('\'') || descr.starts_with('"');
  if (!is_string || descr.size() < 5) fail_descr(descr);
  const auto* const found = std::ranges::find(kTypes, descr.substr(2, descr.size() - 3), &NpyType::name);
  if (found == kTypes.end()) fail_descr(descr);
  const char order = descr[1];
  if (order == '=' || (order == '|' && element_size(found->type) == 1)) return {found->type, false};
  if (order != '<' && order != '>') fail_descr(descr);
  return {found->type, (order == '<') != (std::endian::native == std::endian::little)};
}

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
  ElementType element;
  bool fortran_order = false;
  Shape shape;
  std::string_view elements;
};

Layout parse_layout(std::span<const std::byte> bytes) {
  std::string_view rest = as_text(bytes);
  NpyHeader header = parse_npy_header(take_header(rest));
  Layout layout{element_type(header.descr), header.fortran_order, std::move(header.shape), rest};
  const std::size_t width = element_size(layout.element.type);
  const std::size_t count = element_count(layout.shape);
  if (rest.size() % width != 0 || rest.size() / width != count) {
    fail(ErrorKind::kInvalidInput, "{} bytes follow the header, but shape {} of {} needs {} of {} bytes", rest.size(),
         to_string(layout.shape), to_string(layout.element.type), count, width);
  }
  return layout;
}

Tensor copy_of(const Layout& layout) {
  const auto [type, is_swapped] = layout.element;
  Tensor tensor = Tensor::uninitialized(type, layout.shape);
  const std::span to(static_cast<std::byte*>(tensor.data()), layout.elements.size());
  if (layout.fortran_order) {
    copy_column_major(layout.elements.data(), element_size(type), layout.shape, static_cast<char*>(tensor.data()));
  } else if (!to.empty()) {
    std::memcpy(to.data(), layout.elements.data(), to.size());
  }
  if (is_swapped) swap_bytes(to, number_size(type));
  if (type == DataType::kBool) make_bools(to);
  return tensor;
}

// A large file, as bytes.
std::optional<Tensor> map_whole(const std::filesystem::path& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || !std::in_range<std::int64_t>(size)) return std::nullopt;
  return map_tensor(DataType::kUint8, {static_cast<std::int64_t>(size)}, path, 0);
}

}  // namespace

Tensor parse_npy(std::span<const std::byte> bytes) { return copy_of(parse_layout(bytes)); }

Tensor read_npy(const std::filesystem::path& path) {
  const std::optional<Tensor> file = map_whole(path);
  const std::vector<std::byte> read = file ? std::vector<std::byte>() : read_file(path);
  const std::span bytes = file ? std::as_bytes(file->values<std::uint8_t>()) : std::span<const std::byte>(read);
  return with_context([&] { return path.string(); },
                      [&] {
                        const Layout layout = parse_layout(bytes);
                        if (file && !layout.element.is_swapped && !layout.fortran_order) {
                          std::optional<Tensor> mapped = map_tensor(layout.element.type, layout.shape, path,
                                                                    bytes.size() - layout.elements.size());
                          if (mapped) return *std::move(mapped);
                        }
                        return copy_of(layout);
                      });
}

std::string serialize_npy(const TensorView& tensor) {
  const auto* const found = std::ranges::find(kTypes, tensor.type(), &NpyType::type);
  if (found == kTypes.end()) {
    fail(ErrorKind::kUnsupported, "{} has no NumPy type; write a .pb file instead", to_string(tensor.type()));
  }
  const std::size_t width = element_size(tensor.type());
  const std::string_view comma = tensor.shape().size() == 1 ? "," : "";
  std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}{}), }}",
                                   width == 1 ? '|' : '<', found->name, fmt::join(tensor.shape(), ", "), comma);
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
  const std::size_t begin = bytes.size();
  bytes.append(static_cast<const char*>(tensor.data()), tensor.byte_size());
  convert_little_endian(std::as_writable_bytes(std::span(bytes)).subspan(begin), number_size(tensor.type()));
  return bytes;
}

}  // namespace hardref
