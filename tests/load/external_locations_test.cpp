// Which files a model's external data lies in, wherever in the model a tensor is.
#include "load/external_locations.h"

#include "load/wire.h"
#include "support/files.h"

namespace hardref::test {
namespace {

void set_external(wire::TensorProto& tensor, const std::string& location) {
  tensor.set_data_location(wire::TensorProto::EXTERNAL);
  auto* entry = tensor.add_external_data();
  entry->set_key("location");
  entry->set_value(location);
}

TEST_CASE("external locations: of every tensor of a model") {
  wire::ModelProto model;
  wire::GraphProto& graph = *model.mutable_graph();
  set_external(*graph.add_initializer(), "initializer");
  set_external(*graph.add_sparse_initializer()->mutable_values(), "sparse_values");
  set_external(*graph.add_sparse_initializer()->mutable_indices(), "sparse_indices");
  wire::NodeProto& node = *graph.add_node();
  set_external(*node.add_attribute()->mutable_t(), "attribute");
  set_external(*node.add_attribute()->add_tensors(), "attribute_list");
  set_external(*node.add_attribute()->mutable_sparse_tensor()->mutable_values(), "sparse_attribute");
  set_external(*node.add_attribute()->add_sparse_tensors()->mutable_values(), "sparse_list");
  set_external(*node.add_attribute()->mutable_g()->add_initializer(), "branch");
  set_external(*node.add_attribute()->add_graphs()->add_initializer(), "branches");
  wire::FunctionProto& function = *model.add_functions();
  set_external(*function.add_node()->add_attribute()->mutable_t(), "function");
  set_external(*function.add_attribute_proto()->mutable_t(), "default");
  set_external(*graph.add_initializer(), "initializer");
  auto* inside = graph.add_initializer()->add_external_data();  // not used, since the data is not there
  inside->set_key("location");
  inside->set_value("inside");
  CHECK(external_locations(as_byte_span(model.SerializeAsString())) ==
        std::set<std::string>{"attribute", "attribute_list", "branch", "branches", "default", "function", "initializer",
                              "sparse_attribute", "sparse_indices", "sparse_list", "sparse_values"});
}

TEST_CASE("external locations: bytes that are no model") {
  CHECK(message_of([] { return external_locations(as_byte_span("\xff")); }).starts_with("invalid_model: "));
}

}  // namespace
}  // namespace hardref::test
