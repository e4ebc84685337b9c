// hardref expand: writes a model without its functions, for runtimes that know the primitives only.
#include "compile/expand.h"

#include "commands/command.h"
#include "load/save.h"
#include "tensor/data_type.h"
#include "text/text.h"
#include "text/text_place.h"

namespace hardref::tools {
namespace {

constexpr auto kExpandExamples = R"(Examples:
  hardref expand model.onnx -o expanded.onnx
  hardref expand model.onnx -o expanded.onnxtxt
  hardref expand model.onnx -o expanded.onnx --type y=float
  hardref expand model.onnx -o expanded.onnx --keep-functions
)";

struct Arguments {
  ModelSource model;
  std::string output;
  std::vector<std::string> types;
  bool keep_functions = false;
};

// Whether the name asks for ONNX text. Standard output gets what can be read there.
bool is_text_output(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (path == "-" || extension == ".onnxtxt" || extension == ".txt") return true;
  if (extension == ".onnx" || extension == ".pb" || path.starts_with("/dev/")) return false;
  fail(ErrorKind::kUsage, "{}: the extension is \"{}\"; known are .onnx, .pb, .onnxtxt and .txt", path, extension);
}

// VALUE=TYPE; the last = separates, since a name may hold one.
std::map<std::string, DataType> parse_types(const std::vector<std::string>& texts) {
  std::map<std::string, DataType> types;
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) fail(ErrorKind::kUsage, "--type {}: expected VALUE=TYPE", text);
    const std::string name = text.substr(equals + 1);
    const std::optional<DataType> type = parse_data_type(name);
    if (!type) fail(ErrorKind::kUsage, "--type {}: {:?} is no element type", text, name);
    const auto [known, is_new] = types.emplace(text.substr(0, equals), *type);
    if (!is_new)
      fail(ErrorKind::kUsage, "--type {}: the value was given the type {} before", text, to_string(known->second));
  }
  return types;
}

void expand(const Arguments& options) {
  const bool as_text = is_text_output(options.output);
  const Model model = options.model.load();
  const ExpandOptions how{.types = parse_types(options.types),
                          .keep_functions = options.keep_functions,
                          .keep_unknown = options.keep_functions};
  const Expansion expansion = model::in_model(model, [&] { return expand_functions(model.content(), how); });
  for (const std::string& reason : expansion.kept) print_warning(reason);
  write_out(options.output, as_text ? print(expansion.model) : serialize_model(expansion.model));
}

}  // namespace

void add_expand_command(CommandLine& line) {
  Command command = line.add_command("expand", "write a model with its functions expanded");
  const auto options = std::make_shared<Arguments>();
  options->model.add_options(command);
  command.add_option("-o,--output", options->output, "the model to write, .onnx or .onnxtxt; - prints text").required();
  command.add_option("--type", options->types, "element type of a value, where the model does not say it; repeatable")
      .type_name("VALUE=TYPE");
  command.add_flag("--keep-functions", options->keep_functions,
                   "leave the model's own functions, and nodes of which too little is known");
  command.footer(kExpandExamples);
  command.action([options] {
    expand(*options);
    return kSuccess;
  });
}

}  // namespace hardref::tools
