#include "model/random_model.h"

#include <bit>
#include <cmath>
#include <limits>

#include "tensor/narrow.h"
#include "tensor/types.h"

namespace hardref::test {

using model::Attribute;
using model::AttributeKind;
using model::AttributeReference;
using model::AttributeValue;
using model::Function;
using model::Graph;
using model::Initializer;
using model::MapType;
using model::Node;
using model::OpaqueType;
using model::OpsetImports;
using model::OptionalType;
using model::SequenceType;
using model::SparseTensor;
using model::TensorTypeInfo;
using model::Type;
using model::ValueInfo;

std::string RandomModel::text() {
  // 1.12 knows no escapes, and what is no text is printed in escapes of ours.
  constexpr std::string_view kCharacters = "ab Z09_.,:;<>[]{}()=@#?-+'\n\t\xc3\xa4\"\\";
  const std::size_t known = kCharacters.size() - (ours() ? 0 : 6);
  std::string result;
  for (std::size_t length = below(8); length > 0; --length) result += kCharacters[below(known)];
  return result;
}

std::string RandomModel::name() {
  constexpr std::string_view kReserved[] = {"float", "seq", "nan", "inf", "sparse_tensor", "undefined", ""};
  if (ours() && chance(6)) return text();
  if (ours() && chance(6)) return std::string(kReserved[below(std::size(kReserved))]);
  constexpr std::string_view kCharacters = "abcXYZ_019";
  std::string result(1, kCharacters[below(7)]);
  for (std::size_t length = below(6); length > 0; --length) result += kCharacters[below(kCharacters.size())];
  return result;
}

std::string RandomModel::domain() {
  if (chance(2)) return "";
  const std::string result = chance(2) ? name() : name() + "." + name();
  return result == "ai.onnx" ? "" : result;
}

// Any finite value, subnormal ones included; infinity and the one NaN that is printed.
template <class Float>
Float RandomModel::floating() {
  using Limits = std::numeric_limits<Float>;
  if (ours() && chance(8)) return Limits::quiet_NaN();
  if (ours() && chance(8)) return chance(2) ? Limits::infinity() : -Limits::infinity();
  if (chance(3)) return static_cast<Float>(below(9)) / 4 - 1;
  const auto value = std::bit_cast<Float>(static_cast<Bits<Float>>(random_()));
  // 1.12 refuses subnormal numbers.
  return std::isfinite(value) && (ours() || std::isnormal(value)) ? value : Float{0};
}

std::int64_t RandomModel::integer() {
  return chance(3) ? static_cast<std::int64_t>(random_()) : static_cast<std::int64_t>(below(20)) - 9;
}

Shape RandomModel::shape() {
  return list(3, [&] { return static_cast<std::int64_t>(below(4)); });
}

// Any bit pattern that T has.
template <class T>
T RandomModel::element() {
  const auto bits = random_();
  if constexpr (std::is_same_v<T, std::string>) {
    return text();
  } else if constexpr (std::is_floating_point_v<T>) {
    return floating<T>();
  } else if constexpr (Complex<T>) {
    return {floating<typename T::value_type>(), floating<typename T::value_type>()};
  } else if constexpr (SubByteInteger<T>) {
    constexpr IntegerRange kRange = integer_range<T>();
    return {static_cast<decltype(T::value)>(kRange.least + static_cast<int>(below(kRange.most - kRange.least + 1U)))};
  } else if constexpr (std::is_same_v<T, Float4e2m1>) {
    return {static_cast<std::uint8_t>(bits & 0xfU)};
  } else if constexpr (NarrowFloat<T>) {
    return {static_cast<decltype(T::bits)>(bits)};
  } else {
    return static_cast<T>(std::is_same_v<T, bool> ? bits & 1U : bits);
  }
}

Tensor RandomModel::tensor() {
  const auto fill = [&](auto list) {
    const std::vector<DataType> types = decltype(list)::kSet.types();
    Tensor result(types[below(types.size())], shape());
    visit(result.type(), list, [&]<class T>(std::type_identity<T>) {
      for (T& value : result.values<T>()) value = element<T>();
    });
    return result;
  };
  return ours() ? fill(AllTypes{}) : fill(Concat<Types<float, double, bool, std::string>, Integers>{});
}

TensorTypeInfo RandomModel::tensor_type() {
  TensorTypeInfo result;
  result.element = static_cast<DataType>(ours() ? below(27) : 1 + below(15));
  if (chance(4)) return result;
  result.shape = list(3, [&]() -> Dimension {
    if (chance(3)) return std::monostate{};
    if (chance(2)) return "n" + name();
    return integer() & INT64_MAX;
  });
  return result;
}

// 1.12 knows no other types where a name may stand instead.
Type RandomModel::type(int depth) {
  const auto inner = [&] { return std::make_shared<const Type>(type(depth - 1)); };
  switch (ours() && depth > 0 ? below(7) : 0) {
    case 1:
      return {SequenceType{inner()}};
    case 2:
      return {OptionalType{inner()}};
    case 3:
      return {MapType{static_cast<DataType>(below(27)), inner()}};
    case 4:
      return {OpaqueType{domain(), domain()}};
    case 5: {
      TensorTypeInfo sparse = tensor_type();
      sparse.sparse = true;
      return {sparse};
    }
    default:
      return {tensor_type()};
  }
}

ValueInfo RandomModel::info() {
  ValueInfo result{name(), std::nullopt};
  if (!chance(5)) result.type = type(3);
  return result;
}

// 1.12 reads an empty name between others only.
std::vector<std::string> RandomModel::operands() {
  std::vector<std::string> names = list(4, [&] { return name(); });
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((ours() || (i != 0 && i + 1 != names.size())) && chance(4)) names[i].clear();
  }
  return names;
}

