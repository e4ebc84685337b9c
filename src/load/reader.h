// How the readers of a model file call one another: one function for each message of the wire. The entry points for
// everybody else are in load.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "load/external_data.h"
#include "load/field_path.h"
#include "load/wire.h"
#include "model/model.h"

namespace hardref {

// What a reader has to know about what is around its message.
struct Surroundings {
  const ExternalData& external;
  std::vector<std::string>& notes;  // those of the model
  bool in_function = false;         // where attributes may refer to those of the function
};

template <class Message>
using Repeated = google::protobuf::RepeatedPtrField<Message>;

// The bytes of what hardref has no use for: those of a message with the fields that nobody reads, and the fields that
// are newer than proto/onnx.proto. Appended to what is written, they are there again.
template <class Message>
[[nodiscard]] std::string unread_bytes(const Message& proto, const Message& unread) {
  return unread.SerializeAsString() + proto.unknown_fields();
}

[[nodiscard]] inline std::vector<std::string> read_strings(const Repeated<std::string>& strings) {
  return {strings.begin(), strings.end()};
}

// Throws kInvalidInput for a number that is no element type; 0 is kUndefined.
[[nodiscard]] DataType read_element_type(std::int32_t number, std::string_view field);
// Nothing where the message states no type.
[[nodiscard]] std::optional<model::Type> read_type(const wire::TypeProto& proto, const FieldPath& path);
[[nodiscard]] std::vector<model::ValueInfo> read_value_infos(const Repeated<wire::ValueInfoProto>& protos,
                                                             const FieldPath& parent, std::string_view field);

// Throws kInvalidInput, kUnsupported and kIo; the caller knows the path.
[[nodiscard]] Tensor read_tensor(const wire::TensorProto& proto, const ExternalData& external);
[[nodiscard]] model::SparseTensor read_sparse_tensor(const wire::SparseTensorProto& proto,
                                                     const ExternalData& external);

// The field is that of parent which holds the list: attribute of a node, attribute_proto of a function.
[[nodiscard]] std::vector<model::Attribute> read_attributes(const Repeated<wire::AttributeProto>& protos,
                                                            const FieldPath& parent, std::string_view field,
                                                            const Surroundings& around);
[[nodiscard]] std::vector<model::Node> read_nodes(const Repeated<wire::NodeProto>& protos, const FieldPath& parent,
                                                  const Surroundings& around);
[[nodiscard]] model::Graph read_graph(const wire::GraphProto& proto, const FieldPath& path, const Surroundings& around);

}  // namespace hardref
