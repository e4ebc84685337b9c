// hardref show: a model as ONNX text, with its functions expanded, or as the program that it is compiled to.
#include <algorithm>

#include "commands/command.h"
#include "compile/compile.h"
#include "compile/expand.h"
#include "compile/listing.h"
#include "text/text.h"
#include "text/text_place.h"

namespace hardref::tools {
namespace {

constexpr auto kShowExamples = R"(Examples:
  hardref show model.onnx
  hardref show model.onnx --expanded
  hardref show model.onnx --plan --dim N=16
)";

// Of a tensor; enough for the constants that one reads, and few of a weight's.
constexpr std::size_t kShownElements = 16;

struct ShowOptions {
  ModelSource model;
  DimensionOptions dimensions;
  bool expanded = false;
  bool plan = false;
  bool no_fuse = false;
  bool full = false;
};

// The program for inputs of the declared types and shapes.
std::string plan(const Model& model, const DimensionOptions& dimensions, bool fuse) {
  const ResolvedModel resolved = resolve(model.content());
  std::vector<std::optional<TensorType>> inputs;
  for (const Declaration& input : model.inputs()) {
    if (find_initializer(model.content().graph, input.name)) {
      inputs.emplace_back();
    } else {
      const Shape shape = dimensions.shape_of(input);
      inputs.emplace_back(TensorType{*input.type, shape});
    }
  }
  CompileOptions options;
  options.fuse = fuse;
  options.warn = print_warning;
  const Program program = compile(model.content(), resolved, inputs, options);
  return print(program, ValueNames(model.content().graph, resolved));
}

std::string expanded(const Model& model, std::size_t max_values) {
  const Expansion expansion = expand_functions(model.content(), {.keep_unknown = true});
  for (const std::string& reason : expansion.kept) print_warning(reason);
  return print(expansion.model, max_values);
}

std::string show(const ShowOptions& options) {
  const Model model = options.model.load();
  return model::in_model(model, [&] {
    options.dimensions.check(model.inputs());
    if (options.plan) return plan(model, options.dimensions, !options.no_fuse);
    const std::size_t max_values = options.full ? SIZE_MAX : kShownElements;
    return options.expanded ? expanded(model, max_values) : print(model.content(), max_values);
  });
}

}  // namespace

void add_show_command(CommandLine& line) {
  Command command = line.add_command("show", "print a model as text");
  const auto options = std::make_shared<ShowOptions>();
  options->model.add_options(command);
  const Option expanded_flag = command.add_flag("--expanded", options->expanded, "with all functions expanded");
  command.add_flag("--plan", options->plan, "the program that it is compiled to").excludes(expanded_flag);
  command.add_flag("--no-fuse", options->no_fuse, "in the plan, every operator of a chain by itself");
  command.add_flag("--full", options->full, "print all values of tensors");
  options->dimensions.add_options(command);
  command.footer(kShowExamples);
  command.action([options] {
    print_out(show(*options));
    return kSuccess;
  });
}

}  // namespace hardref::tools
