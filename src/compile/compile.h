// Turns a model into a program for one set of input types and shapes.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "compile/resolve.h"
#include "exec/program.h"

namespace hardref {

struct CompileOptions {
  bool verify = false;        // also run native kernels, and compare
  bool single_steps = false;  // one step for each operation, all values kept
  bool fuse = true;           // join recurring neighbours into one operation
  std::size_t max_nodes = 1'000'000;
  std::function<void(std::string_view)> warn = [](std::string_view) {};
};

// For each graph input, in order, what it is fed with; nothing for one that keeps its initializer. The program's inputs
// are those that are fed. Throws kInvalidModel, kInvalidInput, kUnsupported and kLimit.
[[nodiscard]] Program compile(const model::Model& model, const ResolvedModel& resolved,
                              std::span<const std::optional<TensorType>> inputs, const CompileOptions& options);

}  // namespace hardref
