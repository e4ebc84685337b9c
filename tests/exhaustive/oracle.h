// What float32 inputs must become, at a speed that allows for all 2^32 of them: exact rational numbers where many
// inputs in a row become the same, and otherwise integer arithmetic. It shares no code with the kernels that it judges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "support/cast_oracle.h"

namespace hardref::test {

// As many consecutive inputs, the bits of the first a multiple of the number, are judged at a time.
inline constexpr std::size_t kChunk = 0x1000;

class Oracle {
 public:
  virtual ~Oracle() = default;
  // The bits that the inputs of a chunk must become.
  virtual void expect(std::uint32_t first_bits, std::span<std::uint32_t, kChunk> expected) const = 0;
  // Whether other bits are right as well: those of another NaN, or of the other zero where its sign is open.
  [[nodiscard]] virtual bool accepts(std::uint32_t expected, std::uint32_t actual) const = 0;
};

using OraclePtr = std::unique_ptr<const Oracle>;

// To a type of 16 bits and fewer.
struct FloatCast {
  DataType to = DataType::kUndefined;
  CastRules rules;
};

// Each target type under each set of rules that it obeys in some version.
[[nodiscard]] std::vector<FloatCast> float_casts();

[[nodiscard]] OraclePtr cast_oracle(const FloatCast& float_cast);
// For finite attributes, alpha not 0.
[[nodiscard]] OraclePtr hard_sigmoid_oracle(float alpha, float beta);

}  // namespace hardref::test
