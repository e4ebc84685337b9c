// The model-local functions of a model: which one a node calls, and that none calls itself.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "model/model.h"

namespace hardref {

class FunctionTable {
 public:
  // Refers into the model. Throws kInvalidModel for a function that is defined twice or calls itself, kLimit for calls
  // nested too deeply.
  explicit FunctionTable(const model::Model& model);

  // Null for a node of an operator: a function never replaces a standard operator.
  [[nodiscard]] const model::Function* find(const model::Node& node) const;

 private:
  using Key = std::tuple<std::string_view, std::string_view, std::string_view>;
  // The levels of calls below each function that was visited; nothing while its own calls are being visited.
  using Depths = std::map<const model::Function*, std::optional<std::size_t>>;

  [[nodiscard]] std::string_view overload(std::string_view name) const;
  std::size_t depth_of(const model::Function& function, Depths& depths, std::size_t above) const;

  bool has_overloads_;
  std::map<Key, const model::Function*> functions_;
};

// How many nodes the expansion of functions may still give, calls included.
class NodeBudget {
 public:
  explicit NodeBudget(std::size_t nodes) : nodes_(nodes), left_(nodes) {}
  // Throws kLimit where there is none left.
  void take();

 private:
  std::size_t nodes_;
  std::size_t left_;
};

// "domain.Name", with ":overload" where there is one.
[[nodiscard]] std::string name_of(const model::Function& function);

// Throws kInvalidModel where the function does not have as many inputs or outputs, or not the attributes.
void check_call(const model::Node& node, const model::Function& function);

}  // namespace hardref
