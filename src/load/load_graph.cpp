#include <memory>
#include <utility>

#include "load/reader.h"
#include "model/sparse.h"

namespace hardref {
namespace {

model::NamedValue read_initializer(const wire::TensorProto& proto, const Place& place, const Scope& scope) {
  if (proto.name().empty()) fail_at(place, "name is missing");
  return at(place, [&] {
    return model::NamedValue{proto.name(), std::make_shared<const Tensor>(read_tensor(proto, scope.external))};
  });
}

// The values lend their name to the whole.
model::NamedValue read_sparse_initializer(const wire::SparseTensorProto& proto, const Place& place,
                                          const Scope& scope) {
  if (proto.values().name().empty()) fail_at(place, "name of values is missing");
  return at(place, [&] {
    const Tensor dense = model::densify(read_sparse_tensor(proto, scope.external));
    return model::NamedValue{proto.values().name(), std::make_shared<const Tensor>(dense)};
  });
}

}  // namespace

std::vector<model::Node> read_nodes(const Repeated<wire::NodeProto>& protos, const Place& parent, const Scope& scope) {
  std::vector<model::Node> nodes;
  nodes.reserve(static_cast<std::size_t>(protos.size()));
  for (int i = 0; i < protos.size(); ++i) {
    const wire::NodeProto& proto = protos[i];
    const Place place = Place(parent, "node", i).named(proto.name());
    if (proto.op_type().empty()) fail_at(place, "op_type is missing");
    model::Node node;
    node.name = proto.name();
    node.domain = read_domain(proto.domain());
    node.op_type = proto.op_type();
    node.overload = proto.overload();
    node.inputs = read_strings(proto.input());
    node.outputs = read_strings(proto.output());
    node.attributes = read_attributes(proto.attribute(), place, "attribute", scope);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

model::Graph read_graph(const wire::GraphProto& proto, const Place& place, const Scope& scope) {
  model::Graph graph;
  graph.name = proto.name();
  graph.inputs = read_value_infos(proto.input(), place, "input");
  graph.outputs = read_value_infos(proto.output(), place, "output");
  graph.value_infos = read_value_infos(proto.value_info(), place, "value_info");
  for (int i = 0; i < proto.initializer_size(); ++i) {
    const wire::TensorProto& tensor = proto.initializer(i);
    const Place here = Place(place, "initializer", i).named(tensor.name());
    graph.initializers.push_back(read_initializer(tensor, here, scope));
  }
  for (int i = 0; i < proto.sparse_initializer_size(); ++i) {
    const wire::SparseTensorProto& tensor = proto.sparse_initializer(i);
    const Place here = Place(place, "sparse_initializer", i).named(tensor.values().name());
    graph.initializers.push_back(read_sparse_initializer(tensor, here, scope));
  }
  graph.nodes = read_nodes(proto.node(), place, scope);
  return graph;
}

}  // namespace hardref
