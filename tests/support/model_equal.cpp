#include "support/model_equal.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hardref::test {
namespace {

// Members of one class, so that each overload sees all the others.
struct Comparison {
  static bool same(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }
  static bool same(std::int64_t a, std::int64_t b) { return a == b; }
  static bool same(const std::string& a, const std::string& b) { return a == b; }

  static bool same(const Tensor& a, const Tensor& b) {
    if (a.type() != b.type() || a.shape() != b.shape()) return false;
    if (a.type() == DataType::kString) return std::ranges::equal(a.values<std::string>(), b.values<std::string>());
    return a.size() == 0 || std::memcmp(a.data(), b.data(), a.byte_size()) == 0;
  }
  static bool same(const model::SparseTensor& a, const model::SparseTensor& b) {
    return same(a.values, b.values) && same(a.indices, b.indices) && a.dims == b.dims;
  }

  template <class T>
  static bool same(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b) {
    return a == nullptr || b == nullptr ? a == b : same(*a, *b);
  }
  template <class T>
  static bool same(const std::vector<T>& a, const std::vector<T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return same(x, y); });
  }
  template <class T>
  static bool same(const std::optional<T>& a, const std::optional<T>& b) {
    return a.has_value() && b.has_value() ? same(*a, *b) : a.has_value() == b.has_value();
  }
  template <class... T>
  static bool same(const std::variant<T...>& a, const std::variant<T...>& b) {
    return a.index() == b.index() &&
           std::visit([&]<class U>(const U& value) { return same(value, std::get<U>(b)); }, a);
  }

  static bool same(const model::Type& a, const model::Type& b) { return same(a.value, b.value); }
  static bool same(const model::TensorTypeInfo& a, const model::TensorTypeInfo& b) { return a == b; }
  static bool same(const model::SequenceType& a, const model::SequenceType& b) { return same(a.element, b.element); }
  static bool same(const model::OptionalType& a, const model::OptionalType& b) { return same(a.element, b.element); }
  static bool same(const model::MapType& a, const model::MapType& b) {
    return a.key == b.key && same(a.value, b.value);
  }
  static bool same(const model::OpaqueType& a, const model::OpaqueType& b) {
    return a.domain == b.domain && a.name == b.name;
  }

  static bool same(const model::AttributeReference& a, const model::AttributeReference& b) {
    return a.name == b.name && a.kind == b.kind;
  }
  static bool same(const model::Attribute& a, const model::Attribute& b) {
    return a.name == b.name && same(a.value, b.value);
  }
  static bool same(const model::ValueInfo& a, const model::ValueInfo& b) {
    return a.name == b.name && same(a.type, b.type);
  }
  static bool same(const model::Initializer& a, const model::Initializer& b) {
    return a.name == b.name && same(a.tensor, b.tensor);
  }
  static bool same(const model::Node& a, const model::Node& b) {
    return a.name == b.name && a.domain == b.domain && a.op_type == b.op_type && a.overload == b.overload &&
           a.inputs == b.inputs && a.outputs == b.outputs && same(a.attributes, b.attributes);
  }
  static bool same(const model::Graph& a, const model::Graph& b) {
    return a.name == b.name && same(a.inputs, b.inputs) && same(a.outputs, b.outputs) &&
           same(a.value_infos, b.value_infos) && same(a.initializers, b.initializers) && same(a.nodes, b.nodes);
  }
  static bool same(const model::Function& a, const model::Function& b) {
    return a.domain == b.domain && a.name == b.name && a.overload == b.overload && a.inputs == b.inputs &&
           a.outputs == b.outputs && a.attributes == b.attributes && same(a.attribute_defaults, b.attribute_defaults) &&
           same(a.value_infos, b.value_infos) && a.opset_imports == b.opset_imports && same(a.nodes, b.nodes);
  }
  static bool same(const model::Model& a, const model::Model& b) {
    return a.ir_version == b.ir_version && a.opset_imports == b.opset_imports && a.producer_name == b.producer_name &&
           a.producer_version == b.producer_version && a.domain == b.domain && a.model_version == b.model_version &&
           a.doc_string == b.doc_string && a.metadata == b.metadata && same(a.graph, b.graph) &&
           same(a.functions, b.functions);
  }
};

}  // namespace

bool equal(const Tensor& a, const Tensor& b) { return Comparison::same(a, b); }
bool equal(const model::Type& a, const model::Type& b) { return Comparison::same(a, b); }
bool equal(const model::Attribute& a, const model::Attribute& b) { return Comparison::same(a, b); }
bool equal(const model::Graph& a, const model::Graph& b) { return Comparison::same(a, b); }
bool equal(const model::Model& a, const model::Model& b) { return Comparison::same(a, b); }

}  // namespace hardref::test
