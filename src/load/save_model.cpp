#include <string>
#include <variant>

#include "load/save.h"
#include "load/writer.h"

namespace hardref {
namespace {

// Of a text that states none: the first with functions.
constexpr std::int64_t kIrVersionOfText = 8;

template <class Strings>
void write_strings(const std::vector<std::string>& strings, Strings* field) {
  for (const std::string& string : strings) field->Add(std::string(string));
}

// TypeProto.Tensor or TypeProto.SparseTensor.
template <class Proto>
void write_tensor_type(const model::TensorTypeInfo& info, Proto& proto) {
  proto.set_elem_type(static_cast<std::int32_t>(info.element));
  if (!info.shape) return;
  auto& shape = *proto.mutable_shape();
  // Dimensions with a denotation are there already.
  const int denoted = shape.dim_size();
  for (const Dimension& dimension : *info.shape) {
    const int d = static_cast<int>(&dimension - info.shape->data());
    auto& dim = d < denoted ? *shape.mutable_dim(d) : *shape.add_dim();
    dim.clear_value();
    if (const auto* extent = std::get_if<std::int64_t>(&dimension)) dim.set_dim_value(*extent);
    if (const auto* name = std::get_if<std::string>(&dimension)) dim.set_dim_param(*name);
  }
}

struct TypeWriter {
  wire::TypeProto& proto;

  void operator()(const model::TensorTypeInfo& info) const {
    if (info.sparse) {
      write_tensor_type(info, *proto.mutable_sparse_tensor_type());
    } else {
      write_tensor_type(info, *proto.mutable_tensor_type());
    }
  }
  void operator()(const model::SequenceType& type) const {
    write_type(*type.element, *proto.mutable_sequence_type()->mutable_elem_type());
  }
  void operator()(const model::OptionalType& type) const {
    write_type(*type.element, *proto.mutable_optional_type()->mutable_elem_type());
  }
  void operator()(const model::MapType& type) const {
    proto.mutable_map_type()->set_key_type(static_cast<std::int32_t>(type.key));
    write_type(*type.value, *proto.mutable_map_type()->mutable_value_type());
  }
  void operator()(const model::OpaqueType& type) const {
    proto.mutable_opaque_type()->set_domain(type.domain);
    proto.mutable_opaque_type()->set_name(type.name);
  }
};

void write_value_info(const model::ValueInfo& info, wire::ValueInfoProto& proto) {
  write_unread(info.unread, proto);
  proto.set_name(info.name);
  if (info.type) write_type(*info.type, *proto.mutable_type());
}

void write_node(const model::Node& node, wire::NodeProto& proto) {
  write_unread(node.unread, proto);
  write_strings(node.inputs, proto.mutable_input());
  write_strings(node.outputs, proto.mutable_output());
  if (!node.name.empty()) proto.set_name(node.name);
  proto.set_op_type(node.op_type);
  if (!node.domain.empty()) proto.set_domain(node.domain);
  if (!node.overload.empty()) proto.set_overload(node.overload);
  for (const model::Attribute& attribute : node.attributes) write_attribute(attribute, *proto.add_attribute());
}

template <class Imports>
void write_opset_imports(const model::OpsetImports& imports, Imports* field) {
  for (const auto& [domain, version] : imports) {
    wire::OperatorSetIdProto& proto = *field->Add();
    if (!domain.empty()) proto.set_domain(domain);
    proto.set_version(version);
  }
}

void write_function(const model::Function& function, wire::FunctionProto& proto) {
  write_unread(function.unread, proto);
  proto.set_name(function.name);
  if (!function.domain.empty()) proto.set_domain(function.domain);
  if (!function.overload.empty()) proto.set_overload(function.overload);
  write_strings(function.inputs, proto.mutable_input());
  write_strings(function.outputs, proto.mutable_output());
  write_strings(function.attributes, proto.mutable_attribute());
  for (const model::Attribute& attribute : function.attribute_defaults) {
    write_attribute(attribute, *proto.add_attribute_proto());
  }
  for (const model::ValueInfo& info : function.value_infos) write_value_info(info, *proto.add_value_info());
  write_opset_imports(function.opset_imports, proto.mutable_opset_import());
  for (const model::Node& node : function.nodes) write_node(node, *proto.add_node());
}

}  // namespace

void write_type(const model::Type& type, wire::TypeProto& proto) { std::visit(TypeWriter{proto}, type.value); }

void write_graph(const model::Graph& graph, wire::GraphProto& proto) {
  write_unread(graph.unread, proto);
  proto.set_name(graph.name);
  for (const model::ValueInfo& info : graph.inputs) write_value_info(info, *proto.add_input());
  for (const model::ValueInfo& info : graph.outputs) write_value_info(info, *proto.add_output());
  for (const model::ValueInfo& info : graph.value_infos) write_value_info(info, *proto.add_value_info());
  for (const model::Initializer& value : graph.initializers) {
    if (value.sparse) {
      wire::SparseTensorProto& sparse = *proto.add_sparse_initializer();
      write_unread(value.unread, *sparse.mutable_values());
      write_sparse_tensor(value.name, *value.sparse, sparse);
    } else {
      wire::TensorProto& tensor = *proto.add_initializer();
      write_unread(value.unread, tensor);
      write_tensor(value.name, *value.tensor, tensor);
    }
  }
  for (const model::Node& node : graph.nodes) write_node(node, *proto.add_node());
}

std::string serialize_model(const model::Model& model) {
  wire::ModelProto proto;
  write_unread(model.unread, proto);
  proto.set_ir_version(model.ir_version == 0 ? kIrVersionOfText : model.ir_version);
  write_opset_imports(model.opset_imports, proto.mutable_opset_import());
  if (!model.producer_name.empty()) proto.set_producer_name(model.producer_name);
  if (!model.producer_version.empty()) proto.set_producer_version(model.producer_version);
  if (!model.domain.empty()) proto.set_domain(model.domain);
  if (model.model_version != 0) proto.set_model_version(model.model_version);
  if (!model.doc_string.empty()) proto.set_doc_string(model.doc_string);
  write_graph(model.graph, *proto.mutable_graph());
  for (const auto& [key, value] : model.metadata) {
    wire::StringStringEntryProto& entry = *proto.add_metadata_props();
    entry.set_key(key);
    entry.set_value(value);
  }
  for (const model::Function& function : model.functions) write_function(function, *proto.add_functions());
  return serialize(proto, "ModelProto");
}

}  // namespace hardref
