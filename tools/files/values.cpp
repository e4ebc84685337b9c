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
#include "files/npz.h"
#include "judge/npy.h"
#include "load/load.h"
#include "load/save.h"
#include "tensor/decimal.h"
#include "tensor/narrow.h"
#include "tensor/print.h"
#include "tensor/types.h"
#include "text/text.h"

namespace hardref::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRandom = "random:";

// "float[2,3]", or "float" for a scalar.
Tensor parse_random(std::string_view text, std::uint64_t seed) {
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
  return random_tensor(*type, std::move(shape), seed);
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

std::string serialize(std::string_view extension, const std::string& name, const TensorView& tensor) {
  if (extension == ".pb") return serialize_tensor(name, tensor);
  if (extension == ".npy") return serialize_npy(tensor);
  if (extension == ".npz") return serialize_npz(std::array{std::pair(name, tensor)});
  if (extension == ".txt" || extension == ".onnxtxt") return to_text(tensor) + '\n';
  fail(ErrorKind::kUsage, "the extension is \"{}\"; known are .pb, .npy, .npz, .txt and .onnxtxt", extension);
}

}  // namespace

Tensor parse_value(std::string_view value, std::uint64_t seed) {
  if (auto tensor = read_tensor_file(value)) return *std::move(tensor);
  if (value.find('{') != std::string_view::npos) return model::parse_tensor(value);
  return with_context(
      [&] { return std::string(value); },
      [&] {
        if (value.starts_with(kRandom)) return parse_random(value.substr(kRandom.size()), seed);
        fail(ErrorKind::kUsage,
             "expected FILE.pb, FILE.npy, FILE.npz:KEY, a literal as float[2]{{1,2}}, or random:float[2,3]");
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

std::optional<Tensor> read_tensor_file(std::string_view path) {
  if (path.ends_with(".pb")) return load_tensor(fs::path(path)).tensor;
  if (path.ends_with(".npy")) return read_npy(fs::path(path));
  if (const auto archive = split_npz(path)) return read_npz(archive->first, archive->second).tensor;
  return std::nullopt;
}

Tensor random_tensor(DataType type, Shape shape, std::uint64_t seed) {
  Tensor tensor = Tensor::uninitialized(type, std::move(shape));
  std::mt19937_64 engine(seed);
  visit(type, AllTypes{}, [&]<class T>(std::type_identity<T>) {
    for (T& element : tensor.values<T>()) element = random_element<T>(engine);
  });
  return tensor;
}

std::string serialize_for(const fs::path& path, const std::string& name, const TensorView& tensor) {
  return with_context([&] { return path.string(); },
                      [&] { return serialize(path.extension().string(), name, tensor); });
}

}  // namespace hardref::tools
