#include "support/elements.h"

#include <fmt/format.h>

#include <cstring>

namespace hardref::test {
namespace {

constexpr std::uint64_t kE8m0Nan = 0xff;

mpz_class power_of_two(int exponent) { return mpz_class(1) << static_cast<unsigned>(exponent); }

template <class Unsigned>
std::uint64_t read(const void* data, std::size_t index) {
  Unsigned value = 0;
  std::memcpy(&value, static_cast<const char*>(data) + index * sizeof(value), sizeof(value));
  return value;
}

template <class Unsigned>
void write(void* data, std::size_t index, std::uint64_t bits) {
  const auto value = static_cast<Unsigned>(bits);
  std::memcpy(static_cast<char*>(data) + index * sizeof(value), &value, sizeof(value));
}

// value modulo 2^bits.
mpz_class modulo(const mpz_class& value, int bits) {
  mpz_class result;
  mpz_fdiv_r_2exp(result.get_mpz_t(), value.get_mpz_t(), static_cast<mp_bitcnt_t>(bits));
  return result;
}

// Of a bit pattern of so many bits.
mpz_class twos_complement(const mpz_class& pattern, int bits) {
  return pattern < power_of_two(bits - 1) ? pattern : mpz_class(pattern - power_of_two(bits));
}

int bits_in_memory(DataType type) { return static_cast<int>(bytes_of(type)) * 8; }

Exact e8m0_value(std::uint64_t bits) {
  if (bits == kE8m0Nan) return {FloatClass::kNan, false, 0};
  const int exponent = static_cast<int>(bits) - 127;
  const mpq_class power(power_of_two(std::abs(exponent)));
  return {FloatClass::kFinite, false, exponent < 0 ? mpq_class(1 / power) : power};
}

}  // namespace

mpz_class IntegerFormat::least() const { return is_signed ? mpz_class(-power_of_two(bits - 1)) : mpz_class(0); }

mpz_class IntegerFormat::most() const { return power_of_two(is_signed ? bits - 1 : bits) - 1; }

std::optional<FloatFormat> float_format(DataType type) {
  switch (type) {
    case DataType::kFloat16:
      return kBinary16;
    case DataType::kBfloat16:
      return kBfloat16;
    case DataType::kFloat:
      return kBinary32;
    case DataType::kDouble:
      return kBinary64;
    case DataType::kFloat8e4m3fn:
      return kFloat8e4m3fn;
    case DataType::kFloat8e4m3fnuz:
      return kFloat8e4m3fnuz;
    case DataType::kFloat8e5m2:
      return kFloat8e5m2;
    case DataType::kFloat8e5m2fnuz:
      return kFloat8e5m2fnuz;
    case DataType::kFloat4e2m1:
      return kFloat4e2m1;
    default:
      return std::nullopt;
  }
}

std::optional<IntegerFormat> integer_format(DataType type) {
  switch (type) {
    case DataType::kBool:
      return IntegerFormat{1, false};
    case DataType::kInt2:
      return IntegerFormat{2, true};
    case DataType::kUint2:
      return IntegerFormat{2, false};
    case DataType::kInt4:
      return IntegerFormat{4, true};
    case DataType::kUint4:
      return IntegerFormat{4, false};
    case DataType::kInt8:
      return IntegerFormat{8, true};
    case DataType::kUint8:
      return IntegerFormat{8, false};
    case DataType::kInt16:
      return IntegerFormat{16, true};
    case DataType::kUint16:
      return IntegerFormat{16, false};
    case DataType::kInt32:
      return IntegerFormat{32, true};
    case DataType::kUint32:
      return IntegerFormat{32, false};
    case DataType::kInt64:
      return IntegerFormat{64, true};
    case DataType::kUint64:
      return IntegerFormat{64, false};
    default:
      return std::nullopt;
  }
}

std::size_t bytes_of(DataType type) {
  const auto in_bytes = [](int bits) { return static_cast<std::size_t>(bits + 7) / 8; };
  if (type == DataType::kFloat8e8m0) return 1;
  if (const auto format = float_format(type)) return in_bytes(format->precision + format->exponent_bits);
  if (const auto format = integer_format(type)) return in_bytes(format->bits);
  return 0;
}

std::uint64_t bits_at(const TensorView& tensor, std::size_t index) {
  switch (bytes_of(tensor.type())) {
    case 1:
      return read<std::uint8_t>(tensor.data(), index);
    case 2:
      return read<std::uint16_t>(tensor.data(), index);
    case 4:
      return read<std::uint32_t>(tensor.data(), index);
    default:
      return read<std::uint64_t>(tensor.data(), index);
  }
}

Tensor tensor_of_bits(DataType type, Shape shape, std::span<const std::uint64_t> bits) {
  Tensor tensor(type, std::move(shape));
  for (std::size_t i = 0; i < bits.size(); ++i) {
    switch (bytes_of(type)) {
      case 1:
        write<std::uint8_t>(tensor.data(), i, bits[i]);
        break;
      case 2:
        write<std::uint16_t>(tensor.data(), i, bits[i]);
        break;
      case 4:
        write<std::uint32_t>(tensor.data(), i, bits[i]);
        break;
      default:
        write<std::uint64_t>(tensor.data(), i, bits[i]);
        break;
    }
  }
  return tensor;
}

Exact exact_value(DataType type, std::uint64_t bits) {
  if (type == DataType::kFloat8e8m0) return e8m0_value(bits);
  if (const auto format = float_format(type)) return decode(*format, bits);
  mpz_class value(bits);
  if (integer_format(type).value().is_signed) value = twos_complement(value, bits_in_memory(type));
  return {FloatClass::kFinite, value < 0, mpq_class(value)};
}

bool is_nan(DataType type, std::uint64_t bits) {
  return !integer_format(type) && exact_value(type, bits).float_class == FloatClass::kNan;
}

std::uint64_t low_bits(DataType type, const mpz_class& value) {
  const IntegerFormat format = integer_format(type).value();
  mpz_class kept = modulo(value, format.bits);
  if (format.is_signed) kept = twos_complement(kept, format.bits);
  return modulo(kept, bits_in_memory(type)).get_ui();
}

bool same_element(DataType type, std::uint64_t a, std::uint64_t b) {
  return a == b || (is_nan(type, a) && is_nan(type, b));
}

std::string describe(DataType type, std::uint64_t bits) {
  return fmt::format("{} {:#0{}x}", to_string(type), bits, 2 + 2 * bytes_of(type));
}

}  // namespace hardref::test
