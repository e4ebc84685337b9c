#include "files/values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <type_traits>
#include <utility>

#include "error.h"
#include "files/edge_values.h"
#include "files/npz.h"
#include "judge/npy.h"
#include "load/external_data.h"
#include "load/load.h"
#include "load/packing.h"
#include "load/save.h"
#include "tensor/decimal.h"
#include "tensor/file.h"
#include "tensor/file_format.h"
#include "tensor/narrow.h"
#include "tensor/print.h"
#include "tensor/shape.h"
#include "tensor/types.h"
#include "text/text.h"
#include "text/text_place.h"

namespace hardref::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRandom = "random:";
constexpr std::string_view kEdge = "edge:";
constexpr std::size_t kTellingBytes = 256;  // of a file, to tell its format

// "float[2,3]", or "float" for a scalar.
std::pair<DataType, Shape> parse_type(std::string_view text) {
  const std::string_view name = text.substr(0, text.find('['));
  const std::optional<DataType> type = parse_data_type(name);
  if (!type) {
    fail(ErrorKind::kUsage, "\"{}\" is no element type; known are {}", name, to_string(AllTypes::kSet));
  }
  Shape shape;
  if (const std::string_view brackets = text.substr(name.size()); !brackets.empty()) {
    if (!brackets.ends_with(']')) fail(ErrorKind::kUsage, "expected a ']' at the end");
    shape = parse_shape(brackets.substr(1, brackets.size() - 2), [](std::string_view part) {
      fail(ErrorKind::kUsage, "expected a dimension from 0 to {}, found \"{}\"",
           std::numeric_limits<std::int64_t>::max(), part);
    });
  }
  return {*type, std::move(shape)};
}

// Where the file name of "float[2,3]@FILE.bin" begins.
std::optional<std::size_t> raw_file_at(std::string_view value) {
  const std::size_t at = value.find('@');
  if (at == std::string_view::npos || !parse_data_type(value.substr(0, std::min(value.find('['), at)))) {
    return std::nullopt;
  }
  return at + 1;
}

Tensor read_raw(std::string_view type_text, const std::string& path) {
  const auto [type, shape] = parse_type(type_text);
  if (type == DataType::kString) fail(ErrorKind::kUsage, "strings have no raw elements");
  const std::size_t count = element_count(shape);
  const std::vector<std::byte> bytes = read_stream(path);
  const std::size_t needed = file_bytes(count, bit_width(type));
  if (count > SIZE_MAX / element_size(type) || bytes.size() != needed) {
    fail(ErrorKind::kInvalidInput, "{} has {} bytes, but {}{} needs {}", path, bytes.size(), to_string(type),
         to_string(shape), needed);
  }
  return from_file_bytes(bytes, type, shape);
}

// A literal may be longer than the name of any file.
bool is_file(std::string_view path) {
  std::error_code error;
  return fs::exists(fs::path(path), error);
}

bool has_tensor_extension(std::string_view path) {
  constexpr std::string_view kExtensions[] = {".pb", ".npy", ".npz"};
  return std::ranges::any_of(kExtensions, [&](std::string_view extension) { return path.ends_with(extension); });
}

// Text that begins with an element type, behind space and comments.
bool is_tensor_text(std::string_view bytes) {
  std::string_view text = without_byte_order_mark(bytes);
  const auto skip_to = [&](std::size_t place) { text.remove_prefix(std::min(place, text.size())); };
  skip_to(text.find_first_not_of(" \t\r\n"));
  while (text.starts_with('#')) {
    skip_to(text.find('\n'));
    skip_to(text.find_first_not_of(" \t\r\n"));
  }
  return is_text(text) && parse_data_type(text.substr(0, text.find_first_of("[{ =\t\r\n"))).has_value();
}

bool is_text_name(std::string_view path) { return path.ends_with(".txt") || path.ends_with(".onnxtxt"); }

Tensor parse_tensor_text(const std::string& path, std::string_view text) {
  return model::in_text(path, [&] { return model::parse_tensor(text); });
}

// Integers that stand for bits may have been meant as values.
Tensor parse_literal(std::string_view text, const ValueContext& context) {
  bool bit_patterns = false;
  Tensor tensor = model::parse_tensor(text, &bit_patterns);
  if (bit_patterns && context.warn) {
    context.warn(
        fmt::format("the integers are taken for bit patterns of {}, the first for {}; a value needs a decimal "
                    "point",
                    to_string(tensor.type()), element_text(tensor, 0)));
  }
  return tensor;
}

// What can be read once.
Tensor parse_tensor_bytes(const std::string& path, std::span<const std::byte> bytes, std::optional<DataType> declared) {
  if (is_text(as_text(bytes))) return parse_tensor_text(path, as_text(bytes));
  if (is_zip(as_text(bytes))) return NpzArchive(path, {bytes.begin(), bytes.end()}).read("", declared);
  return with_context([&] { return path; },
                      [&] { return is_npy(as_text(bytes)) ? parse_npy(bytes, declared) : load_tensor(bytes).tensor; });
}

