#include "model/model.h"

#include "support/catch.h"

namespace hardref::model {
namespace {

TEST_CASE("attribute kinds are spelt as in ONNX text") {
  const std::pair<AttributeKind, std::string> expected[] = {
      {AttributeKind::kFloat, "float"},
      {AttributeKind::kInt, "int"},
      {AttributeKind::kString, "string"},
      {AttributeKind::kTensor, "tensor"},
      {AttributeKind::kGraph, "graph"},
      {AttributeKind::kSparseTensor, "sparse_tensor"},
      {AttributeKind::kTypeProto, "type_proto"},
      {AttributeKind::kFloats, "floats"},
      {AttributeKind::kInts, "ints"},
      {AttributeKind::kStrings, "strings"},
      {AttributeKind::kTensors, "tensors"},
      {AttributeKind::kGraphs, "graphs"},
      {AttributeKind::kSparseTensors, "sparse_tensors"},
      {AttributeKind::kTypeProtos, "type_protos"},
  };
  for (const auto& [kind, name] : expected) CHECK(to_string(kind) == name);
}

TEST_CASE("an attribute's kind is that of its value") {
  const std::pair<AttributeValue, AttributeKind> values[] = {
      {1.0F, AttributeKind::kFloat},
      {std::int64_t{1}, AttributeKind::kInt},
      {std::string("a"), AttributeKind::kString},
      {TensorPtr{}, AttributeKind::kTensor},
      {GraphPtr{}, AttributeKind::kGraph},
      {SparseTensorPtr{}, AttributeKind::kSparseTensor},
      {Type{}, AttributeKind::kTypeProto},
      {std::vector<float>{}, AttributeKind::kFloats},
      {std::vector<std::int64_t>{}, AttributeKind::kInts},
      {std::vector<std::string>{}, AttributeKind::kStrings},
      {std::vector<TensorPtr>{}, AttributeKind::kTensors},
      {std::vector<GraphPtr>{}, AttributeKind::kGraphs},
      {std::vector<SparseTensorPtr>{}, AttributeKind::kSparseTensors},
      {std::vector<Type>{}, AttributeKind::kTypeProtos},
  };
  for (const auto& [value, kind] : values) CHECK(Attribute{"a", value}.kind() == kind);
}

TEST_CASE("a reference has the kind of what it refers to, and no value") {
  const Attribute reference{"alpha", AttributeReference{"slope", AttributeKind::kInts}};
  CHECK(reference.kind() == AttributeKind::kInts);
  CHECK(reference.get<std::vector<std::int64_t>>() == nullptr);
}

TEST_CASE("get gives the value of its own kind only") {
  const Attribute attribute{"axis", AttributeValue{std::int64_t{3}}};
  REQUIRE(attribute.get<std::int64_t>() != nullptr);
  CHECK(*attribute.get<std::int64_t>() == 3);
  CHECK(attribute.get<float>() == nullptr);
}

TEST_CASE("messages refer to a node by its name, or by its number") {
  Node node;
  node.op_type = "Hardmax";
  CHECK(describe(node, 3) == "node 3 (Hardmax)");
  node.name = "act";
  CHECK(describe(node, 3) == "node \"act\" (Hardmax)");
  node.domain = "com.example";
  CHECK(describe(node, 3) == "node \"act\" (com.example.Hardmax)");
}

}  // namespace
}  // namespace hardref::model
