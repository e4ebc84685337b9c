#include "compile/plain_evaluator.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "support/elements.h"
#include "tensor/data_type.h"

namespace hardref::test {
namespace {

bool is_float(DataType type) {
  return type == DataType::kFloat || type == DataType::kDouble || type == DataType::kFloat16 ||
         type == DataType::kBfloat16;
}

bool is_signed(DataType type) {
  return type == DataType::kInt8 || type == DataType::kInt16 || type == DataType::kInt32 || type == DataType::kInt64;
}

// The low bits, extended by their sign where the type has one.
std::uint64_t wrapped(DataType type, std::uint64_t bits) {
  const int unused = 64 - 8 * static_cast<int>(element_size(type));
  bits <<= unused;
  return is_signed(type) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> unused) : bits >> unused;
}

// ---- One element ----------------------------------------------------------------------------------------------------

double decoded(DataType type, std::uint64_t bits) {
  const Exact exact = decode(float_format(type).value(), bits);
  if (exact.float_class == FloatClass::kNan) return NAN;
  if (exact.float_class == FloatClass::kInfinite) return exact.negative ? -HUGE_VAL : HUGE_VAL;
  return exact.value == 0 && exact.negative ? -0.0 : exact.value.get_d();
}

// A double is enough to find out about NaN, infinities and the sign of zero; all else is rounded from the exact result.
std::uint64_t arithmetic(bool multiply, DataType type, std::uint64_t a_bits, std::uint64_t b_bits) {
  if (!is_float(type)) return wrapped(type, multiply ? a_bits * b_bits : a_bits + b_bits);
  const double a = decoded(type, a_bits);
  const double b = decoded(type, b_bits);
  const double rough = multiply ? a * b : a + b;
  if (!std::isfinite(a) || !std::isfinite(b)) return round_to_nearest(float_format(type).value(), from_double(rough));
  const mpq_class exact = multiply ? mpq_class(mpq_class(a) * mpq_class(b)) : mpq_class(mpq_class(a) + mpq_class(b));
  return round_to_nearest(float_format(type).value(), {FloatClass::kFinite, std::signbit(rough), exact});
}

bool is_nan(DataType type, std::uint64_t bits) { return is_float(type) && std::isnan(decoded(type, bits)); }

bool is_less(DataType type, std::uint64_t a, std::uint64_t b) {
  if (is_float(type)) return decoded(type, a) < decoded(type, b);
  return is_signed(type) ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
}

std::uint64_t extremum(bool maximum, DataType type, std::uint64_t a, std::uint64_t b) {
  if (is_nan(type, a)) return a;
  if (is_nan(type, b)) return b;
  return (maximum ? is_less(type, a, b) : is_less(type, b, a)) ? b : a;
}

mpz_class integer_of(DataType type, std::uint64_t bits) {
  const bool negative = is_signed(type) && static_cast<std::int64_t>(bits) < 0;
  const mpz_class magnitude(
      static_cast<unsigned long>(negative ? 0 - bits : bits));  // NOLINT(google-runtime-int): of GMP
  return negative ? mpz_class(-magnitude) : magnitude;
}

// What does not fit becomes the most negative number of the integer through which the target is reached.
std::uint64_t truncated(DataType to, double value) {
  const bool through_32 = to == DataType::kInt32 || element_size(to) < 4;
  const mpz_class limit = mpz_class(1) << (through_32 ? 31U : 63U);
  const std::uint64_t unfit = through_32 ? ~std::uint64_t{0} << 31 : std::uint64_t{1} << 63;
  if (!std::isfinite(value)) return wrapped(to, unfit);
  const mpz_class whole(value);  // towards zero
  const bool fits = whole >= -limit && whole < (to == DataType::kUint64 ? mpz_class(2 * limit) : limit);
  if (!fits) return wrapped(to, unfit);
  const mpz_class magnitude = abs(whole);
  return wrapped(to, whole < 0 ? 0 - std::uint64_t{magnitude.get_ui()} : std::uint64_t{magnitude.get_ui()});
}

std::uint64_t converted(DataType from, DataType to, std::uint64_t bits) {
  if (from == to) return bits;
  if (is_float(from)) {
    const double value = decoded(from, bits);
    if (is_float(to)) return round_to_nearest(float_format(to).value(), from_double(value));
    return to == DataType::kBool ? (value != 0 ? 1 : 0) : truncated(to, value);
  }
  if (to == DataType::kBool) return bits != 0 ? 1 : 0;
  if (!is_float(to)) return wrapped(to, bits);
  const mpz_class value = integer_of(from, bits);
  return round_to_nearest(float_format(to).value(), {FloatClass::kFinite, value < 0, mpq_class(value)});
}

// ---- Whole arrays ---------------------------------------------------------------------------------------------------

Array empty_array(DataType type, Shape shape) {
  std::size_t count = 1;
  for (const std::int64_t extent : shape) count *= static_cast<std::size_t>(extent);
  return {type, std::move(shape), std::vector<std::uint64_t>(count)};
}

Shape joint_shape(const Shape& a, const Shape& b) {
  if (a.size() < b.size()) return joint_shape(b, a);
  Shape shape = a;
  for (std::size_t d = 0; d < b.size(); ++d) {
    std::int64_t& extent = shape[a.size() - b.size() + d];
    if (extent == 1) extent = b[d];
  }
  return shape;
}

// The element of an array that stands at a place of the larger shape.
std::uint64_t element_at(const Array& array, const Shape& shape, std::size_t place) {
  std::size_t index = 0;
  std::size_t stride = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const auto extent = static_cast<std::size_t>(shape[d]);
    if (shape.size() - d <= array.shape.size()) {
      const auto own = static_cast<std::size_t>(array.shape[d + array.shape.size() - shape.size()]);
      if (own != 1) index += place % extent * stride;
      stride *= own;
    }
    place /= extent;
  }
  return array.bits[index];
}

