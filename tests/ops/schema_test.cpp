// Every row against the facts of the standard in op_schemas.json, from three sides: the registry, what the program
// prints, and the schemas of ONNX 1.12, which Debian ships. Each is brought into the form of the file, and must then be
// equal.
#include <onnx/defs/schema.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "ops/registry.h"
#include "support/catch.h"
#include "support/program.h"

namespace hardref::test {
namespace {

using nlohmann::json;

constexpr std::size_t kRows = 51;

json expected_schemas() {
  std::ifstream file(HARDREF_SOURCE_DIR "/tests/ops/op_schemas.json");
  return json::parse(file);
}

// A float attribute's default is a float, which 0.2 in the file is not.
json with_float_defaults(json schemas) {
  for (json& schema : schemas) {
    for (json& attribute : schema["attributes"]) {
      if (attribute["type"] == "float" && attribute.contains("default")) {
        attribute["default"] = attribute["default"].get<float>();
      }
    }
  }
  return schemas;
}

json sorted(const std::set<std::string>& names) { return names; }

void check_equal(const json& actual, const json& expected) {
  for (const auto& [name, schema] : expected.items()) {
    INFO(name);
    CHECK(actual.value(name, json()).dump(1) == schema.dump(1));
  }
  for (const auto& [name, schema] : actual.items()) {
    INFO(name << " " << schema.dump());
    CHECK(expected.contains(name));
  }
}

// ---- The registry ---------------------------------------------------------------------------------------------------

json from(const AttributeSpec& spec) {
  json attribute = {{"type", model::to_string(spec.kind)}, {"required", spec.required}};
  if (const auto* value = std::get_if<float>(&spec.default_value)) attribute["default"] = *value;
  if (const auto* value = std::get_if<std::int64_t>(&spec.default_value)) attribute["default"] = *value;
  if (const auto* value = std::get_if<std::string_view>(&spec.default_value)) attribute["default"] = *value;
  return attribute;
}

json from(const Parameter& parameter) {
  return {{"name", parameter.name}, {"type", parameter.constraint}, {"variadic", parameter.variadic}};
}

json from(const OpVersion& op) {
  json schema = {{"attributes", json::object()}, {"inputs", json::array()}, {"outputs", {from(op.output)}}};
  for (const AttributeSpec& spec : op.attributes) schema["attributes"][std::string(spec.name)] = from(spec);
  for (const Parameter& input : op.inputs) schema["inputs"].push_back(from(input));
  for (const TypeConstraint& constraint : op.constraints) {
    std::set<std::string> names;
    for (const DataType type : constraint.types.types()) names.emplace(hardref::to_string(type));
    schema["types"][std::string(constraint.name)] = sorted(names);
  }
  return schema;
}

TEST_CASE("the registry holds the rows of the standard, and no other") {
  json actual = json::object();
  std::size_t rows = 0;
  for (const OpVersions versions : all_operators()) {
    for (const OpVersion& op : versions) {
      actual[hardref::to_string(op)] = from(op);
      ++rows;
      CHECK(op.name == versions.front().name);
    }
    CHECK(std::ranges::is_sorted(versions, std::ranges::less_equal(), &OpVersion::since_version));
  }
  CHECK(rows == kRows);
  const json expected = with_float_defaults(expected_schemas());
  CHECK(expected.size() == kRows);
  check_equal(actual, expected);
}

TEST_CASE("every default is of its attribute's kind") {
  for (const OpVersions versions : all_operators()) {
    for (const OpVersion& op : versions) {
      for (const AttributeSpec& spec : op.attributes) {
        INFO(hardref::to_string(op) << " " << spec.name);
        CHECK((!std::holds_alternative<float>(spec.default_value) || spec.kind == model::AttributeKind::kFloat));
        CHECK((!std::holds_alternative<std::int64_t>(spec.default_value) || spec.kind == model::AttributeKind::kInt));
        CHECK((!std::holds_alternative<std::string_view>(spec.default_value) ||
               spec.kind == model::AttributeKind::kString));
      }
    }
  }
}

// ---- The program ----------------------------------------------------------------------------------------------------

json by_name(const json& list) {
  json result = json::object();
  for (json item : list) {
    const std::string name = item["name"];
    item.erase("name");
    result[name] = item;
  }
  return result;
}

TEST_CASE("hardref ops --json prints the rows of the standard") {
  const ProgramResult run = run_program({"ops", "--json"});
  CHECK(run.err == "");
  REQUIRE(run.exit_code == 0);
  const json rows = json::parse(run.out);
  CHECK(rows.size() == kRows);
  const std::set<std::string> keys = {"name", "since_version", "function", "attributes", "inputs", "outputs", "types"};
  const std::set<std::string> functions = {"CastLike", "HardSigmoid"};
  json actual = json::object();
  for (const json& row : rows) {
    std::set<std::string> row_keys;
    for (const auto& [key, value] : row.items()) row_keys.insert(key);
    CHECK(row_keys == keys);
    const std::string name = row["name"];
    const auto since = row["since_version"].get<int>();
    CHECK(row["function"] == (functions.contains(name) && since != 1));
    json& schema = actual[name + "-" + std::to_string(since)];
    schema = {{"attributes", by_name(row["attributes"])}, {"inputs", row["inputs"]}, {"outputs", row["outputs"]}};
    for (const auto& [constraint, types] : row["types"].items()) {
      schema["types"][constraint] = sorted(types.get<std::set<std::string>>());
    }
  }
  check_equal(with_float_defaults(actual), with_float_defaults(expected_schemas()));
}

// ---- ONNX 1.12 ------------------------------------------------------------------------------------------------------

std::string without_tensor(const std::string& type) {
  const std::string prefix = "tensor(";
  REQUIRE(type.starts_with(prefix));
  return type.substr(prefix.size(), type.size() - prefix.size() - 1);
}

std::string kind_of(onnx::AttributeProto::AttributeType type) {
  std::string name = onnx::AttributeProto::AttributeType_Name(type);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

json from(const onnx::OpSchema::Attribute& spec) {
  json attribute = {{"type", kind_of(spec.type)}, {"required", spec.required}};
  const onnx::AttributeProto& value = spec.default_value;
  if (value.has_f()) attribute["default"] = value.f();
  if (value.has_i()) attribute["default"] = value.i();
  if (value.has_s()) attribute["default"] = value.s();
  return attribute;
}

json from(const onnx::OpSchema::FormalParameter& parameter) {
  const auto option = parameter.GetOption();
  CHECK(option != onnx::OpSchema::Optional);
  return {{"name", parameter.GetName()},
          {"type", parameter.GetTypeStr()},
          {"variadic", option == onnx::OpSchema::Variadic}};
}

json from(const onnx::OpSchema& op) {
  json schema = {{"attributes", json::object()}, {"inputs", json::array()}, {"outputs", json::array()}};
  for (const auto& [name, spec] : op.attributes()) schema["attributes"][name] = from(spec);
  for (const auto& input : op.inputs()) schema["inputs"].push_back(from(input));
  for (const auto& output : op.outputs()) schema["outputs"].push_back(from(output));
  for (const auto& constraint : op.typeConstraintParams()) {
    std::set<std::string> names;
    for (const std::string& type : constraint.allowed_type_strs) names.insert(without_tensor(type));
    schema["types"][constraint.type_param_str] = sorted(names);
  }
  return schema;
}

TEST_CASE("ONNX 1.12 agrees on every row up to opset 17") {
  constexpr int kNewest = 17;
  json actual = json::object();
  for (const onnx::OpSchema& op : onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
    if (!op.domain().empty() || find_operator(op.Name()).empty()) continue;
    REQUIRE(op.since_version() <= kNewest);
    actual[op.Name() + "-" + std::to_string(op.since_version())] = from(op);
  }
  json expected = with_float_defaults(expected_schemas());
  for (auto row = expected.begin(); row != expected.end();) {
    const bool known = std::stoi(row.key().substr(row.key().rfind('-') + 1)) <= kNewest;
    row = known ? std::next(row) : expected.erase(row);
  }
  CHECK(expected.size() == 35);
  check_equal(actual, expected);
}

}  // namespace
}  // namespace hardref::test
