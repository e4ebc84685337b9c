// ONNX 1.12, which Debian ships, is the judge: it must read what we print, and we must read as it does, wherever it can
// express the model at all.
#include <google/protobuf/util/message_differencer.h>
#include <onnx/defs/parser.h>

#include "model/random_model.h"
#include "model/sample.h"
#include "support/catch.h"
#include "tensor/types.h"
#include "text/text.h"

namespace hardref::model {
namespace {

// ---- Our structs as ONNX's messages, as its parser fills them -------------------------------------------------------

void convert(const Type& type, onnx::TypeProto& proto) {
  const auto& tensor = std::get<TensorTypeInfo>(type.value);
  auto& tensor_type = *proto.mutable_tensor_type();
  tensor_type.set_elem_type(static_cast<int>(tensor.element));
  if (!tensor.shape) return;
  tensor_type.mutable_shape();
  for (const Dimension& dimension : *tensor.shape) {
    auto& dim = *tensor_type.mutable_shape()->add_dim();
    if (const auto* extent = std::get_if<std::int64_t>(&dimension)) dim.set_dim_value(*extent);
    if (const auto* name = std::get_if<std::string>(&dimension)) dim.set_dim_param(*name);
  }
}

template <class Protos>
void convert(const std::vector<ValueInfo>& infos, Protos& protos) {
  for (const ValueInfo& info : infos) {
    auto& proto = *protos.Add();
    proto.set_name(info.name);
    if (info.type) convert(*info.type, *proto.mutable_type());
  }
}

void convert(const Tensor& tensor, onnx::TensorProto& proto) {
  proto.set_data_type(static_cast<int>(tensor.type()));
  for (const std::int64_t extent : tensor.shape()) proto.add_dims(extent);
  visit(tensor.type(), AllTypes{}, [&]<class T>(std::type_identity<T>) {
    for (const T& value : tensor.values<T>()) {
      if constexpr (std::is_same_v<T, float>) {
        proto.add_float_data(value);
      } else if constexpr (std::is_same_v<T, double>) {
        proto.add_double_data(value);
      } else if constexpr (std::is_same_v<T, std::int64_t>) {
        proto.add_int64_data(value);
      } else if constexpr (std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t>) {
        proto.add_uint64_data(value);
      } else if constexpr (std::is_same_v<T, std::string>) {
        proto.add_string_data(value);
      } else if constexpr (std::is_integral_v<T>) {
        proto.add_int32_data(value);
      } else {
        FAIL("ONNX 1.12 has no text for " << to_string(tensor.type()));
      }
    }
  });
}

void convert(const Graph& graph, onnx::GraphProto& proto);

struct ToAttribute {
  onnx::AttributeProto& proto;

