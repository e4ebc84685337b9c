#include "tensor/data_type.h"

#include <algorithm>

#include "error.h"
#include "tensor/join.h"
#include "tensor/suggestion.h"

namespace hardref {
namespace {

struct Facts {
  DataType type;
  std::string_view name;
  std::size_t bits;  // in a file
  std::size_t size;  // bytes in memory
};

// In the order in which messages list types.
constexpr Facts kTypes[] = {
    {DataType::kBfloat16, "bfloat16", 16, 2},
    {DataType::kFloat16, "float16", 16, 2},
    {DataType::kFloat, "float", 32, 4},
    {DataType::kDouble, "double", 64, 8},
    {DataType::kInt8, "int8", 8, 1},
    {DataType::kInt16, "int16", 16, 2},
    {DataType::kInt32, "int32", 32, 4},
    {DataType::kInt64, "int64", 64, 8},
    {DataType::kUint8, "uint8", 8, 1},
    {DataType::kUint16, "uint16", 16, 2},
    {DataType::kUint32, "uint32", 32, 4},
    {DataType::kUint64, "uint64", 64, 8},
    {DataType::kBool, "bool", 8, 1},
    {DataType::kString, "string", 0, sizeof(std::string)},
    {DataType::kComplex64, "complex64", 64, 8},
    {DataType::kComplex128, "complex128", 128, 16},
    {DataType::kFloat8e4m3fn, "float8e4m3fn", 8, 1},
    {DataType::kFloat8e4m3fnuz, "float8e4m3fnuz", 8, 1},
    {DataType::kFloat8e5m2, "float8e5m2", 8, 1},
    {DataType::kFloat8e5m2fnuz, "float8e5m2fnuz", 8, 1},
    {DataType::kFloat8e8m0, "float8e8m0", 8, 1},
    {DataType::kFloat4e2m1, "float4e2m1", 4, 1},
    {DataType::kInt4, "int4", 4, 1},
    {DataType::kUint4, "uint4", 4, 1},
    {DataType::kInt2, "int2", 2, 1},
    {DataType::kUint2, "uint2", 2, 1},
};

static_assert(sizeof(bool) == 1, "a bool tensor has one byte for each element");

// A number that came from a file need not be one of DataType's.
Facts facts(DataType type) {
  const auto* const found = std::ranges::find(kTypes, type, &Facts::type);
  return found != std::end(kTypes) ? *found : Facts{DataType::kUndefined, "undefined", 0, 0};
}

}  // namespace

std::string_view to_string(DataType type) { return facts(type).name; }

std::optional<DataType> parse_data_type(std::string_view name) {
  const auto* const found = std::ranges::find(kTypes, name, &Facts::name);
  if (found == std::end(kTypes)) return std::nullopt;
  return found->type;
}

std::string did_you_mean_type(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"float32", "float"},  {"fp32", "float"},  {"f32", "float"},     {"single", "float"},
      {"float64", "double"}, {"fp64", "double"}, {"f64", "double"},    {"half", "float16"},
      {"fp16", "float16"},   {"f16", "float16"}, {"bf16", "bfloat16"}, {"bool8", "bool"},
      {"boolean", "bool"},   {"int", "int32"},   {"i32", "int32"},     {"long", "int64"},
      {"i64", "int64"},      {"byte", "uint8"},  {"str", "string"},    {"float8_e4m3fn", "float8e4m3fn"},
  };
  const auto* const other = std::ranges::find(kOthers, name, &std::pair<std::string_view, std::string_view>::first);
  if (other != std::end(kOthers)) return fmt::format("; did you mean {}?", other->second);
  std::vector<std::string> names;
  for (const Facts& entry : kTypes) names.emplace_back(entry.name);
  return did_you_mean(name, names);
}

std::size_t bit_width(DataType type) { return facts(type).bits; }

std::size_t element_size(DataType type) { return facts(type).size; }

std::size_t number_size(DataType type) {
  const bool is_complex = type == DataType::kComplex64 || type == DataType::kComplex128;
  return element_size(type) / (is_complex ? 2 : 1);
}

void require_supported(DataType type) {
  if (element_size(type) == 0) fail(ErrorKind::kUnsupported, "element type {} is not supported", to_string(type));
}

std::vector<DataType> TypeSet::types() const {
  std::vector<DataType> result;
  for (const Facts& entry : kTypes) {
    if (contains(entry.type)) result.push_back(entry.type);
  }
  return result;
}

std::string to_string(TypeSet types) {
  return join(types.types(), ", ", [](DataType type) { return to_string(type); });
}

}  // namespace hardref
