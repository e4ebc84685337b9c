// The numbers and value fields that the wire gives to the kinds of attributes. What the fields mean is in
// load_attribute.cpp and save_model.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "load/wire.h"
#include "model/model.h"

namespace hardref {

struct AttributeType {
  model::AttributeKind kind;
  int number;              // AttributeProto.type
  std::string_view field;  // which holds the value
};

inline constexpr std::array<AttributeType, 14> kAttributeTypes{{
    {model::AttributeKind::kFloat, wire::AttributeProto::FLOAT, "f"},
    {model::AttributeKind::kInt, wire::AttributeProto::INT, "i"},
    {model::AttributeKind::kString, wire::AttributeProto::STRING, "s"},
    {model::AttributeKind::kTensor, wire::AttributeProto::TENSOR, "t"},
    {model::AttributeKind::kGraph, wire::AttributeProto::GRAPH, "g"},
    {model::AttributeKind::kSparseTensor, wire::AttributeProto::SPARSE_TENSOR, "sparse_tensor"},
    {model::AttributeKind::kTypeProto, wire::AttributeProto::TYPE_PROTO, "tp"},
    {model::AttributeKind::kFloats, wire::AttributeProto::FLOATS, "floats"},
    {model::AttributeKind::kInts, wire::AttributeProto::INTS, "ints"},
    {model::AttributeKind::kStrings, wire::AttributeProto::STRINGS, "strings"},
    {model::AttributeKind::kTensors, wire::AttributeProto::TENSORS, "tensors"},
    {model::AttributeKind::kGraphs, wire::AttributeProto::GRAPHS, "graphs"},
    {model::AttributeKind::kSparseTensors, wire::AttributeProto::SPARSE_TENSORS, "sparse_tensors"},
    {model::AttributeKind::kTypeProtos, wire::AttributeProto::TYPE_PROTOS, "type_protos"},
}};

}  // namespace hardref
