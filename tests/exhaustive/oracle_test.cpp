// The fast oracle says what the slow one says, for the inputs that conversions and HardSigmoid find difficult.
#include "exhaustive/oracle.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "support/cast_inputs.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

template <class Slow>
void compare(DataType to, const Oracle& oracle, const Slow& slow) {
  static const std::vector<std::uint64_t> kInputs = [] {
    std::vector<std::uint64_t> inputs = sweep(DataType::kFloat);
    std::ranges::sort(inputs);
    return inputs;
  }();
  std::vector<std::uint32_t> chunk(kChunk);
  std::uint64_t first = 1;  // of the chunk, once there is one
  std::string differences;
  for (const std::uint64_t bits : kInputs) {
    if (bits - bits % kChunk != first) {
      first = bits - bits % kChunk;
      oracle.expect(static_cast<std::uint32_t>(first), std::span<std::uint32_t, kChunk>(chunk));
    }
    const std::uint64_t fast = chunk[bits % kChunk];
    const std::uint64_t expected = slow(bits);
    if (fast == expected || differences.size() > 500) continue;
    differences +=
        describe(DataType::kFloat, bits) + ": " + describe(to, fast) + ", not " + describe(to, expected) + "\n";
  }
  CHECK(differences == "");
}

TEST_CASE("the fast oracle of Cast is the slow one") {
  for (const FloatCast& float_cast : float_casts()) {
    const DataType to = float_cast.to;
    const CastRules& rules = float_cast.rules;
    INFO(to_string(to) << ", version " << rules.version << ", saturate " << rules.saturate << ", " << rules.round_mode);
    compare(to, *cast_oracle(float_cast),
            [&](std::uint64_t bits) { return cast(cast_source(DataType::kFloat, bits), to, rules); });
  }
}

TEST_CASE("the fast oracle takes one NaN for another, and nothing else") {
  const OraclePtr oracle = cast_oracle({DataType::kFloat8e4m3fnuz, {.version = 25}});
  CHECK(oracle->accepts(0x80, 0x80));
  CHECK_FALSE(oracle->accepts(0x80, 0x00));
  CHECK_FALSE(oracle->accepts(0x7f, 0x7e));
  const OraclePtr float16 = cast_oracle({DataType::kFloat16, {.version = 25}});
  CHECK(float16->accepts(0x7e00, 0xfc01));
  CHECK_FALSE(float16->accepts(0x7e00, 0x7c00));
  CHECK_FALSE(float16->accepts(0x7c00, 0x7e00));
  CHECK_FALSE(float16->accepts(0x8000, 0x0000));
  CHECK_FALSE(cast_oracle({DataType::kInt8, {.version = 25}})->accepts(0xff, 0xfe));
}

TEST_CASE("the fast oracle of HardSigmoid is the slow one") {
  const std::array<std::array<float, 2>, 4> attributes = {
      {{0.2F, 0.5F}, {1.0F / 6, 0.5F}, {-0.5F, 1e-38F}, {1e30F, -1e30F}}};
  for (const auto& [alpha, beta] : attributes) {
    INFO("alpha " << alpha << ", beta " << beta);
    const OraclePtr oracle = hard_sigmoid_oracle(alpha, beta);
    compare(DataType::kFloat, *oracle, [a = alpha, b = beta](std::uint64_t bits) {
      const std::uint64_t y = exact_hard_sigmoid_body(kBinary32, bits, a, b);
      return y == 0x80000000 ? 0 : y;  // the sign of a zero is open
    });
    CHECK(oracle->accepts(0, 0x80000000));
    CHECK(oracle->accepts(0x7fc00000, 0xff800001));
    CHECK_FALSE(oracle->accepts(0x7fc00000, 0x7f800000));
    CHECK_FALSE(oracle->accepts(0x3f800000, 0x3f7fffff));
    CHECK_FALSE(oracle->accepts(0x80000000, 0));
  }
}

}  // namespace
}  // namespace hardref::test