// The standard fixes what the engine returns, but not what its distributions make of that, so they are of no use here.
template <class T>
T random_element(std::mt19937_64& engine) {
  if constexpr (std::is_same_v<T, bool>) {
    return engine() >> 63 != 0;
  } else if constexpr (std::is_integral_v<T>) {
    constexpr std::int64_t kLeast = std::is_signed_v<T> ? -8 : 0;
    constexpr std::int64_t kMost = 8;
    return static_cast<T>(kLeast + static_cast<std::int64_t>(engine() % (kMost - kLeast + 1)));
  } else if constexpr (SubByteInteger<T>) {
    constexpr IntegerRange kRange = integer_range<T>();
    constexpr unsigned kCount = static_cast<unsigned>(kRange.most - kRange.least) + 1;
    return {static_cast<decltype(T::value)>(kRange.least + static_cast<int>(engine() % kCount))};
  } else if constexpr (std::is_same_v<T, std::string>) {
    return shortest(random_element<float>(engine));
  } else if constexpr (Complex<T>) {
    const auto real = random_element<typename T::value_type>(engine);
    return {real, random_element<typename T::value_type>(engine)};
  } else {
    // 53 bits and the subtraction are exact; a narrower type may round up to 4, which is out of the range.
    const double uniform = static_cast<double>(engine() >> 11) * 0x1p-50 - 4;
    if constexpr (std::is_same_v<T, double>) {
      return uniform;
    } else if constexpr (std::is_same_v<T, float>) {
      return std::min(static_cast<float>(uniform), std::nextafter(4.0F, 0.0F));
    } else {
      const T value = narrow<T>(std::is_same_v<T, Float8e8m0> ? std::fabs(uniform) : uniform);
      return widen(value) < 4 ? value : T{static_cast<decltype(T::bits)>(value.bits - 1)};  // the next one below 4
    }
  }
}

std::string_view format_of(std::string_view extension) {
  constexpr std::pair<std::string_view, std::string_view> kFormats[] = {
      {".pb", "pb"}, {".npy", "npy"}, {".npz", "npz"}, {".txt", "text"}, {".onnxtxt", "text"}};
  for (const auto& [known, format] : kFormats) {
    if (extension == known) return format;
  }
  fail(ErrorKind::kUsage, "the extension is \"{}\"; known are .pb, .npy, .npz, .txt and .onnxtxt", extension);
}

std::string serialize(std::string_view format, const std::string& name, const TensorView& tensor) {
  if (format == "pb") return serialize_tensor(name, tensor);
  if (format == "npy") return serialize_npy(tensor);
  if (format == "npz") return serialize_npz(std::array{std::pair(name, tensor)});
  return to_text(tensor) + '\n';
}

}  // namespace

Tensor parse_value(std::string_view value, const ValueContext& context) {
  if (is_stream(value)) {
    const std::vector<std::byte> bytes = read_stream(value);
    return parse_tensor_bytes(std::string(value), bytes, context.declared);
  }
  if (is_file(value) || has_tensor_extension(value)) return read_tensor_file(std::string(value), context.declared);
  if (const auto archive = split_npz(value)) {
    return NpzArchive(archive->first).read(archive->second, context.declared);
  }
  if (value.find('{') != std::string_view::npos) return parse_literal(value, context);
  return with_context([&] { return std::string(value); },
                      [&] {
                        if (value.starts_with(kRandom)) {
                          auto [type, shape] = parse_type(value.substr(kRandom.size()));
                          return random_tensor(type, std::move(shape), context.seed);
                        }
                        if (value.starts_with(kEdge)) {
                          auto [type, shape] = parse_type(value.substr(kEdge.size()));
                          return edge_tensor(type, std::move(shape), context.knees);
                        }
                        if (const auto file = raw_file_at(value)) {
                          return read_raw(value.substr(0, *file - 1), std::string(value.substr(*file)));
                        }
                        fail(ErrorKind::kUsage,
                             "no such file; expected FILE.pb, FILE.npy, FILE.npz:KEY, a literal as float[2]{{1,2}}, "
                             "random:float[2,3], edge:float[2,3], or float[2,3]@FILE.bin");
                      });
}

Shape parse_shape(std::string_view text, const std::function<void(std::string_view part)>& refuse) {
  Shape shape;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    const auto extent = parse_integer<std::int64_t>(part);
    if (!extent || *extent < 0) refuse(part);
    shape.push_back(*extent);
    begin = end + 1;
  }
  return shape;
}

Tensor read_tensor_file(const std::string& path, std::optional<DataType> declared) {
  const std::string beginning = beginning_of(path, kTellingBytes);
  if (is_npy(beginning)) return read_npy(fs::path(path), declared);
  if (is_zip(beginning)) return NpzArchive(path).read("", declared);
  if (is_tensor_text(beginning) || (is_text_name(path) && is_text(beginning))) {
    const std::vector<std::byte> bytes = read_file(path);
    return parse_tensor_text(path, as_text(bytes));
  }
  try {
    return load_tensor(fs::path(path)).tensor;  // which no beginning tells from others
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInvalidInput) throw;
    if (path.ends_with(".npy")) return read_npy(fs::path(path));
    if (path.ends_with(".npz")) return NpzArchive(path).read("");
    throw;
  }
}

bool is_tensor_file(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name.starts_with('.')) return false;  // what systems leave in archives
  return has_tensor_extension(name) || (is_text_name(name) && is_tensor_text(beginning_of(path, kTellingBytes)));
}

bool is_archive(const std::string& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::directory) return false;
  return type == fs::file_type::regular ? is_zip(beginning_of(path, kTellingBytes)) : path.ends_with(".npz");
}

Tensor random_tensor(DataType type, Shape shape, std::uint64_t seed) {
  Tensor tensor = Tensor::uninitialized(type, std::move(shape));
  std::mt19937_64 engine(seed);
  visit(type, AllTypes{}, [&]<class T>(std::type_identity<T>) {
    for (T& element : tensor.values<T>()) element = random_element<T>(engine);
  });
  return tensor;
}

std::string serialize_for(const fs::path& path, const std::string& name, const TensorView& tensor,
                          std::string_view format) {
  return with_context([&] { return path.string(); },
                      [&] {
                        const bool is_told = !format.empty() || path == "-";
                        return serialize(!is_told         ? format_of(path.extension().string())
                                         : format.empty() ? "text"
                                                          : format,
                                         name, tensor);
                      });
}

}  // namespace hardref::tools
