#include "judge/npy_type.h"

#include <algorithm>
#include <array>
#include <bit>

#include "error.h"
#include "tensor/data_type.h"
#include "tensor/decimal.h"
#include "tensor/join.h"

namespace hardref {
namespace {

constexpr std::size_t kLongestQuote = 60;  // bytes of a descr in a message
constexpr std::size_t kCodePoint = 4;      // bytes of UTF-32

struct Spelling {
  DataType type;
  std::string_view code;   // with the number of bytes
  std::string_view words;  // what numpy.dtype takes as well, on Linux with 64 bits
};

constexpr std::array<Spelling, 14> kSpellings{{
    {DataType::kBool, "b1", "? bool bool_"},
    {DataType::kInt8, "i1", "b int8 byte"},
    {DataType::kInt16, "i2", "h int16 short"},
    {DataType::kInt32, "i4", "i int32 intc"},
    {DataType::kInt64, "i8", "l q p int64 int int_ long longlong intp"},
    {DataType::kUint8, "u1", "B uint8 ubyte"},
    {DataType::kUint16, "u2", "H uint16 ushort"},
    {DataType::kUint32, "u4", "I uint32 uintc"},
    {DataType::kUint64, "u8", "L Q P uint64 uint ulong ulonglong uintp"},
    {DataType::kFloat16, "f2", "e float16 half"},
    {DataType::kFloat, "f4", "f float32 single"},
    {DataType::kDouble, "f8", "d float64 double float float_"},
    {DataType::kComplex64, "c8", "F complex64 csingle"},
    {DataType::kComplex128, "c16", "D complex128 cdouble complex complex_"},
}};

struct MlName {
  DataType type;
  std::string_view name;
};

// As the package ml_dtypes names what NumPy does not have.
constexpr std::array<MlName, 11> kMlNames{{
    {DataType::kBfloat16, "bfloat16"},
    {DataType::kFloat8e4m3fn, "float8_e4m3fn"},
    {DataType::kFloat8e4m3fnuz, "float8_e4m3fnuz"},
    {DataType::kFloat8e5m2, "float8_e5m2"},
    {DataType::kFloat8e5m2fnuz, "float8_e5m2fnuz"},
    {DataType::kFloat8e8m0, "float8_e8m0fnu"},
    {DataType::kFloat4e2m1, "float4_e2m1fn"},
    {DataType::kInt4, "int4"},
    {DataType::kUint4, "uint4"},
    {DataType::kInt2, "int2"},
    {DataType::kUint2, "uint2"},
}};

[[noreturn]] void fail_descr(std::string_view descr) {
  std::string shown(descr.substr(0, kLongestQuote));
  std::ranges::replace_if(
      shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  fail(ErrorKind::kUnsupported,
       "descr {}{} has no element type here; known are {}, U and S for strings, V for raw bytes, and {}", shown,
       shown.size() < descr.size() ? "..." : "", join(kSpellings, ", ", &Spelling::code),
       join(kMlNames, ", ", &MlName::name));
}

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    if (words.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

// "f4" or "float32", without the byte order.
std::optional<NpyType> named_type(std::string_view name) {
  const auto* const spelling = std::ranges::find_if(
      kSpellings, [&](const Spelling& known) { return known.code == name || has_word(known.words, name); });
  if (spelling != kSpellings.end()) return NpyType{spelling->type, element_size(spelling->type)};
  const auto* const ml = std::ranges::find(kMlNames, name, &MlName::name);
  if (ml != kMlNames.end()) return NpyType{ml->type, element_size(ml->type)};
  return std::nullopt;
}

// "U3", "S3" or "V2".
std::optional<NpyType> sized_type(std::string_view name) {
  // The one type of ml_dtypes with 8 bits that calls itself a float is stored so.
  if (name == "f1") name = "V1";
  if (name.empty() || std::string_view("USaV").find(name.front()) == std::string_view::npos) return std::nullopt;
  const std::string_view digits = name.substr(1);
  const auto count = digits.empty() ? std::size_t{0} : parse_integer<std::size_t>(digits).value_or(SIZE_MAX);
  if (count > SIZE_MAX / kCodePoint) return std::nullopt;
  if (name.front() == 'U') return NpyType{.type = DataType::kString, .width = kCodePoint * count, .is_unicode = true};
  if (name.front() != 'V') return NpyType{.type = DataType::kString, .width = count};
  for (const DataType type : {DataType::kUint8, DataType::kUint16, DataType::kUint32, DataType::kUint64}) {
    if (element_size(type) == count) return NpyType{.type = type, .width = count, .is_raw = true};
  }
  return std::nullopt;
}

}  // namespace

NpyType parse_npy_type(std::string_view descr) {
  const bool is_string = descr.starts_with('\'') || descr.starts_with('"');
  if (!is_string || descr.size() < 3) fail_descr(descr);
  std::string_view name = descr.substr(1, descr.size() - 2);
  const bool has_order = std::string_view("<>=|").find(name.front()) != std::string_view::npos;
  const char order = has_order ? name.front() : '=';
  if (has_order) name.remove_prefix(1);
  auto type = named_type(name);
  if (!type) type = sized_type(name);
  if (!type) fail_descr(descr);
  constexpr bool kIsLittle = std::endian::native == std::endian::little;
  type->is_swapped = (order == '<' && !kIsLittle) || (order == '>' && kIsLittle);
  return *type;
}

bool is_raw_in_npy(DataType type) { return std::ranges::find(kMlNames, type, &MlName::type) != kMlNames.end(); }

std::string npy_descr(DataType type) {
  const std::size_t width = element_size(type);
  const char order = width == 1 ? '|' : '<';
  if (is_raw_in_npy(type)) return fmt::format("{}V{}", order, width);
  return fmt::format("{}{}", order, std::ranges::find(kSpellings, type, &Spelling::type)->code);
}

}  // namespace hardref
