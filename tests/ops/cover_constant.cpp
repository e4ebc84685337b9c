// Constant of every element type, dense and sparse.
#include <limits>

#include "ops/coverage.h"
#include "support/cast_inputs.h"
#include "support/elements.h"

namespace hardref::test {
namespace {

template <class T>
Tensor complex_values() {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  constexpr T kSmallest = std::numeric_limits<T>::denorm_min();
  return Tensor::of<std::complex<T>>({3}, {{T{1.5}, T{-0.0}}, {kNan, -kInfinity}, {kSmallest, T{7}}});
}

// Some elements of a type, in a line.
Tensor some_values(DataType type) {
  if (type == DataType::kString) return Tensor::of<std::string>({3}, {"", "a \"b\"\n", std::string("\0\xc3\xa9", 3)});
  if (type == DataType::kComplex64) return complex_values<float>();
  if (type == DataType::kComplex128) return complex_values<double>();
  const std::vector<std::uint64_t> patterns = few_patterns(type);
  return tensor_of_bits(type, {static_cast<std::int64_t>(patterns.size())}, patterns);
}

// Element i of values as element at(i) of the result, the others as they are made: zero, or an empty string.
template <class Position>
Tensor scattered(const Tensor& values, Shape shape, const Position& at) {
  Tensor dense(values.type(), std::move(shape));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values.type() == DataType::kString) {
      dense.values<std::string>()[at(i)] = values.values<std::string>()[i];
    } else {
      const std::size_t width = values.byte_size() / values.size();
      std::copy_n(static_cast<const char*>(values.data()) + i * width, width,
                  static_cast<char*>(dense.data()) + at(i) * width);
    }
  }
  return dense;
}

void cover_sparse(std::int64_t version, const Tensor& values, Findings& findings) {
  const auto count = static_cast<std::int64_t>(values.size());
  std::vector<std::int64_t> linear;
  std::vector<std::int64_t> coordinates;
  for (std::int64_t i = 0; i < count; ++i) {
    linear.push_back(2 * i + 1);
    coordinates.insert(coordinates.end(), {i, 1});
  }
  const Tensor expected = scattered(values, {count, 2}, [](std::size_t i) { return 2 * i + 1; });
  for (const Tensor& indices :
       {Tensor::of<std::int64_t>({count}, linear), Tensor::of<std::int64_t>({count, 2}, coordinates)}) {
    const auto sparse = std::make_shared<const model::SparseTensor>(model::SparseTensor{values, indices, {count, 2}});
    const SingleNode node{"Constant", version, {{"sparse_value", sparse}}};
    findings.add(node, run_node(node, {}), expected);
  }
}

}  // namespace

void cover_constant(const OpVersion& op, Findings& findings) {
  for (const DataType type : op.types("T").types()) {
    const Tensor values = some_values(type);
    const SingleNode node{"Constant", op.since_version, {{"value", std::make_shared<const Tensor>(values)}}};
    findings.add(node, run_node(node, {}), values);
    if (op.since_version >= 11) cover_sparse(op.since_version, values, findings);
  }
}

}  // namespace hardref::test
