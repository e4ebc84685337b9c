// hardref ops: which operators, versions and element types there are.
#include <nlohmann/json.hpp>

#include "commands/command.h"
#include "files/json_text.h"
#include "ops/registry.h"
#include "tensor/join.h"
#include "tensor/suggestion.h"

namespace hardref::tools {
namespace {

constexpr auto kOpsExamples = R"(Examples:
  hardref ops
  hardref ops Hardmax
  hardref ops HardSigmoid-22 --json
)";

struct OpsOptions {
  std::string name;
  bool json = false;
};

nlohmann::ordered_json json_of(const AttributeSpec& spec) {
  nlohmann::ordered_json json{{"name", spec.name}, {"type", to_string(spec.kind)}, {"required", spec.required}};
  std::visit(
      [&]<class T>(const T& value) {
        if constexpr (!std::is_same_v<T, std::monostate>) json["default"] = value;
      },
      spec.default_value);
  return json;
}

nlohmann::ordered_json json_of(const Parameter& parameter) {
  return {{"name", parameter.name}, {"type", parameter.constraint}, {"variadic", parameter.variadic}};
}

template <class Range>
nlohmann::ordered_json list_of(const Range& range) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& item : range) list.push_back(json_of(item));
  return list;
}

nlohmann::ordered_json json_of(const OpVersion& op) {
  nlohmann::ordered_json types = nlohmann::ordered_json::object();
  for (const TypeConstraint& constraint : op.constraints) {
    nlohmann::ordered_json& names = types[std::string(constraint.name)] = nlohmann::ordered_json::array();
    for (const DataType type : constraint.types.types()) names.push_back(to_string(type));
  }
  return {{"name", op.name},
          {"since_version", op.since_version},
          {"function", std::holds_alternative<FunctionBody>(op.meaning) || std::holds_alternative<Rewrite>(op.meaning)},
          {"attributes", list_of(op.attributes)},
          {"inputs", list_of(op.inputs)},
          {"outputs", nlohmann::ordered_json::array({json_of(op.output)})},
          {"types", types}};
}

std::string text_of(const AttributeSpec& spec) {
  std::string text = fmt::format("{}: {}", spec.name, to_string(spec.kind));
  std::visit(
      [&]<class T>(const T& value) {
        if constexpr (!std::is_same_v<T, std::monostate>) text += fmt::format(" = {}", value);
      },
      spec.default_value);
  return spec.required ? text + " (required)" : text;
}

// HardSigmoid-6 <alpha: float = 0.2, beta: float = 0.5> (X: T) => (Y: T)
std::string text_of(const OpVersion& op) {
  const auto parameter = [](const Parameter& p) {
    return fmt::format("{}: {}{}", p.name, p.constraint, p.variadic ? ", ..." : "");
  };
  const std::string attributes = join(op.attributes, ", ", [](const AttributeSpec& spec) { return text_of(spec); });
  std::string text =
      fmt::format("{}{} ({}) => ({})\n", to_string(op), attributes.empty() ? "" : " <" + attributes + ">",
                  join(op.inputs, ", ", parameter), parameter(op.output));
  for (const TypeConstraint& constraint : op.constraints) {
    text += fmt::format("  {}: {}\n", constraint.name, to_string(constraint.types));
  }
  return text;
}

// "Hardmax-12" means what opset 12 has.
[[noreturn]] void fail_unknown(const std::string& wanted) {
  const std::size_t dash = wanted.rfind('-');
  const std::string name = wanted.substr(0, dash);
  const OpVersions versions = find_operator(name);
  if (!versions.empty() && dash != std::string::npos) {
    fail(ErrorKind::kUnsupported, "{}: no such version; there are {}", wanted,
         join(versions, ", ", [](const OpVersion& op) { return to_string(op); }));
  }
  std::vector<std::string> names;
  for (const OpVersions known : all_operators()) names.emplace_back(known.front().name);
  fail(ErrorKind::kUnsupported, "{}: no such operator{}", wanted, did_you_mean(name, names));
}

// "Hardmax", "Hardmax-13", or everything.
std::vector<const OpVersion*> select(const std::string& wanted) {
  std::vector<const OpVersion*> selected;
  for (const OpVersions versions : all_operators()) {
    for (const OpVersion& op : versions) {
      if (wanted.empty() || wanted == op.name || wanted == to_string(op)) selected.push_back(&op);
    }
  }
  if (selected.empty()) fail_unknown(wanted);
  return selected;
}

void print_ops(const OpsOptions& options) {
  const std::vector<const OpVersion*> selected = select(options.name);
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const OpVersion* op : selected) list.push_back(json_of(*op));
    return print_out(print_json(list));
  }
  std::string text;
  for (const OpVersion* op : selected) text += text_of(*op);
  print_out(text);
}

}  // namespace

void add_ops_command(CommandLine& line) {
  Command command = line.add_command("ops", "list operators, versions and element types");
  const auto options = std::make_shared<OpsOptions>();
  command.add_option("NAME", options->name, "an operator, Hardmax, or a version of it, Hardmax-13");
  command.add_flag("--json", options->json, "print one JSON document");
  command.footer(kOpsExamples);
  command.action([options] {
    print_ops(*options);
    return kSuccess;
  });
}

}  // namespace hardref::tools
