// CastLike: Cast to the element type of the second input, whose values and shape do not matter.
#include <array>

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
using Types15 = Concat<FloatsAndBfloat16, Integers, Types<bool, std::string>>;
using Types19 = Concat<Types15, Float8s>;
using Types21 = Concat<Types19, Integers4>;
using Types23 = Concat<Types21, Types<Float4e2m1>>;
using Types24 = Concat<Types23, Types<Float8e8m0>>;
using Types25 = Concat<Types24, Integers2>;

template <class List>
constexpr TypeConstraint kConstraints[] = {{"T1", List::kSet}, {"T2", List::kSet}};

template <class List>
constexpr OpVersion row(std::int64_t since, std::span<const AttributeSpec> attributes,
                        TypeSet changed = kNothingChanged) {
  return {.name = "CastLike",
          .since_version = since,
          .attributes = attributes,
          .inputs = kInputs,
          .output = {"output", "T2"},
          .constraints = kConstraints<List>,
          .changed = changed,
          .meaning = Rewrite{&cast}};
}

// As Cast-24 changed.
constexpr TypeSet kChanged24 = Types<Float8e4m3fnuz, Float8e5m2fnuz, Int4, Uint4>::kSet;

constexpr std::array kVersions = {
    row<Types15>(15, {}),
    row<Types19>(19, kAttributes19),
    row<Types21>(21, kAttributes19),
    row<Types23>(23, kAttributes19),
    row<Types24>(24, kAttributes24, kChanged24),
    row<Types25>(25, kAttributes24),
};

}  // namespace

std::span<const OpVersion> cast_like_versions() { return kVersions; }

}  // namespace hardref
