// Hardmax: 1 where an element is the first maximum of its row, 0 elsewhere. Versions 1 and 11 look at the input as a
// matrix that is cut before axis: a row is everything from axis on. 13 looks along axis alone. Which element is the
// first maximum stands in hardmax.h, and what makes it fast in hardmax_loops.h.
#include "ops/hardmax.h"

#include <array>

#include "ops/hardmax_loops.h"
#include "ops/operators.h"
#include "tensor/shape.h"

namespace hardref {
namespace {

using model::AttributeKind;

std::size_t checked_axis(std::int64_t axis, std::span<const std::int64_t> shape) {
  const auto rank = static_cast<std::int64_t>(shape.size());
  if (rank == 0) fail(ErrorKind::kInvalidInput, "input is a scalar, but must have one dimension or more");
  if (axis < -rank || axis >= rank) {
    fail(ErrorKind::kInvalidInput, "attribute axis is {}, but must be in [{}, {}] for shape {}", axis, -rank, rank - 1,
         to_string(shape));
  }
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

template <class List>
WholeTensorKernel bind(const Call& call) {
  const TensorType& input = call.inputs.front();
  const std::int64_t axis = *call.int_attribute("axis");
  if (axis < 0 && call.op.since_version == 1) call.warn("version 1 does not say what a negative axis means");
  const Rows rows = rows_of(call.op, input.shape, axis);
  if (element_count(input.shape) == 0) return {.run = [](auto...) {}};
  return visit<WholeTensorKernel>(input.type, List{},
                                  [&]<class T>(std::type_identity<T>) { return mark_first_maximum<T>(rows); });
}

constexpr AttributeSpec kAttributes1[] = {{"axis", AttributeKind::kInt, std::int64_t{1}}};
constexpr AttributeSpec kAttributes13[] = {{"axis", AttributeKind::kInt, std::int64_t{-1}}};
constexpr Parameter kInputs[] = {{"input", "T"}};

template <class List>
constexpr OpVersion row(std::int64_t since, std::span<const AttributeSpec> attributes, TypeSet changed) {
  return {.name = "Hardmax",
          .since_version = since,
          .attributes = attributes,
          .inputs = kInputs,
          .output = {"output", "T"},
          .constraints = kConstraintT<List>,
          .changed = changed,
          .meaning = WholeTensor{&bind<List>}};
}

constexpr std::array kVersions = {
    row<Floats>(1, kAttributes1, kNothingChanged),
    row<Floats>(11, kAttributes1, kNothingChanged),  // says what a negative axis means
    row<FloatsAndBfloat16>(13, kAttributes13, FloatsAndBfloat16::kSet),
};

}  // namespace

Rows rows_of(const OpVersion& op, std::span<const std::int64_t> shape, std::int64_t axis) {
  const std::size_t begin = checked_axis(axis, shape);
  const std::size_t end = op.since_version < 13 ? shape.size() : begin + 1;
  return {.outer = element_count(shape.first(begin)),
          .length = element_count(shape.subspan(begin, end - begin)),
          .inner = element_count(shape.subspan(end))};
}

std::span<const OpVersion> hardmax_versions() { return kVersions; }

}  // namespace hardref
