// Names and values on their way into messages.
#include "error.h"

#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

TEST_CASE("what a terminal would not show as it is becomes an escape") {
  CHECK(escaped("") == "");
  CHECK(escaped("/model/0:1 \"x\" \\n") == "/model/0:1 \"x\" \\n");
  CHECK(escaped("na\u00efve \u03b1 \u65e5\u672c \U0001F600") == "na\u00efve \u03b1 \u65e5\u672c \U0001F600");
  CHECK(escaped("a\nb\r\t\x1b[31m\a\x7f") == "a\\x0ab\\x0d\\x09\\x1b[31m\\x07\\x7f");
  CHECK(escaped("a\nb\r\t", "\n\t") == "a\nb\\x0d\t");
  CHECK(escaped(std::string_view("\0", 1)) == "\\x00");
  CHECK(escaped("\u009b31m") == "\\xc2\\x9b31m");               // the control sequence introducer in one character
  CHECK(escaped("\u202etxt.exe") == "\\xe2\\x80\\xaetxt.exe");  // text from right to left
  CHECK(escaped("\u2028\u2069\ufeff").starts_with("\\xe2\\x80\\xa8\\xe2\\x81\\xa9"));
}

TEST_CASE("bytes that are no UTF-8 become escapes, and the rest stays") {
  CHECK(escaped("a\xff"
                "b") == "a\\xffb");
  CHECK(escaped("\x80") == "\\x80");
  CHECK(escaped("\xc3") == "\\xc3");
  CHECK(escaped("\xc3(") == "\\xc3(");
  CHECK(escaped("\xc0\xaf") == "\\xc0\\xaf");                    // too long for "/"
  CHECK(escaped("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // a surrogate
  CHECK(escaped("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond the last character
  CHECK(escaped("\xf8\x88\x80\x80\x80") == "\\xf8\\x88\\x80\\x80\\x80");
  CHECK(escaped("\xe2\x82") == "\\xe2\\x82");
}

TEST_CASE("an error escapes what its message is made of") {
  CHECK(error_of(at_opset(13, R"(g (float[2] "a\x0ab\x1b") => (y) { y = Max("a\x0ab\x1b") })")) ==
        "invalid_input: m: input \"a\\x0ab\\x1b\" is missing");
  CHECK(error_of(at_opset(13, R"(g (float[2] x) => (y) { ["n\x0a9 passed"] y = Max(x, z) })")) ==
        "invalid_model: m: node \"n\\x0a9 passed\" (Max): input \"z\" is not defined: no input, initializer or node "
        "gives it");
  CHECK(warnings_of(at_opset(13, R"(g ("x\x0a") => (y) { y = Max("x\x0a") })"), {{"x\n", floats({1}, {1})}}) ==
        Strings{"input \"x\\x0a\" has no type"});
}

TEST_CASE("text that is parsed carries escapes that read back") {
  const std::string names =
      "g (float[2] \"a\\x0a\\x1b\\xff\\\\x41\\\"\") => (y) { y = Max(\"a\\x0a\\x1b\\xff\\\\x41\\\"\") }";
  const Model model = Model::from_text(at_opset(13, names));
  CHECK(model.inputs().front().name == "a\n\x1b\xff\\x41\"");
  const std::string strings = R"(string[3]{"a\x0a", "\xc2\x9b\\x41", "\q\x4"})";
  CHECK(difference(result(at_opset(13, fmt::format("g () => (y) {{ y = Constant <value = {}> () }}", strings)), {}),
                   Tensor::of<std::string>({3}, {"a\n", "\u009b\\x41", "qx4"})) == "");
}

}  // namespace
}  // namespace hardref::test
