// Files that are taken for models and tensors, each told by its first bytes and named in the error.
#include "tensor/file_format.h"

#include "judge/npy.h"
#include "support/files.h"

namespace hardref::test {
namespace {

using namespace std::string_view_literals;

TEST_CASE("foreign formats are named, with what to do about them") {
  const std::pair<std::string_view, std::string_view> formats[] = {
      {"\x1f\x8b\x08\0"sv, "a gzip file: unpack it first"},
      {"PK\3\4\x14\0"sv, "a ZIP archive: unpack it first"},
      {"PK\5\6\0\0"sv, "an empty ZIP archive"},
      {"\xfd\x37zXZ\0\0"sv, "an xz file: unpack it first"},
      {"\x28\xb5\x2f\xfd\x24", "a Zstandard file: unpack it first"},
      {"BZh91AY", "a bzip2 file: unpack it first"},
      {"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"},
      {"\x1c\0\0\0ORTM\0\0"sv, "a model in ONNX Runtime's own format (.ort): export it as .onnx"},
      {"\x1c\0\0\0TFL3\0\0"sv, "a TensorFlow Lite model: convert it to .onnx"},
      {"\x93NUMPY\1\0"sv, "a NumPy array (.npy)"},
      {"\x89HDF\r\n\x1a\n", "an HDF5 file"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
       "a pointer of Git LFS: fetch the file itself with git lfs pull"},
      {"\xff\xfe<\0"sv, "text in UTF-16: save it as UTF-8"},
      {"\xfe\xff\0<"sv, "text in UTF-16: save it as UTF-8"},
      {"<!DOCTYPE html>", "a web page, not the file that it is about"},
      {"<html>", "a web page, not the file that it is about"},
      {"<?xml version='1.0'?>", "an XML document"},
      {"ir_version: 8\ngraph {\n", "a protobuf message in text format: convert it to binary with onnx.save"},
      {"dims: 2\ndata_type: 1\n", "a protobuf message in text format: convert it to binary"},
  };
  for (const auto& [bytes, format] : formats) {
    CHECK(foreign_format(bytes) == format);
    const std::string expected(format);
    CHECK(message_of([&, &given = bytes] { return load_model(as_byte_span(given), LoadOptions{}); }) ==
          "invalid_model: " + expected + "; expected a protobuf ModelProto");
    CHECK(message_of([&, &given = bytes] { return load_tensor(as_byte_span(given)); }) ==
          "invalid_input: " + expected + "; expected a protobuf TensorProto");
    CHECK(message_of([&, &given = bytes] { return model::parse_model(given); }) ==
          "invalid_model: " + expected + "; expected ONNX text");
    if (!is_npy(bytes)) {
      CHECK(message_of([&, &given = bytes] { return parse_npy(as_byte_span(given)); }) ==
            "invalid_input: " + expected + "; expected a .npy file");
    }
  }
}

TEST_CASE("models, tensors and ONNX text are no foreign formats") {
  for (const std::string_view bytes : {"", "\x08\x08", "<ir_version: 8>", "float[1]{1}", "g () => () {}", "P"}) {
    CHECK(foreign_format(bytes).empty());
  }
}

TEST_CASE("text is told from protobuf") {
  CHECK(is_text("<ir_version: 8>\r\n\tg () => () {}\f\v"));
  CHECK(is_text("g (float \"\xc3\xa9\") => () {}"));
  CHECK_FALSE(is_text(""));
  CHECK_FALSE(is_text("\x08\x08"));
  CHECK_FALSE(is_text("text\0"sv));
  CHECK_FALSE(is_text("\x7f"));
}

TEST_CASE("a mark of UTF-8 in front of text is skipped") {
  CHECK(to_text(model::parse_tensor("\xef\xbb\xbf"
                                    "float[1]{2}")) == "float[1]{2}");
  CHECK(message_of([] { return model::parse_model("\xef\xbb\xbfg"); }) ==
        "invalid_model: 1:2: expected '(', found the end of the text\ng\n ^");
}

}  // namespace
}  // namespace hardref::test
