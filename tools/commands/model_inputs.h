// Where the inputs of a model come from, as the options of a sub-command say it: values, a data set, or random numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/command.h"
#include "hardref.hpp"

namespace hardref::tools {

class InputOptions {
 public:
  void add_options(Command& command);

  // Values from --input, else the data set's, else random ones. Throws kUsage for an input that is given twice and for
  // a dimension that no input has, and what reading the values throws.
  [[nodiscard]] std::vector<NamedTensor> collect(const Model& model, const Session& session) const;

 private:
  std::vector<std::string> values_;
  std::string folder_;
  std::optional<std::uint64_t> seed_;
  DimensionOptions dimensions_;
};

}  // namespace hardref::tools
