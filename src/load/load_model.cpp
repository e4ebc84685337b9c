#include <memory>
#include <set>
#include <utility>

#include "error.h"
#include "load/load.h"
#include "load/reader.h"

namespace hardref {
namespace {

static_assert(model::kLastIrVersion == wire::IR_VERSION);

std::vector<std::pair<std::string, std::string>> read_metadata(const Repeated<wire::StringStringEntryProto>& protos) {
  std::vector<std::pair<std::string, std::string>> metadata;
  for (const wire::StringStringEntryProto& entry : protos) metadata.emplace_back(entry.key(), entry.value());
  return metadata;
}

model::OpsetImports read_opset_imports(const Repeated<wire::OperatorSetIdProto>& protos, const FieldPath& parent,
                                       std::vector<std::string>& notes) {
  model::OpsetImports imports;
  for (int i = 0; i < protos.size(); ++i) {
    const wire::OperatorSetIdProto& proto = protos[i];
    const FieldPath path = FieldPath(parent, "opset_import", i).named(proto.domain());
    model::import_opset(model::canonical_domain(proto.domain()), proto.version(), path.text(), imports, notes);
  }
  return imports;
}

std::string unread_of(const wire::FunctionProto& proto) {
  wire::FunctionProto unread;
  if (proto.has_doc_string()) unread.set_doc_string(proto.doc_string());
  *unread.mutable_metadata_props() = proto.metadata_props();
  return unread_bytes(proto, unread);
}

std::string unread_of(const wire::ModelProto& proto) {
  wire::ModelProto unread;
  *unread.mutable_training_info() = proto.training_info();
  *unread.mutable_configuration() = proto.configuration();
  return unread_bytes(proto, unread);
}

model::Function read_function(const wire::FunctionProto& proto, const FieldPath& path, const Surroundings& around) {
  if (proto.name().empty()) fail_at(path, "name is missing");
  model::Function function;
  function.domain = model::canonical_domain(proto.domain());
  function.name = proto.name();
  function.overload = proto.overload();
  function.inputs = read_strings(proto.input());
  function.outputs = read_strings(proto.output());
  function.attributes = read_strings(proto.attribute());
  function.attribute_defaults = read_attributes(proto.attribute_proto(), path, "attribute_proto", around);
  function.value_infos = read_value_infos(proto.value_info(), path, "value_info");
  function.opset_imports = read_opset_imports(proto.opset_import(), path, around.notes);
  function.nodes = read_nodes(proto.node(), path, {around.external, around.notes, true});
  function.unread = unread_of(proto);
  std::set<std::string_view> names;
  for (const model::Attribute& attribute : function.attribute_defaults) names.insert(attribute.name);
  for (const std::string& attribute : function.attributes) {
    if (!names.insert(attribute).second) fail_at(path, "the attribute {:?} is declared twice", attribute);
  }
  return function;
}

std::shared_ptr<const model::Model> parse_model(std::span<const std::byte> bytes, const ExternalData& external) {
  wire::ModelProto proto;
  parse_message(bytes, "ModelProto", ErrorKind::kInvalidModel, proto);
  if (!proto.has_ir_version()) fail(ErrorKind::kInvalidModel, "ir_version is missing");
  model::check_ir_version(proto.ir_version());
  if (!proto.has_graph()) fail(ErrorKind::kInvalidModel, "graph is missing");

  const FieldPath root;
  auto model = std::make_shared<model::Model>();
  const Surroundings around{external, model->notes};
  model->ir_version = proto.ir_version();
  model->opset_imports = read_opset_imports(proto.opset_import(), root, model->notes);
  model->producer_name = proto.producer_name();
  model->producer_version = proto.producer_version();
  model->domain = proto.domain();
  model->model_version = proto.model_version();
  model->doc_string = proto.doc_string();
  model->metadata = read_metadata(proto.metadata_props());
  model->unread = unread_of(proto);
  model->graph = read_graph(proto.graph(), FieldPath(root, "graph"), around);
  for (int i = 0; i < proto.functions_size(); ++i) {
    const wire::FunctionProto& function = proto.functions(i);
    model->functions.push_back(read_function(function, FieldPath(root, "functions", i).named(function.name()), around));
  }
  return model;
}

// In a model, a tensor that is broken breaks the model.
std::shared_ptr<const model::Model> parse_checked(std::span<const std::byte> bytes, const ExternalData& external) {
  try {
    return parse_model(bytes, external);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInvalidInput) throw;
    throw Error(ErrorKind::kInvalidModel, error.what());
  }
}

}  // namespace

std::shared_ptr<const model::Model> load_model(std::span<const std::byte> bytes, const LoadOptions& options) {
  return parse_checked(bytes, ExternalData(options.external_root));
}

std::shared_ptr<const model::Model> load_model(std::span<const std::byte> bytes, const ExternalData& external) {
  return parse_checked(bytes, external);
}

std::shared_ptr<const model::Model> load_model(const std::filesystem::path& path, const LoadOptions& options) {
  const std::vector<std::byte> bytes = read_message_file(path, "ModelProto");
  return with_context([&] { return path.string(); },
                      [&] { return parse_checked(bytes, ExternalData(path, options.external_root)); });
}

}  // namespace hardref
