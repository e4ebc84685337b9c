#include "commands/model_inputs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "commands/command.h"
#include "files/npz.h"
#include "files/values.h"
#include "judge/data_set.h"
#include "model/model.h"
#include "tensor/file.h"
#include "tensor/join.h"

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

// Arrays of names that the model knows; NumPy's own names, arr_0, are places among the inputs that need a value.
std::vector<NamedTensor> read_archive(const std::string& path, const Model& model,
                                      const std::vector<Declaration>& required) {
  const NpzArchive archive(path, is_stream(path) ? read_stream(path) : std::vector<std::byte>());
  const std::vector<Declaration> all = model.inputs();
  std::vector<NamedTensor> inputs;
  for (const std::string& key : archive.keys()) {
    auto input = std::ranges::find(all, key, &Declaration::name);
    const auto place = key.starts_with("arr_") ? parse_count(std::string_view(key).substr(4)) : std::nullopt;
    if (input == all.end() && place && std::cmp_less(*place, required.size())) {
      input = std::ranges::find(all, required[static_cast<std::size_t>(*place)].name, &Declaration::name);
    }
    if (input == all.end()) {
      fail(ErrorKind::kInvalidInput, "{}: array {} is no input of the model; the inputs are [{}]", path, key,
           join(all, ", ", &Declaration::name));
    }
    inputs.push_back({input->name, relabelled(archive.read(key, input->type), input->type)});
  }
  return inputs;
}

// The number that a node gives an attribute of that name.
double attribute_or(const model::Node& node, std::string_view name, double otherwise) {
  const auto found = std::ranges::find(node.attributes, name, &model::Attribute::name);
  const float* value = found == node.attributes.end() ? nullptr : found->get<float>();
  return value == nullptr ? otherwise : *value;
}

// Where alpha * x + beta is 0 and 1, for the nodes that have these attributes.
std::vector<double> knees_of(const Model& model) {
  std::vector<double> knees;
  const auto add = [&](const std::vector<model::Node>& nodes) {
    for (const model::Node& node : nodes) {
      const double alpha = attribute_or(node, "alpha", 0.2F);
      const double beta = attribute_or(node, "beta", 0.5F);
      if (alpha == 0) continue;
      for (const double knee : {-beta / alpha, (1 - beta) / alpha}) {
        if (std::ranges::find(knees, knee) == knees.end()) knees.push_back(knee);
      }
    }
  };
  add(model.content().graph.nodes);
  for (const model::Function& function : model.content().functions) add(function.nodes);
  return knees;
}

// The data set that a test directory begins with; empty where there is none.
std::string first_data_set(const std::string& folder) {
  if (folder.empty() || folder == "-" || !is_folder(folder)) return {};
  const std::filesystem::path set = std::filesystem::path(folder) / "test_data_set_0";
  return is_folder(set) ? set.string() : std::string();
}

// Values that are given later replace those that are there.
void merge(std::vector<NamedTensor>& inputs, std::vector<NamedTensor> values) {
  for (NamedTensor& value : values) {
    const auto known = std::ranges::find(inputs, value.name, &NamedTensor::name);
    if (known == inputs.end()) {
      inputs.push_back(std::move(value));
    } else {
      known->tensor = std::move(value.tensor);
    }
  }
}

}  // namespace

void InputOptions::add_options(Command& command) {
  command
      .add_option(
          "-i,--input", values_,
          "NAME=VALUE: a .pb, .npy or text file, FILE.npz:KEY, ONNX text, random:float[2,3], edge:float[64], or "
          "float[2,3]@FILE.bin; or FILE.npz, with all that it holds")
      .type_name("NAME=VALUE");
  command.add_option("--inputs", folder_, "a data set: input_0.pb, input_1.pb, ...; or arrays by name in a .npz file")
      .type_name("DIR|FILE.npz");
  command.add_option("--random", seed_, "fill inputs that are not given, from this seed")
      .type_name("SEED")
      .without_minus();
  dimensions_.add_options(command);
}

std::vector<NamedTensor> InputOptions::collect_values(const Model& model,
                                                      const std::vector<Declaration>& required) const {
  const std::uint64_t seed = seed_.value_or(0);
  const std::vector<Declaration> all = model.inputs();
  std::vector<NamedTensor> values;
  const auto add = [&](const std::string& text, NamedTensor value) {
    if (std::ranges::find(values, value.name, &NamedTensor::name) != values.end()) {
      fail(ErrorKind::kUsage, "--input {}: input \"{}\" is given twice", text, value.name);
    }
    values.push_back(std::move(value));
  };
  for (const std::string& text : values_) {
    if (text.find('=') == std::string::npos && (is_archive(text) || is_stream(text))) {
      for (NamedTensor& value : read_archive(text, model, required)) add(text, std::move(value));
      continue;
    }
    const auto [name, source] = split_assignment(text, "--input", all);
    const auto input = std::ranges::find(all, name, &Declaration::name);
    const std::optional<DataType> declared = input == all.end() ? std::nullopt : input->type;
    add(text, with_context(
                  [&, &shown = name] { return fmt::format("input \"{}\"", shown); },
                  [&, &given = name, &value = source] {
                    const auto warn = [&](std::string_view what) {
                      print_warning(fmt::format("input \"{}\": {}", given, what));
                    };
                    const ValueContext context{seed_of(given, model, required, seed), declared, knees_of(model), warn};
                    return NamedTensor{given, relabelled(parse_value(value, context), declared)};
                  }));
  }
  return values;
}

std::vector<NamedTensor> InputOptions::collect(const Model& model, const Session& session,
                                               const std::string& test_directory) const {
  dimensions_.check(model.inputs());
  const std::vector<Declaration> required = session.required_inputs();
  const std::uint64_t seed = seed_.value_or(0);
  const std::string source = folder_.empty() && !seed_ ? first_data_set(test_directory) : folder_;
  std::vector<NamedTensor> inputs;
  if (!source.empty()) {
    const bool has_names = is_archive(source) || is_stream(source);
    inputs = has_names ? read_archive(source, model, required) : read_inputs(source, model);
  }
  merge(inputs, collect_values(model, required));
  for (const Declaration& declared : model.inputs()) {
    const auto given = std::ranges::find(inputs, declared.name, &NamedTensor::name);
    const model::TensorPtr initial = model::find_initializer(model.content().graph, declared.name);
    if (given != inputs.end()) {
      dimensions_.check(declared, given->tensor.shape());
    } else if (initial != nullptr) {
      dimensions_.check(declared, initial->shape());
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
