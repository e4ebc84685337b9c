// hardref bench: how long a run of a model takes, next to what copying as many bytes takes in the same process.
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>

#include "commands/command.h"
#include "files/json_text.h"
#include "files/values.h"
#include "model/model.h"
#include "tensor/data_type.h"

namespace hardref::tools {
namespace {

constexpr auto kBenchExamples = R"(Examples:
  hardref bench model.onnx --shape x=1024,3
  hardref bench model.onnx --dim N=4096 --type x=float --threads 2 --seconds 0.2
  hardref bench model.onnx --dim N=16 --json
)";

struct BenchOptions {
  ModelSource model;
  DimensionOptions dimensions;
  std::vector<std::string> shapes;
  std::vector<std::string> types;
  ExecutionOptions execution;
  SessionOptions session;
  double seconds = 1;
  bool json = false;
};

// The value of NAME=VALUE for an input; an assignment to an unknown name is a mistake.
std::map<std::string, std::string> assignments(const std::vector<std::string>& given, std::string_view option,
                                               const std::vector<Declaration>& inputs) {
  std::map<std::string, std::string> values;
  for (const std::string& text : given) {
    const auto [name, value] = split_assignment(text, option);
    if (std::ranges::find(inputs, name, &Declaration::name) == inputs.end()) {
      fail(ErrorKind::kUsage, "{} {}: the model has no input \"{}\" that needs a value", option, text, name);
    }
    if (!values.emplace(name, value).second) {
      fail(ErrorKind::kUsage, "{} {}: input \"{}\" is given twice", option, text, name);
    }
  }
  return values;
}

DataType type_named(const std::string& name) {
  const auto type = parse_data_type(name);
  if (!type) fail(ErrorKind::kUsage, "--type: \"{}\" is no element type", name);
  return *type;
}

// "2,3"; nothing for a scalar.
Shape shape_named(const std::string& text) {
  if (text.empty()) return {};
  return parse_shape(text, [&](std::string_view /*part*/) {
    fail(ErrorKind::kUsage, "--shape: expected numbers of 0 or more between commas, found \"{}\"", text);
  });
}

// The model with inputs of the element types that are given, and nothing said of what follows from them.
Model retyped(const Model& model, const std::map<std::string, std::string>& types) {
  model::Model content = model.content();
  const auto element_of = [](model::ValueInfo& value) -> DataType* {
    auto* tensor = value.type ? std::get_if<model::TensorTypeInfo>(&value.type->value) : nullptr;
    return tensor == nullptr ? nullptr : &tensor->element;
  };
  for (model::ValueInfo& input : content.graph.inputs) {
    DataType* const element = element_of(input);
    const auto given = types.find(input.name);
    if (element != nullptr && given != types.end()) *element = type_named(given->second);
  }
  for (model::ValueInfo& output : content.graph.outputs) {
    if (DataType* const element = element_of(output)) *element = DataType::kUndefined;
  }
  content.graph.value_infos.clear();
  for (model::Function& function : content.functions) function.value_infos.clear();
  return Model(std::make_shared<const model::Model>(std::move(content)), model.origin());
}

std::vector<Tensor> make_inputs(const BenchOptions& options, const Session& session) {
  const std::vector<Declaration> declared = session.required_inputs();
  const auto shapes = assignments(options.shapes, "--shape", declared);
  const auto types = assignments(options.types, "--type", declared);
  std::vector<Tensor> inputs;
  options.dimensions.check(declared);
  for (Declaration input : declared) {
    if (const auto given = types.find(input.name); given != types.end()) input.type = type_named(given->second);
    if (!input.type) fail(ErrorKind::kUsage, "input \"{}\" is declared without a tensor type: give --type", input.name);
    const auto given = shapes.find(input.name);
    const Shape shape = given == shapes.end() ? options.dimensions.shape_of(input) : shape_named(given->second);
    options.dimensions.check(input, shape);
    inputs.push_back(random_tensor(*input.type, shape, inputs.size()));
  }
  return inputs;
}

using Clock = std::chrono::steady_clock;

template <class Action>
double nanoseconds_of(std::size_t times, const Action& action) {
  const Clock::time_point begin = Clock::now();
  for (std::size_t i = 0; i < times; ++i) action();
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / static_cast<double>(times);
}

// As often as it takes for the clock not to matter.
template <class Action>
std::size_t repetitions(const Action& action) {
  constexpr double kEnough = 1e6;
  std::size_t times = 1;
  while (nanoseconds_of(times, action) * static_cast<double>(times) < kEnough) times *= 2;
  return times;
}

struct Times {
  double run;
  double copy;
};

// The shortest time of each, measured in turns so that whatever else the machine does meets both.
template <class Run, class Copy>
Times measure(double seconds, const Run& run, const Copy& copy) {
  const std::size_t runs = repetitions(run);
  const std::size_t copies = repetitions(copy);
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  Times best{nanoseconds_of(runs, run), nanoseconds_of(copies, copy)};
  while (Clock::now() < end) {
    best.run = std::min(best.run, nanoseconds_of(runs, run));
    best.copy = std::min(best.copy, nanoseconds_of(copies, copy));
  }
  return best;
}

struct Result {
  double ns_per_run;
  std::size_t bytes_per_run;  // of all inputs and outputs
  double memcpy_ns;           // for a copy that reads and writes as many bytes in all