AttributeValue RandomModel::single_value(AttributeKind kind, int depth) {
  switch (kind) {
    case AttributeKind::kFloat:
      return floating<float>();
    case AttributeKind::kInt:
      return integer();
    case AttributeKind::kString:
      return text();
    case AttributeKind::kTensor:
      return std::make_shared<const Tensor>(tensor());
    case AttributeKind::kGraph:
      return std::make_shared<const Graph>(graph(depth - 1));
    case AttributeKind::kSparseTensor:
      return std::make_shared<const SparseTensor>(SparseTensor{tensor(), tensor(), shape()});
    default:
      return type(3);
  }
}

// 1.12 knows the first five kinds, and lists of the first three that are not empty.
Attribute RandomModel::attribute(int depth) {
  if (chance(8)) return {name(), AttributeReference{name(), static_cast<AttributeKind>(below(14))}};
  auto kind = static_cast<AttributeKind>(below(ours() ? 7 : 5));
  if (kind == AttributeKind::kGraph && depth == 0) kind = AttributeKind::kInt;
  const bool is_known_list = kind <= AttributeKind::kString;
  if (!chance(3) || !(ours() || is_known_list)) return {name(), single_value(kind, depth)};
  const std::size_t count = (ours() ? 0 : 1) + below(3);
  const auto list_like = [&]<class T>(const T& /*example*/) -> AttributeValue {
    std::vector<T> values;
    if constexpr (std::is_constructible_v<AttributeValue, std::vector<T>>) {
      while (values.size() < count) values.push_back(std::get<T>(single_value(kind, depth)));
      return values;
    }
    return single_value(kind, depth);
  };
  return {name(), std::visit(list_like, single_value(kind, depth))};
}

Node RandomModel::node(int depth) {
  Node result;
  if (ours() && chance(3)) result.name = name();
  if (ours() && chance(5)) result.overload = name();
  result.domain = domain();
  result.op_type = name();
  result.inputs = operands();
  result.outputs = operands();
  result.attributes = list(3, [&] { return attribute(depth); });
  return result;
}

Graph RandomModel::graph(int depth) {
  Graph result;
  result.name = name();
  result.inputs = list(3, [&] { return info(); });
  result.outputs = list(3, [&] { return info(); });
  result.value_infos = list(2, [&] { return info(); });
  result.initializers = list(2, [&] { return Initializer{name(), std::make_shared<const Tensor>(tensor())}; });
  result.nodes = list(3, [&] { return node(depth); });
  return result;
}

OpsetImports RandomModel::opsets() {
  OpsetImports result;
  for (std::size_t count = below(3); count > 0; --count) result[domain()] = integer();
  return result;
}

Function RandomModel::function() {
  Function result;
  result.domain = domain();
  result.name = name();
  result.inputs = list(3, [&] { return name(); });
  result.outputs = list(3, [&] { return name(); });
  result.attributes = list(3, [&] { return name(); });
  result.opset_imports = opsets();
  result.nodes = list(3, [&] { return node(1); });
  if (ours()) {
    result.overload = chance(2) ? name() : "";
    result.attribute_defaults = list(2, [&] { return attribute(1); });
    result.value_infos = list(2, [&] { return info(); });
  }
  return result;
}

model::Model RandomModel::model() {
  model::Model result;
  result.ir_version = integer();
  result.opset_imports = opsets();
  result.producer_name = text();
  result.producer_version = text();
  result.domain = text();
  result.model_version = integer();
  result.doc_string = text();
  result.metadata = list(2, [&] { return std::pair(text(), text()); });
  result.graph = graph(2);
  result.functions = list(2, [&] { return function(); });
  return result;
}

}  // namespace hardref::test
