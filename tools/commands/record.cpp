// hardref record: writes a model with inputs, and the outputs that hardref computes from them, as a test directory.
#include "commands/command.h"
#include "commands/model_inputs.h"
#include "load/save.h"
#include "tensor/file.h"

namespace hardref::tools {
namespace {

namespace fs = std::filesystem;

constexpr auto kExamples = R"(Examples:
  hardref record model.onnx my_tests/test_new -i x='float[2,3]{1,2,3,4,5,6}'
  hardref record model.onnx my_tests/test_new --random 7 --dim N=16
)";

struct RecordOptions {
  ModelSource model;
  InputOptions inputs;
  std::string folder;
};

// The data set that a test directory does not have yet. One directory holds one model.
fs::path next_data_set(const fs::path& folder, const std::string& model) {
  const fs::path file = folder / "model.onnx";
  if (fs::exists(file)) {
    if (as_text(read_file(file)) != model) {
      fail(ErrorKind::kUsage, "{}: is another model, and is not overwritten", file.string());
    }
  } else if (fs::exists(folder) && !fs::is_empty(folder)) {
    fail(ErrorKind::kUsage, "{}: has files, but no model.onnx, and is not touched", folder.string());
  }
  for (std::size_t i = 0;; ++i) {
    fs::path set = folder / fmt::format("test_data_set_{}", i);
    if (!fs::exists(set)) return set;
  }
}

void record(const RecordOptions& options) {
  const Model model = options.model.load();
  SessionOptions session_options;
  session_options.on_warning = print_warning;
  const Session session(model, session_options);
  const std::vector<NamedTensor> inputs = options.inputs.collect(model, session);
  const std::vector<NamedTensor> outputs = session.run(inputs);

  const fs::path folder = options.folder;
  const std::string bytes = serialize_model(model.content());
  const fs::path set = next_data_set(folder, bytes);
  std::vector<std::pair<fs::path, std::string>> files;
  const auto add = [&](std::string_view prefix, const std::vector<NamedTensor>& tensors) {
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      files.emplace_back(set / fmt::format("{}_{}.pb", prefix, i),
                         serialize_tensor(tensors[i].name, tensors[i].tensor));
    }
  };
  add("input", inputs);
  add("output", outputs);
  create_folder(set);
  for (const auto& [path, content] : files) write_file(path, content);
  if (!fs::exists(folder / "model.onnx")) write_file(folder / "model.onnx", bytes);
  print_out(set.string() + "\n");
}

}  // namespace

void add_record_command(CommandLine& line) {
  Command command = line.add_command("record", "write a test directory: model, inputs, and what hardref makes of them");
  const auto options = std::make_shared<RecordOptions>();
  options->model.add_options(command);
  command.add_option("DIR", options->folder, "the test directory; one that holds this model gets one more data set")
      .required();
  options->inputs.add_options(command);
  command.footer(kExamples);
  command.action([options] {
    record(*options);
    return kSuccess;
  });
}

}  // namespace hardref::tools
