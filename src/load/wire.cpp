#include "load/wire.h"

#include <climits>
#include <cstdint>
#include <string>
#include <system_error>

#include "error.h"
#include "load/load.h"
#include "tensor/file.h"
#include "tensor/file_format.h"

namespace hardref {
namespace {

// The first line, cut to what tells a reader which file this is.
std::string beginning_of_text(std::string_view text) {
  constexpr std::size_t kShown = 40;
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  return line.size() <= kShown ? std::string(line) : std::string(line.substr(0, kShown)) + "...";
}

void require_size(std::uintmax_t size, std::string_view name) {
  if (size > INT_MAX) fail(ErrorKind::kLimit, "{} bytes, but a protobuf {} has at most {}", size, name, INT_MAX);
}

}  // namespace

std::vector<std::byte> read_message_file(const std::filesystem::path& path, std::string_view name) {
  std::error_code no_size;
  const std::uintmax_t size = std::filesystem::file_size(path, no_size);
  if (!no_size) with_context([&] { return path.string(); }, [&] { require_size(size, name); });
  return read_file(path);
}

void parse_message(std::span<const std::byte> bytes, std::string_view name, ErrorKind broken,
                   google::protobuf::MessageLite& message) {
  if (bytes.empty()) fail(broken, "no bytes, but expected a protobuf {}", name);
  require_size(bytes.size(), name);
  const std::string_view text = as_text(bytes);
  if (const std::string_view format = foreign_format(text); !format.empty()) {
    fail(broken, "{}; expected a protobuf {}", format, name);
  }
  // A text may parse by accident.
  if (is_text(text)) {
    fail(broken, "{} bytes of text that begin with {:?}, but expected a protobuf {}", bytes.size(),
         beginning_of_text(text), name);
  }
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    fail(broken, "{} bytes that are not a protobuf {}: damaged, cut short, or nested more than 100 messages deep",
         bytes.size(), name);
  }
}

}  // namespace hardref
