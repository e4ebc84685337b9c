// hardref run: executes a model on given or random inputs and prints or writes the outputs.
#include <nlohmann/json.hpp>

#include "commands/command.h"
#include "commands/model_inputs.h"
#include "files/json_text.h"
#include "files/npz.h"
#include "files/test_folder.h"
#include "files/values.h"
#include "load/save.h"
#include "tensor/file.h"

namespace hardref::tools {
namespace {

constexpr std::size_t kShownValues = 64;

constexpr auto kRunExamples = R"(Examples:
  hardref run model.onnx -i x='float[2,3]{1,2,3,4,5,6}'
  hardref run model.onnx -i x=x.npy -o y=y.npy
  hardref run model.onnx --inputs test_data_set_0 --outputs results
  hardref run model.onnx -i inputs.npz --outputs outputs.npz
  hardref run test_directory
  hardref run model.onnx --random 7 --dim N=16 --trace
)";

struct RunOptions {
  ModelSource model;
  InputOptions inputs;
  std::vector<std::string> outputs;
  std::string output_folder;
  std::string format;
  ExecutionOptions execution;
  SessionOptions session;
  std::vector<std::string> limits;
  bool full = false;
  bool json = false;
};

// Throws kUsage for a limit that does not exist.
void apply_limits(const std::vector<std::string>& limits, SessionOptions& session) {
  for (const std::string& text : limits) {
    const auto [name, number] = split_assignment(text, "--limits");
    const auto count = parse_count(number);
    if (name != "nodes" || !count) fail(ErrorKind::kUsage, "--limits {}: expected nodes=N", text);
    session.max_nodes = static_cast<std::size_t>(*count);
  }
}

void print_report(nlohmann::ordered_json report, const std::vector<NamedTensor>& outputs) {
  nlohmann::ordered_json& list = report["outputs"] = nlohmann::ordered_json::array();
  for (const NamedTensor& output : outputs) list.push_back(to_json(output.name, output.tensor));
  print_out(print_json(report));
}

void print_outputs(const RunOptions& options, const std::vector<NamedTensor>& outputs) {
  std::string text;
  for (const NamedTensor& output : outputs) {
    text +=
        fmt::format("{} = {}\n", escaped(output.name), to_text(output.tensor, options.full ? SIZE_MAX : kShownValues));
  }
  print_out(text);
}

bool writes_archive(const RunOptions& options) {
  return options.output_folder == "-" || options.output_folder.ends_with(".npz");
}

// Whether standard output is taken, so that nothing else may be printed there.
bool writes_to_standard_output(const RunOptions& options) {
  return options.output_folder == "-" ||
         std::ranges::any_of(options.outputs, [](const std::string& text) { return text.ends_with("=-"); });
}

std::string npz_of(const std::string& path, const std::vector<NamedTensor>& outputs) {
  std::vector<std::pair<std::string, TensorView>> arrays;
  for (const NamedTensor& output : outputs) arrays.emplace_back(output.name, output.tensor);
  return with_context([&] { return path; }, [&] { return serialize_npz(arrays); });
}

Files output_files(const RunOptions& options, const std::vector<NamedTensor>& outputs) {
  const std::string format = options.format.empty() ? "pb" : options.format;
  Files files;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string name = fmt::format("output_{}.{}", i, format == "text" ? "txt" : format);
    files.emplace_back(name, serialize_for(name, outputs[i].name, outputs[i].tensor));
  }
  return files;
}

// Everything is made before anything is written, so that an error leaves nothing behind.
void write_outputs(const RunOptions& options, const std::vector<Declaration>& declared,
                   const std::vector<NamedTensor>& outputs) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& text : options.outputs) {
    const auto [name, path] = split_assignment(text, "--output", declared);
    const auto found = std::ranges::find(outputs, name, &NamedTensor::name);
    if (found == outputs.end()) fail(ErrorKind::kUsage, "--output {}: the model has no output \"{}\"", text, name);
    files.emplace_back(path, serialize_for(path, name, found->tensor, options.format));
  }
  const bool is_archive = writes_archive(options);
  if (is_archive) files.emplace_back(options.output_folder, npz_of(options.output_folder, outputs));
  if (!is_archive && !options.output_folder.empty()) {
    write_folder(options.output_folder, output_files(options, outputs));
  }
  for (const auto& [path, bytes] : files) write_out(path, bytes);
}

void run(const RunOptions& given) {
  RunOptions options = given;
  if (!options.format.empty() && options.output_folder.empty() && options.outputs.empty()) {
    fail(ErrorKind::kUsage, "--format {} needs --output or --outputs", options.format);
  }
  if (!options.format.empty() && options.format != "npz" && writes_archive(options)) {
    fail(ErrorKind::kUsage, "--format {}: {} is a .npz file", options.format, options.output_folder);
  }
  apply_limits(options.limits, options.session);
  options.execution.apply(options.session);
  options.session.on_warning = print_warning;
  nlohmann::ordered_json report = nlohmann::ordered_json::object();
  if (options.session.single_nodes) {
    options.session.on_value = [&](const ComputedValue& computed, const TensorView& value) {
      if (options.json) {
        nlohmann::ordered_json& json = report["trace"].emplace_back(to_json(std::string(computed.name), value));
        json["op"] = computed.op;
        json["node_index"] = computed.node_index;
        json["node_name"] = computed.node_name;
        json["calls"] = computed.calls;
      } else {
        print_out(fmt::format("{} = {} -> {}\n", escaped(computed.name), computed.op,
                              to_text(value, options.full ? SIZE_MAX : kShownValues)));
      }
    };
  }
  const Model model = options.model.load();
  const Session session(model, options.session);
  const std::vector<NamedTensor> outputs = session.run(options.inputs.collect(model, session, options.model.path));
  write_outputs(options, model.outputs(), outputs);
  if (writes_to_standard_output(options)) return;
  if (options.json) return print_report(std::move(report), outputs);
  print_outputs(options, outputs);
}

}  // namespace

void add_run_command(CommandLine& line) {
  Command command = line.add_command("run", "run a model and print its outputs");
  const auto options = std::make_shared<RunOptions>();
  options->model.add_options(command);
  options->inputs.add_options(command);
  command
      .add_option("-o,--output", options->outputs, "NAME=FILE: write an output as .pb, .npy, .npz or .txt; - prints it")
      .type_name("NAME=FILE");
  command
      .add_option("--outputs", options->output_folder, "write all outputs as output_0.pb, ..., or by name in one .npz")
      .type_name("DIR|FILE.npz");
  command.add_option("--format", options->format, "of the files in --outputs [pb], and of those of --output")
      .one_of({"pb", "npy", "npz", "text"});
  command.add_flag("--trace", options->session.single_nodes, "print every value that is computed");
  options->execution.add_options(command);
  command.add_flag("--verify", options->session.verify, "compare function bodies with native kernels, bit for bit");
  command.add_option("--limits", options->limits, "nodes=N: how many nodes functions may expand to")
      .type_name("NAME=N");
  command.add_flag("--any-shape", options->session.any_shape,
                   "take inputs of other shapes than the model declares, with a warning");
  command.add_flag("--full", options->full, "print all values");
  command.add_flag("--json", options->json, "print one JSON document");
  command.footer(kRunExamples);
  command.action([options] {
    run(*options);
    return kSuccess;
  });
}

}  // namespace hardref::tools
