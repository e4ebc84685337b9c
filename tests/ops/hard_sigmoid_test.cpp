// HardSigmoid against exact rational arithmetic, rounded after each node: every input of the 16-bit formats, a
// stratified sweep of the others; by its body, its native kernel, and the model that expansion writes.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "compile/expand.h"
#include "model/model.h"
#include "support/catch.h"
#include "support/exact.h"
#include "text/text.h"

namespace hardref::test {
namespace {

struct Coefficients {
  float alpha;
  float beta;
};

constexpr float kInfinity = std::numeric_limits<float>::infinity();

const std::vector<Coefficients> kCoefficients = {{0.2F, 0.5F}, {1.0F / 6, 0.5F},  {-0.5F, 0.25F},
                                                 {0.0F, 0.5F}, {1e6F, 0.0F},      {3e38F, -3e38F},
                                                 {0.2F, NAN},  {kInfinity, 0.0F}, {6.1e-5F, -0.0F}};

std::string text_of(std::int64_t opset, std::string_view type, std::size_t count, const Coefficients& c) {
  return fmt::format(R"(<ir_version: 8, opset_import: ["" : {0}]>
    g ({1}[{4}] x) => ({1}[{4}] y) {{ y = HardSigmoid <alpha: float = {2}, beta: float = {3}> (x) }})",
                     opset, type, c.alpha, c.beta, count);
}

template <class T>
Tensor run(const Model& model, const Tensor& x, const SessionOptions& options = {}) {
  return std::move(Session(model, options).run({{"x", x}}).front().tensor);
}

Model expanded(const Model& model) {
  return Model(std::make_shared<const model::Model>(expand_functions(model.content()).model));
}

bool is_nan(const FloatFormat& format, std::uint64_t bits) {
  return decode(format, bits).float_class == FloatClass::kNan;
}

// The bits of the result, with one pattern for all NaNs and one for both zeros.
template <class T, class Bits>
Bits canonical(const FloatFormat& format, T value) {
  const auto bits = std::bit_cast<Bits>(value);
  const Exact exact = decode(format, bits);
  if (exact.float_class == FloatClass::kNan) return static_cast<Bits>(format.nan());
  return (bits & ~format.sign_bit()) == 0 ? Bits{0} : bits;
}

template <class T, class Bits>
void check_all(const FloatFormat& format, std::string_view type, const std::vector<Bits>& inputs,
               const std::vector<std::int64_t>& opsets) {
  Tensor x = Tensor::uninitialized(kDataTypeOf<T>, {static_cast<std::int64_t>(inputs.size())});
  std::ranges::transform(inputs, x.values<T>().begin(), [](Bits bits) { return std::bit_cast<T>(bits); });
  for (const Coefficients& c : kCoefficients) {
    std::vector<Bits> wanted;
    for (const Bits bits : inputs) {
      const auto result = static_cast<Bits>(exact_hard_sigmoid_body(format, bits, c.alpha, c.beta));
      wanted.push_back(canonical<T, Bits>(format, std::bit_cast<T>(result)));
    }
    for (const std::int64_t opset : opsets) {
      const Model model = Model::from_text(text_of(opset, type, inputs.size(), c));
      SessionOptions verify;
      verify.verify = true;
      const Tensor by_body = run<T>(model, x, verify);
      const Tensor by_expansion = run<T>(opset < 6 ? model : expanded(model), x);
      std::size_t wrong = 0;
      std::size_t apart = 0;
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (canonical<T, Bits>(format, by_body.values<T>()[i]) != wanted[i]) ++wrong;
        // Of two NaNs either may be the sum: the order of operands in a loop over two tensors is the compiler's.
        const auto one = std::bit_cast<Bits>(by_body.values<T>()[i]);
        const auto other = std::bit_cast<Bits>(by_expansion.values<T>()[i]);
        if (one != other && !(is_nan(format, one) && is_nan(format, other))) ++apart;
      }
      INFO(type << " opset " << opset << " alpha " << c.alpha << " beta " << c.beta);
      CHECK(wrong == 0);
      CHECK(apart == 0);
    }
  }
}

std::vector<std::uint16_t> all_16_bit_patterns() {
  std::vector<std::uint16_t> bits(65536);
  std::iota(bits.begin(), bits.end(), std::uint16_t{0});
  return bits;
}

// Every exponent with boundary fractions, and random patterns.
template <class Bits>
std::vector<Bits> sweep(const FloatFormat& format, std::size_t random_count) {
  std::vector<Bits> inputs;
  const auto fraction_bits = format.precision - 1;
  const Bits fraction_mask = (Bits{1} << fraction_bits) - 1;
  for (Bits exponent = 0; exponent < Bits{1} << format.exponent_bits; ++exponent) {
    for (const Bits fraction :
         {Bits{0}, Bits{1}, Bits{fraction_mask / 2}, Bits{fraction_mask / 2 + 1}, fraction_mask}) {
      const Bits magnitude = (exponent << fraction_bits) | fraction;
      inputs.push_back(magnitude);
      inputs.push_back(static_cast<Bits>(magnitude | static_cast<Bits>(format.sign_bit())));
    }
  }
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < random_count; ++i) inputs.push_back(static_cast<Bits>(random()));
  // Around the knees at -2.5 and 2.5, where most roundings of the defaults happen.
  for (std::size_t i = 0; i < random_count; ++i) {
    const double near = (i % 2 == 0 ? -2.5 : 2.5) * (1 + (static_cast<double>(random() % 2001) - 1000) * 1e-6);
    inputs.push_back(static_cast<Bits>(round_to_nearest(format, from_double(near))));
  }
  return inputs;
}

TEST_CASE("HardSigmoid of every float16 input", "[exhaustive16][operators]") {
  check_all<Float16, std::uint16_t>(kBinary16, "float16", all_16_bit_patterns(), {1, 6, 22});
}

TEST_CASE("HardSigmoid of every bfloat16 input", "[exhaustive16][operators]") {
  check_all<BFloat16, std::uint16_t>(kBfloat16, "bfloat16", all_16_bit_patterns(), {22});
}

TEST_CASE("HardSigmoid of float inputs", "[operators]") {
  check_all<float, std::uint32_t>(kBinary32, "float", sweep<std::uint32_t>(kBinary32, 2000), {1, 6, 22});
}

TEST_CASE("HardSigmoid of double inputs", "[operators]") {
  check_all<double, std::uint64_t>(kBinary64, "double", sweep<std::uint64_t>(kBinary64, 1000), {1, 6, 22});
}

TEST_CASE("HardSigmoid does not fuse product and sum", "[operators]") {
  // A fused multiply-add would give 0x3f6b851f and 0x37a7899a.
  const auto x = Tensor::of<float>({2}, {std::bit_cast<float>(0x40066666U), std::bit_cast<float>(0xc01ffe5dU)});
  for (const std::int64_t opset : {1, 6, 22}) {
    const Tensor y = run<float>(Model::from_text(text_of(opset, "float", 2, {0.2F, 0.5F})), x);
    CHECK(std::bit_cast<std::uint32_t>(y.values<float>()[0]) == 0x3f6b851eU);
    CHECK(std::bit_cast<std::uint32_t>(y.values<float>()[1]) == 0x37a78000U);
  }
}

}  // namespace
}  // namespace hardref::test
