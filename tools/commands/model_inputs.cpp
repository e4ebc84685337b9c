#include "commands/model_inputs.h"

#include <algorithm>
#include <set>

#include "commands/command.h"
#include "files/values.h"
#include "judge/data_set.h"

namespace hardref::tools {
namespace {

// A seed for each place, so that an input's values do not depend on which others are given. Inputs that need no value
// come after those that do.
std::uint64_t seed_of(const std::string& name, const Model& model, const std::vector<Declaration>& required,
                      std::uint64_t seed) {
  const auto found = std::ranges::find(required, name, &Declaration::name);
  if (found != required.end()) return seed + static_cast<std::uint64_t>(found - required.begin());
  const std::vector<Declaration> all = model.inputs();
  return seed + required.size() +
         static_cast<std::uint64_t>(std::ranges::find(all, name, &Declaration::name) - all.begin());
}

}  // namespace

void InputOptions::add_options(Command& command) {
  command
      .add_option("-i,--input", values_,
                  "NAME=VALUE: a .pb or .npy file, FILE.npz:KEY, ONNX text, or random:float[2,3]")
      .type_name("NAME=VALUE");
  command.add_option("--inputs", folder_, "a data set: input_0.pb, input_1.pb, ...").type_name("DIR");
  command.add_option("--random", seed_, "fill inputs that are not given, from this seed")
      .type_name("SEED")
      .without_minus();
  dimensions_.add_options(command);
}

std::vector<NamedTensor> InputOptions::collect(const Model& model, const Session& session) const {
  dimensions_.check(model.inputs());
  const std::vector<Declaration> required = session.required_inputs();
  const std::uint64_t seed = seed_.value_or(0);
  std::vector<NamedTensor> inputs;
  if (!folder_.empty()) inputs = read_inputs(folder_, model);
  std::set<std::string> given;
  for (const std::string& text : values_) {
    const auto [name, value] = split_assignment(text, "--input");
    if (!given.insert(name).second) fail(ErrorKind::kUsage, "--input {}: input \"{}\" is given twice", text, name);
    Tensor tensor = with_context(
        [&, &input = name] { return fmt::format("input \"{}\"", input); },
        [&, &input = name, &source = value] { return parse_value(source, seed_of(input, model, required, seed)); });
    const auto known = std::ranges::find(inputs, name, &NamedTensor::name);
    if (known != inputs.end()) {
      known->tensor = std::move(tensor);
    } else {
      inputs.push_back({name, std::move(tensor)});
    }
  }
  for (const Declaration& input : required) {
    if (!seed_ || std::ranges::find(inputs, input.name, &NamedTensor::name) != inputs.end()) continue;
    const Shape shape = dimensions_.shape_of(input);
    inputs.push_back({input.name, random_tensor(*input.type, shape, seed_of(input.name, model, required, seed))});
  }
  return inputs;
}

}  // namespace hardref::tools
