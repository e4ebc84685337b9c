#include "text/numbers.h"

#include <fmt/format.h>

#include <random>

#include "support/catch.h"
#include "support/errors.h"
#include "support/exact.h"
#include "text/text.h"

namespace hardref::model {
namespace {

using test::message_of;

template <class T>
T read(const std::string& numeral) {
  Lexer lexer(numeral, ErrorKind::kInvalidInput);
  const T value = take_number<T>(lexer);
  CHECK(lexer.peek().kind == TokenKind::kEnd);
  return value;
}

// The numeral as an exact fraction. GMP reads integers only, so the point and the exponent become a power of ten.
mpq_class exact_value(std::string numeral) {
  std::int64_t exponent = 0;
  if (const std::size_t e = numeral.find('e'); e != std::string::npos) {
    exponent = std::stoll(numeral.substr(e + 1));
    numeral.erase(e);
  }
  if (const std::size_t dot = numeral.find('.'); dot != std::string::npos) {
    exponent -= static_cast<std::int64_t>(numeral.size() - dot - 1);
    numeral.erase(dot, 1);
  }
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<std::uint64_t>(std::abs(exponent)));
  const mpq_class digits(mpz_class(numeral, 10));
  return exponent < 0 ? mpq_class(digits / power) : mpq_class(digits * power);
}

std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }
std::uint64_t bits_of(Float16 value) { return value.bits; }
std::uint64_t bits_of(BFloat16 value) { return value.bits; }

template <class T>
bool is_rounded_once(const test::FloatFormat& format, const std::string& numeral) {
  test::Exact exact{test::FloatClass::kFinite, numeral.starts_with('-'), exact_value(numeral)};
  const std::uint64_t expected = round_to_nearest(format, exact);
  if ((expected & ~format.sign_bit()) == format.infinity()) {
    return message_of([&] { return read<T>(numeral); }).find("expected a number within the range of ") !=
           std::string::npos;
  }
  return bits_of(read<T>(numeral)) == expected;
}

void check_all_formats(const std::string& numeral) {
  INFO(numeral);
  CHECK(is_rounded_once<Float16>(test::kBinary16, numeral));
  CHECK(is_rounded_once<BFloat16>(test::kBfloat16, numeral));
  CHECK(is_rounded_once<float>(test::kBinary32, numeral));
  CHECK(is_rounded_once<double>(test::kBinary64, numeral));
}

TEST_CASE("numerals with a point or an exponent are rounded once, whatever the type") {
  for (const char* numeral : {"0.0",
                              "-0.0",
                              "1.0",
                              "5.",
                              "007.5",
                              "0.1",
                              "16777217.0",
                              "16777217.000000000000000000001",
                              "65504.0",
                              "65519.999",
                              "65520.0",
                              "-65519.99999999999999999999999",
                              "65520.00000000000000001",
                              "3.4028235e38",
                              "3.4028236e38",
                              "3.39e38",
                              "1.7976931348623157e308",
                              "1.7976931348623159e308",
                              "1e-400",
                              "1e400",
                              "-1e999",
                              "4.9e-324",
                              "2.4703282292062327e-324",
                              "2.4703282292062328e-324",
                              "7.006492321624085e-46",
                              "7.006492321624086e-46",
                              "1e+5",
                              "1E-5"}) {
    std::string lower(numeral);
    for (char& c : lower) c = c == 'E' ? 'e' : c;
    check_all_formats(lower);
  }
  CHECK(read<double>("1E-5") == 1e-5);
}

TEST_CASE("an exponent of any length is a number or too large, never a surprise") {
  const std::string digits(400, '9');
  CHECK(bits_of(read<float>("1e-" + digits)) == 0);
  CHECK(bits_of(read<BFloat16>("1e-" + digits)) == 0);
  CHECK(read<double>("0e" + digits) == 0);
  CHECK(message_of([&] {
          return read<Float16>("1e" + digits);
        }).starts_with("invalid_input: 1:1: expected a number within"));
  const std::string zeros(1000, '0');
  CHECK(read<double>("0." + zeros + "1e1001") == 1.0);
  CHECK(bits_of(read<Float16>("0." + zeros + "1e1001")) == 0x3c00);
}

