// The public classes Model and Session: reading, resolving, compiling and running behind one door.
#include <algorithm>
#include <mutex>

#include "compile/compile.h"
#include "compile/resolve.h"
#include "compile/value_names.h"
#include "error.h"
#include "exec/run.h"
#include "load/load.h"
#include "tensor/floating_point.h"
#include "text/text.h"
#include "text/text_place.h"

namespace hardref {
namespace {

std::vector<Declaration> declarations(const std::vector<model::ValueInfo>& values) {
  std::vector<Declaration> result;
  for (const model::ValueInfo& value : values) {
    Declaration& declaration = result.emplace_back();
    declaration.name = value.name;
    const auto* tensor = value.type ? std::get_if<model::TensorTypeInfo>(&value.type->value) : nullptr;
    if (tensor == nullptr || tensor->sparse) continue;
    if (tensor->element != DataType::kUndefined) declaration.type = tensor->element;
    declaration.shape = tensor->shape;
  }
  return result;
}

TensorType type_of(const TensorView& view) { return {view.type(), Shape(view.shape().begin(), view.shape().end())}; }

bool is_of_type(const TensorView& view, const TensorType& type) {
  return view.type() == type.type && std::ranges::equal(view.shape(), type.shape);
}

}  // namespace

// ---- Model ----------------------------------------------------------------------------------------------------------

Model::Model(std::shared_ptr<const model::Model> content, std::string origin)
    : content_(std::move(content)), origin_(std::move(origin)) {}

Model Model::from_file(const std::filesystem::path& path, const LoadOptions& options) {
  const IeeeArithmetic arithmetic;
  return Model(load_model(path, options), path.string());
}

Model Model::from_bytes(std::span<const std::byte> bytes, const LoadOptions& options) {
  const IeeeArithmetic arithmetic;
  return Model(load_model(bytes, options));
}

Model Model::from_text(std::string_view text, std::string origin) {
  const IeeeArithmetic arithmetic;
  auto content = model::in_text(origin, [&] { return std::make_shared<const model::Model>(model::parse_model(text)); });
  Model model(std::move(content), std::move(origin));
  const std::int64_t version = model.content().ir_version;  // text may leave it out
  if (version != 0) model::in_model(model, [&] { model::check_ir_version(version); });
  return model;
}

std::vector<Declaration> Model::inputs() const { return declarations(content_->graph.inputs); }
std::vector<Declaration> Model::outputs() const { return declarations(content_->graph.outputs); }

// ---- Session --------------------------------------------------------------------------------------------------------

// What the graph inputs are fed with; a null pointer for one that keeps its initializer.
using Feed = std::vector<const TensorView*>;

struct Session::State {
  struct Compiled {
    std::vector<std::optional<TensorType>> signature;
    Program program;
    std::mutex mutex;
    std::vector<std::unique_ptr<Scratch>> idle;  // scratch memory of runs that have ended
  };

  template <class Action>
  decltype(auto) in_model(const Action& action) const {
    return model::in_model(model, action);
  }

  State(Model given, SessionOptions given_options) : model(std::move(given)), options(std::move(given_options)) {
    const IeeeArithmetic arithmetic;
    resolved = in_model([&] { return resolve(model.content()); });
    const model::Graph& graph = model.content().graph;
    for (const model::ValueInfo& input : graph.inputs) {
      has_initializer.push_back(find_initializer(graph, input.name) != nullptr);
    }
    required = static_cast<std::size_t>(std::ranges::count(has_initializer, false));
  }

  std::shared_ptr<Compiled> compiled(const Feed& feed);
  Feed feed_required(std::span<const TensorView> inputs) const;
  Feed feed_named(std::span<const NamedTensor> inputs, std::vector<TensorView>& views) const;
  void run(Compiled& compiled, const Feed& feed, std::span<void* const> outputs) const;

