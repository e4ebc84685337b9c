// Finds the row that a node means: the only place that knows how opset numbers select versions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ops/op.h"

namespace hardref {

// The newest opset of the default domain whose operators hardref knows.
inline constexpr std::int64_t kNewestOpset = 28;

// All versions of one operator, oldest first.
using OpVersions = std::span<const OpVersion>;

// Every operator, by name.
[[nodiscard]] std::span<const OpVersions> all_operators();

// Every version of the operator of the default domain; empty for an unknown one.
[[nodiscard]] OpVersions find_operator(std::string_view name);

// The version that a node of the operator means under an opset: the newest that is not newer than the opset. Throws
// kUnsupported for an operator that hardref does not have, kInvalidModel for one that the opset does not have yet.
[[nodiscard]] const OpVersion& find_version(std::string_view domain, std::string_view name, std::int64_t opset);

// "Hardmax-13".
[[nodiscard]] std::string to_string(const OpVersion& op);

// True where every node of these types that is valid under the version means the same under another opset.
[[nodiscard]] bool keeps_meaning(const OpVersion& op, TypeSet types, std::int64_t opset);

}  // namespace hardref
