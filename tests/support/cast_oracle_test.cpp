// The oracles for Cast against what others wrote down: the tables of the operator's page, bytes from bug reports, and
// texts that numpy prints.
#include "support/cast_oracle.h"

#include <bit>
#include <random>

#include "support/catch.h"
#include "support/decimal_text.h"

namespace hardref::test {
namespace {

using Bits = std::vector<std::uint64_t>;

constexpr std::string_view kUp = "up";

CastSource number(const std::string& text) { return cast_source(text).value(); }

Bits cast_all(const std::vector<std::string>& texts, DataType to, const CastRules& rules) {
  Bits bits;
  for (const std::string& text : texts) bits.push_back(cast({number(text).exact, false}, to, rules));
  return bits;
}

// An integer literal read as an element of one of the integer types.
Bits cast_integers(const std::vector<std::string>& texts, DataType to) {
  Bits bits;
  for (const std::string& text : texts) bits.push_back(cast({number(text).exact, true}, to, {25}));
  return bits;
}

TEST_CASE("the oracle's float8 bytes are those of the tables") {
  const std::vector<std::string> texts = {"448",   "464", "464.5", "480",          "1000",         "248",
                                          "61440", "-0",  "-1e-9", "0.0009765625", "0.00146484375"};
  const auto check = [&](DataType type, const Bits& saturated, const Bits& unsaturated) {
    INFO(to_string(type));
    for (const std::int64_t version : {19, 23, 24, 25}) {
      CHECK(cast_all(texts, type, {version, true, kUp}) == saturated);
      CHECK(cast_all(texts, type, {version, false, kUp}) == unsaturated);
    }
  };
  check(DataType::kFloat8e4m3fn, {0x7e, 0x7e, 0x7e, 0x7e, 0x7e, 0x78, 0x7e, 0x80, 0x80, 0x00, 0x01},
        {0x7e, 0x7e, 0x7f, 0x7f, 0x7f, 0x78, 0x7f, 0x80, 0x80, 0x00, 0x01});
  check(DataType::kFloat8e4m3fnuz, {0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x00, 0x00, 0x01, 0x02},
        {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00, 0x01, 0x02});
  check(DataType::kFloat8e5m2, {0x5f, 0x5f, 0x5f, 0x60, 0x64, 0x5c, 0x7b, 0x80, 0x80, 0x14, 0x16},
        {0x5f, 0x5f, 0x5f, 0x60, 0x64, 0x5c, 0x7c, 0x80, 0x80, 0x14, 0x16});
  check(DataType::kFloat8e5m2fnuz, {0x63, 0x63, 0x63, 0x64, 0x68, 0x60, 0x7f, 0x00, 0x00, 0x18, 0x1a},
        {0x63, 0x63, 0x63, 0x64, 0x68, 0x60, 0x80, 0x00, 0x00, 0x18, 0x1a});
}

TEST_CASE("the oracle's float8 infinities and NaNs are those of the tables") {
  const std::vector<std::string> texts = {"inf", "-inf"};
  for (const std::int64_t version : {19, 23, 24, 25}) {
    const bool fnuz_saturates = version >= 24;
    CHECK(cast_all(texts, DataType::kFloat8e4m3fn, {version}) == Bits{0x7e, 0xfe});
    CHECK(cast_all(texts, DataType::kFloat8e5m2, {version}) == Bits{0x7b, 0xfb});
    for (const DataType fnuz : {DataType::kFloat8e4m3fnuz, DataType::kFloat8e5m2fnuz}) {
      CHECK(cast_all(texts, fnuz, {version}) == (fnuz_saturates ? Bits{0x7f, 0xff} : Bits{0x80, 0x80}));
      CHECK(cast_all(texts, fnuz, {version, false}) == Bits{0x80, 0x80});
      CHECK(cast_all({"nan"}, fnuz, {version}) == Bits{0x80});
    }
    CHECK(cast_all(texts, DataType::kFloat8e4m3fn, {version, false}) == Bits{0x7f, 0xff});
    CHECK(cast_all(texts, DataType::kFloat8e5m2, {version, false}) == Bits{0x7c, 0xfc});
    CHECK(is_nan(DataType::kFloat8e4m3fn, cast(number("nan"), DataType::kFloat8e4m3fn, {version})));
    CHECK(is_nan(DataType::kFloat8e5m2, cast(number("nan"), DataType::kFloat8e5m2, {version})));
  }
}

TEST_CASE("the oracle's float4e2m1 and its integers of few bits") {
  CHECK(cast_all(
            {"0.25", "0.75", "1.25", "1.75", "2.5", "3.5", "5", "5.01", "7", "-7", "nan", "inf", "-inf", "-0", "0.2"},
            DataType::kFloat4e2m1, {25}) == Bits{0, 2, 2, 4, 4, 6, 6, 7, 7, 0xf, 7, 7, 0xf, 8, 0});
  const std::vector<std::string> integers = {"7", "8", "15", "16", "-8", "-9", "100", "-1"};
  CHECK(cast_integers(integers, DataType::kInt4) == Bits{7, 0xf8, 0xff, 0, 0xf8, 7, 4, 0xff});
  CHECK(cast_integers(integers, DataType::kUint4) == Bits{7, 8, 15, 0, 8, 7, 4, 15});
  CHECK(cast_integers(integers, DataType::kInt2) == Bits{0xff, 0, 0xff, 0, 0, 0xff, 0, 0xff});
  const std::vector<std::string> reals = {"2.5", "3.5", "-2.5", "7.5", "8", "-9", "100", "nan", "inf"};
  for (const std::int64_t version : {24, 25}) {
    CHECK(cast_all(reals, DataType::kInt4, {version}) == Bits{2, 3, 0xfe, 7, 0xf8, 7, 4, 0, 0});
  }
  for (const std::int64_t version : {21, 23}) {
    CHECK(cast_all(reals, DataType::kInt4, {version}) == Bits{2, 4, 0xfe, 7, 7, 0xf8, 7, 0, 7});
    CHECK(cast_all(reals, DataType::kUint4, {version}) == Bits{2, 4, 0, 8, 8, 0, 15, 0, 15});
  }
}

TEST_CASE("the oracle's float8e8m0") {
  const DataType e8m0 = DataType::kFloat8e8m0;
  CHECK(cast_all({"1", "1.1", "1.125", "1.5", "3", "5"}, e8m0, {25}) == Bits{0x7f, 0x80, 0x80, 0x80, 0x81, 0x82});
  CHECK(cast_all({"1.25", "1.5", "1.75", "1", "2.9", "3"}, e8m0, {25, true, "nearest"}) ==
        Bits{0x7f, 0x80, 0x80, 0x7f, 0x80, 0x81});
  CHECK(cast_all({"1.75", "3", "4"}, e8m0, {25, true, "down"}) == Bits{0x7f, 0x80, 0x81});
  const std::string smallest = exact_text(exact_value(e8m0, 0).value);
  const std::vector<std::string> edges = {"inf", smallest, "1e-40", "0", "nan", "3.4e38", "-1", "-inf"};
  CHECK(cast_all(edges, e8m0, {25}) == Bits{0xfe, 0, 0, 0, 0xff, 0xfe, 0xff, 0xff});
  CHECK(cast_all(edges, e8m0, {25, false, "nearest"}) == Bits{0xff, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff});
}

TEST_CASE("the oracle keeps the low bits of text whose whole part fits 64 bits") {
  const auto int32_of = [](const std::string& text) { return cast(number(text), DataType::kInt32, {25}); };
  CHECK(int32_of("4294967301") == 5);
  CHECK(int32_of("4294967301.75") == 5);
  CHECK(int32_of("-1.75") == 0xffffffffU);
  CHECK(int32_of("18446744073709551615") == 0xffffffffU);
  CHECK(int32_of("18446744073709551616") == 0x80000000U);
  CHECK(int32_of("-9223372036854775809") == 0x80000000U);
  CHECK(int32_of("nan") == 0x80000000U);
}

TEST_CASE("the oracle's integers of 8 bits and more") {
  const std::vector<std::string> reals = {"300", "-1", "-1.5", "2.5", "-2.7", "nan", "inf", "-inf", "1e10", "-1e10"};
  const std::uint64_t least32 = 0x80000000U;
  CHECK(cast_all(reals, DataType::kInt8, {13}) == Bits{44, 0xff, 0xff, 2, 0xfe, 0, 0, 0, 0, 0});
  CHECK(cast_all(reals, DataType::kUint16, {13}) == Bits{300, 65535, 65535, 2, 65534, 0, 0, 0, 0, 0});
  CHECK(cast_all({"1.9", "-1.9", "nan", "1e10", "2147483647.9", "-2147483648.9", "2147483648"}, DataType::kInt32,
                 {13}) == Bits{1, 0xffffffffU, least32, least32, 0x7fffffffU, least32, least32});
  CHECK(cast_all({"inf", "9223372036854775807.5", "9223372036854775808"}, DataType::kInt64, {13}) ==
        Bits{1ULL << 63, (1ULL << 63) - 1, 1ULL << 63});
  CHECK(cast_all({"9223372036854775808", "18446744073709551615.9", "18446744073709551616", "-1"}, DataType::kUint64,
                 {13}) == Bits{1ULL << 63, ~0ULL, 1ULL << 63, ~0ULL});
  CHECK(cast_integers({"200", "4294967301", "-2147483649"}, DataType::kInt8) == Bits{0xc8, 5, 0xff});
  CHECK(cast_integers({"4294967301", "-2147483649"}, DataType::kInt32) == Bits{5, 0x7fffffffU});
}

TEST_CASE("the oracle reads numerals exactly") {
  CHECK(read_numeral("-1.25e2")->value == -125);
  CHECK(read_numeral(".5")->value == mpq_class(1, 2));
  CHECK(read_numeral("5.")->value == 5);
  CHECK(read_numeral("1E-3")->value == mpq_class(1, 1000));
  CHECK(read_numeral("+007")->value == 7);
  CHECK(read_numeral("-0")->negative);
  CHECK(read_numeral("-INFinity")->float_class == FloatClass::kInfinite);
  CHECK(read_numeral("+NaN")->float_class == FloatClass::kNan);
  for (const char* text :
       {"", ".", "+", "e5", "1e", "1_0", " 7", "7 ", "0x10", "1.5f", "--3", "infin", "1.2.3", "1\n"}) {
    INFO(text);
    CHECK_FALSE(read_numeral(text).has_value());
  }
  CHECK(exact_text(mpq_class(5, 4)) == "1.25");
  CHECK(exact_text(mpq_class(-1, 16)) == "-0.0625");
  CHECK(exact_text(1234) == "1234");
}

TEST_CASE("the oracle's shortest text is numpy's") {
  const auto text_of = [](float value) { return shortest_text(kBinary32, std::bit_cast<std::uint32_t>(value)); };
  CHECK(text_of(1) == "1.0");
  CHECK(text_of(0.1F) == "0.1");
  CHECK(text_of(-0.0F) == "-0.0");
  CHECK(text_of(1e10F) == "10000000000.0");
  CHECK(text_of(1e-5F) == "1e-05");
  CHECK(text_of(-1.5e-5F) == "-1.5e-05");
  CHECK(text_of(1e-4F) == "0.0001");
  CHECK(text_of(1e16F) == "1e+16");
  CHECK(text_of(2097152.25F) == "2097152.2");
  CHECK(text_of(9.999999e37F) == "9.999999e+37");
  CHECK(text_of(1e-45F) == "1e-45");
  CHECK(text_of(0x1.fffffep127F) == "3.4028235e+38");
  CHECK(shortest_text(kBinary64, std::bit_cast<std::uint64_t>(0.1 + 0.2)) == "0.30000000000000004");
  CHECK(shortest_text(kBinary64, 1) == "5e-324");
  CHECK(shortest_text(kBinary64, std::bit_cast<std::uint64_t>(9007199254740993.0)) == "9007199254740992.0");
  CHECK(shortest_text(kBinary16, 0x7bff) == "65500.0");
  CHECK(shortest_text(kBinary16, 0x5c01) == "256.2");
  CHECK(shortest_text(kBinary16, 0x5c03) == "256.8");
  CHECK(shortest_text(kBinary16, 0x2400) == "0.01563");
  CHECK(shortest_text(kBinary16, 0x7e00) == "nan");
  CHECK(shortest_text(kBinary16, 0xfc00) == "-inf");
  CHECK(cast_to_text(DataType::kInt8, 65) == "65");
  CHECK(cast_to_text(DataType::kInt4, 0xf8) == "-8");
  CHECK(cast_to_text(DataType::kUint64, ~0ULL) == "18446744073709551615");
  CHECK(cast_to_text(DataType::kBool, 1) == "True");
  CHECK(cast_to_text(DataType::kFloat8e4m3fn, 1) == "0.001953125");
  CHECK(cast_to_text(DataType::kFloat8e8m0, 0x7e) == "0.5");
}

TEST_CASE("the oracle's formats of 4 and 8 bits end where the tables say") {
  const auto value = [](const FloatFormat& format, std::uint64_t bits) { return decode(format, bits).value.get_d(); };
  CHECK(value(kFloat8e4m3fn, 0x7e) == 448);
  CHECK(value(kFloat8e4m3fn, 0x01) == 0x1p-9);
  CHECK(value(kFloat8e4m3fnuz, 0x7f) == 240);
  CHECK(value(kFloat8e4m3fnuz, 0x01) == 0x1p-10);
  CHECK(value(kFloat8e5m2, 0x7b) == 57344);
  CHECK(value(kFloat8e5m2, 0x01) == 0x1p-16);
  CHECK(value(kFloat8e5m2fnuz, 0x7f) == 57344);
  CHECK(value(kFloat8e5m2fnuz, 0x01) == 0x1p-17);
  CHECK(value(kFloat4e2m1, 0x7) == 6);
  CHECK(value(kFloat4e2m1, 0x9) == -0.5);
  CHECK(decode(kFloat8e4m3fn, 0xff).float_class == FloatClass::kNan);
  CHECK(decode(kFloat8e5m2, 0xfc).float_class == FloatClass::kInfinite);
  CHECK(decode(kFloat8e5m2, 0x7d).float_class == FloatClass::kNan);
  CHECK(decode(kFloat8e5m2fnuz, 0x80).float_class == FloatClass::kNan);
  CHECK(decode(kFloat8e5m2fnuz, 0xff).float_class == FloatClass::kFinite);
}

}  // namespace
}  // namespace hardref::test
