// Rows of every layout at the sizes where the loops change their way, against the definition.
#include "ops/hardmax_loops.h"

#include <limits>
#include <random>

#include "ops/hardmax.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

template <class T>
std::vector<T> marked(const Rows& rows, const std::vector<T>& input) {
  std::vector<T> output(input.size(), store_element<T>(0));
  for (std::size_t row = 0; row < rows.count(); ++row) {
    const auto index = [&](std::size_t i) { return rows.start(row) + i * rows.inner; };
    const std::size_t first = first_maximum(rows.length, [&](std::size_t i) { return load_element(input[index(i)]); });
    output[index(first)] = store_element<T>(1);
  }
  return output;
}

// Few different values, so that most rows have ties; few rows have NaN or infinities.
template <class T>
std::vector<T> random_elements(std::size_t count, std::mt19937_64& random, bool special) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<T> elements(count);
  for (T& element : elements) {
    float value = static_cast<float>(random() % 5) - 4;  // -4 to 0
    if (value == 0 && random() % 2 == 0) value = -value;
    if (special && random() % 40 == 0) value = std::numeric_limits<float>::quiet_NaN();
    if (special && random() % 20 == 0) value = random() % 2 == 0 ? kInfinity : -kInfinity;
    if (special && random() % 60 == 0) value = -std::numeric_limits<float>::quiet_NaN();
    element = store_element<T>(value);
  }
  return elements;
}

template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (load_element(a[i]) != load_element(b[i])) return false;
  }
  return true;
}

template <class T>
void check(const Rows& rows, std::mt19937_64& random) {
  for (const bool special : {false, true}) {
    const std::vector<T> input = random_elements<T>(rows.outer * rows.length * rows.inner, random, special);
    const std::vector<T> expected = marked(rows, input);
    const WholeTensorKernel kernel = mark_first_maximum<T>(rows);
    const void* const inputs[] = {input.data()};
    REQUIRE(kernel.pieces == rows.outer * rows.inner);
    // In one piece, and in three.
    for (const std::size_t parts : {1U, 3U}) {
      std::vector<T> output(input.size(), store_element<T>(-7));
      for (std::size_t part = 0; part < parts; ++part) {
        kernel.run(inputs, output.data(), kernel.pieces * part / parts, kernel.pieces * (part + 1) / parts);
      }
      CHECK(same(output, expected));
    }
  }
}

TEMPLATE_TEST_CASE("the first maximum of each row is marked", "[kernels]", Float16, BFloat16, float, double,
                   Float8e4m3fn) {
  std::mt19937_64 random(17);
  for (const std::size_t length : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 63U, 64U, 65U, 130U, 2047U, 2048U, 2049U, 5000U}) {
    for (const std::size_t inner : {1U, 2U, 3U, 17U}) {
      CAPTURE(length, inner);
      check<TestType>({5, length, inner}, random);
    }
  }
  check<TestType>({2, 3, 2047}, random);
  check<TestType>({2, 3, 2048}, random);
  check<TestType>({1, 3, 4099}, random);
  check<TestType>({3000, 4, 1}, random);
  check<TestType>({1, 70000, 2}, random);  // more than 16 bits count
  check<TestType>({1, 70000, 1}, random);
}

// Past the caches results go in pieces of cache lines, wherever the first one starts.
template <class T>
void check_large(const Rows& rows, std::size_t streamed_from, std::mt19937_64& random) {
  CAPTURE(rows.length, rows.inner, streamed_from);
  const std::size_t count = rows.count() * rows.length;
  const std::vector<T> input = random_elements<T>(count, random, true);
  const void* const inputs[] = {input.data()};
  const WholeTensorKernel kernel = mark_first_maximum<T>(rows, streamed_from);
  std::vector<T> output(count + 2, store_element<T>(-7));
  kernel.run(inputs, output.data() + 1, 0, kernel.pieces / 3);
  kernel.run(inputs, output.data() + 1, kernel.pieces / 3, kernel.pieces);
  CHECK(load_element(output.front()) == -7);
  CHECK(load_element(output.back()) == -7);
  output.erase(output.begin());
  output.pop_back();
  CHECK(same(output, marked(rows, input)));
}

TEMPLATE_TEST_CASE("large results are marked as small ones are", "[kernels]", Float16, float) {
  std::mt19937_64 random(18);
  constexpr std::size_t kElements = 50'000;
  for (const std::size_t length : {4U, 9U, 5000U}) {
    for (const std::size_t inner : {1U, 3U, 3001U}) {
      const Rows rows{kElements / (length * inner) + 2, length, inner};
      check_large<TestType>(rows, 0, random);
      check_large<TestType>(rows, SIZE_MAX, random);
    }
  }
}

TEST_CASE("the maximum is found wherever it is", "[kernels]") {
  for (const std::size_t length : {200U, 4200U}) {
    for (std::size_t place = 0; place < length; ++place) {
      std::vector<float> input(length, -1.0F);
      input[place] = 2;
      input[length - 1] = 2;
      std::vector<float> output(length, -7.0F);
      const void* const inputs[] = {input.data()};
      mark_first_maximum<float>({1, length, 1}).run(inputs, output.data(), 0, 1);
      std::vector<float> expected(length);
      expected[place] = 1;
      CHECK(output == expected);
    }
  }
}

}  // namespace
}  // namespace hardref::test
