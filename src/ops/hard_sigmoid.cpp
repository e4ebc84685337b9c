// HardSigmoid: max(0, min(1, alpha * x + beta)). From version 6 on it means the nodes of the body below, each of which
// rounds to the element type; version 1 has no body in the standard and computes the same rounded steps by itself.
// The last four nodes usually run joined, by the kernel in fused.cpp, which gives what they give one by one.
#include <array>

#include "exec/elementwise.h"
#include "ops/operators.h"
#include "text/text.h"

namespace hardref {
namespace {

// The listing of the operator's page.
constexpr std::string_view kBody = R"(
<
  domain: "",
  opset_import: ["" : 18]
>
HardSigmoid <beta,alpha>(X) => (Y)
{
   Alpha = Constant <value_float: float = @alpha> ()
   AlphaCast = CastLike (Alpha, X)
   Beta = Constant <value_float: float = @beta> ()
   BetaCast = CastLike (Beta, X)
   Zero = Constant <value: tensor = float {0}> ()
   ZeroCast = CastLike (Zero, X)
   One = Constant <value: tensor = float {1}> ()
   OneCast = CastLike (One, X)
   AlphaMulX = Mul (X, AlphaCast)
   AlphaMulXAddBeta = Add (AlphaMulX, BetaCast)
   MinOneOrAlphaMulXAddBeta = Min (AlphaMulXAddBeta, OneCast)
   Y = Max (MinOneOrAlphaMulXAddBeta, ZeroCast)
}
)";

const model::Function& body() {
  static const model::Function kFunction = model::parse_function(kBody);
  return kFunction;
}

// Version 1, and what --verify holds the body against. Product and sum are rounded to T one by one, and never fused;
// NaN fails both comparisons and stays.
struct NativeHardSigmoid {
  template <class T>
  static T apply(T x, T alpha, T beta) {
    const T product = store_element<T>(load_element(x) * load_element(alpha));
    const auto sum = load_element(store_element<T>(load_element(product) + load_element(beta)));
    return store_element<T>(sum > 1 ? 1 : sum < 0 ? 0 : sum);
  }
};

// The attribute as one element of T: a float, rounded once.
template <class T>
model::TensorPtr attribute_as(const Call& call, std::string_view name) {
  const auto value = static_cast<Compute<T>>(*call.float_attribute(name));
  return std::make_shared<const Tensor>(Tensor::of<T>({}, {store_element<T>(value)}));
}

template <class List>
std::vector<Stage> stages(const Call& call) {
  const DataType type = call.inputs.front().type;
  return {visit<Stage>(type, List{}, [&]<class T>(std::type_identity<T>) -> Stage {
    return {elementwise_kernel<NativeHardSigmoid, T, T, T, T>(),
            type,
            {attribute_as<T>(call, "alpha"), attribute_as<T>(call, "beta")}};
  })};
}

using model::AttributeKind;

constexpr AttributeSpec kAttributes1[] = {{"alpha", AttributeKind::kFloat, 0.2F},
                                          {"beta", AttributeKind::kFloat, 0.5F},
                                          {"consumed_inputs", AttributeKind::kInts}};
constexpr AttributeSpec kAttributes6[] = {{"alpha", AttributeKind::kFloat, 0.2F},
                                          {"beta", AttributeKind::kFloat, 0.5F}};
constexpr Parameter kInputs[] = {{"X", "T"}};

template <class List>
constexpr Elementwise kNative{&stages<List>};

template <class List>
constexpr OpVersion row(std::int64_t since, std::span<const AttributeSpec> attributes, const Meaning& meaning) {
  return {.name = "HardSigmoid",
          .since_version = since,
          .attributes = attributes,
          .inputs = kInputs,
          .output = {"Y", "T"},
          .constraints = kConstraintT<List>,
          .changed = kNothingChanged,
          .meaning = meaning};
}

constexpr std::array kVersions = {
    row<Floats>(1, kAttributes1, kNative<Floats>),
    row<Floats>(6, kAttributes6, FunctionBody{&body, kNative<Floats>}),
    row<FloatsAndBfloat16>(22, kAttributes6, FunctionBody{&body, kNative<FloatsAndBfloat16>}),
};

}  // namespace

std::span<const OpVersion> hard_sigmoid_versions() { return kVersions; }

}  // namespace hardref
