#include "compile/element_types.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

#include "error.h"
#include "tensor/join.h"
#include "tensor/types.h"

namespace hardref {
namespace {

// element_types.py says what a row looks like, and writes them.
constexpr std::string_view kRows =
#include "compile/element_types.inc"
    ;

// The versions of an operator, oldest first; the name has its domain in front.
using Table = std::unordered_map<std::string_view, std::vector<OperandTypes>>;

// What stands before the separator, which is taken off the text with it; all of it where there is none.
std::string_view take_until(std::string_view& text, std::string_view separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(end + separator.size(), text.size()));
  return taken;
}

OperandType parse_operand(std::string_view word) {
  OperandType operand;
  operand.variadic = word.ends_with("...");
  if (operand.variadic) word.remove_suffix(3);
  if (word.starts_with('@')) {
    word.remove_prefix(1);
    operand.attribute = word.empty() ? "*" : take_until(word, "=");
  }
  if (word.empty() || word == "*" || word == operand.attribute) return operand;
  operand.type = parse_data_type(word);
  if (!operand.type) operand.variable = word;
  return operand;
}

std::vector<OperandType> parse_operands(std::string_view words) {
  std::vector<OperandType> operands;
  while (!words.empty()) {
    const std::string_view word = take_until(words, " ");
    if (!word.empty()) operands.push_back(parse_operand(word));
  }
  return operands;
}

Table parse_table(std::string_view rows) {
  Table table;
  while (!rows.empty()) {
    std::string_view row = take_until(rows, "\n");
    if (row.empty()) continue;
    std::string_view version = take_until(row, ":");
    const std::string_view name = take_until(version, "-");
    OperandTypes types;
    std::from_chars(version.data(), version.data() + version.size(), types.since_version);
    types.inputs = parse_operands(take_until(row, "->"));
    types.outputs = parse_operands(row);
    table[name].push_back(std::move(types));
  }
  return table;
}

DataType type_of(const model::AttributeValue& value) {
  if (const auto* tensor = std::get_if<model::TensorPtr>(&value)) return (*tensor)->type();
  if (const auto* sparse = std::get_if<model::SparseTensorPtr>(&value)) return (*sparse)->values.type();
  if (std::holds_alternative<float>(value) || std::holds_alternative<std::vector<float>>(value)) {
    return DataType::kFloat;
  }
  if (std::holds_alternative<std::int64_t>(value) || std::holds_alternative<std::vector<std::int64_t>>(value)) {
    return DataType::kInt64;
  }
  return std::holds_alternative<model::Type>(value) ? DataType::kUndefined : DataType::kString;
}

// The type that an attribute gives: by its number or name, or by what it holds.
std::optional<DataType> type_by_attribute(const model::Node& node, std::string_view name) {
  const bool only = name == "*";
  const auto found = std::ranges::find_if(node.attributes, [&](const auto& one) { return only || one.name == name; });
  if (found == node.attributes.end()) return std::nullopt;
  const auto* value = std::get_if<model::AttributeValue>(&found->value);
  if (value == nullptr) return std::nullopt;
  DataType type = DataType::kUndefined;
  if (const auto* number = std::get_if<std::int64_t>(value); number != nullptr && !only) {
    type = static_cast<DataType>(*number);
  } else if (const auto* text = std::get_if<std::string>(value); text != nullptr && !only) {
    std::string lower = *text;  // Cast-1 names the type, as FLOAT16
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    type = parse_data_type(lower).value_or(DataType::kUndefined);
  } else {
    type = type_of(*value);
  }
  return AllTypes::kSet.contains(type) ? std::optional(type) : std::nullopt;
}

}  // namespace

const OperandTypes* find_operand_types(const model::Node& node, const model::OpsetImports& imports) {
  static const Table kTable = parse_table(kRows);
  const auto opset = imports.find(node.domain);
  const auto versions = kTable.find(model::qualified_op_type(node));
  if (opset == imports.end() || versions == kTable.end()) return nullptr;
  const auto next = std::ranges::upper_bound(versions->second, opset->second, {}, &OperandTypes::since_version);
  return next == versions->second.begin() ? nullptr : &*std::prev(next);
}

ElementTypes::Value ElementTypes::add(std::string name) {
  names_.push_back(std::move(name));
  parents_.push_back(parents_.size());
  types_.push_back(AllTypes::kSet);
  return names_.size() - 1;
}

ElementTypes::Value ElementTypes::root(Value value) const {
  while (parents_[value] != value) {
    parents_[value] = parents_[parents_[value]];
    value = parents_[value];
  }
  return value;
}

void ElementTypes::require(Value value, TypeSet types, std::string_view reason) {
  if (value == kNone) return;
  TypeSet& possible = types_[root(value)];
  if ((possible & types).empty()) {
    fail(ErrorKind::kInvalidModel, "value \"{}\" {} {}, but has element type {}", name(value), reason,
         hardref::join(types.types(), " or ", [](DataType type) { return to_string(type); }), to_string(possible));
  }
  possible = possible & types;
}

void ElementTypes::join(Value a, Value b) {
  if (a == kNone || b == kNone) return;
  const Value kept = root(a);
  const Value joined = root(b);
  if (kept == joined) return;
  const TypeSet both = types_[kept] & types_[joined];
  if (both.empty()) {
    fail(ErrorKind::kInvalidModel, "values \"{}\" and \"{}\" must have one element type, but have {} and {}", name(a),
         name(b), to_string(types_[kept]), to_string(types_[joined]));
  }
  parents_[joined] = kept;
  types_[kept] = both;
}

void ElementTypes::add_node(const model::Node& node, const model::OpsetImports& imports, std::span<const Value> inputs,
                            std::span<const Value> outputs) {
  const OperandTypes* row = find_operand_types(node, imports);
  if (row == nullptr) return;
  std::map<std::string_view, Value> variables;
  const auto add_operands = [&](std::span<const Value> values, std::span<const OperandType> operands) {
    for (std::size_t i = 0; i < values.size() && !operands.empty(); ++i) {
      if (values[i] == kNone || (i >= operands.size() && !operands.back().variadic)) continue;
      const OperandType& operand = operands[std::min(i, operands.size() - 1)];
      if (const auto given = type_by_attribute(node, operand.attribute)) {
        require(values[i], {*given}, "is made as");
      } else if (operand.type) {
        require(values[i], {*operand.type}, "must be");
      } else if (!operand.variable.empty()) {
        join(variables.emplace(operand.variable, values[i]).first->second, values[i]);
      }
    }
  };
  add_operands(inputs, row->inputs);
  add_operands(outputs, row->outputs);
}

TypeSet ElementTypes::possible(Value value) const { return types_[root(value)]; }

std::optional<DataType> ElementTypes::known(Value value) const {
  const std::vector<DataType> types = possible(value).types();
  return types.size() == 1 ? std::optional(types.front()) : std::nullopt;
}

}  // namespace hardref
