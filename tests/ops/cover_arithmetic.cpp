// Add, Mul, Min and Max on all pairs of difficult operands, in each way in which a version lets shapes meet.
#include "ops/coverage.h"
#include "support/cast_inputs.h"
#include "support/elements.h"

namespace hardref::test {
namespace {

using Patterns = std::vector<std::uint64_t>;

std::uint64_t float_result(std::string_view name, const FloatFormat& format, const Exact& a, const Exact& b) {
  const Exact exact = name == "Add"   ? add(a, b)
                      : name == "Mul" ? multiply(a, b)
                      : name == "Min" ? min(a, b)
                                      : max(a, b);
  return round_to_nearest(format, exact);
}

std::uint64_t result_of(std::string_view name, DataType type, std::uint64_t a_bits, std::uint64_t b_bits) {
  const Exact a = exact_value(type, a_bits);
  const Exact b = exact_value(type, b_bits);
  if (const auto format = float_format(type)) return float_result(name, *format, a, b);
  const mpz_class& x = a.value.get_num();
  const mpz_class& y = b.value.get_num();
  if (name == "Add") return low_bits(type, x + y);
  if (name == "Mul") return low_bits(type, x * y);
  return (name == "Min") == (y < x) ? b_bits : a_bits;
}

#ifdef __SANITIZE_ADDRESS__
constexpr bool kAllPairs = false;  // the 65,536 of each type of 8 bits take minutes there
#else
constexpr bool kAllPairs = true;
#endif

// All elements of the types of 8 bits; of the others the ends, and some between.
Patterns operands(DataType type) {
  Patterns few = few_patterns(type);
  if (kAllPairs && bytes_of(type) == 1) return few;
  Patterns kept;
  for (std::size_t i = 0; i < few.size(); i += i < 10 ? 1 : 5) kept.push_back(few[i]);
  return kept;
}

struct Pairs {
  DataType type;
  Patterns operands;

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(operands.size()); }
  // [n,n] with the operand of the row, or else of the column.
  [[nodiscard]] Tensor matrix(bool by_row) const {
    Patterns elements;
    for (const std::uint64_t row : operands) {
      for (const std::uint64_t column : operands) elements.push_back(by_row ? row : column);
    }
    return tensor_of_bits(type, {count(), count()}, elements);
  }
  [[nodiscard]] Tensor column() const { return tensor_of_bits(type, {count(), 1}, operands); }
  [[nodiscard]] Tensor row() const { return tensor_of_bits(type, {count()}, operands); }
};

Tensor expected_matrix(std::string_view name, const Tensor& a, const Tensor& b) {
  Patterns elements;
  for (std::size_t i = 0; i < a.size(); ++i) {
    elements.push_back(result_of(name, a.type(), bits_at(a, i), bits_at(b, i)));
  }
  return tensor_of_bits(a.type(), a.shape(), elements);
}

void cover_pairs(const OpVersion& op, const Pairs& pairs, Findings& findings) {
  const SingleNode node{std::string(op.name), op.since_version};
  const Tensor rows = pairs.matrix(true);
  const Tensor columns = pairs.matrix(false);
  const Tensor expected = expected_matrix(op.name, rows, columns);
  const Tensor swapped = expected_matrix(op.name, columns, rows);
  const auto run = [&](const SingleNode& call, const Tensor& a, const Tensor& b, const Tensor& wanted) {
    findings.add(call, run_node(call, {a, b}), wanted);
  };
  run(node, rows, columns, expected);
  const bool is_extremum = op.name == "Min" || op.name == "Max";
  if (op.since_version >= (is_extremum ? 8 : 7)) {
    run(node, pairs.column(), pairs.row(), expected);
    run(node, pairs.row(), pairs.column(), swapped);
  } else if (!is_extremum) {
    SingleNode legacy = node;
    legacy.attributes = {{"broadcast", std::int64_t{1}}};
    run(legacy, rows, pairs.row(), expected);
    legacy.attributes.push_back({"axis", std::int64_t{0}});
    run(legacy, columns, pairs.row(), swapped);
  }
  if (op.since_version == 1) {
    SingleNode consuming = node;
    consuming.attributes = {{"consumed_inputs", std::vector<std::int64_t>{0, 0}}};
    run(consuming, rows, columns, expected);
  }
}

// One input is the identity; three are taken from the left.
void cover_variadic(const OpVersion& op, const Pairs& pairs, Findings& findings) {
  const SingleNode node{std::string(op.name), op.since_version};
  const Tensor rows = pairs.matrix(true);
  const Tensor columns = pairs.matrix(false);
  findings.add(node, run_node(node, {rows}), rows);
  Patterns turned;
  for (std::size_t i = 0; i < rows.size(); ++i) turned.push_back(bits_at(columns, (i * 7 + 3) % columns.size()));
  const Tensor third = tensor_of_bits(pairs.type, rows.shape(), turned);
  const Tensor expected = expected_matrix(op.name, expected_matrix(op.name, rows, columns), third);
  findings.add(node, run_node(node, {rows, columns, third}), expected);
}

}  // namespace

void cover_arithmetic(const OpVersion& op, Findings& findings) {
  for (const DataType type : op.types("T").types()) {
    const Pairs pairs{type, operands(type)};
    cover_pairs(op, pairs, findings);
    if (op.variadic()) cover_variadic(op, pairs, findings);
  }
}

}  // namespace hardref::test
