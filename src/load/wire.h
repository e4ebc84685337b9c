// The generated classes of proto/onnx.proto under the name wire, and the one way to parse them. For src/load only:
// nothing outside of it knows protobuf.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "hardref.hpp"
#include "onnx.pb.h"

namespace hardref {

namespace wire = ::hardref_onnx;

// As read_file, without reading what parse_message would refuse for its size.
[[nodiscard]] std::vector<std::byte> read_message_file(const std::filesystem::path& path, std::string_view name);

// Fills message, which messages call name ("ModelProto"), from all of the bytes. Throws broken where they are something
// else, and kLimit beyond the 2 GiB that protobuf can parse.
void parse_message(std::span<const std::byte> bytes, std::string_view name, ErrorKind broken,
                   google::protobuf::MessageLite& message);

}  // namespace hardref
