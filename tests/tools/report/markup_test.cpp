// Text that goes into documents: nothing in it can break out of them, or make them ill-formed.
#include "report/markup.h"

#include "tools/report/samples.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::clean_text;
using tools::shorten;

TEST_CASE("markup: what XML forbids becomes U+FFFD") {
  CHECK(clean_text("").empty());
  CHECK(clean_text("a\tb\nc") == "a\tb\nc");
  CHECK(clean_text("äß€😀 \x7f") == "äß€😀 \x7f");
  CHECK(clean_text(std::string("\0\x01\x1f\r\x1b", 5)) == "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
  CHECK(clean_text("\xff") == "\uFFFD");
  CHECK(clean_text("a\xc3") == "a\uFFFD");                              // cut off
  CHECK(clean_text("\xc0\xafz") == "\uFFFD\uFFFDz");                    // overlong "/"
  CHECK(clean_text("\xed\xa0\x80").find('\xed') == std::string::npos);  // a surrogate
  CHECK(clean_text("\uFFFE|\uFFFF|\uFFFD|\uFFFC") == "\uFFFD|\uFFFD|\uFFFD|\uFFFC");
  CHECK(clean_text(kHostile) == kHostileShown);
}

TEST_CASE("markup: shortened text") {
  CHECK(shorten("", 3).empty());
  CHECK(shorten("abc", 3) == "abc");
  CHECK(shorten("abcd", 3) == "ab…");
  CHECK(shorten("äöü", 3) == "äöü");
  CHECK(shorten("äöüx", 3) == "äö…");
  CHECK(shorten("😀😀😀😀😀", 3) == "😀😀…");
  CHECK(shorten(std::string(1000, 'a'), 1) == "…");
  CHECK(shorten("\xff\xff\xff\xff", 3) == "\uFFFD\uFFFD…");
}

}  // namespace
}  // namespace hardref::test
