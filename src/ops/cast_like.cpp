// CastLike: Cast to the element type of the second input, whose values and shape do not matter.
#include <array>

#include "ops/cast_types.h"
#include "ops/operators.h"

namespace hardref {
namespace {

using model::AttributeKind;

// The page's body forwards saturate alone; a given round_mode is forwarded too, so that Cast and CastLike agree.
Replacement cast(const Call& call) {
  std::vector<model::Attribute> attributes(call.attributes.begin(), call.attributes.end());
  attributes.push_back({"to", static_cast<std::int64_t>(call.inputs[1].type)});
  return {.op_type = "Cast", .inputs = 1, .attributes = std::move(attributes)};
}

constexpr AttributeSpec kAttributes19[] = {{"saturate", AttributeKind::kInt, std::int64_t{1}}};
constexpr AttributeSpec kAttributes24[] = {{"round_mode", AttributeKind::kString, std::string_view{"up"}},
                                           {"saturate", AttributeKind::kInt, std::int64_t{1}}};
constexpr Parameter kInputs[] = {{"input", "T1"}, {"target_type", "T2"}};

template <class List>
constexpr OpVersion row(std::int64_t since, std::span<const AttributeSpec> attributes,
                        TypeSet changed = kNothingChanged) {
  return {.name = "CastLike",
          .since_version = since,
          .attributes = attributes,
          .inputs = kInputs,
          .output = {"output", "T2"},
          .constraints = kCastConstraints<List>,
          .changed = changed,
          .meaning = Rewrite{&cast}};
}

constexpr std::array kVersions = {
    row<CastTypes13>(15, {}),
    row<CastTypes19>(19, kAttributes19),
    row<CastTypes21>(21, kAttributes19),
    row<CastTypes23>(23, kAttributes19),
    row<CastTypes24>(24, kAttributes24, kCastChanged24),
    row<CastTypes25>(25, kAttributes24),
};

}  // namespace

std::span<const OpVersion> cast_like_versions() { return kVersions; }

}  // namespace hardref
