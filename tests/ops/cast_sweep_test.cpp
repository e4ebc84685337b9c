// Cast against the oracle, far beyond a few elements of each cell: every element of the types of 16 bits and fewer, and
// some 50,000 to 130,000 of each wider one, to every other type; by the newest version, and where version 23 differs by
// that one.
#include "ops/cast_check.h"
#include "support/cast_inputs.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kStep = 3;  // every third element: the whole takes minutes there
#else
constexpr std::size_t kStep = 1;
#endif

std::vector<std::uint64_t> every(std::size_t step, const std::vector<std::uint64_t>& patterns) {
  std::vector<std::uint64_t> kept;
  for (std::size_t i = 0; i < patterns.size(); i += step) kept.push_back(patterns[i]);
  return kept;
}

std::vector<DataType> cast_types() {
  std::vector<DataType> types;
  for (std::int32_t number = 1; number <= 26; ++number) {
    const auto type = static_cast<DataType>(number);
    if (bytes_of(type) != 0 || type == DataType::kString) types.push_back(type);
  }
  return types;
}

void check(const CastInput& input, std::int64_t version, DataType to) {
  Strings executed;
  for (const CastCall& call : calls_of("Cast", version, to)) CHECK(check_cast(call, input, executed) == Strings{});
}

// Text is searched for digit by digit, hence the fewer elements of the types that need many digits.
void check_from(DataType from, const std::vector<std::uint64_t>& patterns, std::size_t text_step) {
  const CastInput input = cast_input(from, patterns);
  const CastInput for_text = cast_input(from, every(text_step, patterns));
  for (const DataType to : cast_types()) check(to == DataType::kString ? for_text : input, 25, to);
  for (const DataType to : {DataType::kFloat8e4m3fnuz, DataType::kFloat8e5m2fnuz, DataType::kInt4, DataType::kUint4}) {
    // Version 23 does not know the newer types.
    const bool is_known = from != DataType::kFloat8e8m0 && from != DataType::kInt2 && from != DataType::kUint2;
    if (is_known) check(input, 23, to);
  }
}

TEST_CASE("Cast of every element of the types of 8 bits and fewer") {
  std::size_t types = 0;
  for (const DataType from : cast_types()) {
    if (bytes_of(from) != 1) continue;
    check_from(from, all_patterns(from), 1);
    ++types;
  }
  CHECK(types == 13);
}

TEST_CASE("Cast of every int16 and uint16") {
  for (const DataType from : {DataType::kInt16, DataType::kUint16}) {
    check_from(from, every(kStep, all_patterns(from)), 1);
  }
}

TEST_CASE("Cast of every float16") {
  check_from(DataType::kFloat16, every(kStep, all_patterns(DataType::kFloat16)), 1);
}

TEST_CASE("Cast of every bfloat16") {
  check_from(DataType::kBfloat16, every(kStep, all_patterns(DataType::kBfloat16)), 1);
}

TEST_CASE("Cast of float, at every exponent and in the middles of the other formats") {
  check_from(DataType::kFloat, every(kStep, sweep(DataType::kFloat)), 7);
}

TEST_CASE("Cast of double, at every exponent and in the middles of the other formats") {
  check_from(DataType::kDouble, every(kStep, sweep(DataType::kDouble)), 31);
}

TEST_CASE("Cast of integers of 32 and 64 bits, in the middles of the floating-point formats") {
  for (const DataType from : {DataType::kInt32, DataType::kUint32, DataType::kInt64, DataType::kUint64}) {
    check_from(from, every(kStep, sweep(from)), 7);
  }
}

TEST_CASE("Cast of numerals, in the middles of the floating-point formats") {
  const CastInput input = cast_input(numerals());
  for (const DataType to : cast_types()) check(input, 25, to);
  for (const DataType to : {DataType::kFloat8e4m3fnuz, DataType::kFloat8e5m2fnuz, DataType::kInt4, DataType::kUint4}) {
    check(input, 23, to);
  }
}

}  // namespace
}  // namespace hardref::test
