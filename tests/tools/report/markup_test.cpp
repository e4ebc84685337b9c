// Text that goes into documents: nothing in it can break out of them, or make them ill-formed.
#include "report/markup.h"

#include "tools/report/samples.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::clean_text;
using tools::shorten;

TEST_CASE("markup: what XML forbids is escaped") {
  CHECK(clean_text("").empty());
  CHECK(clean_text("a\tb\nc") == "a\tb\nc");
  CHECK(clean_text("äß€😀 \uFFFD") == "äß€😀 \uFFFD");
  CHECK(clean_text(std::string("\0\x01\x1f\r\x1b\x7f", 6)) == "\\x00\\x01\\x1f\\x0d\\x1b\\x7f");
  CHECK(clean_text("\xff") == "\\xff");
  CHECK(clean_text("a\xc3") == "a\\xc3");                  // cut off
  CHECK(clean_text("\xc0\xafz") == "\\xc0\\xafz");         // overlong "/"
  CHECK(clean_text("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // a surrogate
  CHECK(clean_text("\uFFFE|\uFFFF|\uFFFC") == "\\xef\\xbf\\xbe|\\xef\\xbf\\xbf|\uFFFC");
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
  CHECK(shorten("\xff\xff\xff\xff", 6) == "\\xff\\…");
}

}  // namespace
}  // namespace hardref::test
