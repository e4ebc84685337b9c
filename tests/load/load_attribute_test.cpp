// Attributes: every kind, absent numbers, types that are missing or contradict the value, references.
#include "load/support.h"

namespace hardref::test {
namespace {

using Kind = model::AttributeKind;
using Proto = wire::AttributeProto;

Proto named(std::int32_t type) {
  Proto proto;
  proto.set_name("alpha");
  if (type != Proto::UNDEFINED) proto.set_type(type);
  return proto;
}

model::Attribute load_attribute(const Proto& proto) {
  wire::ModelProto model = small_model();
  *model.mutable_graph()->mutable_node(0)->add_attribute() = proto;
  return load(model)->graph.nodes[0].attributes[0];
}

std::string message(const Proto& proto) {
  const std::string text = message_of([&] { return load_attribute(proto); });
  const std::string prefix = "invalid_model: graph.node[0].attribute[0] \"alpha\": ";
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

// An attribute of every kind with something in it.
Proto filled(Kind kind) {
  Proto proto = named(Proto::UNDEFINED);
  switch (kind) {
    case Kind::kFloat:
      proto.set_type(Proto::FLOAT);
      proto.set_f(-0.0F);
      break;
    case Kind::kInt:
      proto.set_type(Proto::INT);
      proto.set_i(INT64_MIN);
      break;
    case Kind::kString:
      proto.set_type(Proto::STRING);
      proto.set_s(std::string("a\0\xff", 3));
      break;
    case Kind::kTensor:
      proto.set_type(Proto::TENSOR);
      *proto.mutable_t() = small_tensor();
      break;
    case Kind::kGraph:
      proto.set_type(Proto::GRAPH);
      proto.mutable_g()->set_name("inner");
      break;
    case Kind::kSparseTensor: {
      proto.set_type(Proto::SPARSE_TENSOR);
      wire::SparseTensorProto& sparse = *proto.mutable_sparse_tensor();
      *sparse.mutable_values() = small_tensor();
      sparse.mutable_indices()->add_dims(2);
      sparse.mutable_indices()->set_data_type(wire::TensorProto::INT64);
      sparse.mutable_indices()->add_int64_data(1);
      sparse.mutable_indices()->add_int64_data(5);
      sparse.add_dims(2);
      sparse.add_dims(3);
      break;
    }
    case Kind::kTypeProto:
      proto.set_type(Proto::TYPE_PROTO);
      proto.mutable_tp()->mutable_tensor_type()->set_elem_type(wire::TensorProto::BOOL);
      break;
    case Kind::kFloats:
      proto.set_type(Proto::FLOATS);
      proto.add_floats(1);
      proto.add_floats(2);
      break;
    case Kind::kInts:
      proto.set_type(Proto::INTS);
      proto.add_ints(-1);
      proto.add_ints(INT64_MAX);
      break;
    case Kind::kStrings:
      proto.set_type(Proto::STRINGS);
      proto.add_strings("a");
      proto.add_strings("");
      break;
    case Kind::kTensors:
      proto.set_type(Proto::TENSORS);
      *proto.add_tensors() = small_tensor();
      break;
    case Kind::kGraphs:
      proto.set_type(Proto::GRAPHS);
      proto.add_graphs()->set_name("first");
      proto.add_graphs()->set_name("second");
      break;
    case Kind::kSparseTensors:
      proto.set_type(Proto::SPARSE_TENSORS);
      *proto.add_sparse_tensors() = filled(Kind::kSparseTensor).sparse_tensor();
      break;
    case Kind::kTypeProtos:
      proto.set_type(Proto::TYPE_PROTOS);
      *proto.add_type_protos() = filled(Kind::kTypeProto).tp();
      break;
  }
  return proto;
}

constexpr Kind kKinds[] = {
    Kind::kFloat,  Kind::kInt,  Kind::kString,  Kind::kTensor,  Kind::kGraph,  Kind::kSparseTensor,  Kind::kTypeProto,
    Kind::kFloats, Kind::kInts, Kind::kStrings, Kind::kTensors, Kind::kGraphs, Kind::kSparseTensors, Kind::kTypeProtos};

TEST_CASE("the value of every kind of attribute") {
  for (const Kind kind : kKinds) {
    CAPTURE(static_cast<int>(kind));
    CHECK(load_attribute(filled(kind)).kind() == kind);
  }
  CHECK(std::signbit(*load_attribute(filled(Kind::kFloat)).get<float>()));
  CHECK(*load_attribute(filled(Kind::kInt)).get<std::int64_t>() == INT64_MIN);
  CHECK(*load_attribute(filled(Kind::kString)).get<std::string>() == std::string("a\0\xff", 3));
  CHECK(to_text(**load_attribute(filled(Kind::kTensor)).get<model::TensorPtr>()) == "float[2]{1, 2}");
  CHECK((*load_attribute(filled(Kind::kGraph)).get<model::GraphPtr>())->name == "inner");
  CHECK(*load_attribute(filled(Kind::kFloats)).get<std::vector<float>>() == std::vector<float>{1, 2});
  CHECK(*load_attribute(filled(Kind::kInts)).get<std::vector<std::int64_t>>() ==
        std::vector<std::int64_t>{-1, INT64_MAX});
  CHECK(*load_attribute(filled(Kind::kStrings)).get<std::vector<std::string>>() == std::vector<std::string>{"a", ""});
  CHECK(to_text(*load_attribute(filled(Kind::kTensors)).get<std::vector<model::TensorPtr>>()->at(0)) ==
        "float[2]{1, 2}");
  CHECK(load_attribute(filled(Kind::kGraphs)).get<std::vector<model::GraphPtr>>()->at(1)->name == "second");

  const model::Attribute sparse = load_attribute(filled(Kind::kSparseTensor));
  const model::SparseTensor& tensor = **sparse.get<model::SparseTensorPtr>();
  CHECK(to_text(tensor.values) == "float[2]{1, 2}");
  CHECK(to_text(tensor.indices) == "int64[2]{1, 5}");
  CHECK(tensor.dims == Shape{2, 3});
  CHECK(load_attribute(filled(Kind::kSparseTensors)).get<std::vector<model::SparseTensorPtr>>()->at(0)->dims ==
        Shape{2, 3});

  const model::Attribute type = load_attribute(filled(Kind::kTypeProto));
  CHECK(std::get<model::TensorTypeInfo>(type.get<model::Type>()->value).element == DataType::kBool);
  CHECK(load_attribute(filled(Kind::kTypeProtos)).get<std::vector<model::Type>>()->size() == 1);
}

TEST_CASE("the type of an attribute that does not state it is that of its value") {
  for (const Kind kind : kKinds) {
    CAPTURE(static_cast<int>(kind));
    Proto proto = filled(kind);
    proto.clear_type();
    CHECK(load_attribute(proto).kind() == kind);
    proto.set_type(Proto::UNDEFINED);
    CHECK(load_attribute(proto).kind() == kind);
  }
}

TEST_CASE("an attribute without a type is noted") {
  Proto proto = named(Proto::UNDEFINED);
  proto.set_f(0.25F);
  wire::ModelProto model = small_model();
  *model.mutable_graph()->mutable_node(0)->add_attribute() = proto;
  CHECK(load(model)->notes == std::vector<std::string>{"graph.node[0].attribute[0] \"alpha\": type is missing"});
  model.mutable_graph()->mutable_node(0)->mutable_attribute(0)->set_type(Proto::FLOAT);
  CHECK(load(model)->notes.empty());
}

TEST_CASE("an attribute without a number is 0") {
  CHECK(*load_attribute(named(Proto::FLOAT)).get<float>() == 0.0F);
  CHECK(*load_attribute(named(Proto::INT)).get<std::int64_t>() == 0);
  CHECK(load_attribute(named(Proto::STRING)).get<std::string>()->empty());
  CHECK(load_attribute(named(Proto::FLOATS)).get<std::vector<float>>()->empty());
  CHECK(load_attribute(named(Proto::INTS)).get<std::vector<std::int64_t>>()->empty());
  CHECK(load_attribute(named(Proto::STRINGS)).get<std::vector<std::string>>()->empty());
  CHECK(load_attribute(named(Proto::TENSORS)).get<std::vector<model::TensorPtr>>()->empty());
  CHECK(load_attribute(named(Proto::GRAPHS)).get<std::vector<model::GraphPtr>>()->empty());
  CHECK(load_attribute(named(Proto::SPARSE_TENSORS)).get<std::vector<model::SparseTensorPtr>>()->empty());
  CHECK(load_attribute(named(Proto::TYPE_PROTOS)).get<std::vector<model::Type>>()->empty());
}

TEST_CASE("an attribute without anything else") {
  CHECK(message(named(Proto::TENSOR)) == "type is tensor, but field t is missing");
  CHECK(message(named(Proto::GRAPH)) == "type is graph, but field g is missing");
  CHECK(message(named(Proto::SPARSE_TENSOR)) == "type is sparse_tensor, but field sparse_tensor is missing");
  CHECK(message(named(Proto::TYPE_PROTO)) == "type is type_proto, but field tp is missing");
  CHECK(message(named(Proto::UNDEFINED)) == "neither a type nor a value is given");
  Proto type = named(Proto::TYPE_PROTO);
  type.mutable_tp();
  CHECK(message(type) == "the type states nothing");
}

TEST_CASE("type and value of an attribute contradict each other") {
  Proto ints = filled(Kind::kInts);
  ints.set_type(Proto::INT);
  CHECK(message(ints) == "type is int, but the value is in field ints");
  Proto zero = named(Proto::INT);
  zero.set_f(0);
  CHECK(message(zero) == "type is int, but the value is in field f");
  Proto both = filled(Kind::kFloat);
  both.set_i(1);
  CHECK(message(both) == "values in f and in i, but there must be one");
  both.clear_type();
  CHECK(message(both) == "values in f and in i, but there must be one");

  for (const Kind kind : kKinds) {
    for (const Kind other : kKinds) {
      Proto proto = filled(kind);
      proto.set_type(filled(other).type());
      CAPTURE(static_cast<int>(kind), static_cast<int>(other));
      CHECK((message(proto) == "no error") == (kind == other));
      if (kind == other) continue;
      proto.MergeFrom(filled(other));
      CHECK(message(proto) != "no error");
    }
  }
}

TEST_CASE("numbers that are no attribute type") {
  CHECK(message(named(15)) == "type is 15, but must be in [1, 14]");
  CHECK(message(named(-1)) == "type is -1, but must be in [1, 14]");
  Proto proto = filled(Kind::kFloat);
  proto.set_type(INT32_MAX);
  CHECK(message(proto) == "type is 2147483647, but must be in [1, 14]");
}

TEST_CASE("names of attributes") {
  wire::ModelProto model = small_model();
  wire::NodeProto& node = *model.mutable_graph()->mutable_node(0);
  *node.add_attribute() = named(Proto::FLOAT);
  *node.add_attribute() = named(Proto::FLOAT);
  CHECK(message_of([&] { return load(model); }) ==
        "invalid_model: graph.node[0].attribute[1] \"alpha\": the attribute is given twice");
  node.mutable_attribute(1)->clear_name();
  CHECK(message_of([&] { return load(model); }) == "invalid_model: graph.node[0].attribute[1]: name is missing");
}

TEST_CASE("references to attributes of a function") {
  Proto proto = named(Proto::FLOAT);
  proto.set_ref_attr_name("slope");
  CHECK(message(proto) == "refers to the function attribute \"slope\", but is not inside of a function");

  const auto message_in_function = [](const Proto& attribute) {
    wire::ModelProto model = small_model();
    wire::FunctionProto& function = *model.add_functions();
    function.set_name("f");
    *function.add_node() = model.graph().node(0);
    *function.mutable_node(0)->add_attribute() = attribute;
    return message_of([&] { return load(model); });
  };
  CHECK(message_in_function(proto) == "no error");
  proto.set_f(1);
  CHECK(message_in_function(proto) ==
        "invalid_model: functions[0].node[0].attribute[0] \"alpha\": refers to the function attribute \"slope\", but "
        "holds "
        "a value as well");
  proto.clear_f();
  proto.clear_type();
  CHECK(message_in_function(proto) ==
        "invalid_model: functions[0].node[0].attribute[0] \"alpha\": refers to the function attribute \"slope\", but "
        "states no type");
}

TEST_CASE("places inside of an attribute") {
  Proto tensors = filled(Kind::kTensors);
  tensors.add_tensors();
  CHECK(message_of([&] { return load_attribute(tensors); }) ==
        "invalid_model: graph.node[0].attribute[0].tensors[1]: data_type is missing");
  Proto graphs = filled(Kind::kGraphs);
  graphs.mutable_graphs(1)->add_node();
  CHECK(message_of([&] { return load_attribute(graphs); }) ==
        "invalid_model: graph.node[0].attribute[0].graphs[1].node[0]: op_type is missing");
  Proto types = filled(Kind::kTypeProtos);
  types.add_type_protos();
  CHECK(message_of([&] { return load_attribute(types); }) ==
        "invalid_model: graph.node[0].attribute[0].type_protos[1]: the type states nothing");
  Proto sparse = filled(Kind::kSparseTensor);
  sparse.mutable_sparse_tensor()->mutable_indices()->clear_data_type();
  CHECK(message(sparse) == "indices: data_type is missing");
  sparse.mutable_sparse_tensor()->clear_values();
  CHECK(message(sparse) == "values is missing");
}

TEST_CASE("lists of numbers are read packed and unpacked") {
  const auto read = [](const std::string& values) {
    const std::string attribute = bytes_field(1, "alpha") + values;
    const std::string node = bytes_field(4, "HardSigmoid") + bytes_field(5, attribute);
    const std::string model = varint_field(1, 8) + bytes_field(7, bytes_field(1, node));
    return load_model(as_byte_span(model), {})->graph.nodes[0].attributes[0];
  };
  const std::vector<std::int64_t> ints{1, -1, 300};
  CHECK(
      *read(varint_field(8, 1) + varint_field(8, UINT64_MAX) + varint_field(8, 300)).get<std::vector<std::int64_t>>() ==
      ints);
  CHECK(*read(bytes_field(8, varint(1) + varint(UINT64_MAX) + varint(300))).get<std::vector<std::int64_t>>() == ints);
  // Part of it packed, and a varint longer than it needs to be.
  CHECK(*read(bytes_field(8, "\x81\x80" + std::string(1, '\0')) + varint_field(8, UINT64_MAX) + varint_field(8, 300))
             .get<std::vector<std::int64_t>>() == ints);

  const std::string one("\0\0\x80\x3f", 4);
  const std::string two("\0\0\0\x40", 4);
  const std::vector<float> floats{1, 2};
  CHECK(*read(varint(7 << 3 | 5) + one + varint(7 << 3 | 5) + two).get<std::vector<float>>() == floats);
  CHECK(*read(bytes_field(7, one + two)).get<std::vector<float>>() == floats);
}

}  // namespace
}  // namespace hardref::test
