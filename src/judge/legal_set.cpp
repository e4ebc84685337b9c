#include "judge/legal_set.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "compile/bind.h"
#include "compile/resolve.h"
#include "judge/origin.h"
#include "ops/hardmax.h"
#include "tensor/element.h"
#include "tensor/element_difference.h"

namespace hardref {
namespace {

// One result that is as good as another; where free is set, any element is.
struct Member {
  std::string name;
  Tensor values;
  std::vector<bool> free = {};
  bool by_element = true;  // elements may be taken from several members; not where a row makes sense only as a whole
};

// ---- HardSigmoid ----

// The sum as a double whose last bit tells that something was cut off, so that rounding it once more is rounding once.
double sum_to_odd(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  if (!(error != 0) || !std::isfinite(sum) || (std::bit_cast<std::uint64_t>(sum) & 1U) != 0) return sum;
  return std::nextafter(sum,
                        error > 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity());
}

// alpha * x + beta, rounded to T once.
template <class T>
T fused(T x, T alpha, T beta) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fma(alpha, x, beta);
  } else {
    const double product = double{widen(alpha)} * double{widen(x)};  // exact
    return narrow<T>(sum_to_odd(product, double{widen(beta)}));
  }
}

template <class T>
T clamped(T value) {
  const auto number = load_element(value);
  return number > 1 ? store_element<T>(1) : number < 0 ? store_element<T>(0) : value;
}

template <class T, class Function>
Member hard_sigmoid_member(std::string name, const Tensor& x, const Function& function) {
  Member member{std::move(name), Tensor::uninitialized(x.type(), x.shape())};
  std::ranges::transform(x.values<T>(), member.values.values<T>().begin(), function);
  return member;
}

std::vector<Member> hard_sigmoid_members(const BoundAttributes& attributes, const Tensor& x) {
  const float wide_alpha = std::get<float>(attributes.at("alpha"));
  const float wide_beta = std::get<float>(attributes.at("beta"));
  return visit<std::vector<Member>>(x.type(), FloatsAndBfloat16{}, [&]<class T>(std::type_identity<T>) {
    const T alpha = store_element<T>(static_cast<Compute<T>>(wide_alpha));
    const T beta = store_element<T>(static_cast<Compute<T>>(wide_beta));
    std::vector<Member> members;
    if constexpr (NarrowFloat<T>) {
      // The attributes are float32, so they are not rounded either.
      members.push_back(hard_sigmoid_member<T>("computed in float32 and rounded once", x, [&](T value) {
        return store_element<T>(clamped(wide_alpha * widen(value) + wide_beta));
      }));
      members.push_back(hard_sigmoid_member<T>(
          "computed in float32 with a fused multiply-add and rounded once", x,
          [&](T value) { return store_element<T>(clamped(std::fma(wide_alpha, widen(value), wide_beta))); }));
    }
    members.push_back(hard_sigmoid_member<T>("computed with a fused multiply-add", x,
                                             [&](T value) { return clamped(fused(value, alpha, beta)); }));
    return members;
  });
}

// ---- Hardmax ----

Member hardmax_member(const OpVersion& op, const BoundAttributes& attributes, const Tensor& input) {
  Member member{"NaN ignored", Tensor(input.type(), input.shape()), {}, false};
  if (input.size() == 0) return member;
  const Rows rows = rows_of(op, input.shape(), std::get<std::int64_t>(attributes.at("axis")));
  visit(input.type(), FloatsAndBfloat16{}, [&]<class T>(std::type_identity<T>) {
    for (std::size_t row = 0; row < rows.count(); ++row) {
      const std::size_t start = rows.start(row);
      const auto number = [&](std::size_t i) {  // nothing, which is below all numbers, for NaN
        const auto value = load_element(input.values<T>()[start + i * rows.inner]);
        return value == value ? std::optional(value) : std::nullopt;
      };
      const std::size_t winner = first_maximum(rows.length, number);
      member.values.values<T>()[start + winner * rows.inner] = store_element<T>(1);
    }
  });
  return member;
}

// ---- Cast ----

struct Range {
  long double least = 0;
  long double most = 0;
};

