#include "support/decimal_text.h"

#include <fmt/format.h>

#include <cctype>

namespace hardref::test {
mpq_class power_of_ten(std::int64_t exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<std::uint64_t>(std::abs(exponent)));
  return exponent < 0 ? mpq_class(1, power) : mpq_class(power);
}

namespace {

// The largest e with 10^e <= value, for value > 0.
int floor_log10(const mpq_class& value) {
  int exponent = static_cast<int>(mpz_sizeinbase(value.get_num_mpz_t(), 10)) -
                 static_cast<int>(mpz_sizeinbase(value.get_den_mpz_t(), 10)) + 1;
  while (power_of_ten(exponent) > value) --exponent;
  return exponent;
}

// Digits with the first one's exponent, laid out with a point from 1e-4 up to 1e16, and with an exponent outside.
std::string laid_out(std::string digits, int exponent) {
  digits.erase(digits.find_last_not_of('0') + 1);
  if (exponent < -4 || exponent >= 16) {
    const std::string_view point = digits.size() > 1 ? "." : "";
    return fmt::format("{}{}{}e{:+03}", digits[0], point, digits.substr(1), exponent);
  }
  if (exponent < 0) return fmt::format("0.{:0>{}}", digits, digits.size() + static_cast<std::size_t>(-exponent - 1));
  const auto point = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= point) digits.resize(point + 1, '0');
  return fmt::format("{}.{}", digits.substr(0, point), digits.substr(point));
}

// The integers around a number that read back as wanted, the nearer one, or none.
template <class ReadsBack>
std::optional<mpz_class> nearest_that(const mpq_class& value, const ReadsBack& reads_back) {
  const mpz_class below = value.get_num() / value.get_den();
  const mpz_class above = below + 1;
  const bool below_fits = reads_back(below);
  const bool above_fits = reads_back(above);
  if (!below_fits && !above_fits) return std::nullopt;
  if (below_fits != above_fits) return below_fits ? below : above;
  const int order = cmp(mpq_class(value - below), mpq_class(above - value));
  const bool below_is_even = mpz_even_p(below.get_mpz_t()) != 0;
  return order < 0 || (order == 0 && below_is_even) ? below : above;
}

// What is left of a text, from the front.
struct Scanner {
  std::string_view rest;

  bool take(std::string_view any_of) {
    if (rest.empty() || any_of.find(rest.front()) == std::string_view::npos) return false;
    rest.remove_prefix(1);
    return true;
  }
  // Whether it was a minus.
  bool take_sign() { return !take("+") && take("-"); }
  std::string take_digits() {
    const std::string_view before = rest;
    while (take("0123456789")) continue;
    return std::string(before.substr(0, before.size() - rest.size()));
  }
};

std::optional<FloatClass> word_of(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower == "nan") return FloatClass::kNan;
  return lower == "inf" || lower == "infinity" ? std::optional(FloatClass::kInfinite) : std::nullopt;
}

}  // namespace

std::optional<Exact> read_numeral(const std::string& text) {
  Scanner scanner{text};
  const bool negative = scanner.take_sign();
  if (const auto word = word_of(scanner.rest)) return Exact{*word, negative, 0};
  const std::string whole = scanner.take_digits();
  const std::string fraction = scanner.take(".") ? scanner.take_digits() : "";
  if (whole.empty() && fraction.empty()) return std::nullopt;
  std::int64_t exponent = -static_cast<std::int64_t>(fraction.size());
  if (scanner.take("eE")) {
    const bool down = scanner.take_sign();
    const std::string digits = scanner.take_digits();
    if (digits.empty()) return std::nullopt;
    exponent += down ? -std::stoll(digits) : std::stoll(digits);
  }
  if (!scanner.rest.empty()) return std::nullopt;
  const mpq_class magnitude = mpq_class(mpz_class(whole + fraction, 10)) * power_of_ten(exponent);
  return Exact{FloatClass::kFinite, negative, negative ? mpq_class(-magnitude) : magnitude};
}

std::string shortest_text(const FloatFormat& format, std::uint64_t bits) {
  const Exact exact = decode(format, bits);
  if (exact.float_class == FloatClass::kNan) return "nan";
  const std::string sign = exact.negative ? "-" : "";
  if (exact.float_class == FloatClass::kInfinite) return sign + "inf";
  if (exact.value == 0) return sign + "0.0";
  const mpq_class magnitude = abs(exact.value);
  const int exponent = floor_log10(magnitude);
  for (int digits = 1;; ++digits) {
    const mpq_class scale = power_of_ten(digits - 1 - exponent);
    const auto found = nearest_that(mpq_class(magnitude * scale), [&](const mpz_class& integer) {
      const Exact read{FloatClass::kFinite, false, mpq_class(integer) / scale};
      return round_to_nearest(format, read) == (bits & ~format.sign_bit());
    });
    if (!found) continue;
    const std::string text = found->get_str();
    // A number just below a power of ten may have become that power.
    return sign + laid_out(text, exponent + static_cast<int>(text.size()) - digits);
  }
}

std::string exact_text(const mpq_class& value) {
  const std::size_t places = mpz_sizeinbase(value.get_den_mpz_t(), 2) - 1;
  const mpq_class scaled = abs(value) * power_of_ten(static_cast<std::int64_t>(places));
  const std::string digits = fmt::format("{:0>{}}", scaled.get_num().get_str(), places + 1);
  const std::string_view sign = value < 0 ? "-" : "";
  if (places == 0) return fmt::format("{}{}", sign, digits);
  return fmt::format("{}{}.{}", sign, digits.substr(0, digits.size() - places), digits.substr(digits.size() - places));
}

}  // namespace hardref::test
