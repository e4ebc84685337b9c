#include "ops/cast_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace hardref::test {
namespace {

constexpr std::size_t kMostReports = 4;

bool is_ruled(DataType type) { return type == DataType::kFloat8e8m0 || (float_format(type) && bytes_of(type) == 1); }

SingleNode node_of(const CastCall& call) {
  SingleNode node{call.op_type, call.version};
  if (call.op_type == "Cast" && call.version == 1) {
    std::string name(to_string(call.to));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    node.attributes.push_back({"to", name});
  } else if (call.op_type == "Cast") {
    node.attributes.push_back({"to", static_cast<std::int64_t>(call.to)});
  }
  if (call.saturate) node.attributes.push_back({"saturate", *call.saturate});
  if (call.round_mode) node.attributes.push_back({"round_mode", *call.round_mode});
  return node;
}

std::string text_at(const Tensor& tensor, std::size_t index) {
  if (tensor.type() == DataType::kString) return fmt::format("\"{}\"", tensor.values<std::string>()[index]);
  return describe(tensor.type(), bits_at(tensor, index));
}

// The elements of y that must come out, as far as strings take no part.
std::uint64_t expected_bits(const CastCall& call, const CastInput& input, std::size_t index) {
  if (input.x.type() == call.to) return bits_at(input.x, index);
  CastRules rules{call.version, call.saturate.value_or(1) != 0};
  if (call.round_mode) rules.round_mode = *call.round_mode;
  return cast(input.sources[index], call.to, rules);
}

std::string expected_text(const CastInput& input, std::size_t index) {
  if (input.x.type() == DataType::kString) return input.x.values<std::string>()[index];
  return cast_to_text(input.x.type(), bits_at(input.x, index));
}

// How an element differs from what must come out; empty where it does not.
std::string difference(const CastCall& call, const CastInput& input, const Tensor& y, std::size_t index) {
  if (call.to == DataType::kString) {
    const std::string expected = expected_text(input, index);
    return y.values<std::string>()[index] == expected ? "" : fmt::format("\"{}\"", expected);
  }
  const std::uint64_t expected = expected_bits(call, input, index);
  return same_element(call.to, bits_at(y, index), expected) ? "" : describe(call.to, expected);
}

}  // namespace

CastInput cast_input(DataType type, const std::vector<std::uint64_t>& patterns) {
  CastInput input{tensor_of_bits(type, {static_cast<std::int64_t>(patterns.size())}, patterns), {}};
  for (const std::uint64_t bits : patterns) input.sources.push_back(cast_source(type, bits));
  return input;
}

CastInput cast_input(const std::vector<std::string>& numerals) {
  CastInput input{Tensor::of<std::string>({static_cast<std::int64_t>(numerals.size())}, numerals), {}};
  for (const std::string& text : numerals) input.sources.push_back(cast_source(text).value());
  return input;
}

std::vector<CastCall> calls_of(const std::string& op_type, std::int64_t version, DataType to) {
  std::vector<CastCall> calls = {{op_type, version, to}};
  if (!is_ruled(to) || version < 19) return calls;
  for (const std::int64_t saturate : {1, 0}) {
    calls.push_back({op_type, version, to, saturate});
    if (to != DataType::kFloat8e8m0) continue;
    for (const char* mode : {"up", "down", "nearest"}) calls.push_back({op_type, version, to, saturate, mode});
  }
  return calls;
}

Strings check_cast(const CastCall& call, const CastInput& input, Strings& executed) {
  std::vector<Tensor> inputs = {input.x};
  if (call.op_type == "CastLike") inputs.emplace_back(call.to, Shape{0});  // its type alone counts
  const Tensor y = run_node(node_of(call), inputs);
  const std::string cell = cell_of(call.op_type, call.version, input.x.type(), y.type());
  executed.push_back(cell);
  if (y.type() != call.to) return {fmt::format("{}, expected {}", cell, to_string(call.to))};
  if (y.shape() != input.x.shape()) return {cell + " has another shape"};
  Strings wrong;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::string expected = difference(call, input, y, i);
    if (expected.empty()) continue;
    wrong.push_back(fmt::format("{}, saturate {}, round_mode {}: {} became {}, expected {}", cell,
                                call.saturate ? std::to_string(*call.saturate) : "absent",
                                call.round_mode.value_or("absent"), text_at(input.x, i), text_at(y, i), expected));
    if (wrong.size() == kMostReports) break;
  }
  return wrong;
}

}  // namespace hardref::test
