// What is saved reads back equal, and files are written whole or not at all.
#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "load/support.h"
#include "support/model_equal.h"
#include "tensor/file.h"

namespace hardref::test {
namespace {

namespace fs = std::filesystem;
using model::Attribute;
using model::AttributeValue;

model::TensorPtr shared(Tensor tensor) { return std::make_shared<const Tensor>(std::move(tensor)); }

std::shared_ptr<const model::Type> shared(model::Type type) {
  return std::make_shared<const model::Type>(std::move(type));
}

model::Type tensor_type(DataType element, std::optional<std::vector<Dimension>> shape = std::nullopt) {
  return {model::TensorTypeInfo{element, std::move(shape), false}};
}

std::vector<Attribute> all_attributes() {
  const auto nan = std::bit_cast<float>(0xffa00001U);
  const auto sparse = std::make_shared<const model::SparseTensor>(
      model::SparseTensor{Tensor::of<double>({1}, {0.1}), Tensor::of<std::int64_t>({1, 2}, {0, 1}), {2, 2}});
  model::Graph graph;
  graph.name = "inner";
  graph.nodes.push_back({"n", "org.example", "Op", "o", {"", "a"}, {"b"}, {{"nested", AttributeValue(1.5F)}}});
  const auto shared_graph = std::make_shared<const model::Graph>(graph);
  const auto tensor = shared(Tensor::of<std::int64_t>({}, {INT64_MIN}));
  const model::Type type = tensor_type(DataType::kString, {{std::int64_t{0}, std::string("N"), {}}});
  return {
      {"nan", AttributeValue(nan)},
      {"zero", AttributeValue(0.0F)},
      {"minus_zero", AttributeValue(-0.0F)},
      {"int", AttributeValue(INT64_MIN)},
      {"int_zero", AttributeValue(std::int64_t{0})},
      {"string", AttributeValue(std::string("\0\xff", 2))},
      {"empty", AttributeValue(std::string())},
      {"tensor", AttributeValue(tensor)},
      {"graph", AttributeValue(shared_graph)},
      {"sparse", AttributeValue(sparse)},
      {"type", AttributeValue(type)},
      {"floats", AttributeValue(std::vector<float>{nan, -0.0F, 0x1p-149F, INFINITY})},
      {"no_floats", AttributeValue(std::vector<float>())},
      {"ints", AttributeValue(std::vector<std::int64_t>{-1, 0, INT64_MAX})},
      {"strings", AttributeValue(std::vector<std::string>{"", "a"})},
      {"tensors", AttributeValue(std::vector<model::TensorPtr>{tensor, tensor})},
      {"graphs", AttributeValue(std::vector<model::GraphPtr>{shared_graph})},
      {"sparses", AttributeValue(std::vector<model::SparseTensorPtr>{sparse})},
      {"types", AttributeValue(std::vector<model::Type>{type})},
      {"no_types", AttributeValue(std::vector<model::Type>())},
  };
}

std::vector<model::Initializer> all_tensors() {
  const std::uint32_t nan = 0x7f800001;
  return {
      {"scalar", shared(Tensor::of<float>({}, {-0.0F}))},
      {"nan", shared(Tensor::of<float>({1}, {std::bit_cast<float>(nan)}))},
      {"empty", shared(Tensor(DataType::kDouble, {20, 0, 5}))},
      {"float16", shared(Tensor::of<Float16>({2}, {Float16{0x7c01}, Float16{0x8000}}))},
      {"bfloat16", shared(Tensor::of<BFloat16>({1}, {BFloat16{0xffc1}}))},
      {"bool", shared(Tensor::of<bool>({2}, {true, false}))},
      {"int8", shared(Tensor::of<std::int8_t>({1}, {-128}))},
      {"uint8", shared(Tensor::of<std::uint8_t>({1}, {255}))},
      {"int16", shared(Tensor::of<std::int16_t>({1, 2}, {-32768, 1}))},
      {"uint16", shared(Tensor::of<std::uint16_t>({2, 1}, {65535, 1}))},
      {"int32", shared(Tensor::of<std::int32_t>({1}, {INT32_MIN}))},
      {"uint32", shared(Tensor::of<std::uint32_t>({1}, {UINT32_MAX}))},
      {"int64", shared(Tensor::of<std::int64_t>({1}, {INT64_MIN}))},
      {"uint64", shared(Tensor::of<std::uint64_t>({1}, {UINT64_MAX}))},
  };
}

// Everything that the structs can say.
model::Model full_model() {
  model::Model model;
  model.ir_version = 10;
  model.opset_imports = {{"", 18}, {"org.example", 0}};
  model.producer_name = "maker";
  model.producer_version = "1";
  model.domain = "org";
  model.model_version = -3;
  model.doc_string = "text\n";
  model.metadata = {{"b", "2"}, {"a", ""}, {"b", "1"}};
  model.graph.name = "g";
  model.graph.inputs = {{"x", tensor_type(DataType::kFloat)}, {"untyped", std::nullopt}};
  model.graph.outputs = {
      {"scalar", tensor_type(DataType::kUndefined, std::vector<Dimension>{})},
      {"sparse", model::Type{model::TensorTypeInfo{DataType::kInt2, {{std::int64_t{3}}}, true}}},
      {"sequence", model::Type{model::SequenceType{shared(tensor_type(DataType::kUndefined))}}},
      {"map", model::Type{model::MapType{DataType::kInt64, shared(tensor_type(DataType::kBool))}}},
      {"optional", model::Type{model::OptionalType{shared(model::Type{model::OpaqueType{"d", "o"}})}}}};
  model.graph.value_infos = {{"hidden", tensor_type(DataType::kFloat8e8m0)}};
  model.graph.initializers = all_tensors();
  model.graph.nodes.push_back({"", "", "Op", "", {"x"}, {"y", ""}, all_attributes()});
  model::Function function;
  function.domain = "org.example";
  function.name = "F";
  function.overload = "two";
  function.inputs = {"a"};
  function.outputs = {"b"};
  function.attributes = {"slope"};
  function.attribute_defaults = {{"offset", AttributeValue(0.5F)}};
  function.value_infos = {{"a", tensor_type(DataType::kFloat)}};
  function.opset_imports = {{"", 15}};
  function.nodes.push_back({"", "", "HardSigmoid", "", {"a"}, {"b"}, {}});
  function.nodes[0].attributes = {{"alpha", model::AttributeReference{"slope", model::AttributeKind::kFloat}},
                                  {"beta", model::AttributeReference{"offset", model::AttributeKind::kTypeProtos}}};
  model.functions = {function, model::Function{}};
  model.functions[1].name = "G";
  return model;
}

std::shared_ptr<const model::Model> saved_and_loaded(const model::Model& model) {
  return load_model(as_byte_span(serialize_model(model)), {});
}

TEST_CASE("a saved model loads equal") {
  const model::Model model = full_model();
  CHECK(equal(*saved_and_loaded(model), model));
  model::Model smallest;
  smallest.ir_version = 3;
  CHECK(equal(*saved_and_loaded(smallest), smallest));
  CHECK(serialize_model(model) == serialize_model(*saved_and_loaded(model)));
}

TEST_CASE("models that differ in one thing are not equal") {
  const model::Model model = full_model();
  const auto changed = [&](auto change) {
    model::Model copy = model;
    change(copy);
    // Neither here nor after a way through a file.
    return !equal(copy, model) && !equal(*saved_and_loaded(copy), model);
  };
  using M = model::Model;
  CHECK_FALSE(changed([](M&) {}));
  CHECK(changed([](M& m) { m.ir_version = 9; }));
  CHECK(changed([](M& m) { m.opset_imports[""] = 19; }));
  CHECK(changed([](M& m) { m.producer_name = ""; }));
  CHECK(changed([](M& m) { m.producer_version = "2"; }));
  CHECK(changed([](M& m) { m.domain = ""; }));
  CHECK(changed([](M& m) { m.model_version = 0; }));
  CHECK(changed([](M& m) { m.doc_string = ""; }));
  CHECK(changed([](M& m) { m.metadata.pop_back(); }));
  CHECK(changed([](M& m) { m.graph.name = "h"; }));
  CHECK(changed([](M& m) { m.graph.inputs[0].type.reset(); }));
  CHECK(changed([](M& m) { m.graph.inputs[1].name = "typed"; }));
  CHECK(changed([](M& m) { std::get<model::TensorTypeInfo>(m.graph.outputs[0].type->value).shape.reset(); }));
  CHECK(changed([](M& m) { std::get<model::TensorTypeInfo>(m.graph.outputs[1].type->value).sparse = false; }));
  CHECK(changed([](M& m) { m.graph.outputs[2].type->value = model::OptionalType{shared(tensor_type({}))}; }));
  CHECK(changed([](M& m) { std::get<model::MapType>(m.graph.outputs[3].type->value).key = DataType::kInt32; }));
  CHECK(changed([](M& m) { m.graph.value_infos.clear(); }));
  for (std::size_t i = 0; i < model.graph.initializers.size(); ++i) {
    CAPTURE(model.graph.initializers[i].name);
    CHECK(changed([&](M& m) { m.graph.initializers[i].name += "_"; }));
    CHECK(changed([&](M& m) {
      Tensor tensor = *m.graph.initializers[i].tensor;
      if (tensor.byte_size() == 0) {
        tensor = Tensor(tensor.type(), {0});
      } else {
        static_cast<std::uint8_t*>(tensor.data())[tensor.byte_size() - 1] ^= 1;
      }
      m.graph.initializers[i].tensor = shared(std::move(tensor));
    }));
  }
  for (std::size_t i = 0; i < model.graph.nodes[0].attributes.size(); ++i) {
    CAPTURE(model.graph.nodes[0].attributes[i].name);
    CHECK(changed([&](M& m) { m.graph.nodes[0].attributes[i].value = AttributeValue(std::int64_t{77}); }));
  }
  const auto attribute = [](M& m, std::size_t i) -> AttributeValue& {
    return std::get<AttributeValue>(m.graph.nodes[0].attributes[i].value);
  };
  CHECK(changed([&](M& m) { attribute(m, 1) = -0.0F; }));
  CHECK(changed([&](M& m) { std::get<std::vector<float>>(attribute(m, 11))[1] = 0.0F; }));
  CHECK(changed([&](M& m) { m.graph.nodes[0].outputs.pop_back(); }));
  CHECK(changed([&](M& m) { m.graph.nodes[0].domain = "d"; }));
  CHECK(changed([&](M& m) { m.graph.nodes[0].overload = "d"; }));
  CHECK(changed([](M& m) { m.functions.pop_back(); }));
  CHECK(changed([](M& m) { m.functions[0].overload.clear(); }));
  CHECK(changed([](M& m) { m.functions[0].attributes[0] = "s"; }));
  CHECK(changed([](M& m) { m.functions[0].attribute_defaults[0].value = AttributeValue(0.25F); }));
  CHECK(changed([](M& m) { m.functions[0].opset_imports[""] = 16; }));
  CHECK(changed(
      [](M& m) { std::get<model::AttributeReference>(m.functions[0].nodes[0].attributes[0].value).name = "offset"; }));
}

TEST_CASE("what a saved model looks like on the wire") {
  model::Model model;
  model.ir_version = 8;
  model.opset_imports = {{"", 13}};
  model.graph.initializers = {{"w", shared(Tensor::of<std::uint16_t>({2}, {0x0102, 0x0304}))}};
  model.graph.nodes.push_back({"", "", "HardSigmoid", "", {"x"}, {"y"}, {{"alpha", AttributeValue(0.0F)}}});
  wire::ModelProto proto;
  REQUIRE(proto.ParseFromString(serialize_model(model)));
  CHECK_FALSE(proto.opset_import(0).has_domain());
  CHECK(proto.graph().initializer(0).raw_data() == "\x02\x01\x04\x03");
  CHECK(proto.graph().initializer(0).external_data().empty());
  const wire::NodeProto& node = proto.graph().node(0);
  CHECK_FALSE(node.has_domain());
  CHECK_FALSE(node.has_name());
  CHECK(node.attribute(0).type() == wire::AttributeProto::FLOAT);
  CHECK(node.attribute(0).has_f());
}

TEST_CASE("a saved tensor loads equal") {
  for (const model::Initializer& value : all_tensors()) {
    const NamedTensor loaded = load_tensor(as_byte_span(serialize_tensor(value.name, *value.tensor)));
    CAPTURE(value.name);
    CHECK(loaded.name == value.name);
    CHECK(equal(loaded.tensor, *value.tensor));
  }
}

// ---- Files ----

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST_CASE("files are written and read whole") {
  const ScratchFolder folder;
  const fs::path path = folder / "file";
  for (const std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 1000000U}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 7);
    write_file(path, bytes);
    CHECK(read_text(path) == bytes);
  }
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a file that is replaced keeps its permissions and its links") {
  const ScratchFolder folder;
  write_file(folder / "file", "old");
  fs::permissions(folder / "file", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("file", folder / "link");
  write_file(folder / "link", "new");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(read_text(folder / "file") == "new");
  CHECK(fs::status(folder / "file").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("files that cannot be written") {
  const ScratchFolder folder;
  const std::string missing = (folder / "missing/file").string();
  CHECK(message_of([&] {
          write_file(missing, "x");
          return 0;
        }) == "io: " + missing + ": cannot open for writing: No such file or directory");
  CHECK(message_of([&] {
          write_file(folder.path(), "x");
          return 0;
        }) == "io: " + folder.path().string() + ": cannot open for writing: Is a directory");
  CHECK(message_of([&] {
          write_file("/dev/full", "x");
          return 0;
        }) == "io: /dev/full: cannot write: No space left on device");
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("devices and pipes are used as they are") {
  write_file("/dev/null", "x");
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(read_stream("/dev/null").empty());
  CHECK(read_text("/proc/self/status").starts_with("Name:"));
}

// A field of a number that no version of the format has yet.
void add_newer_field(auto& message) { *message.mutable_unknown_fields() += "\xf2\x3e\x03new"; }

void add_unread_fields(auto& message) {
  message.set_doc_string("what it is");
  auto& entry = *message.add_metadata_props();
  entry.set_key("key");
  entry.set_value("value");
  add_newer_field(message);
}

TEST_CASE("what hardref has no use for is written back as it was") {
  wire::ModelProto proto;
  proto.set_ir_version(11);
  add_unread_fields(proto);
  proto.add_opset_import()->set_version(13);
  proto.add_training_info()->mutable_initialization()->set_name("training");
  proto.add_configuration()->set_name("two devices");
  const auto add_value = [](wire::ValueInfoProto& value, const std::string& name) {
    value.set_name(name);
    add_unread_fields(value);
    value.mutable_type()->mutable_tensor_type()->set_elem_type(1);
    auto& dim = *value.mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim();
    dim.set_dim_value(2);
    dim.set_denotation("DATA_BATCH");
    value.mutable_type()->set_denotation("IMAGE");
  };
  wire::GraphProto& graph = *proto.mutable_graph();
  graph.set_name("g");
  add_unread_fields(graph);
  graph.add_quantization_annotation()->set_tensor_name("x");
  add_value(*graph.add_input(), "x");
  add_value(*graph.add_output(), "y");
  add_value(*graph.add_value_info(), "y");
  const auto add_tensor = [](wire::TensorProto& tensor, std::int32_t type, const std::string& bytes) {
    tensor.add_dims(1);
    tensor.set_data_type(type);
    tensor.set_raw_data(bytes);
  };
  const auto add_initializer = [&](wire::TensorProto& tensor, const std::string& name) {
    add_tensor(tensor, 3, "1");
    tensor.set_name(name);
    add_unread_fields(tensor);
  };
  add_initializer(*graph.add_initializer(), "w");
  wire::SparseTensorProto& sparse = *graph.add_sparse_initializer();
  add_initializer(*sparse.mutable_values(), "s");
  add_tensor(*sparse.mutable_indices(), 7, {"\x05\0\0\0\0\0\0\0", 8});
  sparse.add_dims(9);
  const auto add_node = [](wire::NodeProto& node) {
    node.add_input("x");
    node.add_output("y");
    node.set_op_type("Op");
    add_unread_fields(node);
    node.add_device_configurations()->set_configuration_id("two devices");
    wire::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name("a");
    attribute.set_type(wire::AttributeProto::INT);
    attribute.set_i(3);
    attribute.set_doc_string("what it is");
    add_newer_field(attribute);
  };
  add_node(*graph.add_node());
  wire::FunctionProto& function = *proto.add_functions();
  function.set_name("f");
  function.set_domain("d");
  function.add_opset_import()->set_version(13);
  add_unread_fields(function);
  add_node(*function.add_node());
  const std::string bytes = proto.SerializeAsString();
  CHECK(serialize_model(*load_model(std::as_bytes(std::span(bytes)), {})) == bytes);
}

}  // namespace
}  // namespace hardref::test
