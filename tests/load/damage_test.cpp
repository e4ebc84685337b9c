// Damaged files: whatever happens to the bytes, the loader reads a model or throws an Error. Under the sanitizers this
// also shows that it reads nothing else.
#include <random>

#include "load/support.h"

namespace hardref::test {
namespace {

// Whether the bytes are a model; the only other way out is an Error that is not the loader's own fault.
bool loads(const std::string& bytes) {
  try {
    return load_model(as_byte_span(bytes), {}) != nullptr;
  } catch (const Error& error) {
    CHECK(error.kind() != ErrorKind::kInternal);
    return false;
  }
}

// A model with something in every kind of message that the loader reads.
std::string rich_model() {
  wire::ModelProto proto = small_model();
  wire::GraphProto& graph = *proto.mutable_graph();
  *graph.add_initializer() = small_tensor("w");
  wire::TensorProto& raw = *graph.add_initializer();
  raw.set_name("r");
  raw.set_data_type(wire::TensorProto::BOOL);
  raw.add_dims(3);
  raw.set_raw_data("abc");
  wire::TensorProto& external = *graph.add_initializer();
  external.set_name("e");
  external.set_data_type(wire::TensorProto::INT8);
  external.add_external_data()->set_key("location");
  external.mutable_external_data(0)->set_value("e.bin");
  external.add_dims(0);
  external.set_data_location(wire::TensorProto::DEFAULT);  // one bit away from EXTERNAL
  wire::SparseTensorProto& sparse = *graph.add_sparse_initializer();
  *sparse.mutable_values() = small_tensor("s");
  sparse.mutable_indices()->set_data_type(wire::TensorProto::INT64);
  sparse.mutable_indices()->add_dims(2);
  sparse.mutable_indices()->add_int64_data(0);
  sparse.mutable_indices()->add_int64_data(3);
  sparse.add_dims(4);
  graph.add_value_info()->set_name("v");
  wire::TypeProto& type = *graph.mutable_value_info(0)->mutable_type();
  type.mutable_sequence_type()->mutable_elem_type()->mutable_map_type()->set_key_type(7);
  wire::AttributeProto& body = *graph.mutable_node(0)->add_attribute();
  body.set_name("b");
  body.set_type(wire::AttributeProto::GRAPH);
  body.mutable_g()->add_node()->set_op_type("Add");
  wire::FunctionProto& function = *proto.add_functions();
  function.set_name("f");
  function.add_attribute("a");
  function.add_node()->set_op_type("Mul");
  wire::AttributeProto& reference = *function.mutable_node(0)->add_attribute();
  reference.set_name("x");
  reference.set_type(wire::AttributeProto::FLOATS);
  reference.set_ref_attr_name("a");
  return proto.SerializeAsString();
}

TEST_CASE("a model that is cut short anywhere") {
  const std::string bytes = rich_model();
  REQUIRE(loads(bytes));
  std::size_t loaded = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    // A copy of its own size, so that the sanitizer sees every byte read behind the end.
    const std::string cut(bytes.data(), size);
    loaded += loads(std::string(cut.begin(), cut.end())) ? 1 : 0;
  }
  // Only at the ends of the graph and of the imports, which are written last but one, is the rest a model.
  CHECK(loaded == 2);
}

// How many of the models with one bit turned over load; every step-th bit is tried.
std::size_t count_loading(const std::string& bytes, std::size_t step) {
  std::size_t loaded = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += step) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    loaded += loads(damaged) ? 1 : 0;
  }
  return loaded;
}

TEST_CASE("a model with any one bit turned over") {
  const std::string bytes = rich_model();
  const std::size_t loaded = count_loading(bytes, 1);
  // Names and values may be any others; lengths, types and tags may not.
  CHECK(loaded > bytes.size());
  CHECK(loaded < 7 * bytes.size());
}

TEST_CASE("published models with one bit turned over") {
  const std::filesystem::path nodes = std::filesystem::path(HARDREF_ONNX_TEST_DATA) / "node";
  if (!std::filesystem::exists(nodes)) {
    WARN("no published models in " << nodes);
    return;
  }
  for (const std::string name : {"test_hardsigmoid", "test_hardmax_axis_0", "test_constant", "test_if_seq"}) {
    const std::string bytes = read_text(nodes / name / "model.onnx");
    CAPTURE(name);
    REQUIRE(loads(bytes));
    CHECK(count_loading(bytes, bytes.size() < 500 ? 1 : 7) > 0);
  }
}

TEST_CASE("a model with many bytes replaced") {
  const std::string bytes = rich_model();
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = bytes;
    for (auto count = random() % 6; count > 0; --count) {
      const std::size_t place = random() % damaged.size();
      switch (random() % 3) {
        case 0:
          damaged[place] = static_cast<char>(random());
          break;
        case 1:
          damaged.erase(place, random() % 4);
          break;
        default:
          damaged.insert(place, damaged.substr(random() % damaged.size(), random() % 8));
      }
      if (damaged.empty()) break;
    }
    (void)loads(damaged);
  }
  SUCCEED("no crash, and nothing but errors");
}

}  // namespace
}  // namespace hardref::test
