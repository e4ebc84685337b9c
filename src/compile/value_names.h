// The names of values inside of function calls. There is one for each, whether hardref runs the model, prints it or
// writes it: the model's own where the caller named the value; else the call's first output that has a name, "_", and
// the function's name for it ("y_AlphaMulX"), with "_2", "_3" where that is taken.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compile/resolve.h"
#include "exec/program.h"

namespace hardref {

// What the names inside of a function are in the graph.
struct CallNames {
  std::string prefix;
  std::map<std::string_view, std::string> values;  // "" for an input that the call leaves out
};

// Gives names in the order in which calls are entered, which is that of the nodes, each call before those inside of it.
class ValueNamer {
 public:
  // Every name of the graph is taken, in value_info and in graphs that are attributes too.
  explicit ValueNamer(const model::Graph& graph);

  // For a call with these inputs and outputs, which have the graph's names already.
  [[nodiscard]] CallNames enter(const ResolvedFunction& function, std::span<const std::string> inputs,
                                std::span<const std::string> outputs);

  // For a graph among the attributes of a node inside of a call: what it defines, beside what it sees.
  [[nodiscard]] CallNames enter(const model::Graph& graph, const CallNames& around);

  // The name of a node inside of the call as one of the graph's nodes; "" for one without.
  [[nodiscard]] std::string node_name(const CallNames& call, const std::string& name);

 private:
  // Each with the number that is tried next where it is wanted again.
  using Names = std::unordered_map<std::string, std::size_t>;

  void add_names(const model::Graph& graph);
  static std::string unique(const std::string& wanted, Names& taken);

  Names values_;
  Names nodes_;
};

// The names of all values of a program. As large as the expansion of the model: for those who ask for them.
class ValueNames {
 public:
  // Refers to both. Expects that the expansion keeps to its budget, as that of a model does which was compiled.
  ValueNames(const model::Graph& graph, const ResolvedModel& resolved);

  // "" for a value inside of an operator.
  [[nodiscard]] const std::string& name(const Source& source) const;
  // Of a source that is a node.
  [[nodiscard]] const ResolvedNode& node(const Source& source) const;
  // The calls around that node, outermost first, as messages refer to them: `node "act" (HardSigmoid-22)`.
  [[nodiscard]] std::vector<std::string> calls(const Source& source) const;

 private:
  // In the order in which they are entered; the first one stands for the graph.
  struct Call {
    std::size_t parent = 0;
    const ResolvedNode* node = nullptr;  // that calls; null for the graph
    const std::vector<ResolvedNode>* nodes = nullptr;
    std::vector<std::string> results = {};  // the first output of each node
  };
  void enter(std::size_t call, ValueNamer& namer, const CallNames* names);

  const model::Graph& graph_;
  std::vector<Call> calls_;
};

}  // namespace hardref
