// Runs Cast and CastLike, and holds every element against the oracle. Which inputs and which cells is for the tests
// that use it.
#pragma once

#include <optional>

#include "ops/single_node.h"
#include "support/cast_oracle.h"

namespace hardref::test {

// Elements to cast, and what the oracle sees in them.
struct CastInput {
  Tensor x;
  std::vector<CastSource> sources;
};

[[nodiscard]] CastInput cast_input(DataType type, const std::vector<std::uint64_t>& patterns);
[[nodiscard]] CastInput cast_input(const std::vector<std::string>& numerals);

struct CastCall {
  std::string op_type;
  std::int64_t version;
  DataType to;
  std::optional<std::int64_t> saturate = std::nullopt;
  std::optional<std::string> round_mode = std::nullopt;
};

// The attributes that make a difference to a target type under a version, in every combination; the first call has
// none.
[[nodiscard]] std::vector<CastCall> calls_of(const std::string& op_type, std::int64_t version, DataType to);

// What came out wrong, a few elements at most; nothing where all are right. Counts the cell as executed.
[[nodiscard]] Strings check_cast(const CastCall& call, const CastInput& input, Strings& executed);

}  // namespace hardref::test
