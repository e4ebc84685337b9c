// Kernels of Mul, Add, Min and Max bit by bit: in every instruction set, with every kind of operand, at every length of
// the last vector, and fused or not.
#include <cstring>
#include <limits>
#include <random>

#include "compile/support.h"
#include "exec/elementwise.h"
#include "ops/fused.h"
#include "ops/scalar_functions.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

// All bit patterns of a 16-bit type, and of a wider one as many that are random, after the special ones: zeros, the
// ends of the subnormals, infinities, NaN of both kinds.
template <class T>
std::vector<T> patterns() {
  std::vector<T> elements;
  if constexpr (sizeof(T) == 2) {
    for (unsigned bits = 0; bits < 65536; ++bits) elements.push_back({static_cast<std::uint16_t>(bits)});
  } else {
    using Limits = std::numeric_limits<T>;
    for (const T value : {T{0}, T{1}, Limits::min(), Limits::denorm_min(), Limits::max(), Limits::infinity(),
                          Limits::quiet_NaN(), Limits::signaling_NaN(), T{0.2F}, T{2.5}}) {
      elements.push_back(value);
      elements.push_back(-value);
    }
    std::mt19937_64 random(5);
    while (elements.size() < 65536) {
      elements.push_back(std::bit_cast<T>(static_cast<Bits<T>>(random())));
      elements.push_back(static_cast<T>(static_cast<double>(random() >> 11) * 0x1p-50 - 4));
    }
  }
  return elements;
}

template <class T>
T element_of(double value) {
  if constexpr (sizeof(T) == 2) {
    return narrow<T>(value);
  } else {
    return static_cast<T>(value);
  }
}

template <class T>
std::vector<T> constants() {
  std::vector<T> elements;
  for (const double value : {0.0, -0.0, 0.2, 0.5, 1.0, -3.0, 1e-7, 6e4, 1e38}) {
    elements.push_back(element_of<T>(value));
  }
  using Limits = std::numeric_limits<double>;
  for (const double value : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
    elements.push_back(element_of<T>(value));
  }
  return elements;
}

template <class T>
bool is_nan(const T& element) {
  return load_element(element) != load_element(element);
}

// Of two NaN operands the instruction chooses the payload, and the compiler the operands' order: then one_nan says that
// any NaN stands for any other.
template <class T>
std::size_t different_bits(const std::vector<T>& a, const std::vector<T>& b, bool one_nan = false) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool same = std::bit_cast<Bits<T>>(a[i]) == std::bit_cast<Bits<T>>(b[i]);
    if (!same && !(one_nan && is_nan(a[i]) && is_nan(b[i]))) ++count;
  }
  return count;
}

// One element at a time, by the function that the kernel is made of: what every kernel must give.
template <class Function, class T>
std::vector<T> one_by_one(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> result;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const T& left = a[a.size() == 1 ? 0 : i];
    const T& right = b[b.size() == 1 ? 0 : i];
    result.push_back(OnElements<Function, T>::apply(left, right));
  }
  return result;
}

template <class T>
std::vector<T> by_kernel(ElementwiseKernel kernel, const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> result(std::max(a.size(), b.size()));
  const KernelOperand operands[] = {{a.data(), a.size() == 1}, {b.data(), b.size() == 1}};
  kernel(operands, result.data(), result.size());
  return result;
}

// The kernel for this machine, and the baseline's.
template <class Function, class T>
std::vector<ElementwiseKernel> kernels() {
  using All = Dispatch<detail::MapVectorPairs<Function, T>, const KernelOperand*, void*, std::size_t>;
  return {All::select(InstructionSet::kAvx2), &All::baseline, binary_kernel<Function, Types<T>>(kDataTypeOf<T>)};
}

