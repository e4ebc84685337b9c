#include <memory>
#include <set>
#include <utility>

#include "load/attribute_types.h"
#include "load/reader.h"

namespace hardref {
namespace {

using model::AttributeKind;

bool holds_value(const wire::AttributeProto& proto, AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kFloat:
      return proto.has_f();
    case AttributeKind::kInt:
      return proto.has_i();
    case AttributeKind::kString:
      return proto.has_s();
    case AttributeKind::kTensor:
      return proto.has_t();
    case AttributeKind::kGraph:
      return proto.has_g();
    case AttributeKind::kSparseTensor:
      return proto.has_sparse_tensor();
    case AttributeKind::kTypeProto:
      return proto.has_tp();
    case AttributeKind::kFloats:
      return !proto.floats().empty();
    case AttributeKind::kInts:
      return !proto.ints().empty();
    case AttributeKind::kStrings:
      return !proto.strings().empty();
    case AttributeKind::kTensors:
      return !proto.tensors().empty();
    case AttributeKind::kGraphs:
      return !proto.graphs().empty();
    case AttributeKind::kSparseTensors:
      return !proto.sparse_tensors().empty();
    case AttributeKind::kTypeProtos:
      return !proto.type_protos().empty();
  }
  return false;
}

// The one value field that holds anything; nullptr where none does.
const AttributeType* filled_type(const wire::AttributeProto& proto, const FieldPath& path) {
  const AttributeType* found = nullptr;
  for (const AttributeType& type : kAttributeTypes) {
    if (!holds_value(proto, type.kind)) continue;
    if (found != nullptr) fail_at(path, "values in {} and in {}, but there must be one", found->field, type.field);
    found = &type;
  }
  return found;
}

// What the field type says; nullptr where it says nothing.
const AttributeType* stated_type(const wire::AttributeProto& proto, const FieldPath& path) {
  if (proto.type() == wire::AttributeProto::UNDEFINED) return nullptr;
  for (const AttributeType& type : kAttributeTypes) {
    if (type.number == proto.type()) return &type;
  }
  fail_at(path, "type is {}, but must be in [1, {}]", proto.type(), kAttributeTypes.size());
}

model::AttributeReference read_reference(const wire::AttributeProto& proto, const FieldPath& path,
                                         const Surroundings& around) {
  if (!around.in_function) {
    fail_at(path, "refers to the function attribute {:?}, but is not inside of a function", proto.ref_attr_name());
  }
  if (filled_type(proto, path) != nullptr) {
    fail_at(path, "refers to the function attribute {:?}, but holds a value as well", proto.ref_attr_name());
  }
  const AttributeType* type = stated_type(proto, path);
  if (type == nullptr) {
    fail_at(path, "refers to the function attribute {:?}, but states no type", proto.ref_attr_name());
  }
  return {proto.ref_attr_name(), type->kind};
}

model::TensorPtr read_shared_tensor(const wire::TensorProto& proto, const FieldPath& path, const Surroundings& around) {
  return with_context([&] { return path.text(); },
                      [&] { return std::make_shared<const Tensor>(read_tensor(proto, around.external)); });
}

model::GraphPtr read_shared_graph(const wire::GraphProto& proto, const FieldPath& path, const Surroundings& around) {
  return std::make_shared<const model::Graph>(read_graph(proto, path, around));
}

model::SparseTensorPtr read_shared_sparse_tensor(const wire::SparseTensorProto& proto, const FieldPath& path,
                                                 const Surroundings& around) {
  return with_context(
      [&] { return path.text(); },
      [&] { return std::make_shared<const model::SparseTensor>(read_sparse_tensor(proto, around.external)); });
}

model::Type read_stated_type(const wire::TypeProto& proto, const FieldPath& path, const Surroundings& /*around*/) {
  std::optional<model::Type> type = read_type(proto, path);
  if (!type) fail_at(path, "the type states nothing");
  return *std::move(type);
}

template <class Proto, class Read>
auto read_list(const Repeated<Proto>& protos, const FieldPath& parent, std::string_view field,
               const Surroundings& around, Read read) {
  std::vector<decltype(read(protos[0], parent, around))> values;
  values.reserve(static_cast<std::size_t>(protos.size()));
  for (int i = 0; i < protos.size(); ++i) values.push_back(read(protos[i], FieldPath(parent, field, i), around));
  return values;
}

// A number or string that is not on the wire is 0 or empty: writers of proto3 omit those.
model::AttributeValue read_value(const wire::AttributeProto& proto, AttributeKind kind, const FieldPath& path,
                                 const Surroundings& around) {
  switch (kind) {
    case AttributeKind::kFloat:
      return proto.f();
    case AttributeKind::kInt:
      return proto.i();
    case AttributeKind::kString:
      return proto.s();
    case AttributeKind::kTensor:
      return read_shared_tensor(proto.t(), path, around);
    case AttributeKind::kGraph:
      return read_shared_graph(proto.g(), FieldPath(path, "g"), around);
    case AttributeKind::kSparseTensor:
      return read_shared_sparse_tensor(proto.sparse_tensor(), path, around);
    case AttributeKind::kTypeProto:
      return read_stated_type(proto.tp(), path, around);
    case AttributeKind::kFloats:
      return std::vector<float>(proto.floats().begin(), proto.floats().end());
    case AttributeKind::kInts:
      return std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end());
    case AttributeKind::kStrings:
      return read_strings(proto.strings());
    case AttributeKind::kTensors:
      return read_list(proto.tensors(), path, "tensors", around, read_shared_tensor);
    case AttributeKind::kGraphs:
      return read_list(proto.graphs(), path, "graphs", around, read_shared_graph);
    case AttributeKind::kSparseTensors:
      return read_list(proto.sparse_tensors(), path, "sparse_tensors", around, read_shared_sparse_tensor);
    case AttributeKind::kTypeProtos:
      return read_list(proto.type_protos(), path, "type_protos", around, read_stated_type);
  }
  fail(ErrorKind::kInternal, "attribute kind {} is unknown", static_cast<int>(kind));
}

