// hardref beside Debian's libonnx in one process, each with its own classes for the same messages; and what libonnx
// reads from the published models as the oracle for what hardref reads.
#include <onnx/defs/tensor_proto_util.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "model/model.h"
#include "support/files.h"

namespace hardref::test {
namespace {

namespace fs = std::filesystem;

// The elements, of so many bytes each, as libonnx decodes them; only bytes where it cannot.
std::vector<std::byte> decode(const onnx::TensorProto& proto, std::size_t width) {
  const auto parsed = [&]<class T>(std::type_identity<T>) {
    const std::vector<T> values = onnx::ParseData<T>(&proto);
    const auto bytes = std::as_bytes(std::span(values));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  switch (proto.data_type()) {
    case onnx::TensorProto::FLOAT:
      return parsed(std::type_identity<float>());
    case onnx::TensorProto::DOUBLE:
      return parsed(std::type_identity<double>());
    case onnx::TensorProto::INT32:
      return parsed(std::type_identity<std::int32_t>());
    case onnx::TensorProto::INT64:
      return parsed(std::type_identity<std::int64_t>());
    default: {
      // Narrow types may have an int32 for each element, which libonnx does not decode.
      std::vector<std::byte> bytes;
      for (const std::uint32_t element : proto.int32_data()) {
        for (std::size_t i = 0; i < width; ++i) bytes.push_back(static_cast<std::byte>(element >> (8 * i)));
      }
      const auto raw = std::as_bytes(std::span(proto.raw_data()));
      bytes.insert(bytes.end(), raw.begin(), raw.end());
      return bytes;
    }
  }
}

void check_tensor(const Tensor& tensor, const onnx::TensorProto& proto) {
  CHECK(static_cast<int>(tensor.type()) == proto.data_type());
  CHECK(std::equal(tensor.shape().begin(), tensor.shape().end(), proto.dims().begin(), proto.dims().end()));
  if (tensor.type() == DataType::kString) {
    CHECK(std::ranges::equal(tensor.values<std::string>(), proto.string_data()));
    return;
  }
  const std::vector<std::byte> expected = decode(proto, tensor.size() == 0 ? 0 : tensor.byte_size() / tensor.size());
  REQUIRE(tensor.byte_size() == expected.size());
  CHECK((expected.empty() || std::memcmp(tensor.data(), expected.data(), expected.size()) == 0));
}

template <class T, class Field>
bool same(const std::vector<T>* values, const Field& field) {
  return values != nullptr && std::equal(values->begin(), values->end(), field.begin(), field.end());
}

void check_graph(const model::Graph& graph, const onnx::GraphProto& proto);

void check_attribute(const model::Attribute& attribute, const onnx::AttributeProto& proto) {
  CAPTURE(proto.name());
  CHECK(attribute.name == proto.name());
  if (proto.has_ref_attr_name()) {
    CHECK(std::get<model::AttributeReference>(attribute.value).name == proto.ref_attr_name());
    return;
  }
  switch (proto.type()) {
    case onnx::AttributeProto::FLOAT:
      REQUIRE(attribute.get<float>() != nullptr);
      CHECK(*attribute.get<float>() == proto.f());
      break;
    case onnx::AttributeProto::INT:
      REQUIRE(attribute.get<std::int64_t>() != nullptr);
      CHECK(*attribute.get<std::int64_t>() == proto.i());
      break;
    case onnx::AttributeProto::STRING:
      REQUIRE(attribute.get<std::string>() != nullptr);
      CHECK(*attribute.get<std::string>() == proto.s());
      break;
    case onnx::AttributeProto::TENSOR:
      REQUIRE(attribute.get<model::TensorPtr>() != nullptr);
      check_tensor(**attribute.get<model::TensorPtr>(), proto.t());
      break;
    case onnx::AttributeProto::GRAPH:
      REQUIRE(attribute.get<model::GraphPtr>() != nullptr);
      check_graph(**attribute.get<model::GraphPtr>(), proto.g());
      break;
    case onnx::AttributeProto::FLOATS:
      CHECK(same(attribute.get<std::vector<float>>(), proto.floats()));
      break;
    case onnx::AttributeProto::INTS:
      CHECK(same(attribute.get<std::vector<std::int64_t>>(), proto.ints()));
      break;
    case onnx::AttributeProto::STRINGS:
      CHECK(same(attribute.get<std::vector<std::string>>(), proto.strings()));
      break;
    case onnx::AttributeProto::TYPE_PROTO: {
      REQUIRE(attribute.get<model::Type>() != nullptr);
      const auto& type = attribute.get<model::Type>()->value;
      CHECK(std::holds_alternative<model::TensorTypeInfo>(type) == proto.tp().has_tensor_type());
      CHECK(std::holds_alternative<model::SequenceType>(type) == proto.tp().has_sequence_type());
      CHECK(std::holds_alternative<model::OptionalType>(type) == proto.tp().has_optional_type());
      break;
    }
    default:
      FAIL("no published model had an attribute of this type");
  }
}

template <class Nodes>
void check_nodes(const std::vector<model::Node>& nodes, const Nodes& protos) {
  REQUIRE(nodes.size() == static_cast<std::size_t>(protos.size()));
  for (int i = 0; i < protos.size(); ++i) {
    const model::Node& node = nodes[static_cast<std::size_t>(i)];
    const onnx::NodeProto& proto = protos[i];
    CAPTURE(i, proto.op_type());
    CHECK(node.op_type == proto.op_type());
    CHECK(node.domain == (proto.domain() == "ai.onnx" ? "" : proto.domain()));
    CHECK(node.name == proto.name());
    CHECK(same(&node.inputs, proto.input()));
    CHECK(same(&node.outputs, proto.output()));
    REQUIRE(node.attributes.size() == static_cast<std::size_t>(proto.attribute_size()));
    for (int k = 0; k < proto.attribute_size(); ++k) {
      check_attribute(node.attributes[static_cast<std::size_t>(k)], proto.attribute(k));
    }
  }
}

void check_graph(const model::Graph& graph, const onnx::GraphProto& proto) {
  CHECK(graph.name == proto.name());
  CHECK(graph.inputs.size() == static_cast<std::size_t>(proto.input_size()));
  CHECK(graph.outputs.size() == static_cast<std::size_t>(proto.output_size()));
  REQUIRE(graph.initializers.size() ==
          static_cast<std::size_t>(proto.initializer_size() + proto.sparse_initializer_size()));
  for (int i = 0; i < proto.initializer_size(); ++i) {
    const model::Initializer& value = graph.initializers[static_cast<std::size_t>(i)];
    CHECK(value.name == proto.initializer(i).name());
    check_tensor(*value.tensor, proto.initializer(i));
  }
  check_nodes(graph.nodes, proto.node());
}

void check_model(const model::Model& model, const std::string& bytes) {
  onnx::ModelProto proto;
  REQUIRE(proto.ParseFromString(bytes));
  CHECK(model.ir_version == proto.ir_version());
  CHECK(model.producer_name == proto.producer_name());
  REQUIRE(model.functions.size() == static_cast<std::size_t>(proto.functions_size()));
  for (int i = 0; i < proto.functions_size(); ++i) {
    CHECK(model.functions[static_cast<std::size_t>(i)].name == proto.functions(i).name());
    check_nodes(model.functions[static_cast<std::size_t>(i)].nodes, proto.functions(i).node());
  }
  check_graph(model.graph, proto.graph());
}

std::vector<fs::path> published_files(std::string_view extension) {
  std::vector<fs::path> files;
  const fs::path root = HARDREF_ONNX_TEST_DATA;
  if (!fs::exists(root)) {
    WARN("no published models in " << root);
    return files;
  }
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  CHECK(files.size() > 1000);
  return files;
}

TEST_CASE("published models say to hardref what they say to libonnx") {
  for (const fs::path& path : published_files(".onnx")) {
    CAPTURE(path);
    const auto model = load_model(path, {});
    check_model(*model, read_text(path));
    // And what hardref saves says the same to libonnx.
    check_model(*model, serialize_model(*model));
  }
}

TEST_CASE("published tensors are to hardref what they are to libonnx") {
  for (const fs::path& path : published_files(".pb")) {
    CAPTURE(path);
    try {
      const NamedTensor tensor = load_tensor(path);
      onnx::TensorProto proto;
      REQUIRE(proto.ParseFromString(read_text(path)));
      CHECK(tensor.name == proto.name());
      check_tensor(tensor.tensor, proto);
    } catch (const Error& error) {
      // No tensors: sequences and optionals, by the names of their tests.
      CAPTURE(error.what());
      CHECK(error.kind() != ErrorKind::kInternal);
      const std::string test = path.parent_path().parent_path().filename();
      CHECK((test.find("seq") != std::string::npos || test.find("opt") != std::string::npos));
    }
  }
}

}  // namespace
}  // namespace hardref::test