template <class Function>
Array combined(const Array& a, const Array& b, const Function& function) {
  Array result = empty_array(a.type, joint_shape(a.shape, b.shape));
  for (std::size_t i = 0; i < result.bits.size(); ++i) {
    result.bits[i] = function(element_at(a, result.shape, i), element_at(b, result.shape, i));
  }
  return result;
}

Array hardmax(const Array& input, std::int64_t axis) {
  const auto along = static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(input.shape.size()) : axis);
  std::size_t step = 1;
  for (std::size_t d = along + 1; d < input.shape.size(); ++d) step *= static_cast<std::size_t>(input.shape[d]);
  const auto length = static_cast<std::size_t>(input.shape[along]);
  Array result = empty_array(input.type, input.shape);
  for (std::size_t first = 0; first < input.bits.size(); ++first) {
    if (first / step % length != 0) continue;
    std::size_t best = first;
    for (std::size_t i = first; i < first + length * step; i += step) {
      const bool better = is_nan(input.type, input.bits[i]) || is_less(input.type, input.bits[best], input.bits[i]);
      if (better && !is_nan(input.type, input.bits[best])) best = i;
    }
    result.bits[best] = round_to_nearest(float_format(input.type).value(), from_double(1));
  }
  return result;
}

std::int64_t int_attribute(const model::Node& node) { return *node.attributes.at(0).get<std::int64_t>(); }

Array result_of(const model::Node& node, const std::vector<Array>& inputs) {
  if (node.op_type == "Hardmax") return hardmax(inputs.at(0), int_attribute(node));
  if (node.op_type == "Cast") {
    Array result = inputs.at(0);
    result.type = static_cast<DataType>(int_attribute(node));
    for (std::uint64_t& bits : result.bits) bits = converted(inputs.at(0).type, result.type, bits);
    return result;
  }
  const bool greedy = node.op_type == "Mul" || node.op_type == "Max";
  const bool is_arithmetic = node.op_type == "Mul" || node.op_type == "Add";
  if (!is_arithmetic && node.op_type != "Max" && node.op_type != "Min") throw std::logic_error(node.op_type);
  Array result = inputs.at(0);
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    result = combined(result, inputs[i], [&](std::uint64_t a, std::uint64_t b) {
      return (is_arithmetic ? arithmetic : extremum)(greedy, result.type, a, b);
    });
  }
  return result;
}

}  // namespace

Array to_array(const TensorView& tensor) {
  Array array{tensor.type(), {tensor.shape().begin(), tensor.shape().end()}, {}};
  const std::size_t size = element_size(tensor.type());
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, static_cast<const char*>(tensor.data()) + i * size, size);
    array.bits.push_back(wrapped(tensor.type(), bits));
  }
  return array;
}

Tensor to_tensor(const Array& array) {
  Tensor tensor(array.type, array.shape);
  const std::size_t size = element_size(array.type);
  for (std::size_t i = 0; i < array.bits.size(); ++i) {
    std::memcpy(static_cast<char*>(tensor.data()) + i * size, &array.bits[i], size);
  }
  return tensor;
}

std::map<std::string, Array> evaluate(const model::Graph& graph, std::map<std::string, Array> inputs) {
  std::map<std::string, Array> values = std::move(inputs);
  for (const model::Initializer& value : graph.initializers) values.emplace(value.name, to_array(*value.tensor));
  for (const model::Node& node : graph.nodes) {
    std::vector<Array> operands;
    for (const std::string& name : node.inputs) operands.push_back(values.at(name));
    values[node.outputs.at(0)] = result_of(node, operands);
  }
  return values;
}

}  // namespace hardref::test
