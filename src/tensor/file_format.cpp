#include "tensor/file_format.h"

#include <algorithm>

namespace hardref {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

struct Signature {
  std::string_view bytes;
  std::string_view format;
  std::size_t offset = 0;
};

using namespace std::string_view_literals;

constexpr std::string_view kUtf16 = "text in UTF-16: save it as UTF-8";
constexpr Signature kSignatures[] = {
    {"\x1f\x8b", "a gzip file: unpack it first"},
    {"PK\3\4", "a ZIP archive: unpack it first"},
    {"PK\5\6", "an empty ZIP archive"},
    {"\xfd"
     "7zXZ\0"sv,
     "an xz file: unpack it first"},
    {"\x28\xb5\x2f\xfd", "a Zstandard file: unpack it first"},
    {"BZh", "a bzip2 file: unpack it first"},
    {"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"},
    {"ORTM", "a model in ONNX Runtime's own format (.ort): export it as .onnx", 4},
    {"TFL3", "a TensorFlow Lite model: convert it to .onnx", 4},
    {"\x93NUMPY", "a NumPy array (.npy)"},
    {"\x89HDF\r\n", "an HDF5 file"},
    {"version https://git-lfs.github.com/spec/", "a pointer of Git LFS: fetch the file itself with git lfs pull"},
    {"\xff\xfe", kUtf16},
    {"\xfe\xff", kUtf16},
    {"<!DOCTYPE", "a web page, not the file that it is about"},
    {"<!doctype", "a web page, not the file that it is about"},
    {"<html", "a web page, not the file that it is about"},
    {"<HTML", "a web page, not the file that it is about"},
    {"<?xml", "an XML document"},
    {"ir_version:", "a protobuf message in text format: convert it to binary with onnx.save"},
    {"ir_version :", "a protobuf message in text format: convert it to binary with onnx.save"},
    {"data_type:", "a protobuf message in text format: convert it to binary"},
    {"dims:", "a protobuf message in text format: convert it to binary"},
};

}  // namespace

bool is_text(std::string_view bytes) {
  return !bytes.empty() && std::ranges::all_of(bytes, [](char c) {
    return static_cast<unsigned char>(c) >= ' ' ? c != '\x7f' : c >= '\t' && c <= '\r';
  });
}

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

bool is_npy(std::string_view bytes) { return bytes.starts_with("\x93NUMPY"); }

bool is_zip(std::string_view bytes) { return bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6"); }

std::string_view foreign_format(std::string_view bytes) {
  const auto* const found = std::ranges::find_if(kSignatures, [&](const Signature& signature) {
    return bytes.size() > signature.offset && bytes.substr(signature.offset).starts_with(signature.bytes);
  });
  return found == std::end(kSignatures) ? std::string_view() : found->format;
}

}  // namespace hardref
