// Walks a resolved model once, node by node in order, with all types known, and emits the machine's operations:
// function calls are entered, rewrites followed, shapes inferred.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compile/bind.h"
#include "compile/compile.h"
#include "compile/emit.h"

namespace hardref {

// Names in sight of the nodes of one graph or function body; a function's optional input that is left out has no value.
using Scope = std::map<std::string, std::optional<ValueId>, std::less<>>;

class Lowering {
 public:
  Lowering(Emitter& emitter, const CompileOptions& options) : emitter_(emitter), options_(options) {}

  // Adds the nodes' outputs to the scope. path names the calls around them, "" or "outer/inner/".
  void lower(const std::vector<ResolvedNode>& nodes, Scope& scope, const BoundAttributes& bound,
             const std::string& path);

 private:
  struct Site;  // one node with what surrounds it

  void lower_node(const Site& site);
  std::vector<std::optional<ValueId>> call_function(const Site& site);
  std::vector<std::optional<ValueId>> enter(const Site& site, const ResolvedFunction& function,
                                            std::span<const std::optional<ValueId>> inputs,
                                            const BoundAttributes& bound);
  ValueId apply(const Site& site, const OpVersion& op, std::span<const model::Attribute> attributes,
                std::span<const ValueId> inputs);
  ValueId elementwise(const Site& site, const Elementwise& meaning, const Call& call, std::span<const ValueId> inputs);
  ValueId run_stages(const Call& call, std::span<const Stage> stages, std::vector<Operand> operands, const Shape& shape,
                     const std::string& name);
  ValueId body(const Site& site, const FunctionBody& meaning, const Call& call, std::span<const ValueId> inputs);

  Emitter& emitter_;
  const CompileOptions& options_;
  std::size_t nodes_ = 0;
};

}  // namespace hardref
