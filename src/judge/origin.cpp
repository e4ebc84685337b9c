#include "judge/origin.h"

#include <algorithm>
#include <cmath>

#include "compile/bind.h"
#include "compile/expand.h"
#include "compile/resolve.h"
#include "ops/hardmax.h"
#include "tensor/element.h"
#include "tensor/memory.h"
#include "tensor/print.h"
#include "tensor/shape.h"
#include "tensor/types.h"

namespace hardref {
namespace {

std::string producer_label(const model::Model& model, const std::string& output) {
  const model::Node* node = find_producer(model.graph, output);
  if (node == nullptr) return "";
  return label_of(*node, static_cast<std::size_t>(node - model.graph.nodes.data()),
                  known_version(*node, model.opset_imports));
}

// An input, an initializer, or what a run computes under the name. The run comes first: it is also what checks the
// model, which may have been judged by the results of another runtime alone.
std::optional<Tensor> find_value(const Model& model, std::span<const NamedTensor> inputs, const std::string& name) {
  std::optional<Tensor> value;
  SessionOptions options{.single_nodes = true, .any_shape = true};
  options.on_value = [&](const ComputedValue& computed, const TensorView& view) {
    if (computed.name != name) return;
    value = Tensor(view.type(), Shape(view.shape().begin(), view.shape().end()));
    copy_elements(view, value->data());
  };
  static_cast<void>(Session(model, options).run(inputs));
  if (value) return value;
  const Tensor* given = find_given(model, inputs, name);
  return given == nullptr ? std::nullopt : std::optional(*given);
}

// Each element as a double; nothing for a type that the two operators do not take.
std::vector<double> numbers_of(const TensorView& tensor) {
  std::vector<double> numbers;
  if (!FloatsAndBfloat16::kSet.contains(tensor.type())) return numbers;
  visit(tensor.type(), FloatsAndBfloat16{}, [&]<class T>(std::type_identity<T>) {
    for (const T& value : tensor.values<T>()) numbers.push_back(static_cast<double>(load_element(value)));
  });
  return numbers;
}

// ---- HardSigmoid ----

double rounded_to(DataType type, float value) {
  return visit<double>(type, FloatsAndBfloat16{}, [&]<class T>(std::type_identity<T>) {
    return static_cast<double>(load_element(store_element<T>(static_cast<Compute<T>>(value))));
  });
}

std::optional<KneePosition> knee_position(const Tensor& x, std::size_t element, double alpha, double beta) {
  const double value = numbers_of(x)[element];
  if (std::isnan(value) || std::isnan(beta) || alpha == 0 || !std::isfinite(alpha)) return std::nullopt;
  KneePosition position{.x = element_text(x, element)};
  const bool upper = alpha * value + beta > 0.5;
  position.knee = upper ? KneePosition::Knee::kUpper : KneePosition::Knee::kLower;
  position.knee_x = ((upper ? 1 : 0) - beta) / alpha;
  if (value == position.knee_x) {
    position.side = KneePosition::Side::kExact;
  } else {
    const bool flat_to_the_right = upper == (alpha > 0);
    position.side =
        (value > position.knee_x) == flat_to_the_right ? KneePosition::Side::kFlat : KneePosition::Side::kSlope;
  }
  return position;
}

// ---- Hardmax ----

Rows rows_in(const OpVersion& op, const BoundAttributes& attributes, const Shape& shape) {
  return rows_of(op, shape, std::get<std::int64_t>(attributes.at("axis")));
}

RowMaximum row_maximum(const Tensor& input, std::size_t element, const Rows& rows) {
  const std::vector<double> numbers = numbers_of(input);
  const std::size_t start = rows.start(rows.row_of(element));
  const auto at = [&](std::size_t i) { return numbers[start + i * rows.inner]; };
  RowMaximum row;
  row.winner = first_maximum(rows.length, at);
  for (std::size_t i = 0; i < rows.length && !row.first_nan; ++i) {
    if (std::isnan(at(i))) row.first_nan = i;
  }
  row.winner_value = element_text(input, start + row.winner * rows.inner);
  if (rows.length > 1) {
    const auto without_winner = [&](std::size_t i) { return i < row.winner ? i : i + 1; };
    row.runner_up =
        without_winner(first_maximum(rows.length - 1, [&](std::size_t i) { return at(without_winner(i)); }));
    row.runner_up_value = element_text(input, start + *row.runner_up * rows.inner);
    row.tie = at(row.winner) == at(*row.runner_up);
  }
  return row;
}

std::vector<DifferingRow> differing_rows(const TensorView& actual, const TensorView& expected, const Tensor& input,
                                         const Rows& rows) {
  const std::vector<double> a = numbers_of(actual);
  const std::vector<double> e = numbers_of(expected);
  const auto differs = [&](std::size_t i) { return a[i] != e[i] && !(std::isnan(a[i]) && std::isnan(e[i])); };
  std::vector<DifferingRow> found;
  for (std::size_t row = 0; row < rows.count() && found.size() < kMaxDifferingRows; ++row) {
    const std::size_t start = rows.start(row);
    DifferingRow differing{.index = index_of(start, actual.shape()), .length = rows.length, .marks = {}};
    bool any = false;
    for (std::size_t place = 0; place < rows.length; ++place) {
      const std::size_t i = start + place * rows.inner;
      any = any || differs(i);
      if (a[i] == 0 && e[i] == 0) continue;
      if (differing.marks.size() == kMaxRowMarks) {
        ++differing.left_out;
      } else {
        differing.marks.push_back({place, element_text(expected, i), element_text(actual, i), element_text(input, i)});
      }
    }
    if (any) found.push_back(std::move(differing));
  }
  return found;
}

// ---- Either ----

void explain_element(const OpVersion& op, const BoundAttributes& attributes, const Tensor& input, const Shape& shape,
                     ElementReport& element) {
  const std::size_t flat = element.difference.element;
  if (op.name == "HardSigmoid") {
    const auto attribute = [&](const char* name) {
      return rounded_to(input.type(), std::get<float>(attributes.at(name)));
    };
    element.knee = knee_position(input, flat, attribute("alpha"), attribute("beta"));
  } else {
    element.maximum = row_maximum(input, flat, rows_in(op, attributes, shape));
  }
}

void explain_elements(const Model& model, std::span<const NamedTensor> inputs, const TensorView& actual,
                      const TensorView& expected, Mismatch& mismatch) {
  const model::Node* node = find_producer(model.content().graph, mismatch.output);
  const OpVersion* op = node == nullptr ? nullptr : known_version(*node, model.content().opset_imports);
  if (op == nullptr || (op->name != "HardSigmoid" && op->name != "Hardmax")) return;
  const std::optional<Tensor> input = find_value(model, inputs, node->inputs.front());
  // The shape of what a file holds is whatever the file says.
  if (!input || input->shape() != mismatch.shape || !FloatsAndBfloat16::kSet.contains(input->type())) return;
  const BoundAttributes attributes = attributes_of_call(*op, node->attributes);
  for (std::optional<ElementReport>* element :
       {&mismatch.first, &mismatch.worst, &mismatch.worst_relative, &mismatch.worst_ulp}) {
    if (*element) explain_element(*op, attributes, *input, mismatch.shape, **element);
  }
  if (!mismatch.first) return;
  if (op->name == "Hardmax") {
    mismatch.rows = differing_rows(actual, expected, *input, rows_in(*op, attributes, mismatch.shape));
  } else {
    const std::vector<double> numbers = numbers_of(*input);
    for (SamplePoint& point : mismatch.sample) point.x = numbers[point.element];
  }
}

}  // namespace

const model::Node* find_producer(const model::Graph& graph, const std::string& output) {
  const auto found = std::ranges::find_if(graph.nodes, [&](const model::Node& node) {
    return std::ranges::find(node.outputs, output) != node.outputs.end();
  });
  return found == graph.nodes.end() ? nullptr : &*found;
}

const Tensor* find_given(const Model& model, std::span<const NamedTensor> inputs, std::string_view name) {
  const auto given = std::ranges::find(inputs, name, &NamedTensor::name);
  return given != inputs.end() ? &given->tensor : find_initializer(model.content().graph, name).get();
}

void explain_origin(const Model& model, std::span<const NamedTensor> inputs, const TensorView& actual,
                    const TensorView& expected, Mismatch& mismatch) {
  try {
    mismatch.producer =
        producer_label(expand_functions(model.content(), {.keep_unknown = true}).model, mismatch.output);
    explain_elements(model, inputs, actual, expected, mismatch);
  } catch (const Error&) {
    // The mismatch stands by itself.
  }
}

}  // namespace hardref
