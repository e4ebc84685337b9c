// HardSigmoid and Hardmax on difficult elements; sweeps of them stand in hard_sigmoid_test.cpp and hardmax_test.cpp.
#include "ops/coverage.h"
#include "support/cast_inputs.h"
#include "support/elements.h"

namespace hardref::test {
namespace {

using Patterns = std::vector<std::uint64_t>;

Tensor line_of(DataType type, const Patterns& patterns) {
  return tensor_of_bits(type, {static_cast<std::int64_t>(patterns.size())}, patterns);
}

// The first that no other exceeds, where NaN exceeds every number.
std::size_t winner(const std::vector<Exact>& row) {
  const auto is_nan_at = [&](std::size_t i) { return row[i].float_class == FloatClass::kNan; };
  std::size_t best = 0;
  for (std::size_t i = 1; i < row.size() && !is_nan_at(best); ++i) {
    if (is_nan_at(i) || is_less(row[best], row[i])) best = i;
  }
  return best;
}

Tensor expected_hardmax(const Tensor& x, std::size_t columns) {
  const FloatFormat format = float_format(x.type()).value();
  const std::uint64_t one = static_cast<std::uint64_t>(format.bias()) << (format.precision - 1);
  Patterns elements;
  for (std::size_t first = 0; first < x.size(); first += columns) {
    std::vector<Exact> row;
    for (std::size_t i = 0; i < columns; ++i) row.push_back(exact_value(x.type(), bits_at(x, first + i)));
    const std::size_t best = winner(row);
    for (std::size_t i = 0; i < columns; ++i) elements.push_back(i == best ? one : 0);
  }
  return tensor_of_bits(x.type(), x.shape(), elements);
}

}  // namespace

void cover_hard_sigmoid(const OpVersion& op, Findings& findings) {
  for (const DataType type : op.types("T").types()) {
    const FloatFormat format = float_format(type).value();
    const Tensor x = line_of(type, few_patterns(type));
    const auto run = [&](std::vector<model::Attribute> attributes, float alpha, float beta) {
      const SingleNode node{"HardSigmoid", op.since_version, std::move(attributes)};
      Patterns expected;
      for (std::size_t i = 0; i < x.size(); ++i) {
        expected.push_back(exact_hard_sigmoid_body(format, bits_at(x, i), alpha, beta));
      }
      findings.add(node, run_node(node, {x}), line_of(type, expected), false);
    };
    run({}, 0.2F, 0.5F);
    run({{"alpha", -0.5F}, {"beta", 0.25F}}, -0.5F, 0.25F);
    if (op.since_version == 1) run({{"consumed_inputs", std::vector<std::int64_t>{0}}}, 0.2F, 0.5F);
  }
}

void cover_hardmax(const OpVersion& op, Findings& findings) {
  constexpr std::size_t kColumns = 5;
  for (const DataType type : op.types("T").types()) {
    Patterns elements = few_patterns(type);
    const Patterns again = elements;  // shifted, so that each stands in several rows
    elements.insert(elements.end(), again.rbegin(), again.rend());
    elements.resize(elements.size() / kColumns * kColumns);
    const auto rows = static_cast<std::int64_t>(elements.size() / kColumns);
    const Tensor x = tensor_of_bits(type, {rows, kColumns}, elements);
    const Tensor expected = expected_hardmax(x, kColumns);
    for (const auto& attributes : {std::vector<model::Attribute>{}, {{"axis", std::int64_t{1}}}}) {
      const SingleNode node{"Hardmax", op.since_version, attributes};
      findings.add(node, run_node(node, {x}), expected);
    }
  }
}

}  // namespace hardref::test
