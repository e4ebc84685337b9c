// Hardmax: 1 where an element is the first maximum of its row, 0 elsewhere. Versions 1 and 11 look at the input as a
// matrix that is cut before axis; 13 looks along axis alone. The first NaN of a row counts as its maximum.
#include <array>

#include "exec/row_max.h"
#include "ops/operators.h"
#include "tensor/shape.h"

namespace hardref {
namespace {

using model::AttributeKind;

using Layout = Rows (*)(std::span<const std::int64_t> shape, std::size_t axis);

Rows coerced_to_matrix(std::span<const std::int64_t> shape, std::size_t axis) {
  return {element_count(shape.first(axis)), element_count(shape.subspan(axis)), 1};
}

Rows along_axis(std::span<const std::int64_t> shape, std::size_t axis) {
  return {element_count(shape.first(axis)), static_cast<std::size_t>(shape[axis]),
          element_count(shape.subspan(axis + 1))};
}

std::size_t checked_axis(std::int64_t axis, const Shape& shape) {
  const auto rank = static_cast<std::int64_t>(shape.size());
  if (rank == 0) fail(ErrorKind::kInvalidInput, "input is a scalar, but must have one dimension or more");
  if (axis < -rank || axis >= rank) {
    fail(ErrorKind::kInvalidInput, "attribute axis is {}, but must be in [{}, {}] for shape {}", axis, -rank, rank - 1,
         to_string(shape));
  }
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

template <class List, Layout kLayout>
WholeTensorKernel bind(const Call& call) {
  const TensorType& input = call.inputs.front();
  const std::int64_t axis = *call.int_attribute("axis");
  if (axis < 0 && call.op.since_version == 1) call.warn("version 1 does not say what a negative axis means");
  const Rows rows = kLayout(input.shape, checked_axis(axis, input.shape));
  if (element_count(input.shape) == 0) return {.run = [](auto...) {}};
  return visit<WholeTensorKernel>(input.type, List{},
                                  [&]<class T>(std::type_identity<T>) { return mark_first_maximum<T>(rows); });
}

constexpr AttributeSpec kAttributes1[] = {{"axis", AttributeKind::kInt, std::int64_t{1}}};
constexpr AttributeSpec kAttributes13[] = {{"axis", AttributeKind::kInt, std::int64_t{-1}}};
constexpr Parameter kInputs[] = {{"input", "T"}};

template <class List, Layout kLayout>
constexpr OpVersion row(std::int64_t since, std::span<const AttributeSpec> attributes, TypeSet changed) {
  return {.name = "Hardmax",
          .since_version = since,
          .attributes = attributes,
          .inputs = kInputs,
          .output = {"output", "T"},
          .constraints = kConstraintT<List>,
          .changed = changed,
          .meaning = WholeTensor{&bind<List, kLayout>}};
}

constexpr std::array kVersions = {
    row<Floats, coerced_to_matrix>(1, kAttributes1, kNothingChanged),
    row<Floats, coerced_to_matrix>(11, kAttributes1, kNothingChanged),  // says what a negative axis means
    row<FloatsAndBfloat16, along_axis>(13, kAttributes13, FloatsAndBfloat16::kSet),
};

}  // namespace

std::span<const OpVersion> hardmax_versions() { return kVersions; }

}  // namespace hardref
