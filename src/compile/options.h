// How a model is compiled. The results do not depend on it, but any_shape lets more inputs pass.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace hardref {

struct CompileOptions {
  bool verify = false;        // also run native kernels, and compare
  bool single_nodes = false;  // one step for each operation, all values kept
  bool keep_unread = false;   // compute what nobody reads as well, for those who observe it
  bool fuse = true;           // join recurring neighbours into one operation
  bool any_shape = false;     // a given shape that contradicts the declared one is warned of, and no error
  std::size_t max_nodes = 1'000'000;
  std::function<void(std::string_view)> warn = [](std::string_view) {};
};

}  // namespace hardref
