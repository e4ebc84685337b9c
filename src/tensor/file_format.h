// Which kind of file bytes are, told by the bytes themselves.
#pragma once

#include <string>
#include <string_view>

namespace hardref {

// Whether bytes are text. A protobuf message of ours never is: the tags of ir_version and data_type, which no file can
// do without, are control characters.
[[nodiscard]] bool is_text(std::string_view bytes);

// Text without the mark that some editors put in front of UTF-8.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

[[nodiscard]] bool is_npy(std::string_view bytes);
[[nodiscard]] bool is_zip(std::string_view bytes);

// What bytes are that are mistaken for a model or tensor again and again, and what to do about it: "a gzip file: unpack
// it first". Empty for everything else.
[[nodiscard]] std::string_view foreign_format(std::string_view bytes);

}  // namespace hardref