bool is_message(AttributeKind kind) {
  return kind == AttributeKind::kTensor || kind == AttributeKind::kGraph || kind == AttributeKind::kSparseTensor ||
         kind == AttributeKind::kTypeProto;
}

model::AttributeValue read_own_value(const wire::AttributeProto& proto, const FieldPath& path,
                                     const Surroundings& around) {
  const AttributeType* stated = stated_type(proto, path);
  const AttributeType* filled = filled_type(proto, path);
  if (stated == nullptr && filled == nullptr) fail_at(path, "neither a type nor a value is given");
  if (stated == nullptr) stated = filled;
  if (filled != nullptr && filled != stated) {
    fail_at(path, "type is {}, but the value is in field {}", to_string(stated->kind), filled->field);
  }
  if (filled == nullptr && is_message(stated->kind)) {
    fail_at(path, "type is {}, but field {} is missing", to_string(stated->kind), stated->field);
  }
  return read_value(proto, stated->kind, path, around);
}

std::string unread_of(const wire::AttributeProto& proto) {
  wire::AttributeProto unread;
  if (proto.has_doc_string()) unread.set_doc_string(proto.doc_string());
  return unread_bytes(proto, unread);
}

}  // namespace

std::vector<model::Attribute> read_attributes(const Repeated<wire::AttributeProto>& protos, const FieldPath& parent,
                                              std::string_view field, const Surroundings& around) {
  std::vector<model::Attribute> attributes;
  std::set<std::string_view> names;
  for (int i = 0; i < protos.size(); ++i) {
    const wire::AttributeProto& proto = protos[i];
    const FieldPath path = FieldPath(parent, field, i).named(proto.name());
    if (proto.name().empty()) fail_at(path, "name is missing");
    if (!names.insert(proto.name()).second) fail_at(path, "the attribute is given twice");
    if (proto.type() == wire::AttributeProto::UNDEFINED) around.notes.push_back(path.text() + ": type is missing");
    if (proto.ref_attr_name().empty()) {
      attributes.push_back({proto.name(), read_own_value(proto, path, around), unread_of(proto)});
    } else {
      attributes.push_back({proto.name(), read_reference(proto, path, around), unread_of(proto)});
    }
  }
  return attributes;
}

}  // namespace hardref