  void operator()(float value) const { proto.set_f(value); }
  void operator()(std::int64_t value) const { proto.set_i(value); }
  void operator()(const std::string& value) const { proto.set_s(value); }
  void operator()(const TensorPtr& value) const { convert(*value, *proto.mutable_t()); }
  void operator()(const GraphPtr& value) const { convert(*value, *proto.mutable_g()); }
  void operator()(const std::vector<float>& values) const {
    for (const float value : values) proto.add_floats(value);
  }
  void operator()(const std::vector<std::int64_t>& values) const {
    for (const std::int64_t value : values) proto.add_ints(value);
  }
  void operator()(const std::vector<std::string>& values) const {
    for (const std::string& value : values) proto.add_strings(value);
  }
  template <class Other>
  void operator()(const Other& /*value*/) const {
    FAIL("ONNX 1.12 has no text for an attribute of this kind");
  }
};

void convert(const Attribute& attribute, onnx::AttributeProto& proto) {
  onnx::AttributeProto::AttributeType type = onnx::AttributeProto::UNDEFINED;
  std::string name(to_string(attribute.kind()));
  for (char& c : name) c = c == '_' ? '_' : static_cast<char>(c - 'a' + 'A');
  REQUIRE(onnx::AttributeProto::AttributeType_Parse(name, &type));
  proto.set_name(attribute.name);
  proto.set_type(type);
  if (const auto* reference = std::get_if<AttributeReference>(&attribute.value)) {
    proto.set_ref_attr_name(reference->name);
  } else {
    std::visit(ToAttribute{proto}, std::get<AttributeValue>(attribute.value));
  }
}

template <class Protos>
void convert(const std::vector<Node>& nodes, Protos& protos) {
  for (const Node& node : nodes) {
    auto& proto = *protos.Add();
    proto.set_domain(node.domain);
    proto.set_op_type(node.op_type);
    for (const std::string& name : node.inputs) proto.add_input(name);
    for (const std::string& name : node.outputs) proto.add_output(name);
    for (const Attribute& attribute : node.attributes) convert(attribute, *proto.add_attribute());
  }
}

void convert(const Graph& graph, onnx::GraphProto& proto) {
  proto.set_name(graph.name);
  convert(graph.inputs, *proto.mutable_input());
  convert(graph.outputs, *proto.mutable_output());
  convert(graph.value_infos, *proto.mutable_value_info());
  for (const Initializer& initializer : graph.initializers) {
    auto& tensor = *proto.add_initializer();
    tensor.set_name(initializer.name);
    convert(*initializer.tensor, tensor);
  }
  convert(graph.nodes, *proto.mutable_node());
}

template <class Protos>
void convert(const OpsetImports& imports, Protos& protos) {
  for (const auto& [domain, version] : imports) {
    auto& proto = *protos.Add();
    proto.set_domain(domain);
    proto.set_version(version);
  }
}

onnx::FunctionProto convert(const Function& function) {
  onnx::FunctionProto proto;
  proto.set_domain(function.domain);
  proto.set_name(function.name);
  for (const std::string& name : function.inputs) proto.add_input(name);
  for (const std::string& name : function.outputs) proto.add_output(name);
  for (const std::string& name : function.attributes) proto.add_attribute(name);
  convert(function.opset_imports, *proto.mutable_opset_import());
  convert(function.nodes, *proto.mutable_node());
  return proto;
}

onnx::ModelProto convert(const Model& model) {
  onnx::ModelProto proto;
  proto.set_ir_version(model.ir_version);
  convert(model.opset_imports, *proto.mutable_opset_import());
  proto.set_producer_name(model.producer_name);
  proto.set_producer_version(model.producer_version);
  proto.set_domain(model.domain);
  proto.set_model_version(model.model_version);
  proto.set_doc_string(model.doc_string);
  for (const auto& [key, value] : model.metadata) {
    auto& entry = *proto.add_metadata_props();
    entry.set_key(key);
    entry.set_value(value);
  }
  convert(model.graph, *proto.mutable_graph());
  for (const Function& function : model.functions) *proto.add_functions() = convert(function);
  return proto;
}

// ---- Comparison -----------------------------------------------------------------------------------------------------

template <class Proto>
Proto libonnx_parse(const std::string& text) {
  Proto proto;
  onnx::OnnxParser parser(text.c_str());
  const auto status = parser.Parse(proto);
  INFO(status.ErrorMessage());
  REQUIRE(status.IsOK());
  REQUIRE(parser.EndOfInput());
  return proto;
}

// "" where they agree; a field that is absent equals one that is empty.
template <class Proto>
std::string difference(const Proto& ours, const Proto& theirs) {
  std::string report;
  google::protobuf::util::MessageDifferencer differencer;
  differencer.set_message_field_comparison(google::protobuf::util::MessageDifferencer::EQUIVALENT);
  differencer.ReportDifferencesToString(&report);
  return differencer.Compare(ours, theirs) ? "" : report;
}

void check_model(const std::string& text) {
  const Model model = parse_model(text);
  CHECK(difference(convert(model), libonnx_parse<onnx::ModelProto>(text)) == "");
  INFO(print(model));
  CHECK(difference(convert(model), libonnx_parse<onnx::ModelProto>(print(model))) == "");
}

TEST_CASE("libonnx reads models as we do, and what we print") {
  check_model("g () => () {}");
  check_model("<ir_version: 8, opset_import: []> g () => () <> { = Op () }");
  check_model(R"(
    # a comment
    <ir_version: 8, opset_import: ["": 13, "local": 1], producer_name: "p # q", producer_version: "1", domain: "d",
     model_version: 3, doc_string: "two lines", metadata_props: ["k": "v", "": ""]>
    agraph (float[N,?,2] X, float w = {1}, int64[2] v = {-1, 2}, bool[] b, untyped) => (float[] Y, double z)
    <int8[2,2] i = {-128, 127, 0, 1}, float[N] t, uint64 u = {18446744073709551615}, bool[2] f = {0, 1}, other,
     double[3] d = {1, 2.5, -1e-300}, string[2] s = {"a", ""}, uint8[0] e = {}, float16[N] h, bfloat16 k>
    {
      Y, , Z = Op <a = 1, b = 0.5, c = "text", d = [1, 2], e = [0.5, 1e3], f = ["x", "y"], g = float[2] {1, 2},
                   h: tensor = double = {0.1}> (X, , w)
      Q = a.b.If (b) <then_branch = one () => (float r) <float k = {7}> { r = Neg (X) # a comment
        }, else_branch: graph = two (c) => () {}>
    }
    <domain: "local", opset_import: ["": 13], doc_string: "">
    f <slope, shift> (x, y) => (z) { z = Scale <a: float = @slope, b: ints = @shift> (x, y) }
  )");
}

TEST_CASE("libonnx reads the listing of HardSigmoid as we do, and what we print") {
  const std::string text(test::kHardSigmoid);
  const Function function = parse_function(text);
  CHECK(difference(convert(function), libonnx_parse<onnx::FunctionProto>(text)) == "");
  CHECK(difference(convert(function), libonnx_parse<onnx::FunctionProto>(print(function))) == "");
}

TEST_CASE("libonnx reads random models that we print") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Model model = test::RandomModel(seed, test::Dialect::kOnnx112).model();
    const std::string text = print(model);
    INFO("seed " << seed << "\n" << text);
    REQUIRE(difference(convert(model), libonnx_parse<onnx::ModelProto>(text)) == "");
  }
}

}  // namespace
}  // namespace hardref::model