// A double in the middle between two neighbours of a 16-bit format does not tell on which side the numeral lies.
template <class T>
void check_middles(const test::FloatFormat& format, std::uint64_t step) {
  for (std::uint64_t bits = 0; bits + 1 < format.infinity(); bits += step) {
    const mpq_class middle = (decode(format, bits).value + decode(format, bits + 1).value) / 2;
    char text[512];
    REQUIRE(std::snprintf(text, sizeof text, "%.160f", middle.get_d()) < int{sizeof text});
    const std::string tie(text);
    REQUIRE(exact_value(tie) == middle);
    // 160 places are more than the digits of a middle, so the last ones are zeros.
    const std::size_t last = tie.find_last_not_of("0.");
    std::string below = tie;
    --below[last];
    for (std::size_t i = last + 1; i < below.size(); ++i) below[i] = below[i] == '.' ? '.' : '9';
    REQUIRE(bits_of(read<T>(tie)) == bits + (bits & 1));
    REQUIRE(bits_of(read<T>(tie + "1")) == bits + 1);
    REQUIRE(bits_of(read<T>(below)) == bits);
    REQUIRE(bits_of(read<T>("-" + below)) == (bits | format.sign_bit()));
  }
}

TEST_CASE("numerals a hair beside the middle of two float16 values go to their own side") {
  check_middles<Float16>(test::kBinary16, 3);
}

TEST_CASE("numerals a hair beside the middle of two bfloat16 values go to their own side") {
  check_middles<BFloat16>(test::kBfloat16, 7);
}

TEST_CASE("random numerals are rounded once") {
  std::mt19937_64 random(20240607);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  for (int i = 0; i < 3000; ++i) {
    std::string numeral = below(2) == 0 ? "-" : "";
    for (std::uint64_t digits = 1 + below(20); digits > 0; --digits) numeral += static_cast<char>('0' + below(10));
    numeral += '.';
    for (std::uint64_t digits = below(30); digits > 0; --digits) numeral += static_cast<char>('0' + below(10));
    const std::uint64_t range = below(3) == 0 ? 400 : 12;
    numeral += 'e' + std::to_string(static_cast<std::int64_t>(below(2 * range)) - static_cast<std::int64_t>(range));
    check_all_formats(numeral);
  }
}

TEST_CASE("for the 16-bit types an integer is the bit pattern") {
  CHECK(read<Float16>("15360").bits == 0x3c00);
  CHECK(read<Float16>("0").bits == 0);
  CHECK(read<BFloat16>("65535").bits == 0xffff);
  CHECK(read<float>("15360") == 15360.0F);
}

template <class T>
auto number_of(T value) {
  if constexpr (std::is_integral_v<T>) {
    return value;
  } else {
    return value.value;
  }
}

template <class T>
void check_integer_limits(const std::string& least, const std::string& below, const std::string& most,
                          const std::string& above) {
  CHECK(fmt::format("{}", number_of(read<T>(least))) == least);
  CHECK(fmt::format("{}", number_of(read<T>(most))) == most);
  for (const std::string& wrong : {below, above, std::string("1.0"), std::string("inf"), std::string("x")}) {
    CHECK(message_of([&] { return read<T>(wrong); }) ==
          fmt::format("invalid_input: 1:1: expected an integer from {0} to {1}, found '{2}'\n{2}\n^", least, most,
                      wrong));
  }
}

