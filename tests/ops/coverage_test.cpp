// Every cell of the operator matrix (operator, version, element types) has a case that was executed and held against an
// oracle. A cell without one fails here by name.
#include "ops/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "ops/registry.h"
#include "support/catch.h"
#include "support/elements.h"
#include "support/model_equal.h"

namespace hardref::test {
namespace {

// Of 51 rows: one type for T, or two for Cast and CastLike.
constexpr std::size_t kCells = 5636;

using Cover = void (*)(const OpVersion& op, Findings& findings);

const std::map<std::string_view, Cover> kCovers = {{"Add", cover_arithmetic},   {"Mul", cover_arithmetic},
                                                   {"Min", cover_arithmetic},   {"Max", cover_arithmetic},
                                                   {"Cast", cover_cast},        {"CastLike", cover_cast},
                                                   {"Hardmax", cover_hardmax},  {"HardSigmoid", cover_hard_sigmoid},
                                                   {"Constant", cover_constant}};

// Sorted, as std::ranges::set_difference wants them.
Strings cells_of_the_registry() {
  Strings cells;
  for (const OpVersions versions : all_operators()) {
    for (const OpVersion& op : versions) {
      for (const DataType type : op.types("T").types()) cells.push_back(cell_of(op.name, op.since_version, type));
      for (const DataType from : op.types("T1").types()) {
        for (const DataType to : op.types("T2").types()) {
          cells.push_back(cell_of(op.name, op.since_version, from, to));
        }
      }
    }
  }
  std::ranges::sort(cells);
  return cells;
}

Strings without(const Strings& cells, const Strings& executed) {
  const std::set<std::string> others(executed.begin(), executed.end());
  Strings rest;
  std::ranges::set_difference(cells, others, std::back_inserter(rest));
  return rest;
}

bool is_zero(DataType type, std::uint64_t bits) {
  const Exact exact = exact_value(type, bits);
  return exact.float_class == FloatClass::kFinite && exact.value == 0;
}

// How a result differs from what must come out; empty where it does not. Strings and complex numbers are equal bit for
// bit, of the other types NaN equals NaN.
std::string difference(const Tensor& result, const Tensor& expected, bool zeros_have_signs) {
  if (result.type() != expected.type()) return fmt::format("type {}", to_string(result.type()));
  if (result.shape() != expected.shape()) return "another shape";
  if (bytes_of(result.type()) == 0) return equal(result, expected) ? "" : "other elements";
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::uint64_t bits = bits_at(result, i);
    const std::uint64_t wanted = bits_at(expected, i);
    if (same_element(result.type(), bits, wanted)) continue;
    if (!zeros_have_signs && is_zero(result.type(), bits) && is_zero(result.type(), wanted)) continue;
    return fmt::format("[{}] is {}, expected {}", i, describe(result.type(), bits), describe(result.type(), wanted));
  }
  return "";
}

TEST_CASE("every cell of the operator matrix is executed and right") {
  const Strings cells = cells_of_the_registry();
  CHECK(cells.size() == kCells);
  CHECK(std::ranges::adjacent_find(cells) == cells.end());
  Findings findings;
  for (const OpVersions versions : all_operators()) {
    const auto cover = kCovers.find(versions.front().name);
    if (cover == kCovers.end()) continue;
    for (const OpVersion& op : versions) cover->second(op, findings);
  }
  CHECK(findings.wrong == Strings{});
  CHECK(without(cells, findings.executed) == Strings{});
}

TEST_CASE("a cell without a case is told by name, and so is a wrong result") {
  CHECK(without({"Add-1 double", "Add-1 float", "Cast-6 bool -> int8"}, {"Cast-6 bool -> int8", "Add-1 double"}) ==
        Strings{"Add-1 float"});
  Findings findings;
  const SingleNode node{"Add", 14};
  const Tensor sum = Tensor::of<float>({2}, {1, -0.0F});
  findings.add(node, sum, Tensor::of<float>({2}, {1, -0.0F}));
  CHECK(findings.wrong == Strings{});
  findings.add(node, sum, Tensor::of<float>({2}, {1, 0}), false);
  CHECK(findings.wrong == Strings{});
  findings.add(node, sum, Tensor::of<float>({2}, {1, 0}));
  findings.add(node, sum, Tensor::of<float>({2, 1}, {1, -0.0F}));
  findings.add(node, sum, Tensor::of<double>({2}, {1, -0.0}));
  CHECK(findings.executed == Strings(5, "Add-14 float"));
  CHECK(findings.wrong == Strings{"Add-14 float: [1] is float 0x80000000, expected float 0x00000000",
                                  "Add-14 float: another shape", "Add-14 float: type float"});
}

}  // namespace

void Findings::add(const SingleNode& node, const Tensor& result, const Tensor& expected, bool zeros_have_signs) {
  executed.push_back(cell_of(node.op_type, node.opset, result.type()));
  const std::string different = difference(result, expected, zeros_have_signs);
  if (!different.empty()) wrong.push_back(fmt::format("{}: {}", executed.back(), different));
}

}  // namespace hardref::test
