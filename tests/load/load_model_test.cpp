// Models as wholes: versions, domains, types, functions, and files that are something else.
#include <fstream>

#include "load/support.h"
#include "tensor/file.h"

namespace hardref::test {
namespace {

TEST_CASE("a model is read with everything that it says") {
  wire::ModelProto proto = small_model();
  proto.set_producer_name("maker");
  proto.set_producer_version("1.5");
  proto.set_domain("org.example");
  proto.set_model_version(-7);
  proto.set_doc_string("what it is");
  auto* entry = proto.add_metadata_props();
  entry->set_key("author");
  entry->set_value("me");
  auto* import = proto.add_opset_import();
  import->set_domain("org.example");
  import->set_version(2);
  wire::GraphProto& graph = *proto.mutable_graph();
  graph.set_name("g");
  *graph.add_initializer() = small_tensor("w");
  graph.add_value_info()->set_name("hidden");
  wire::NodeProto& node = *graph.mutable_node(0);
  node.set_name("act");
  node.set_overload("fast");
  node.add_input("");
  node.add_output("z");

  const auto model = load(proto);
  CHECK(model->ir_version == 8);
  CHECK(model->opset_imports == model::OpsetImports{{"", 13}, {"org.example", 2}});
  CHECK(model->producer_name == "maker");
  CHECK(model->producer_version == "1.5");
  CHECK(model->domain == "org.example");
  CHECK(model->model_version == -7);
  CHECK(model->doc_string == "what it is");
  CHECK(model->metadata == std::vector<std::pair<std::string, std::string>>{{"author", "me"}});
  CHECK(model->graph.name == "g");
  REQUIRE(model->graph.inputs.size() == 1);
  CHECK(model->graph.inputs[0].name == "x");
  REQUIRE(model->graph.outputs.size() == 1);
  CHECK(model->graph.outputs[0].name == "y");
  REQUIRE(model->graph.value_infos.size() == 1);
  CHECK(model->graph.value_infos[0].name == "hidden");
  CHECK_FALSE(model->graph.value_infos[0].type.has_value());
  REQUIRE(model->graph.initializers.size() == 1);
  CHECK(model->graph.initializers[0].name == "w");
  CHECK(to_text(*model->graph.initializers[0].tensor) == to_text(Tensor::of<float>({2}, {1, 2})));
  REQUIRE(model->graph.nodes.size() == 1);
  CHECK(model->graph.nodes[0].name == "act");
  CHECK(model->graph.nodes[0].op_type == "HardSigmoid");
  CHECK(model->graph.nodes[0].domain.empty());
  CHECK(model->graph.nodes[0].overload == "fast");
  CHECK(model->graph.nodes[0].inputs == std::vector<std::string>{"x", ""});
  CHECK(model->graph.nodes[0].outputs == std::vector<std::string>{"y", "z"});
}

TEST_CASE("IR versions 3 to 14 are read") {
  wire::ModelProto proto = small_model();
  for (std::int64_t version = 3; version <= 14; ++version) {
    proto.set_ir_version(version);
    CHECK(load(proto)->ir_version == version);
  }
  proto.set_ir_version(2);
  CHECK(message_of([&] { return load(proto); }) == "unsupported: ir_version is 2, but must be in [3, 14]");
  proto.set_ir_version(15);
  CHECK(message_of([&] { return load(proto); }) == "unsupported: ir_version is 15, but must be in [3, 14]");
  proto.set_ir_version(-1);
  CHECK(message_of([&] { return load(proto); }) == "unsupported: ir_version is -1, but must be in [3, 14]");
  proto.clear_ir_version();
  CHECK(message_of([&] { return load(proto); }) == "invalid_model: ir_version is missing");
}

TEST_CASE("parts that a model cannot do without") {
  wire::ModelProto proto = small_model();
  SECTION("the graph") {
    proto.clear_graph();
    CHECK(message_of([&] { return load(proto); }) == "invalid_model: graph is missing");
  }
  SECTION("the operator of a node") {
    proto.mutable_graph()->mutable_node(0)->clear_op_type();
    CHECK(message_of([&] { return load(proto); }) == "invalid_model: graph.node[0]: op_type is missing");
    proto.mutable_graph()->mutable_node(0)->set_name("act");
    CHECK(message_of([&] { return load(proto); }) == "invalid_model: graph.node[0] \"act\": op_type is missing");
  }
  SECTION("whose name is not fit to print") {
    proto.mutable_graph()->mutable_node(0)->clear_op_type();
    proto.mutable_graph()->mutable_node(0)->set_name(std::string("\"a\0\n\x1b[1m\xff \xc3\xa9", 12));
    CHECK(message_of([&] { return load(proto); }) ==
          "invalid_model: graph.node[0] \"\\\"a\\x00\\n\\x1b[1m\\xff \xc3\xa9\": op_type is missing");
  }
  SECTION("the name of an initializer") {
    *proto.mutable_graph()->add_initializer() = small_tensor();
    CHECK(message_of([&] { return load(proto); }) == "invalid_model: graph.initializer[0]: name is missing");
  }
  SECTION("the name of a sparse initializer") {
    proto.mutable_graph()->add_sparse_initializer();
    CHECK(message_of([&] { return load(proto); }) ==
          "invalid_model: graph.sparse_initializer[0]: name of values is missing");
  }
  SECTION("the name of a function") {
    proto.add_functions();
    CHECK(message_of([&] { return load(proto); }) == "invalid_model: functions[0]: name is missing");
  }
}

TEST_CASE("ai.onnx is another name of the standard's domain") {
  wire::ModelProto proto = small_model();
  proto.mutable_opset_import(0)->set_domain("ai.onnx");
  proto.mutable_graph()->mutable_node(0)->set_domain("ai.onnx");
  wire::FunctionProto& function = *proto.add_functions();
  function.set_name("f");
  function.set_domain("ai.onnx");
  function.add_opset_import()->set_domain("ai.onnx");
  function.add_node()->set_op_type("Add");
  function.mutable_node(0)->set_domain("ai.onnx");
  auto model = load(proto);
  CHECK(model->opset_imports == model::OpsetImports{{"", 13}});
  CHECK(model->graph.nodes[0].domain.empty());
  CHECK(model->functions[0].domain.empty());
  CHECK(model->functions[0].opset_imports == model::OpsetImports{{"", 0}});
  CHECK(model->functions[0].nodes[0].domain.empty());

  SECTION("both may be imported") {
    proto.add_opset_import()->set_version(13);
    CHECK(load(proto)->opset_imports == model::OpsetImports{{"", 13}});
    CHECK(load(proto)->notes == std::vector<std::string>{"opset_import[1]: the domain is imported already"});
  }
  SECTION("but not in two versions") {
    proto.add_opset_import()->set_version(14);
    CHECK(message_of([&] { return load(proto); }) ==
          "invalid_model: opset_import[1]: version 14 of a domain that is imported in version 13 already");
  }
  SECTION("other domains are what they are") {
    proto.mutable_graph()->mutable_node(0)->set_domain("ai.onnx.ml");
    CHECK(load(proto)->graph.nodes[0].domain == "ai.onnx.ml");
  }
}

TEST_CASE("a domain is imported once") {
  wire::ModelProto proto = small_model();
  for (int i = 0; i < 2; ++i) {
    proto.add_opset_import()->set_domain("org.example");
    proto.mutable_opset_import(1 + i)->set_version(1);
  }
  CHECK(load(proto)->notes ==
        std::vector<std::string>{"opset_import[2] \"org.example\": the domain is imported already"});
  proto.mutable_opset_import()->RemoveLast();
  wire::FunctionProto& function = *proto.add_functions();
  function.set_name("f");
  function.add_opset_import()->set_version(13);
  function.add_opset_import()->set_version(14);
  CHECK(message_of([&] { return load(proto); }) ==
        "invalid_model: functions[0].opset_import[1]: version 14 of a domain that is imported in version 13 already");
}

TEST_CASE("an import of the standard is not asked for before a node needs it") {
  wire::ModelProto proto = small_model();
  proto.clear_opset_import();
  CHECK(load(proto)->opset_imports.empty());
}

TEST_CASE("declared types") {
  wire::ModelProto proto = small_model();
  wire::TypeProto& type = *proto.mutable_graph()->mutable_input(0)->mutable_type();
  const auto read = [&] { return load(proto)->graph.inputs[0].type.value().value; };

  SECTION("a tensor of unknown rank") { CHECK(std::get<model::TensorTypeInfo>(read()).shape == std::nullopt); }
  SECTION("a scalar") {
    type.mutable_tensor_type()->mutable_shape();
    CHECK(std::get<model::TensorTypeInfo>(read()).shape == std::vector<Dimension>{});
  }
  SECTION("dimensions") {
    auto& shape = *type.mutable_tensor_type()->mutable_shape();
    shape.add_dim()->set_dim_value(3);
    shape.add_dim()->set_dim_param("N");
    shape.add_dim();
    shape.add_dim()->set_dim_value(0);
    shape.add_dim()->set_dim_value(-1);
    shape.add_dim()->set_dim_param("");
    const auto info = std::get<model::TensorTypeInfo>(read());
    CHECK(info.element == DataType::kFloat);
    CHECK_FALSE(info.sparse);
    CHECK(info.shape == std::vector<Dimension>{std::int64_t{3}, std::string("N"), {}, std::int64_t{0}, {}, {}});
  }
  SECTION("an element type that is not stated") {
    type.mutable_tensor_type()->clear_elem_type();
    CHECK(std::get<model::TensorTypeInfo>(read()).element == DataType::kUndefined);
  }
  SECTION("every element type of the standard") {
    for (int number = 1; number <= 26; ++number) {
      type.mutable_tensor_type()->set_elem_type(number);
      CHECK(static_cast<int>(std::get<model::TensorTypeInfo>(read()).element) == number);
    }
  }
  SECTION("a sparse tensor") {
    type.mutable_sparse_tensor_type()->set_elem_type(wire::TensorProto::INT64);
    const auto info = std::get<model::TensorTypeInfo>(read());
    CHECK(info.sparse);
    CHECK(info.element == DataType::kInt64);
  }
  SECTION("types of types") {
    auto& map = *type.mutable_sequence_type()->mutable_elem_type()->mutable_map_type();
    map.set_key_type(wire::TensorProto::STRING);
    map.mutable_value_type()->mutable_optional_type()->mutable_elem_type()->mutable_opaque_type()->set_name("o");
    const auto sequence = std::get<model::SequenceType>(read());
    const auto& inner = std::get<model::MapType>(sequence.element->value);
    CHECK(inner.key == DataType::kString);
    const auto& optional = std::get<model::OptionalType>(inner.value->value);
    CHECK(std::get<model::OpaqueType>(optional.element->value).name == "o");
  }
  SECTION("nothing stated") {
    proto.mutable_graph()->mutable_input(0)->mutable_type()->Clear();
    CHECK_FALSE(load(proto)->graph.inputs[0].type.has_value());
  }
  SECTION("numbers that are no element type") {
    type.mutable_tensor_type()->set_elem_type(27);
    CHECK(message_of(read) == "invalid_model: graph.input[0] \"x\": elem_type is 27, but must be in [1, 26]");
    type.mutable_tensor_type()->set_elem_type(-1);
    CHECK(message_of(read) == "invalid_model: graph.input[0] \"x\": elem_type is -1, but must be in [1, 26]");
    type.mutable_map_type()->set_key_type(99);
    CHECK(message_of(read) == "invalid_model: graph.input[0] \"x\": key_type is 99, but must be in [1, 26]");
  }
}

TEST_CASE("model-local functions") {
  wire::ModelProto proto = small_model();
  wire::FunctionProto& function = *proto.add_functions();
  function.set_domain("org.example");
  function.set_name("Scale");
  function.set_overload("v2");
  function.add_input("a");
  function.add_output("b");
  function.add_attribute("slope");
  wire::AttributeProto& value = *function.add_attribute_proto();
  value.set_name("offset");
  value.set_type(wire::AttributeProto::FLOAT);
  value.set_f(0.5F);
  function.add_opset_import()->set_version(18);
  function.add_value_info()->set_name("a");
  wire::NodeProto& node = *function.add_node();
  node.set_op_type("HardSigmoid");
  wire::AttributeProto& alpha = *node.add_attribute();
  alpha.set_name("alpha");
  alpha.set_type(wire::AttributeProto::FLOAT);
  alpha.set_ref_attr_name("slope");

  SECTION("as they are meant") {
    const auto model = load(proto);
    const model::Function& read = model->functions.at(0);
    CHECK(read.domain == "org.example");
    CHECK(read.name == "Scale");
    CHECK(read.overload == "v2");
    CHECK(read.inputs == std::vector<std::string>{"a"});
    CHECK(read.outputs == std::vector<std::string>{"b"});
    CHECK(read.attributes == std::vector<std::string>{"slope"});
    REQUIRE(read.attribute_defaults.size() == 1);
    CHECK(read.attribute_defaults[0].name == "offset");
    CHECK(*read.attribute_defaults[0].get<float>() == 0.5F);
    CHECK(read.opset_imports == model::OpsetImports{{"", 18}});
    CHECK(read.value_infos.at(0).name == "a");
    const auto& reference = std::get<model::AttributeReference>(read.nodes.at(0).attributes.at(0).value);
    CHECK(reference.name == "slope");
    CHECK(reference.kind == model::AttributeKind::kFloat);
  }
  SECTION("a reference in a graph inside of the function") {
    wire::AttributeProto& branch = *node.add_attribute();
    branch.set_name("then_branch");
    branch.set_type(wire::AttributeProto::GRAPH);
    *branch.mutable_g()->add_node() = node;
    branch.mutable_g()->mutable_node(0)->mutable_attribute()->RemoveLast();
    const auto graph = *load(proto)->functions[0].nodes[0].attributes[1].get<model::GraphPtr>();
    CHECK(std::holds_alternative<model::AttributeReference>(graph->nodes[0].attributes[0].value));
  }
  SECTION("places inside of a function") {
    alpha.set_type(99);
    CHECK(message_of([&] { return load(proto); }) ==
          "invalid_model: functions[0].node[0].attribute[0] \"alpha\": type is 99, but must be in [1, 14]");
    alpha.set_type(wire::AttributeProto::FLOAT);
    value.set_type(-5);
    CHECK(message_of([&] { return load(proto); }) ==
          "invalid_model: functions[0].attribute_proto[0] \"offset\": type is -5, but must be in [1, 14]");
  }
  SECTION("a default is a value") {
    value.clear_f();
    value.set_ref_attr_name("slope");
    CHECK(
        message_of([&] { return load(proto); }) ==
        "invalid_model: functions[0].attribute_proto[0] \"offset\": refers to the function attribute \"slope\", but is "
        "not inside of a function");
  }
  SECTION("an attribute is declared once") {
    value.set_name("slope");
    CHECK(message_of([&] { return load(proto); }) ==
          "invalid_model: functions[0] \"Scale\": the attribute \"slope\" is declared twice");
    value.set_name("offset");
    function.add_attribute("slope");
    CHECK(message_of([&] { return load(proto); }) ==
          "invalid_model: functions[0] \"Scale\": the attribute \"slope\" is declared twice");
  }
}

TEST_CASE("what is no part of an inference is left aside") {
  wire::ModelProto proto = small_model();
  // Each of them would be an error where it counts.
  proto.add_training_info()->mutable_algorithm()->add_node();
  proto.mutable_graph()->add_quantization_annotation()->set_tensor_name("nowhere");
  proto.add_configuration()->set_num_devices(-1);
  proto.mutable_graph()->mutable_node(0)->add_device_configurations()->set_configuration_id("nowhere");
  proto.mutable_graph()->mutable_node(0)->add_metadata_props()->set_key("k");
  proto.mutable_graph()->mutable_node(0)->set_doc_string("d");
  CHECK(load(proto)->graph.nodes.size() == 1);
}

TEST_CASE("fields of a later IR version are skipped") {
  const std::string later = varint_field(1000, 5) + bytes_field(1001, "abc") + varint(1002 << 3 | 5) + "1234";
  const std::string bytes = later + small_model().SerializeAsString() + later;
  CHECK(load_model(as_byte_span(bytes), {})->graph.nodes.size() == 1);
}

// A graph is three messages deep: itself, its node, and the attribute that holds the next one.
wire::ModelProto nested_model(int graphs) {
  wire::ModelProto proto = small_model();
  wire::GraphProto* graph = proto.mutable_graph();
  for (int i = 1; i < graphs; ++i) {
    wire::AttributeProto& body = *graph->mutable_node(0)->add_attribute();
    body.set_name("body");
    body.set_type(wire::AttributeProto::GRAPH);
    graph = body.mutable_g();
    graph->add_node()->set_op_type("If");
  }
  return proto;
}

TEST_CASE("graphs are nested up to protobuf's limit") {
  wire::ModelProto proto = nested_model(3);
  wire::GraphProto& first = *proto.mutable_graph()->mutable_node(0)->mutable_attribute(0)->mutable_g();
  first.mutable_node(0)->mutable_attribute(0)->mutable_g()->mutable_node(0)->add_attribute()->set_name("b");
  CHECK(message_of([&] { return load(proto); }) ==
        "invalid_model: graph.node[0].attribute[0].g.node[0].attribute[0].g.node[0].attribute[0] \"b\": neither a type "
        "nor a value is given");

  const auto model = load(nested_model(33));
  const model::Graph* graph = &model->graph;
  for (int depth = 1; depth < 33; ++depth) graph = graph->nodes[0].attributes[0].get<model::GraphPtr>()->get();
  CHECK(graph->nodes[0].attributes.empty());
  const std::string deep = nested_model(35).SerializeAsString();
  CHECK(message_of([&] { return load_model(as_byte_span(deep), {}); }) ==
        "invalid_model: " + std::to_string(deep.size()) +
            " bytes that are not a protobuf ModelProto: damaged, cut short, or nested more than 100 messages deep");
}

TEST_CASE("bytes that are no model") {
  const auto message = [](std::string_view bytes) {
    return message_of([&] { return load_model(as_byte_span(bytes), {}); });
  };
  CHECK(message("") == "invalid_model: no bytes, but expected a protobuf ModelProto");
  CHECK(message("version https://git-lfs.github.com/spec/v1\noid sha256:0\n") ==
        "invalid_model: a pointer of Git LFS: fetch the file itself with git lfs pull; expected a protobuf ModelProto");
  CHECK(message("no model, only a few words that somebody wrote down\r\n") ==
        "invalid_model: 53 bytes of text that begin with \"no model, only a few words that somebody...\", but expected "
        "a protobuf ModelProto");
  // A TensorProto, whose dims stand where a model has its version.
  CHECK(message(small_tensor().SerializeAsString()) == "unsupported: ir_version is 2, but must be in [3, 14]");
}

TEST_CASE("more bytes than protobuf can parse") {
  const std::byte first{0x08};
  // Only the size may be looked at: there is one byte.
  const std::span<const std::byte> bytes(&first, std::size_t{1} << 31);
  CHECK(message_of([&] { return load_model(bytes, {}); }) ==
        "limit: 2147483648 bytes, but a protobuf ModelProto has at most 2147483647");

  const ScratchFolder folder;
  const auto path = folder / "large.onnx";
  { std::ofstream out(path); }
  std::filesystem::resize_file(path, std::uintmax_t{1} << 32);  // takes no room on the disk
  CHECK(message_of([&] { return load_model(path, {}); }) ==
        "limit: " + path.string() + ": 4294967296 bytes, but a protobuf ModelProto has at most 2147483647");
}

TEST_CASE("messages about a file begin with its path") {
  const ScratchFolder folder;
  const auto path = folder / "model.onnx";
  CHECK(message_of([&] { return load_model(path, {}); }) ==
        "io: " + path.string() + ": cannot open: No such file or directory");
  CHECK(message_of([&] { return load_model(folder.path(), {}); }) ==
        "io: " + folder.path().string() + ": cannot read: Is a directory");
  wire::ModelProto proto = small_model();
  write_file(path, proto.SerializeAsString());
  CHECK(load_model(path, {})->graph.nodes.size() == 1);
  proto.clear_graph();
  write_file(path, proto.SerializeAsString());
  CHECK(message_of([&] { return load_model(path, {}); }) == "invalid_model: " + path.string() + ": graph is missing");
}

}  // namespace
}  // namespace hardref::test
