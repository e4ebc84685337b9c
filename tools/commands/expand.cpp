// hardref expand: writes a model without its functions, for runtimes that know the primitives only.
#include "compile/expand.h"

#include "commands/command.h"
#include "load/save.h"
#include "tensor/file.h"
#include "text/text.h"

namespace hardref::tools {
namespace {

constexpr auto kExamples = R"(Examples:
  hardref expand model.onnx -o expanded.onnx
  hardref expand model.onnx -o expanded.onnxtxt
)";

struct ExpandOptions {
  ModelSource model;
  std::string output;
};

void expand(const ExpandOptions& options) {
  const Model model = options.model.load();
  const Expansion expansion =
      with_context([&] { return model.origin(); }, [&] { return expand_functions(model.content()); });
  for (const std::string& reason : expansion.kept) print_warning(reason);
  const bool as_text = options.output.ends_with(".onnxtxt");
  write_file(options.output, as_text ? print(expansion.model) : serialize_model(expansion.model));
}

}  // namespace

void add_expand_command(CommandLine& line) {
  Command command = line.add_command("expand", "write a model with its functions expanded");
  const auto options = std::make_shared<ExpandOptions>();
  options->model.add_options(command);
  command.add_option("-o,--output", options->output, "the model to write, .onnx or .onnxtxt").required();
  command.footer(kExamples);
  command.action([options] {
    expand(*options);
    return kSuccess;
  });
}

}  // namespace hardref::tools
