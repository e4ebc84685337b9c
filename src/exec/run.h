// The tensor machine: runs a program on memory. It checks nothing, since a program is right by construction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "exec/program.h"
#include "exec/workers.h"
#include "tensor/memory.h"

namespace hardref {

// Memory that a run needs besides inputs and outputs, kept between runs. One run at a time.
struct Scratch {
  // block: elements of a chain at a time. threads: see Workers.
  Scratch(const Program& program, std::size_t block, std::size_t threads = 1);

  // Whether chains write such a result past the caches.
  [[nodiscard]] bool streams(const Value& result) const;

  Workers workers;
  std::size_t block;
  std::size_t buffer_bytes;
  Tensor values;                // all values whose place is kScratch
  std::vector<Tensor> strings;  // those whose place is kStrings
  Tensor buffers;               // for each worker, those of a chain and one for what is streamed
  std::size_t streamed_from = streaming_pays() ? kStreamedBytes : SIZE_MAX;
  std::vector<void*> addresses;  // of each value; null for one that lives in a buffer
};

using ValueObserver = std::function<void(const std::string& label, ValueId value, const TensorView& elements)>;

// One pointer for each input and output of the program. Throws kInternal where an EqualityCheck fails. The observer, if
// there is one, sees every computed value that has a source and memory of its own.
void run(const Program& program, std::span<const void* const> inputs, std::span<void* const> outputs, Scratch& scratch,
         const ValueObserver& observer = nullptr);

}  // namespace hardref
