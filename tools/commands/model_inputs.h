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

  // Values from --input, else those of --inputs, else random ones. A test directory that the model was read from stands
  // for --inputs with its first data set. Throws kUsage for an input that is given twice and for a dimension that no
  // input has, and what reading the values throws.
  [[nodiscard]] std::vector<NamedTensor> collect(const Model& model, const Session& session,
                                                 const std::string& test_directory = {}) const;

 private:
  [[nodiscard]] std::vector<NamedTensor> collect_values(const Model& model,
                                                        const std::vector<Declaration>& required) const;

  std::vector<std::string> values_;
  std::string folder_;
  std::optional<std::uint64_t> seed_;
  DimensionOptions dimensions_;
};

}  // namespace hardref::tools
