// A program for the tensor machine: values with their place in memory, and steps that compute them in order. It is made
// for one set of shapes and element types, holds no names to look up, and is never changed after it was assembled.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "exec/kernel.h"
#include "hardref.hpp"

namespace hardref {

// Index into Program::values.
using ValueId = std::uint32_t;

// Where the elements of a value are while the program runs.
struct Place {
  enum class Kind {
    kBuffer,    // only block by block, inside one chain
    kInput,     // in the caller's input number index
    kConstant,  // in Program::constants[index]
    kOutput,    // in the caller's output number index
    kScratch,   // in the machine's own memory, index bytes from its start
    kStrings,   // in the machine's own tensor of strings number index
  };
  Kind kind = Kind::kBuffer;
  std::size_t index = 0;
};

// What made a value, for those who name it in listings and traces. The machine does not look at it.
struct Source {
  enum class Kind : std::uint8_t { kUnnamed, kInput, kInitializer, kNode };
  Kind kind = Kind::kUnnamed;
  std::uint32_t index = 0;  // of the input or initializer, or of the node among those that its call runs
  std::uint32_t call = 0;   // calls are counted in the order in which they are entered; 0 stands for none
};

struct Value {
  TensorType type;
  std::size_t count = 0;         // elements
  std::size_t element_size = 0;  // bytes
  Place place;
  Source source;
};

struct ChainOperand {
  enum class Kind {
    kBuffer,     // the block just computed into buffer number index
    kBlock,      // the same block of value number index, which has the chain's shape
    kUniform,    // the only element of value number index
    kStretched,  // value number index walked with strides, gathered into buffer number buffer first
  };
  Kind kind = Kind::kBuffer;
  std::uint32_t index = 0;
  std::uint32_t buffer = 0;
  Shape strides;
};

struct ChainOp {
  ElementwiseKernel kernel = nullptr;
  std::vector<ChainOperand> operands;
  ValueId result = 0;
  std::uint32_t buffer = 0;  // where the result goes if its place is kBuffer
  std::string label;
};

// Elementwise operations of one shape, run together on block after block.
struct Chain {
  Shape shape;
  std::size_t count = 0;
  std::uint32_t buffers = 0;
  std::vector<ChainOp> ops;
};

struct WholeStep {
  WholeTensorKernel kernel;
  std::vector<ValueId> inputs;
  ValueId result = 0;
  std::string label;
};

// Demands that two values have the same bits, where any NaN equals any NaN.
struct EqualityCheck {
  ValueId left = 0;
  ValueId right = 0;
  std::string label;
};

using Step = std::variant<Chain, WholeStep, EqualityCheck>;

// An output is computed in place, or copied at the end: an input, a constant, or a value that is an output twice.
struct OutputCopy {
  ValueId from = 0;
  std::size_t output = 0;
};

struct Program {
  std::vector<Value> values;
  std::vector<std::shared_ptr<const Tensor>> constants;
  std::vector<Step> steps;
  std::vector<ValueId> inputs;   // in the caller's order
  std::vector<ValueId> outputs;  // in the caller's order; the type of each is the value's
  std::vector<OutputCopy> copies;
  std::size_t scratch_bytes = 0;
  std::vector<Shape> string_tensors;
  std::size_t buffer_element_size = 0;  // bytes of the widest element in a chain
  std::uint32_t buffers = 0;            // of the chain with most
  std::size_t longest_chain = 0;        // elements
};

}  // namespace hardref
