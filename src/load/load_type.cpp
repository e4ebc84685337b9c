#include <algorithm>
#include <memory>
#include <utility>

#include "load/reader.h"

namespace hardref {
namespace {

Dimension read_dimension(const wire::TensorShapeProto::Dimension& proto) {
  switch (proto.value_case()) {
    case wire::TensorShapeProto::Dimension::kDimValue:
      // Exporters write -1 for a dimension that they do not know.
      if (proto.dim_value() < 0) return {};
      return proto.dim_value();
    case wire::TensorShapeProto::Dimension::kDimParam:
      if (proto.dim_param().empty()) return {};
      return proto.dim_param();
    default:
      return {};
  }
}

bool has_denotation(const wire::TypeProto& proto) {
  const auto& dimensions = proto.tensor_type().shape().dim();
  return proto.has_denotation() ||
         std::any_of(dimensions.begin(), dimensions.end(), [](const auto& dim) { return dim.has_denotation(); });
}

// A denotation stands inside of the type, so that the whole type is kept for it.
std::string unread_of(const wire::ValueInfoProto& proto) {
  wire::ValueInfoProto unread;
  if (proto.has_doc_string()) unread.set_doc_string(proto.doc_string());
  if (has_denotation(proto.type())) *unread.mutable_type() = proto.type();
  *unread.mutable_metadata_props() = proto.metadata_props();
  return unread_bytes(proto, unread);
}

// TypeProto.Tensor or TypeProto.SparseTensor.
template <class Proto>
model::TensorTypeInfo read_tensor_type(const Proto& proto, bool sparse, const FieldPath& path) {
  model::TensorTypeInfo info;
  info.element =
      with_context([&] { return path.text(); }, [&] { return read_element_type(proto.elem_type(), "elem_type"); });
  info.sparse = sparse;
  if (proto.has_shape()) {
    info.shape.emplace();
    for (const auto& dimension : proto.shape().dim()) info.shape->push_back(read_dimension(dimension));
  }
  return info;
}

// The type inside of a sequence, optional or map; one that is not stated is a tensor of nothing known.
std::shared_ptr<const model::Type> read_inner_type(const wire::TypeProto& proto, const FieldPath& path) {
  return std::make_shared<const model::Type>(read_type(proto, path).value_or(model::Type{}));
}

}  // namespace

DataType read_element_type(std::int32_t number, std::string_view field) {
  constexpr auto kLast = static_cast<std::int32_t>(DataType::kInt2);
  if (number < 0 || number > kLast) {
    fail(ErrorKind::kInvalidInput, "{} is {}, but must be in [1, {}]", field, number, kLast);
  }
  return static_cast<DataType>(number);
}

std::optional<model::Type> read_type(const wire::TypeProto& proto, const FieldPath& path) {
  switch (proto.value_case()) {
    case wire::TypeProto::kTensorType:
      return model::Type{read_tensor_type(proto.tensor_type(), false, path)};
    case wire::TypeProto::kSparseTensorType:
      return model::Type{read_tensor_type(proto.sparse_tensor_type(), true, path)};
    case wire::TypeProto::kSequenceType:
      return model::Type{model::SequenceType{read_inner_type(proto.sequence_type().elem_type(), path)}};
    case wire::TypeProto::kOptionalType:
      return model::Type{model::OptionalType{read_inner_type(proto.optional_type().elem_type(), path)}};
    case wire::TypeProto::kMapType: {
      const DataType key = with_context([&] { return path.text(); },
                                        [&] { return read_element_type(proto.map_type().key_type(), "key_type"); });
      return model::Type{model::MapType{key, read_inner_type(proto.map_type().value_type(), path)}};
    }
    case wire::TypeProto::kOpaqueType:
      return model::Type{model::OpaqueType{proto.opaque_type().domain(), proto.opaque_type().name()}};
    default:
      return std::nullopt;
  }
}

std::vector<model::ValueInfo> read_value_infos(const Repeated<wire::ValueInfoProto>& protos, const FieldPath& parent,
                                               std::string_view field) {
  std::vector<model::ValueInfo> infos;
  for (int i = 0; i < protos.size(); ++i) {
    const wire::ValueInfoProto& proto = protos[i];
    infos.push_back(
        {proto.name(), read_type(proto.type(), FieldPath(parent, field, i).named(proto.name())), unread_of(proto)});
  }
  return infos;
}

}  // namespace hardref
