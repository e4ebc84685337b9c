#include <type_traits>
#include <variant>

#include "load/attribute_types.h"
#include "load/writer.h"

namespace hardref {
namespace {

const AttributeType& type_of(model::AttributeKind kind) { return kAttributeTypes[static_cast<std::size_t>(kind)]; }

// One overload for each alternative of AttributeValue.
struct ValueWriter {
  wire::AttributeProto& proto;

  void operator()(float value) const { proto.set_f(value); }
  void operator()(std::int64_t value) const { proto.set_i(value); }
  void operator()(const std::string& value) const { proto.set_s(value); }
  void operator()(const model::TensorPtr& value) const { write_tensor("", *value, *proto.mutable_t()); }
  void operator()(const model::GraphPtr& value) const { write_graph(*value, *proto.mutable_g()); }
  void operator()(const model::SparseTensorPtr& value) const {
    write_sparse_tensor("", *value, *proto.mutable_sparse_tensor());
  }
  void operator()(const model::Type& value) const { write_type(value, *proto.mutable_tp()); }
  void operator()(const std::vector<float>& values) const { proto.mutable_floats()->Add(values.begin(), values.end()); }
  void operator()(const std::vector<std::int64_t>& values) const {
    proto.mutable_ints()->Add(values.begin(), values.end());
  }
  void operator()(const std::vector<std::string>& values) const {
    for (const std::string& value : values) proto.add_strings(value);
  }
  void operator()(const std::vector<model::TensorPtr>& values) const {
    for (const model::TensorPtr& value : values) write_tensor("", *value, *proto.add_tensors());
  }
  void operator()(const std::vector<model::GraphPtr>& values) const {
    for (const model::GraphPtr& value : values) write_graph(*value, *proto.add_graphs());
  }
  void operator()(const std::vector<model::SparseTensorPtr>& values) const {
    for (const model::SparseTensorPtr& value : values) write_sparse_tensor("", *value, *proto.add_sparse_tensors());
  }
  void operator()(const std::vector<model::Type>& values) const {
    for (const model::Type& value : values) write_type(value, *proto.add_type_protos());
  }
};

}  // namespace

void write_attribute(const model::Attribute& attribute, wire::AttributeProto& proto) {
  write_unread(attribute.unread, proto);
  proto.set_name(attribute.name);
  proto.set_type(type_of(attribute.kind()).number);
  if (const auto* reference = std::get_if<model::AttributeReference>(&attribute.value)) {
    proto.set_ref_attr_name(reference->name);
  } else {
    std::visit(ValueWriter{proto}, std::get<model::AttributeValue>(attribute.value));
  }
}

}  // namespace hardref
