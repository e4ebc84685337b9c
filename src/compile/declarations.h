// Every statement that a graph or a function makes about its values, against what they are given or computed as.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compile/options.h"
#include "model/model.h"

namespace hardref {

// Of one run through a graph or a function's body. Symbols ("N") get the first extent that they meet, and keep it.
class Declarations {
 public:
  // Refers to both.
  Declarations(std::span<const model::ValueInfo> value_infos, const CompileOptions& options);

  // What a graph input is given, be it by its own initializer. Throws kInvalidInput for another element type, and for
  // another shape unless any shape is allowed, which is warned of then; kUnsupported where no dense tensor is declared.
  void check_input(const model::ValueInfo& input, const TensorType& given);

  // What a graph output is. Throws kInvalidModel for another element type, and where no dense tensor is declared; warns
  // of another shape.
  void check_output(const model::ValueInfo& output, const TensorType& computed);

  // What any value is, by all that value_info says of its name; as check_output.
  void check_value(std::string_view name, const TensorType& computed);
  // The same of an input or initializer, where no node is at fault.
  void check_given(std::string_view name, const TensorType& given);

 private:
  struct Extent {
    std::int64_t extent;
    std::string where;  // that had it first
  };

  void check_computed(std::string_view what, const model::ValueInfo& stated, const TensorType& computed);
  [[nodiscard]] std::string contradiction(std::string_view what, const model::ValueInfo& stated, const Shape& shape);

  const CompileOptions& options_;
  std::unordered_multimap<std::string_view, const model::ValueInfo*> value_infos_;
  std::map<std::string, Extent> symbols_;
};

// Each initializer of a graph input against what the input is declared as. Throws kInvalidModel for another element
// type, rank or extent.
void check_initializers(const model::Graph& graph);

}  // namespace hardref
