// How the writers of a model file call one another: the mirror image of reader.h.
#pragma once

#include <string>

#include "load/wire.h"
#include "model/model.h"

namespace hardref {

// Puts back what unread_bytes kept, before the other fields are set.
void write_unread(const std::string& bytes, google::protobuf::MessageLite& proto);
void write_type(const model::Type& type, wire::TypeProto& proto);
void write_tensor(const std::string& name, const TensorView& tensor, wire::TensorProto& proto);
void write_sparse_tensor(const std::string& name, const model::SparseTensor& tensor, wire::SparseTensorProto& proto);
void write_attribute(const model::Attribute& attribute, wire::AttributeProto& proto);
void write_graph(const model::Graph& graph, wire::GraphProto& proto);

// The bytes of a message that messages call name.
[[nodiscard]] std::string serialize(const google::protobuf::MessageLite& message, std::string_view name);

}  // namespace hardref
