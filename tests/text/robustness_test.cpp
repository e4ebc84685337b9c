// Whatever the bytes are, the parser gives a model or an Error with a place, and reads no byte that is not there.
#include <algorithm>
#include <memory>

#include "model/sample.h"
#include "support/catch.h"
#include "support/model_equal.h"
#include "text/text.h"

namespace hardref::model {
namespace {

// Parses from memory without anything behind it, so that a sanitizer sees one byte too many.
void check(std::string_view text) {
  const auto exact = std::make_unique<char[]>(text.size());
  std::copy(text.begin(), text.end(), exact.get());
  try {
    const Model model = parse_model({exact.get(), text.size()});
    REQUIRE(test::equal(parse_model(print(model)), model));
  } catch (const Error& error) {
    const std::string message = error.what();
    INFO(message);
    REQUIRE(error.kind() != ErrorKind::kInternal);
    REQUIRE(std::count(message.begin(), message.end(), '\n') == 2);
    REQUIRE(message.back() == '^');
    REQUIRE(message.size() < 600);
  }
}

TEST_CASE("text that ends early") {
  for (std::size_t size = 0; size <= test::kSample.size(); ++size) check(test::kSample.substr(0, size));
}

TEST_CASE("text with one byte changed") {
  using namespace std::string_view_literals;
  constexpr std::string_view kReplacements = "\"\\{}<>[]()=@,:.#-9ae \n\0\xff\x80"sv;
  // Each byte meets some of them, each of them meets every part of the text.
  for (std::size_t i = 0; i < test::kSample.size(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      std::string text(test::kSample);
      text[i] = kReplacements[(7 * i + j) % kReplacements.size()];
      check(text);
    }
  }
}

TEST_CASE("text with one byte missing, or twice there") {
  for (std::size_t i = 0; i < test::kSample.size(); ++i) {
    std::string text(test::kSample);
    if (i % 2 == 0) {
      text.erase(i, 1);
    } else {
      text.insert(i, 1, text[i]);
    }
    check(text);
  }
}

TEST_CASE("bytes without any sense") {
  for (int byte = 0; byte < 256; ++byte) {
    check(std::string(1, static_cast<char>(byte)));
    check(std::string(300, static_cast<char>(byte)));
  }
}

}  // namespace
}  // namespace hardref::model
