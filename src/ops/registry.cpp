#include "ops/registry.h"

#include <algorithm>
#include <array>
#include <functional>

#include "ops/operators.h"
#include "tensor/join.h"
#include "tensor/suggestion.h"

namespace hardref {

std::span<const OpVersions> all_operators() {
  static const std::array kAll = {add_versions(),      cast_versions(),    cast_like_versions(),
                                  constant_versions(), hardmax_versions(), hard_sigmoid_versions(),
                                  max_versions(),      min_versions(),     mul_versions()};
  return kAll;
}

OpVersions find_operator(std::string_view name) {
  const auto operators = all_operators();
  const auto found = std::ranges::find(operators, name, [](OpVersions versions) { return versions.front().name; });
  return found == operators.end() ? OpVersions{} : *found;
}

const OpVersion& find_version(std::string_view domain, std::string_view name, std::int64_t opset) {
  const OpVersions versions = domain.empty() ? find_operator(name) : OpVersions{};
  if (versions.empty()) {
    std::vector<std::string> known;
    for (const OpVersions operators : all_operators()) known.emplace_back(operators.front().name);
    fail(ErrorKind::kUnsupported, "no such operator here; known are {}{}", join(known, ", ", std::identity()),
         domain.empty() ? did_you_mean(name, known) : "");
  }
  if (opset > kNewestOpset) {
    fail(ErrorKind::kUnsupported, "opset {} is newer than {}, the newest that is known here", opset, kNewestOpset);
  }
  const auto next = std::ranges::upper_bound(versions, opset, {}, &OpVersion::since_version);
  if (next == versions.begin()) {
    fail(ErrorKind::kInvalidModel, "opset {} does not have it; it begins with opset {}", opset,
         versions.front().since_version);
  }
  return *std::prev(next);
}

std::string to_string(const OpVersion& op) { return fmt::format("{}-{}", op.name, op.since_version); }

bool keeps_meaning(const OpVersion& op, TypeSet types, std::int64_t opset) {
  const OpVersion& other = find_version("", op.name, opset);
  const std::int64_t first = std::min(op.since_version, other.since_version);
  const std::int64_t last = std::max(op.since_version, other.since_version);
  return std::ranges::none_of(find_operator(op.name), [&](const OpVersion& version) {
    return version.since_version > first && version.since_version <= last && !(version.changed & types).empty();
  });
}

}  // namespace hardref
