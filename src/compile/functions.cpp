#include "compile/functions.h"

#include <algorithm>

#include "error.h"
#include "ops/registry.h"

namespace hardref {
namespace {

constexpr std::size_t kMaxDepth = 100;

bool is_standard(std::string_view domain, std::string_view name) {
  return domain.empty() && !find_operator(name).empty();
}

}  // namespace

FunctionTable::FunctionTable(const model::Model& model) : has_overloads_(model.ir_version >= 10) {
  for (const model::Function& function : model.functions) {
    const Key key{function.domain, function.name, overload(function.overload)};
    if (!functions_.emplace(key, &function).second) {
      fail_at(function.place, ErrorKind::kInvalidModel, "function {} is defined twice", name_of(function));
    }
  }
  Depths depths;
  for (const model::Function& function : model.functions) depth_of(function, depths, 0);
}

const model::Function* FunctionTable::find(const model::Node& node) const {
  if (is_standard(node.domain, node.op_type)) return nullptr;
  const auto found = functions_.find({node.domain, node.op_type, overload(node.overload)});
  return found == functions_.end() ? nullptr : found->second;
}

// Overloads came with IR version 10; before, the field means nothing.
std::string_view FunctionTable::overload(std::string_view name) const {
  return has_overloads_ ? name : std::string_view();
}

// Depth-first over the calls; a function that is met again while its own calls are being visited calls itself. The
// limit holds for the calls above and below together, in whatever order the functions stand.
std::size_t FunctionTable::depth_of(const model::Function& function, Depths& depths, std::size_t above) const {
  const auto [known, is_new] = depths.try_emplace(&function);
  if (!is_new && !known->second) {
    fail_at(function.place, ErrorKind::kInvalidModel, "function {} calls itself", name_of(function));
  }
  std::size_t depth = known->second.value_or(1);
  if (above + depth > kMaxDepth) {
    fail_at(function.place, ErrorKind::kLimit, "functions are nested more than {} deep at function {}", kMaxDepth,
            name_of(function));
  }
  if (!is_new) return depth;
  for (const model::Node& node : function.nodes) {
    if (const model::Function* callee = find(node)) depth = std::max(depth, 1 + depth_of(*callee, depths, above + 1));
  }
  known->second = depth;
  return depth;
}

void NodeBudget::take() {
  if (left_ == 0) fail(ErrorKind::kLimit, "expanding functions gives more than {} nodes", nodes_);
  --left_;
}

std::string name_of(const model::Function& function) {
  const std::string name = function.domain.empty() ? function.name : function.domain + "." + function.name;
  return function.overload.empty() ? name : name + ":" + function.overload;
}

void check_call(const model::Node& node, const model::Function& function) {
  if (node.inputs.size() > function.inputs.size()) {
    fail(ErrorKind::kInvalidModel, "number of inputs is {}, but function {} has {}", node.inputs.size(),
         name_of(function), function.inputs.size());
  }
  if (node.outputs.size() > function.outputs.size()) {
    fail(ErrorKind::kInvalidModel, "number of outputs is {}, but function {} has {}", node.outputs.size(),
         name_of(function), function.outputs.size());
  }
  for (const model::Attribute& attribute : node.attributes) {
    if (std::ranges::find(function.attributes, attribute.name) == function.attributes.end() &&
        std::ranges::find(function.attribute_defaults, attribute.name, &model::Attribute::name) ==
            function.attribute_defaults.end()) {
      fail(ErrorKind::kInvalidModel, "function {} has no attribute {}", name_of(function), attribute.name);
    }
  }
}

}  // namespace hardref
