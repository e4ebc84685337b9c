// Test cases as text, for operators: nodes in ONNX text, what they are given, and what they must give or say.
//
//   case of equal elements the first one wins
//   opset 1 11 13
//   y = Hardmax <axis = 1> (x)
//   given x = float[1,4]{3,3,3,1}
//   expect y = float[1,4]{1,0,0,0}
//
// A case runs once under each opset. Instead of expect lines it may have one "error kind: the whole message". Lines
// that begin with no such word are node text; "#" begins a comment.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hardref.hpp"

namespace hardref::test {

struct Case {
  std::string name;
  std::string place;  // "hardmax.txt:12"
  std::vector<std::int64_t> opsets;
  std::string nodes;
  std::vector<NamedTensor> given;
  std::vector<NamedTensor> expected;
  std::string error;  // empty where the nodes must run
};

// Throws Error for a file that breaks the rules above.
[[nodiscard]] std::vector<Case> read_cases(const std::string& path);

// The case as a model: its inputs have the types and shapes of the given tensors.
[[nodiscard]] Model model_of(const Case& test_case, std::int64_t opset);

}  // namespace hardref::test