  [[nodiscard]] double gb_per_s() const { return static_cast<double>(bytes_per_run) / ns_per_run; }
  [[nodiscard]] double memcpy_gb_per_s() const { return static_cast<double>(bytes_per_run) / memcpy_ns; }
  [[nodiscard]] double memcpy_ratio() const { return memcpy_ns / ns_per_run; }
};

Result bench(const BenchOptions& options) {
  Model model = options.model.load();
  if (!options.types.empty()) {
    model = retyped(model, assignments(options.types, "--type", Session(model).required_inputs()));
  }
  const Session session(model, options.session);
  const std::vector<Tensor> inputs = make_inputs(options, session);
  const std::vector<TensorView> views(inputs.begin(), inputs.end());
  std::size_t bytes = 0;
  for (const TensorView& view : views) bytes += view.byte_size();
  std::vector<Tensor> outputs;
  std::vector<void*> addresses;
  for (const TensorType& type : session.output_types(views)) {
    outputs.emplace_back(type.type, type.shape);
    addresses.push_back(outputs.back().data());
    bytes += outputs.back().byte_size();
  }
  const Tensor from(DataType::kUint8, {static_cast<std::int64_t>(bytes / 2)});
  Tensor to(DataType::kUint8, from.shape());
  // By a pointer that the compiler does not see through: it would drop copies that nobody reads.
  void* (*volatile const copy)(void*, const void*, std::size_t) = std::memcpy;
  const Times times = measure(
      options.seconds, [&] { session.run(views, addresses); }, [&] { copy(to.data(), from.data(), bytes / 2); });
  return {times.run, bytes, times.copy};
}

void run(const BenchOptions& given) {
  BenchOptions options = given;
  options.execution.apply(options.session);
  options.session.on_warning = print_warning;
  const Result result = bench(options);
  if (options.json) {
    return print_out(print_json({{"ns_per_run", result.ns_per_run},
                                 {"bytes_per_run", result.bytes_per_run},
                                 {"gb_per_s", result.gb_per_s()},
                                 {"memcpy_gb_per_s", result.memcpy_gb_per_s()},
                                 {"memcpy_ratio", result.memcpy_ratio()}}));
  }
  print_out(
      fmt::format("{:.0f} ns per run, {} bytes of inputs and outputs, {:.2f} GB/s\n"
                  "memcpy of as many bytes: {:.0f} ns, {:.2f} GB/s; ratio {:.3f}\n",
                  result.ns_per_run, result.bytes_per_run, result.gb_per_s(), result.memcpy_ns,
                  result.memcpy_gb_per_s(), result.memcpy_ratio()));
}

}  // namespace

void add_bench_command(CommandLine& line) {
  Command command = line.add_command("bench", "measure how long a run takes, next to copying as many bytes");
  const auto options = std::make_shared<BenchOptions>();
  options->model.add_options(command);
  options->dimensions.add_options(command);
  command.add_option("--shape", options->shapes, "NAME=2,3: the shape of an input [as declared]")
      .type_name("NAME=SHAPE");
  command.add_option("--type", options->types, "NAME=float16: the element type of an input [as declared]")
      .type_name("NAME=TYPE");
  options->execution.add_options(command);
  command.add_option("--seconds", options->seconds, "how long to measure [1]").type_name("S").not_negative();
  command.add_flag("--json", options->json, "print one JSON document");
  command.footer(kBenchExamples);
  command.action([options] {
    run(*options);
    return kSuccess;
  });
}

}  // namespace hardref::tools
