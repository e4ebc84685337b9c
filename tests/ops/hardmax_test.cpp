// Hardmax, and the definition that its loops are tested against, next to a search by coordinates: every version, every
// axis of ranks 1 to 5, four element types, with ties, NaN and infinities.
#include "ops/hardmax.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <random>

#include "ops/registry.h"
#include "support/catch.h"
#include "tensor/element.h"
#include "tensor/shape.h"

namespace hardref::test {
namespace {

using Coordinates = std::vector<std::int64_t>;

Coordinates coordinates_of(std::size_t flat, const Shape& shape) {
  Coordinates at(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    at[d] = static_cast<std::int64_t>(flat) % shape[d];
    flat /= static_cast<std::size_t>(shape[d]);
  }
  return at;
}

// Whether two elements compete: under the matrix rule they agree before axis, under the axis rule everywhere but there.
bool same_row(const Coordinates& a, const Coordinates& b, std::size_t axis, bool matrix_rule) {
  for (std::size_t d = 0; d < a.size(); ++d) {
    const bool must_agree = matrix_rule ? d < axis : d != axis;
    if (must_agree && a[d] != b[d]) return false;
  }
  return true;
}

// An element is its row's first maximum if no earlier one is at least as large, and no later one larger.
bool wins(const std::vector<double>& values, const Shape& shape, std::size_t candidate, std::size_t axis,
          bool matrix_rule) {
  const Coordinates at = coordinates_of(candidate, shape);
  const double value = values[candidate];
  for (std::size_t other = 0; other < values.size(); ++other) {
    if (other == candidate || !same_row(at, coordinates_of(other, shape), axis, matrix_rule)) continue;
    const bool beaten_by_nan = std::isnan(values[other]) && (!std::isnan(value) || other < candidate);
    const bool beaten_by_number =
        !std::isnan(value) && (values[other] > value || (values[other] == value && other < candidate));
    if (beaten_by_nan || beaten_by_number) return false;
  }
  return true;
}

// The same by the definition that src has.
bool first_of_row(const std::vector<double>& values, const Rows& rows, std::size_t element) {
  const std::size_t start = rows.start(rows.row_of(element));
  const auto at = [&](std::size_t i) { return values[start + i * rows.inner]; };
  return element == start + first_maximum(rows.length, at) * rows.inner;
}

Model model_of(std::int64_t opset, DataType type, std::optional<std::int64_t> axis) {
  return Model::from_text(fmt::format(R"(<ir_version: 7, opset_import: ["" : {}]>
    g ({}[] x) => ({}[] y) {{ y = Hardmax {} (x) }})",
                                      opset, to_string(type), to_string(type),
                                      axis ? fmt::format("<axis: int = {}>", *axis) : ""));
}

// Few different values, so that most rows have ties.
double random_value(std::mt19937_64& random) {
  switch (random() % 16) {
    case 0:
      return std::numeric_limits<double>::quiet_NaN();
    case 1:
      return -std::numeric_limits<double>::infinity();
    case 2:
      return std::numeric_limits<double>::infinity();
    case 3:
      return -0.0;
    default:
      return static_cast<double>(random() % 7) - 3;
  }
}

template <class T>
void check_tensor(const Shape& shape, std::mt19937_64& random) {
  Tensor x = Tensor::uninitialized(kDataTypeOf<T>, shape);
  std::vector<double> values;
  for (T& element : x.values<T>()) {
    values.push_back(random_value(random));
    element = store_element<T>(static_cast<Compute<T>>(values.back()));
  }
  const auto rank = static_cast<std::int64_t>(shape.size());
  for (const std::int64_t opset : {1, 11, 13}) {
    if (opset < 13 && std::is_same_v<T, BFloat16>) continue;
    const bool matrix_rule = opset < 13;
    for (std::int64_t axis = -rank; axis <= rank; ++axis) {
      // One past the last axis stands for the default here: 1 before version 13, -1 from then on.
      const bool by_default = axis == rank;
      if (by_default && matrix_rule && rank == 1) continue;
      const std::int64_t effective = by_default ? (matrix_rule ? 1 : -1) : axis;
      const auto used = static_cast<std::size_t>(effective < 0 ? effective + rank : effective);
      const Model model = model_of(opset, x.type(), by_default ? std::nullopt : std::optional(axis));
      const Tensor y = std::move(Session(model).run({{"x", x}}).front().tensor);
      const Rows rows = rows_of(find_version("", "Hardmax", opset), shape, effective);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto expected = wins(values, shape, i, used, matrix_rule) ? 1 : 0;
        if (load_element(y.values<T>()[i]) != static_cast<Compute<T>>(expected)) ++wrong;
        if (first_of_row(values, rows, i) != (expected == 1)) ++wrong;
      }
      INFO("opset " << opset << " axis " << axis << " shape " << to_string(shape));
      CHECK(y.shape() == shape);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("Hardmax along every axis of ranks 1 to 5", "[operators]") {
  std::mt19937_64 random(13);
  for (const Shape& shape : {Shape{1}, Shape{17}, Shape{3, 5}, Shape{1, 6}, Shape{6, 1}, Shape{2, 3, 4}, Shape{3, 1, 5},
                             Shape{2, 3, 2, 3}, Shape{2, 1, 3, 2, 3}, Shape{3, 2, 2, 2, 2}}) {
    for (int repetition = 0; repetition < 3; ++repetition) {
      check_tensor<float>(shape, random);
      check_tensor<double>(shape, random);
      check_tensor<Float16>(shape, random);
      check_tensor<BFloat16>(shape, random);
    }
  }
}

TEST_CASE("only version 1 warns of a negative axis, about which its page says nothing") {
  const Tensor x = Tensor::of<float>({1, 2}, {1, 2});
  for (const std::int64_t opset : {1, 11, 13}) {
    for (const std::int64_t axis : {1, -1}) {
      INFO("opset " << opset << " axis " << axis);
      std::vector<std::string> warnings;
      SessionOptions options;
      options.on_warning = [&](std::string_view message) { warnings.emplace_back(message); };
      (void)Session(model_of(opset, DataType::kFloat, axis), options).run({{"x", x}});
      const bool warns = opset == 1 && axis < 0;
      CHECK(warnings == (warns ? std::vector<std::string>{"node 0 (Hardmax-1): version 1 does not say what a negative "
                                                          "axis means"}
                               : std::vector<std::string>{}));
    }
  }
}

}  // namespace
}  // namespace hardref::test
