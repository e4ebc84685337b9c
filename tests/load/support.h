// What the tests of src/load share: models built as wire messages or byte by byte.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "model/model.h"
#include "onnx.pb.h"
#include "support/files.h"

namespace hardref::test {

namespace wire = ::hardref_onnx;

inline std::shared_ptr<const model::Model> load(const wire::ModelProto& proto) {
  return load_model(as_byte_span(proto.SerializeAsString()), {});
}

inline Tensor load(const wire::TensorProto& proto) {
  return load_tensor(as_byte_span(proto.SerializeAsString())).tensor;
}

// y = HardSigmoid(x), and nothing that it could do without.
inline wire::ModelProto small_model() {
  wire::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(13);
  wire::GraphProto& graph = *model.mutable_graph();
  graph.set_name("g");
  for (wire::ValueInfoProto* value : {graph.add_input(), graph.add_output()}) {
    value->mutable_type()->mutable_tensor_type()->set_elem_type(wire::TensorProto::FLOAT);
  }
  graph.mutable_input(0)->set_name("x");
  graph.mutable_output(0)->set_name("y");
  wire::NodeProto& node = *graph.add_node();
  node.set_op_type("HardSigmoid");
  node.add_input("x");
  node.add_output("y");
  return model;
}

// float[2]{1, 2} in the field that the standard gives to floats.
inline wire::TensorProto small_tensor(const std::string& name = "") {
  wire::TensorProto tensor;
  if (!name.empty()) tensor.set_name(name);
  tensor.add_dims(2);
  tensor.set_data_type(wire::TensorProto::FLOAT);
  tensor.add_float_data(1);
  tensor.add_float_data(2);
  return tensor;
}

// ---- The wire by hand: what a generated class would not write ----

inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

inline std::string varint_field(std::uint64_t field, std::uint64_t value) { return varint(field << 3) + varint(value); }

inline std::string bytes_field(std::uint64_t field, const std::string& bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + bytes;
}

}  // namespace hardref::test
