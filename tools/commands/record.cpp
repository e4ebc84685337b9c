// hardref record: writes a model with inputs, and the outputs that hardref computes from them, as a test directory.
#include <algorithm>

#include "commands/command.h"
#include "commands/model_inputs.h"
#include "files/test_folder.h"
#include "load/save.h"
#include "tensor/file.h"

namespace hardref::tools {
namespace {

namespace fs = std::filesystem;

constexpr auto kRecordExamples = R"(Examples:
  hardref record model.onnx my_tests/test_new -i x='float[2,3]{1,2,3,4,5,6}'
  hardref record model.onnx my_tests/test_new --random 7 --dim N=16
)";

struct RecordOptions {
  ModelSource model;
  InputOptions inputs;
  std::string folder;
};

// model.onnx as it was given, byte for byte, and its external data under its own names. Only text is serialised, with
// all data inside.
Files model_files(const ModelFile& file) {
  Files files;
  if (file.bytes.empty()) return {{"model.onnx", serialize_model(file.model.content())}};
  files.emplace_back("model.onnx", as_text(file.bytes));
  for (const std::string& location : file.locations) {
    const fs::path path = fs::path(location).lexically_normal();
    if (*path.begin() == "..") {
      fail(ErrorKind::kUnsupported, "{}: external data {:?} is not below the model's folder, and cannot be recorded",
           file.model.origin(), location);
    }
    files.emplace_back(path, as_text(read_file(file.folder / location)));
  }
  return files;
}

// As the model lists them, whatever the order in which they were given: other runners go by the numbers.
void sort_as_declared(std::vector<NamedTensor>& inputs, const Model& model) {
  const std::vector<Declaration> declared = model.inputs();
  std::ranges::sort(inputs, {}, [&](const NamedTensor& input) {
    return std::ranges::find(declared, input.name, &Declaration::name) - declared.begin();
  });
}

void record(const RecordOptions& options) {
  const ModelFile file = options.model.file();
  SessionOptions session_options;
  session_options.on_warning = print_warning;
  const Session session(file.model, session_options);
  std::vector<NamedTensor> inputs = options.inputs.collect(file.model, session);
  const std::vector<NamedTensor> outputs = session.run(inputs);
  sort_as_declared(inputs, file.model);

  Files set;
  const auto add = [&](std::string_view prefix, const std::vector<NamedTensor>& tensors) {
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      set.emplace_back(fmt::format("{}_{}.pb", prefix, i), serialize_tensor(tensors[i].name, tensors[i].tensor));
    }
  };
  add("input", inputs);
  add("output", outputs);
  print_out(add_data_set(options.folder, model_files(file), set).string() + "\n");
}

}  // namespace

void add_record_command(CommandLine& line) {
  Command command = line.add_command("record", "write a test directory: model, inputs, and what hardref makes of them");
  const auto options = std::make_shared<RecordOptions>();
  options->model.add_options(command);
  command.add_option("DIR", options->folder, "the test directory; one that holds this model gets one more data set")
      .required();
  options->inputs.add_options(command);
  command.footer(kRecordExamples);
  command.action([options] {
    record(*options);
    return kSuccess;
  });
}

}  // namespace hardref::tools