TEST_CASE("the types of 8 bits and fewer read bit patterns and values too") {
  CHECK(read<Float8e5m2>("124").bits == 0x7c);
  CHECK(read<Float8e4m3fn>("-448.0").bits == 0xfe);
  CHECK(read<Float8e4m3fn>("1.0625").bits == 0x38);  // a tie, to even
  CHECK(read<Float8e4m3fn>("1.06250000000000000001").bits == 0x39);
  CHECK(read<Float8e8m0>("0.5").bits == 126);
  CHECK(read<Float4e2m1>("-6.0").bits == 15);
  CHECK(message_of([] { return read<Float4e2m1>("16"); }) ==
        "invalid_input: 1:1: expected a bit pattern from 0 to 15 (a value of float4e2m1 needs a decimal point), found "
        "'16'\n16\n^");
  for (const char* wrong : {"7.0", "-100.0", "inf", "nan"}) CHECK_THROWS_AS(read<Float4e2m1>(wrong), Error);
  for (const char* wrong : {"500.0", "inf", "1e999"}) CHECK_THROWS_AS(read<Float8e4m3fn>(wrong), Error);
  check_integer_limits<Int4>("-8", "-9", "7", "8");
  check_integer_limits<Uint4>("0", "-1", "15", "16");
  check_integer_limits<Int2>("-2", "-3", "1", "2");
  check_integer_limits<Uint2>("0", "-1", "3", "4");
}

TEST_CASE("words for infinity and NaN") {
  CHECK(bits_of(read<Float16>("inf")) == 0x7c00);
  CHECK(bits_of(read<BFloat16>("-INFINITY")) == 0xff80);
  CHECK(bits_of(read<float>("-Inf")) == 0xff800000);
  CHECK(bits_of(read<double>("nan")) == 0x7ff8000000000000);
  CHECK((bits_of(read<Float16>("-nan")) & 0x7fff) == 0x7e00);
}

TEST_CASE("integers are range-checked for their type") {
  check_integer_limits<std::int8_t>("-128", "-129", "127", "128");
  check_integer_limits<std::int16_t>("-32768", "-32769", "32767", "32768");
  check_integer_limits<std::int32_t>("-2147483648", "-2147483649", "2147483647", "2147483648");
  check_integer_limits<std::int64_t>("-9223372036854775808", "-9223372036854775809", "9223372036854775807",
                                     "9223372036854775808");
  check_integer_limits<std::uint8_t>("0", "-1", "255", "256");
  check_integer_limits<std::uint16_t>("0", "-1", "65535", "65536");
  check_integer_limits<std::uint32_t>("0", "-1", "4294967295", "4294967296");
  check_integer_limits<std::uint64_t>("0", "-1", "18446744073709551615", "18446744073709551616");
}

TEST_CASE("messages of the other types") {
  CHECK(message_of([] { return read<bool>("2"); }) == "invalid_input: 1:1: expected 0 or 1, found '2'\n2\n^");
  CHECK(message_of([] { return read<bool>("true"); }) == "invalid_input: 1:1: expected 0 or 1, found 'true'\ntrue\n^");
  CHECK(message_of([] { return read<float>("\"1\""); }) ==
        "invalid_input: 1:1: expected a number, found \"1\"\n\"1\"\n^");
  CHECK(message_of([] { return read<float>("1e999"); }) ==
        "invalid_input: 1:1: expected a number within the range of float, found '1e999'\n1e999\n^");
  CHECK(message_of([] { return read<double>("-1e999"); }) ==
        "invalid_input: 1:1: expected a number within the range of double, found '-1e999'\n-1e999\n^");
  CHECK(message_of([] { return read<Float16>("65520.0"); }) ==
        "invalid_input: 1:1: expected a number within the range of float16, found '65520.0'\n65520.0\n^");
  CHECK(message_of([] { return read<Float16>("65536"); }) ==
        "invalid_input: 1:1: expected a bit pattern from 0 to 65535 (a value of float16 needs a decimal point), found "
        "'65536'\n65536\n^");
  CHECK(message_of([] { return read<BFloat16>("-1"); }) ==
        "invalid_input: 1:1: expected a bit pattern from 0 to 65535 (a value of bfloat16 needs a decimal point), found "
        "'-1'\n-1\n^");
}

}  // namespace
}  // namespace hardref::model
