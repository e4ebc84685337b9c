#include <climits>
#include <span>
#include <string>

#include "error.h"
#include "load/packing.h"
#include "load/save.h"
#include "load/writer.h"
#include "tensor/file.h"
#include "tensor/little_endian.h"
#include "tensor/types.h"

namespace hardref {

void write_tensor(const std::string& name, const TensorView& tensor, wire::TensorProto& proto) {
  if (!name.empty()) proto.set_name(name);
  proto.mutable_dims()->Add(tensor.shape().begin(), tensor.shape().end());
  proto.set_data_type(static_cast<std::int32_t>(tensor.type()));
  if (tensor.type() == DataType::kString) {
    for (const std::string& text : tensor.values<std::string>()) proto.add_string_data(text);
    return;
  }
  const std::span elements(static_cast<const std::byte*>(tensor.data()), tensor.byte_size());
  std::string& raw = *proto.mutable_raw_data();
  if (const std::size_t bits = bit_width(tensor.type()); is_packed(bits)) {
    raw = as_text(pack(elements, bits));
    return;
  }
  raw = as_text(elements);
  convert_little_endian(std::as_writable_bytes(std::span(raw)), number_size(tensor.type()));
}

void write_sparse_tensor(const std::string& name, const model::SparseTensor& tensor, wire::SparseTensorProto& proto) {
  write_tensor(name, tensor.values, *proto.mutable_values());
  write_tensor("", tensor.indices, *proto.mutable_indices());
  proto.mutable_dims()->Add(tensor.dims.begin(), tensor.dims.end());
}

void write_unread(const std::string& bytes, google::protobuf::MessageLite& proto) {
  if (!proto.ParseFromString(bytes)) fail(ErrorKind::kInternal, "unread fields cannot be written back");
}

std::string serialize(const google::protobuf::MessageLite& message, std::string_view name) {
  // Asked beforehand: protobuf reports this on the standard error.
  const std::size_t size = message.ByteSizeLong();
  if (size > INT_MAX) fail(ErrorKind::kLimit, "{} bytes, but a protobuf {} has at most {}", size, name, INT_MAX);
  return message.SerializeAsString();
}

std::string serialize_tensor(const std::string& name, const TensorView& tensor) {
  wire::TensorProto proto;
  write_tensor(name, tensor, proto);
  return serialize(proto, "TensorProto");
}

}  // namespace hardref