template <class Function, class T>
void check_kernels() {
  const std::vector<T> all = patterns<T>();
  const std::vector<T> turned(all.rbegin(), all.rend());
  for (const ElementwiseKernel kernel : kernels<Function, T>()) {
    for (const T& constant : constants<T>()) {
      const std::vector<T> uniform{constant};
      const bool any = is_nan(constant);
      CHECK(different_bits(by_kernel(kernel, all, uniform), one_by_one<Function, T>(all, uniform), any) == 0);
      CHECK(different_bits(by_kernel(kernel, uniform, all), one_by_one<Function, T>(uniform, all), any) == 0);
      CHECK(different_bits(by_kernel(kernel, uniform, uniform), one_by_one<Function, T>(uniform, uniform), any) == 0);
    }
    for (std::size_t length = 1; length < 70; ++length) {
      const std::vector<T> a(all.begin() + 100, all.begin() + 100 + static_cast<std::ptrdiff_t>(length));
      const std::vector<T> b(turned.begin() + 9000, turned.begin() + 9000 + static_cast<std::ptrdiff_t>(length));
      CHECK(different_bits(by_kernel(kernel, a, b), one_by_one<Function, T>(a, b), true) == 0);
    }
  }
}

TEMPLATE_TEST_CASE("vectors give the bits that single elements give", "[kernels]", Float16, BFloat16, float, double) {
  check_kernels<Mul, TestType>();
  check_kernels<Add, TestType>();
  check_kernels<Min, TestType>();
  check_kernels<Max, TestType>();
}

// The parts one after the other, each through memory.
template <class T>
std::vector<T> in_parts(const FusedKernel& fused, std::vector<T> values, const std::vector<T>& constants) {
  for (std::size_t i = 0; i < fused.parts.size(); ++i) values = by_kernel(fused.parts[i], values, {constants[i]});
  return values;
}

template <class T>
std::vector<T> at_once(const FusedKernel& fused, const std::vector<T>& values, const std::vector<T>& constants) {
  std::vector<T> result(values.size());
  const KernelOperand operands[] = {{values.data(), false},
                                    {constants.data(), true},
                                    {&constants[1], true},
                                    {&constants[2], true},
                                    {&constants[3], true}};
  fused.whole(operands, result.data(), result.size());
  return result;
}

TEMPLATE_TEST_CASE("a fused kernel gives the bits that its parts give", "[kernels]", Float16, BFloat16, float, double) {
  const auto fused = std::ranges::find(fused_kernels(), binary_kernel<Mul, Types<TestType>>(kDataTypeOf<TestType>),
                                       [](const FusedKernel& kernel) { return kernel.parts[0]; });
  REQUIRE(fused != fused_kernels().end());
  const std::vector<TestType> all = patterns<TestType>();
  const std::vector<TestType> few = constants<TestType>();
  std::mt19937_64 random(6);
  std::vector<std::vector<TestType>> choices{{few[2], few[3], few[4], few[0]}, {few[2], few[3], few[4], few[1]}};
  for (int i = 0; i < 60; ++i) {
    std::vector<TestType>& choice = choices.emplace_back();
    for (int k = 0; k < 4; ++k) choice.push_back(few[random() % few.size()]);
  }
  REQUIRE(std::ranges::count_if(choices, [](const auto& choice) { return is_nan(choice[2]); }) > 0);
  REQUIRE(std::ranges::count_if(choices, [](const auto& choice) { return is_nan(choice[3]); }) > 0);
  for (const std::vector<TestType>& choice : choices) {
    // A bound that is NaN is left to the parts.
    const bool fits = fused->fits({choice.data(), &choice[1], &choice[2], &choice[3]});
    CHECK(fits == (!is_nan(choice[2]) && !is_nan(choice[3])));
    if (!fits) continue;
    const bool has_nan = std::ranges::any_of(choice, is_nan<TestType>);
    CHECK(different_bits(at_once(*fused, all, choice), in_parts(*fused, all, choice), has_nan) == 0);
  }
  for (std::size_t length = 1; length < 70; ++length) {
    const std::vector<TestType> part(all.begin() + 15000, all.begin() + 15000 + static_cast<std::ptrdiff_t>(length));
    CHECK(different_bits(at_once(*fused, part, choices[0]), in_parts(*fused, part, choices[0])) == 0);
  }
}

}  // namespace
}  // namespace hardref::test