  Model model;
  SessionOptions options;
  ResolvedModel resolved;
  std::vector<bool> has_initializer;  // for each graph input
  std::size_t required = 0;           // graph inputs without one
  std::mutex mutex;                   // of last, and of making names
  std::shared_ptr<Compiled> last;
  std::optional<ValueNames> names;  // once something was compiled whose values are observed
};

std::shared_ptr<Session::State::Compiled> Session::State::compiled(const Feed& feed) {
  const auto fits = [](const TensorView* view, const std::optional<TensorType>& type) {
    return view == nullptr ? !type : type && is_of_type(*view, *type);
  };
  {
    const std::scoped_lock lock(mutex);
    if (last && std::ranges::equal(feed, last->signature, fits)) return last;
  }
  // Without the lock: on_warning may use the session.
  auto added = std::make_shared<Compiled>();
  for (const TensorView* view : feed) {
    added->signature.push_back(view == nullptr ? std::nullopt : std::optional(type_of(*view)));
  }
  const CompileOptions compile_options{.verify = options.verify,
                                       .single_nodes = options.single_nodes,
                                       .keep_unread = options.on_value != nullptr,
                                       .fuse = options.fuse,
                                       .any_shape = options.any_shape,
                                       .max_nodes = options.max_nodes,
                                       .warn = [this](std::string_view message) {
                                         if (options.on_warning) options.on_warning(escaped(message));
                                       }};
  added->program = compile(model.content(), resolved, added->signature, compile_options);
  const std::scoped_lock lock(mutex);
  if (options.on_value && !names) names.emplace(model.content().graph, resolved);
  last = added;
  return added;
}

Feed Session::State::feed_required(std::span<const TensorView> inputs) const {
  Feed feed(has_initializer.size());
  if (inputs.size() != required) {
    fail(ErrorKind::kInvalidInput, "number of inputs is {}, expected {}", inputs.size(), required);
  }
  for (std::size_t i = 0, next = 0; i < feed.size(); ++i) {
    if (!has_initializer[i]) feed[i] = &inputs[next++];
  }
  return feed;
}

Feed Session::State::feed_named(std::span<const NamedTensor> inputs, std::vector<TensorView>& views) const {
  const std::vector<model::ValueInfo>& known = model.content().graph.inputs;
  Feed feed(known.size());
  views.reserve(inputs.size());
  for (const NamedTensor& input : inputs) {
    const auto found = std::ranges::find(known, input.name, &model::ValueInfo::name);
    if (found == known.end()) fail(ErrorKind::kInvalidInput, "the model has no input \"{}\"", input.name);
    const auto index = static_cast<std::size_t>(found - known.begin());
    if (feed[index] != nullptr) fail(ErrorKind::kInvalidInput, "input \"{}\" is given twice", input.name);
    if (has_initializer[index] && model.content().ir_version < 4) {
      fail(ErrorKind::kInvalidInput,
           "input \"{}\" has an initializer, which can be overridden from IR version 4 on only", input.name);
    }
    views.push_back(input.tensor.view());
    feed[index] = &views.back();
  }
  for (std::size_t i = 0; i < feed.size(); ++i) {
    if (feed[i] == nullptr && !has_initializer[i]) {
      fail(ErrorKind::kInvalidInput, "input \"{}\" is missing", known[i].name);
    }
  }
  return feed;
}

void Session::State::run(Compiled& compiled, const Feed& feed, std::span<void* const> outputs) const {
  std::unique_ptr<Scratch> scratch;
  {
    const std::scoped_lock lock(compiled.mutex);
    if (!compiled.idle.empty()) {
      scratch = std::move(compiled.idle.back());
      compiled.idle.pop_back();
    }
  }
  if (!scratch) scratch = std::make_unique<Scratch>(compiled.program, options.block, options.threads);
  std::vector<const void*> inputs;
  inputs.reserve(feed.size());
  for (const TensorView* view : feed) {
    if (view != nullptr) inputs.push_back(view->data());
  }
  ValueObserver observer;
  if (options.on_value) {
    observer = [&](const std::string& label, ValueId value, const TensorView& elements) {
      const Source& source = compiled.program.values[value].source;
      const ResolvedNode& node = names->node(source);
      const std::vector<std::string> calls = names->calls(source);
      options.on_value({names->name(source), label, node.index, node.node->name, calls}, elements);
    };
  }
  hardref::run(compiled.program, inputs, outputs, *scratch, observer);
  const std::scoped_lock lock(compiled.mutex);
  compiled.idle.push_back(std::move(scratch));
}

Session::Session(Model model, SessionOptions options)
    : state_(std::make_unique<State>(std::move(model), std::move(options))) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

std::vector<NamedTensor> Session::run(std::span<const NamedTensor> inputs) const {
  const IeeeArithmetic arithmetic;
  return state_->in_model([&] {
    std::vector<TensorView> views;
    const Feed feed = state_->feed_named(inputs, views);
    const auto compiled = state_->compiled(feed);
    std::vector<NamedTensor> outputs;
    std::vector<void*> addresses;
    for (std::size_t i = 0; i < compiled->program.outputs.size(); ++i) {
      const TensorType& type = compiled->program.values[compiled->program.outputs[i]].type;
      const std::string& name = state_->model.content().graph.outputs[i].name;
      outputs.push_back({name, Tensor::uninitialized(type.type, type.shape)});
      addresses.push_back(outputs.back().tensor.data());
    }
    state_->run(*compiled, feed, addresses);
    return outputs;
  });
}

void Session::run(std::span<const TensorView> inputs, std::span<void* const> outputs) const {
  const IeeeArithmetic arithmetic;
  state_->in_model([&] {
    const Feed feed = state_->feed_required(inputs);
    const auto compiled = state_->compiled(feed);
    if (outputs.size() != compiled->program.outputs.size()) {
      fail(ErrorKind::kUsage, "number of output pointers is {}, but the model has {} outputs", outputs.size(),
           compiled->program.outputs.size());
    }
    state_->run(*compiled, feed, outputs);
  });
}

std::vector<Declaration> Session::required_inputs() const {
  std::vector<Declaration> required;
  const std::vector<Declaration> all = state_->model.inputs();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!state_->has_initializer[i]) required.push_back(all[i]);
  }
  return required;
}

std::vector<TensorType> Session::output_types(std::span<const TensorView> inputs) const {
  const IeeeArithmetic arithmetic;
  return state_->in_model([&] {
    const auto compiled = state_->compiled(state_->feed_required(inputs));
    std::vector<TensorType> types;
    for (const ValueId output : compiled->program.outputs) types.push_back(compiled->program.values[output].type);
    return types;
  });
}

}  // namespace hardref
