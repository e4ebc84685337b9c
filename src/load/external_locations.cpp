#include "load/external_locations.h"

#include "load/wire.h"

namespace hardref {
namespace {

// Adds the locations of everything below a message.
class Finder {
 public:
  void add(const wire::TensorProto& tensor) {
    if (tensor.data_location() != wire::TensorProto::EXTERNAL) return;
    for (const auto& entry : tensor.external_data()) {
      if (entry.key() == "location") locations.insert(entry.value());
    }
  }
  void add(const wire::SparseTensorProto& tensor) {
    add(tensor.values());
    add(tensor.indices());
  }
  void add(const wire::AttributeProto& attribute) {
    add(attribute.t());
    add(attribute.sparse_tensor());
    add(attribute.g());
    add_all(attribute.tensors());
    add_all(attribute.sparse_tensors());
    add_all(attribute.graphs());
  }
  void add(const wire::NodeProto& node) { add_all(node.attribute()); }
  void add(const wire::GraphProto& graph) {
    add_all(graph.initializer());
    add_all(graph.sparse_initializer());
    add_all(graph.node());
  }
  void add(const wire::FunctionProto& function) {
    add_all(function.attribute_proto());
    add_all(function.node());
  }
  template <class Messages>
  void add_all(const Messages& messages) {
    for (const auto& message : messages) add(message);
  }

  std::set<std::string> locations;
};

}  // namespace

std::set<std::string> external_locations(std::span<const std::byte> model) {
  wire::ModelProto proto;
  parse_message(model, "ModelProto", ErrorKind::kInvalidModel, proto);
  Finder finder;
  finder.add(proto.graph());
  finder.add_all(proto.functions());
  return std::move(finder.locations);
}

}  // namespace hardref
