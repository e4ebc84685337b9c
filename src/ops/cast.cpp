// Cast: each element in another element type, rounded once, straight from the source type. conversion.h says how for
// numbers, string_conversion.h for text.
#include <algorithm>
#include <array>
#include <cctype>

#include "ops/cast_types.h"
#include "ops/operators.h"
#include "ops/string_conversion.h"

namespace hardref {
namespace {

using model::AttributeKind;

// What casts convert, apart from strings.
using Numbers =
    Concat<FloatsAndBfloat16, Integers, Types<bool>, Float8s, Types<Float8e8m0, Float4e2m1>, Integers4, Integers2>;

ElementwiseKernel widening(DataType from) {
  return visit<ElementwiseKernel>(from, Numbers{}, []<class T>(std::type_identity<T>) -> ElementwiseKernel {
    return elementwise_kernel<Widen, Carrier<T>, T>();
  });
}

template <class To, class From, template <class> class Function>
ElementwiseKernel ruled_kernel() {
  if constexpr (RuledTarget<To>) {
    return elementwise_kernel<Function<To>, To, From, std::uint8_t>();
  } else {
    return elementwise_kernel<Function<To>, To, From>();
  }
}

ElementwiseKernel narrowing(DataType carrier, DataType to) {
  return visit<ElementwiseKernel>(to, Numbers{}, [&]<class T>(std::type_identity<T>) {
    return visit<ElementwiseKernel>(
        carrier, Types<double, std::int64_t, std::uint64_t>{},
        []<class From>(std::type_identity<From>) { return ruled_kernel<T, From, Narrow>(); });
  });
}

ElementwiseKernel from_text(DataType to) {
  return visit<ElementwiseKernel>(
      to, Numbers{}, []<class T>(std::type_identity<T>) { return ruled_kernel<T, std::string, FromText>(); });
}

ElementwiseKernel to_text(DataType from) {
  return visit<ElementwiseKernel>(from, Numbers{}, []<class T>(std::type_identity<T>) -> ElementwiseKernel {
    return elementwise_kernel<ToText, std::string, T>();
  });
}

// The rules as an operand, for the target types that have any.
std::vector<model::TensorPtr> rules_operand(DataType to, const CastRules& rules) {
  constexpr TypeSet kRuled = Concat<Float8s, Types<Float8e8m0, Float4e2m1>, Integers4, Integers2>::kSet;
  if (!kRuled.contains(to)) return {};
  return {std::make_shared<const Tensor>(Tensor::of<std::uint8_t>({}, {rules.packed()}))};
}

std::vector<Stage> conversion(DataType from, DataType to, const CastRules& rules) {
  if (from == to) return {};
  if (to == DataType::kString) return {{to_text(from), to}};
  std::vector<model::TensorPtr> operand = rules_operand(to, rules);
  if (from == DataType::kString) return {{from_text(to), to, std::move(operand)}};
  const auto carrier =
      visit<DataType>(from, Numbers{}, []<class T>(std::type_identity<T>) { return kDataTypeOf<Carrier<T>>; });
  std::vector<Stage> stages;
  if (from != carrier) stages.push_back({widening(from), carrier});
  if (to != carrier) stages.push_back({narrowing(carrier, to), to, std::move(operand)});
  return stages;
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return upper;
}

// Version 1 names the type, as "FLOAT16"; later versions number it.
DataType target_type(const Call& call) {
  const TypeSet allowed = call.op.types("T2");
  if (const auto* name = call.given<std::string>("to")) {
    for (const DataType type : allowed.types()) {
      if (*name == upper_case(to_string(type))) return type;
    }
    fail(ErrorKind::kInvalidModel, "attribute to is \"{}\", but must name one of {}", *name,
         upper_case(to_string(allowed)));
  }
  const auto number = call.int_attribute("to").value_or(0);
  for (const DataType type : allowed.types()) {
    if (number == static_cast<std::int64_t>(type)) return type;
  }
  fail(ErrorKind::kInvalidModel, "attribute to is {}, but must be the number of one of {}", number, to_string(allowed));
}

RoundMode round_mode(const Call& call) {
  const auto* const given = call.given<std::string>("round_mode");
  if (given == nullptr || *given == "up") return RoundMode::kUp;
  if (*given == "down") return RoundMode::kDown;
  if (*given == "nearest") return RoundMode::kNearest;
  fail(ErrorKind::kInvalidModel, R"(attribute round_mode is {:?}, but must be "up", "down" or "nearest")", *given);
}

// What a version says about targets of few bits, before the attributes are looked at.
constexpr CastRules kRules19{.saturate_fnuz_infinity = false, .clip_integers = true};
constexpr CastRules kRules24{};

template <CastRules kRules>
std::vector<Stage> stages(const Call& call) {
  CastRules rules = kRules;
  rules.saturate = call.int_attribute("saturate").value_or(1) != 0;
  rules.round_mode = round_mode(call);
  return conversion(call.inputs.front().type, target_type(call), rules);
}

constexpr AttributeSpec kAttributes1[] = {{.name = "to", .kind = AttributeKind::kString, .required = true}};
constexpr AttributeSpec kAttributes6[] = {{.name = "to", .kind = AttributeKind::kInt, .required = true}};
constexpr AttributeSpec kAttributes19[] = {{"saturate", AttributeKind::kInt, std::int64_t{1}},
                                           {.name = "to", .kind = AttributeKind::kInt, .required = true}};
constexpr AttributeSpec kAttributes24[] = {{"round_mode", AttributeKind::kString, std::string_view{"up"}},
                                           {"saturate", AttributeKind::kInt, std::int64_t{1}},
                                           {.name = "to", .kind = AttributeKind::kInt, .required = true}};
constexpr Parameter kInputs[] = {{"input", "T1"}};

template <class List, CastRules kRules = kRules24>
constexpr OpVersion row(std::int64_t since, std::span<const AttributeSpec> attributes,
                        TypeSet changed = kNothingChanged) {
  return {.name = "Cast",
          .since_version = since,
          .attributes = attributes,
          .inputs = kInputs,
          .output = {"output", "T2"},
          .constraints = kCastConstraints<List>,
          .changed = changed,
          .meaning = Elementwise{&stages<kRules>}};
}

constexpr std::array kVersions = {
    row<CastTypes1>(1, kAttributes1),
    row<CastTypes1>(6, kAttributes6),
    row<CastTypes9>(9, kAttributes6),
    row<CastTypes13>(13, kAttributes6),
    row<CastTypes19, kRules19>(19, kAttributes19),
    row<CastTypes21, kRules19>(21, kAttributes19),
    row<CastTypes23, kRules19>(23, kAttributes19),
    row<CastTypes24>(24, kAttributes24, kCastChanged24),
    row<CastTypes25>(25, kAttributes24),
};

}  // namespace

std::span<const OpVersion> cast_versions() { return kVersions; }

}  // namespace hardref