template <class T>
Range range_of() {
  if constexpr (SubByteInteger<T>) {
    constexpr IntegerRange kRange = integer_range<T>();
    return {kRange.least, kRange.most};
  } else {
    return {static_cast<long double>(std::numeric_limits<T>::min()),
            static_cast<long double>(std::numeric_limits<T>::max())};
  }
}

using CastSources = Concat<FloatsAndBfloat16, Float8s, Types<Float8e8m0, Float4e2m1>>;
using CastTargets = Concat<Integers, Integers4, Integers2>;

Member cast_member(const Tensor& input, Tensor own) {
  Member member{"a conversion that the standard leaves undefined", std::move(own), {}};
  const auto range =
      visit<Range>(member.values.type(), CastTargets{}, []<class T>(std::type_identity<T>) { return range_of<T>(); });
  visit(input.type(), CastSources{}, [&]<class T>(std::type_identity<T>) {
    for (const T& element : input.values<T>()) {
      const long double whole = std::trunc(to_long_double(element));
      member.free.push_back(!(whole >= range.least && whole <= range.most));
    }
  });
  return member;
}

// ---- Any of them ----

std::vector<Member> members_of(const Model& model, std::span<const NamedTensor> inputs, const std::string& output,
                               Tensor own) {
  const model::Node* node = find_producer(model.content().graph, output);
  const OpVersion* op = node == nullptr ? nullptr : known_version(*node, model.content().opset_imports);
  if (op == nullptr || node->inputs.empty()) return {};
  const Tensor* input = find_given(model, inputs, node->inputs.front());
  if (input == nullptr) return {};
  const BoundAttributes attributes = attributes_of_call(*op, node->attributes);
  if (op->name == "HardSigmoid") return hard_sigmoid_members(attributes, *input);
  if (op->name == "Hardmax") return {hardmax_member(*op, attributes, *input)};
  const bool is_cast = op->name == "Cast" || op->name == "CastLike";
  if (is_cast && CastSources::kSet.contains(input->type()) && CastTargets::kSet.contains(own.type())) {
    return {cast_member(*input, std::move(own))};
  }
  return {};
}

// Which elements are those of the member.
std::vector<bool> agreement(const Member& member, const TensorView& values) {
  constexpr Tolerance kSame{.rtol = 0, .atol = 0};
  std::vector<bool> agrees(values.size());
  visit(values.type(), AllTypes{}, [&]<class T>(std::type_identity<T>) {
    const auto found = values.values<T>();
    const auto allowed = member.values.values<T>();
    for (std::size_t i = 0; i < agrees.size(); ++i) {
      agrees[i] = (!member.free.empty() && member.free[i]) || agree(found[i], allowed[i], kSame);
    }
  });
  return agrees;
}

bool all_of(const std::vector<bool>& flags) {
  return std::ranges::all_of(flags, [](bool flag) { return flag; });
}

}  // namespace

std::optional<std::string> find_legal_member(const Model& model, std::span<const NamedTensor> inputs,
                                             const std::string& output, const TensorView& values) {
  std::vector<NamedTensor> outputs = Session(model, {.any_shape = true}).run(inputs);
  const auto own = std::ranges::find(outputs, output, &NamedTensor::name);
  if (own == outputs.end() || type_mismatch(values, own->tensor)) return std::nullopt;
  std::vector<Member> members = members_of(model, inputs, output, own->tensor);
  if (members.empty()) return std::nullopt;
  members.insert(members.begin(), {"what the standard says", std::move(own->tensor)});
  const bool by_element = members.back().by_element;
  std::vector<bool> covered(values.size());
  std::vector<std::string> used;
  for (const Member& member : members) {
    const std::vector<bool> agrees = agreement(member, values);
    if (all_of(agrees)) return member.name;
    bool adds = false;
    for (std::size_t i = 0; i < agrees.size(); ++i) {
      adds = adds || (agrees[i] && !covered[i]);
      covered[i] = covered[i] || agrees[i];
    }
    if (adds) used.push_back(member.name);
  }
  if (!by_element || !all_of(covered)) return std::nullopt;
  return fmt::format("element by element one of: {}", fmt::join(used, "; "));
}

}  // namespace hardref
