#include <memory>
#include <utility>

#include "load/reader.h"
#include "model/sparse.h"

namespace hardref {
namespace {

std::string unread_of(const wire::TensorProto& proto) {
  wire::TensorProto unread;
  if (proto.has_doc_string()) unread.set_doc_string(proto.doc_string());
  *unread.mutable_metadata_props() = proto.metadata_props();
  return unread_bytes(proto, unread);
}

std::string unread_of(const wire::NodeProto& proto) {
  wire::NodeProto unread;
  if (proto.has_doc_string()) unread.set_doc_string(proto.doc_string());
  *unread.mutable_metadata_props() = proto.metadata_props();
  *unread.mutable_device_configurations() = proto.device_configurations();
  return unread_bytes(proto, unread);
}

std::string unread_of(const wire::GraphProto& proto) {
  wire::GraphProto unread;
  if (proto.has_doc_string()) unread.set_doc_string(proto.doc_string());
  *unread.mutable_quantization_annotation() = proto.quantization_annotation();
  *unread.mutable_metadata_props() = proto.metadata_props();
  return unread_bytes(proto, unread);
}

model::Initializer read_initializer(const wire::TensorProto& proto, const FieldPath& path, const Surroundings& around) {
  if (proto.name().empty()) fail_at(path, "name is missing");
  return with_context([&] { return path.text(); },
                      [&] {
                        return model::Initializer{proto.name(),
                                                  std::make_shared<const Tensor>(read_tensor(proto, around.external)),
                                                  unread_of(proto)};
                      });
}

// The values lend their name to the whole.
model::Initializer read_sparse_initializer(const wire::SparseTensorProto& proto, const FieldPath& path,
                                           const Surroundings& around) {
  if (proto.values().name().empty()) fail_at(path, "name of values is missing");
  return with_context([&] { return path.text(); },
                      [&] {
                        auto sparse =
                            std::make_shared<const model::SparseTensor>(read_sparse_tensor(proto, around.external));
                        auto dense = std::make_shared<const Tensor>(model::densify(*sparse));
                        return model::Initializer{
                            proto.values().name(), std::move(dense), unread_of(proto.values()), {}, std::move(sparse)};
                      });
}

}  // namespace

std::vector<model::Node> read_nodes(const Repeated<wire::NodeProto>& protos, const FieldPath& parent,
                                    const Surroundings& around) {
  std::vector<model::Node> nodes;
  nodes.reserve(static_cast<std::size_t>(protos.size()));
  for (int i = 0; i < protos.size(); ++i) {
    const wire::NodeProto& proto = protos[i];
    const FieldPath path = FieldPath(parent, "node", i).named(proto.name());
    if (proto.op_type().empty()) fail_at(path, "op_type is missing");
    model::Node node;
    node.name = proto.name();
    node.domain = model::canonical_domain(proto.domain());
    node.op_type = proto.op_type();
    node.overload = proto.overload();
    node.inputs = read_strings(proto.input());
    node.outputs = read_strings(proto.output());
    node.attributes = read_attributes(proto.attribute(), path, "attribute", around);
    node.unread = unread_of(proto);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

model::Graph read_graph(const wire::GraphProto& proto, const FieldPath& path, const Surroundings& around) {
  model::Graph graph;
  graph.name = proto.name();
  graph.inputs = read_value_infos(proto.input(), path, "input");
  graph.outputs = read_value_infos(proto.output(), path, "output");
  graph.value_infos = read_value_infos(proto.value_info(), path, "value_info");
  for (int i = 0; i < proto.initializer_size(); ++i) {
    const wire::TensorProto& tensor = proto.initializer(i);
    const FieldPath here = FieldPath(path, "initializer", i).named(tensor.name());
    graph.initializers.push_back(read_initializer(tensor, here, around));
  }
  for (int i = 0; i < proto.sparse_initializer_size(); ++i) {
    const wire::SparseTensorProto& tensor = proto.sparse_initializer(i);
    const FieldPath here = FieldPath(path, "sparse_initializer", i).named(tensor.values().name());
    graph.initializers.push_back(read_sparse_initializer(tensor, here, around));
  }
  graph.nodes = read_nodes(proto.node(), path, around);
  graph.unread = unread_of(proto);
  return graph;
}

}  // namespace hardref
