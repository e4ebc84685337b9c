// hardref expand: writes a model without its functions, for runtimes that know the primitives only.
#include "compile/expand.h"

#include "commands/command.h"
#include "load/save.h"
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

// Whether the name asks for ONNX text. Standard output gets what can be read there.
bool is_text_output(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (path == "-" || extension == ".onnxtxt" || extension == ".txt") return true;
  if (extension == ".onnx" || extension == ".pb" || path.starts_with("/dev/")) return false;
  fail(ErrorKind::kUsage, "{}: the extension is \"{}\"; known are .onnx, .pb, .onnxtxt and .txt", path, extension);
}

void expand(const ExpandOptions& options) {
  const bool as_text = is_text_output(options.output);
  const Model model = options.model.load();
  const Expansion expansion =
      with_context([&] { return model.origin(); }, [&] { return expand_functions(model.content()); });
  for (const std::string& reason : expansion.kept) print_warning(reason);
  write_out(options.output, as_text ? print(expansion.model) : serialize_model(expansion.model));
}

}  // namespace

void add_expand_command(CommandLine& line) {
  Command command = line.add_command("expand", "write a model with its functions expanded");
  const auto options = std::make_shared<ExpandOptions>();
  options->model.add_options(command);
  command.add_option("-o,--output", options->output, "the model to write, .onnx or .onnxtxt; - prints text").required();
  command.footer(kExamples);
  command.action([options] {
    expand(*options);
    return kSuccess;
  });
}

}  // namespace hardref::tools
