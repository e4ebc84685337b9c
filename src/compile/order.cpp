#include "compile/order.h"

#include <algorithm>
#include <queue>
#include <set>
#include <unordered_map>

#include "error.h"

namespace hardref {
namespace {

// The node that gives a name, or kGiven.
constexpr std::size_t kGiven = SIZE_MAX;
using Sources = std::unordered_map<std::string_view, std::size_t>;

[[noreturn]] void fail_at_node(const model::Node& node, std::size_t index, const std::string& what) {
  fail_at(node.place, ErrorKind::kInvalidModel, "{}: {}", describe(node, index), what);
}

Sources find_sources(std::span<const model::Node> nodes, std::span<const std::string> given) {
  Sources sources;
  for (const std::string& name : given) sources.emplace(name, kGiven);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const std::string& name : nodes[i].outputs) {
      if (name.empty()) continue;
      const auto [other, is_new] = sources.emplace(name, i);
      if (is_new) continue;
      const std::string first =
          other->second == kGiven ? "an input or initializer" : describe(nodes[other->second], other->second);
      fail_at_node(nodes[i], i, fmt::format("output \"{}\" is already given by {}", name, first));
    }
  }
  return sources;
}

std::set<std::string_view> captured_by(const model::Attribute& attribute) {
  std::set<std::string_view> names;
  for (const model::GraphPtr& graph : model::graphs_of(attribute)) names.merge(captured_names(*graph));
  return names;
}

// The nodes whose outputs a node reads, as inputs or in the graphs among its attributes.
std::vector<std::size_t> find_producers(const model::Node& node, const Sources& sources) {
  std::vector<std::size_t> producers;
  const auto add = [&](std::string_view name) {
    const auto source = sources.find(name);
    if (source != sources.end() && source->second != kGiven) producers.push_back(source->second);
  };
  std::ranges::for_each(node.inputs, add);
  for (const model::Attribute& attribute : node.attributes) std::ranges::for_each(captured_by(attribute), add);
  return producers;
}

// A node of a cycle: following the unfinished sources of any unfinished node must come back to one of them.
std::size_t node_on_cycle(std::span<const model::Node> nodes, const Sources& sources,
                          const std::vector<std::size_t>& waiting, std::size_t start) {
  std::vector<bool> seen(nodes.size());
  std::size_t node = start;
  while (!seen[node]) {
    seen[node] = true;
    for (const std::size_t producer : find_producers(nodes[node], sources)) {
      if (waiting[producer] != 0) {
        node = producer;
        break;
      }
    }
  }
  return node;
}

// What has to be computed before what.
struct Dependencies {
  std::vector<std::size_t> waiting;             // of each node, inputs whose source has not run yet
  std::vector<std::vector<std::size_t>> users;  // of each node, those that take an output of it
};

Dependencies find_dependencies(std::span<const model::Node> nodes, const Sources& sources) {
  Dependencies result{std::vector<std::size_t>(nodes.size()), std::vector<std::vector<std::size_t>>(nodes.size())};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const std::string& name : nodes[i].inputs) {
      if (!name.empty() && !sources.contains(name)) {
        fail_at_node(nodes[i], i,
                     fmt::format("input \"{}\" is not defined: no input, initializer or node gives it", name));
      }
    }
    for (const std::size_t producer : find_producers(nodes[i], sources)) {
      result.users[producer].push_back(i);
      ++result.waiting[i];
    }
  }
  return result;
}

}  // namespace

std::set<std::string_view> captured_names(const model::Graph& graph) {
  std::set<std::string_view> names;
  for (const model::Node& node : graph.nodes) {
    names.insert(node.inputs.begin(), node.inputs.end());
    for (const model::Attribute& attribute : node.attributes) names.merge(captured_by(attribute));
  }
  for (const model::ValueInfo& output : graph.outputs) names.insert(output.name);
  for (const model::ValueInfo& input : graph.inputs) names.erase(input.name);
  for (const model::Initializer& initializer : graph.initializers) names.erase(initializer.name);
  for (const model::Node& node : graph.nodes) {
    for (const std::string& output : node.outputs) names.erase(output);
  }
  return names;
}

Ordering order_nodes(std::span<const model::Node> nodes, std::span<const std::string> given,
                     std::span<const std::string> wanted, std::span<const model::TextPlace> places) {
  const Sources sources = find_sources(nodes, given);
  auto [waiting, users] = find_dependencies(nodes, sources);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (sources.contains(wanted[i])) continue;
    fail_at(i < places.size() ? places[i] : model::TextPlace(), ErrorKind::kInvalidModel,
            "output \"{}\" is not defined: no input, initializer or node gives it", wanted[i]);
  }

  // Among the nodes that may run, the first of the file comes next: a sorted file keeps its order.
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (waiting[i] == 0) ready.push(i);
  }
  Ordering ordering;
  while (!ready.empty()) {
    const std::size_t node = ready.top();
    ready.pop();
    ordering.was_sorted = ordering.was_sorted && node == ordering.nodes.size();
    ordering.nodes.push_back(node);
    for (const std::size_t user : users[node]) {
      if (--waiting[user] == 0) ready.push(user);
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (waiting[i] == 0) continue;
    const std::size_t node = node_on_cycle(nodes, sources, waiting, i);
    fail_at_node(nodes[node], node, "needs its own output, through a cycle of nodes");
  }
  return ordering;
}

}  // namespace hardref
