#include "tensor/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>

#include "error.h"
#include "tensor/unfinished.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_io(const fs::path& path, std::string_view action, int error) {
  fail(ErrorKind::kIo, "{}: cannot {}: {}", path.string(), action, std::generic_category().message(error));
}

// An open file.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags)
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX
      : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC | flags)) {
    if (number_ < 0 || fstat(number_, &status_) != 0) fail_io(path, "open", errno);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] mode_t mode() const { return status_.st_mode; }
  [[nodiscard]] std::size_t size() const {
    return S_ISREG(status_.st_mode) ? static_cast<std::size_t>(status_.st_size) : 0;
  }

 private:
  int number_;
  struct stat status_ {};
};

std::string_view kind_of(mode_t mode) {
  if (S_ISFIFO(mode)) return "a pipe";
  return S_ISSOCK(mode) ? "a socket" : "a device";
}

void require_regular(const Descriptor& file, const fs::path& path) {
  if (S_ISDIR(file.mode())) fail_io(path, "read", EISDIR);
  if (!S_ISREG(file.mode())) {
    fail(ErrorKind::kIo, "{}: is {}, expected a regular file", path.string(), kind_of(file.mode()));
  }
}

// The size is a hint: a pipe has none, and one byte more shows the end of the file.
std::vector<std::byte> read_to_end(int descriptor, const fs::path& path, std::size_t size, std::size_t most) {
  most = std::max(size, most);
  std::vector<std::byte> bytes(size + 1);
  std::size_t used = 0;
  for (;;) {
    if (used == bytes.size()) bytes.resize(std::clamp<std::size_t>(2 * used, 4096, most + 1));
    const ssize_t count = read(descriptor, bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_io(path, "read", errno);
    used += static_cast<std::size_t>(count);
    if (count == 0) break;
    if (used > most) fail(ErrorKind::kLimit, "{}: has more than {} bytes, the most that are read", path.string(), most);
  }
  bytes.resize(used);
  return bytes;
}

std::vector<std::byte> read_standard_input(std::size_t most) {
  static bool was_read = false;
  if (std::exchange(was_read, true)) fail(ErrorKind::kUsage, "standard input is asked for twice");
  return read_to_end(STDIN_FILENO, "standard input", 0, most);
}

fs::file_status status_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::none) fail(ErrorKind::kIo, "{}: {}", path.string(), error.message());
  return status;
}

void write_directly(const fs::path& file, const fs::path& shown, std::string_view bytes) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  if (!out) fail_io(shown, "open for writing", errno);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) fail_io(shown, "write", errno);
}

}  // namespace

std::vector<std::byte> read_file(const fs::path& path) {
  const Descriptor file(path, O_NONBLOCK);  // since opening a pipe waits for a writer
  require_regular(file, path);
  return read_to_end(file.number(), path, file.size(), kMostBytesOfUnknownSize);
}

std::vector<std::byte> read_stream(const fs::path& path, std::size_t most) {
  if (path == "-") return read_standard_input(most);
  const Descriptor file(path, 0);
  return read_to_end(file.number(), path, file.size(), most);
}

bool is_stream(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return path == "-" || (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status));
}

std::string beginning_of(const fs::path& path, std::size_t count) {
  const Descriptor file(path, O_NONBLOCK);
  require_regular(file, path);
  std::string bytes(count, '\0');
  const ssize_t read_count = read(file.number(), bytes.data(), count);
  if (read_count < 0) fail_io(path, "read", errno);
  bytes.resize(static_cast<std::size_t>(read_count));
  return bytes;
}

void write_file(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error && error != std::errc::no_such_file_or_directory) fail_io(path, "write", error.value());
  // A device or pipe is written to, not replaced.
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_directly(path, path, bytes);

  const fs::path target = fs::exists(status) ? fs::canonical(path, error) : path;  // a symbolic link stays one
  if (error && fs::exists(status)) return write_directly(path, path, bytes);       // open, but without a name any more
  Unfinished file(target);
  write_directly(file.path(), path, bytes);
  if (fs::exists(status)) fs::permissions(file.path(), status.permissions(), error);
  if (const std::error_code failed = file.put(target)) fail_io(path, "write", failed.value());
}

void create_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail(ErrorKind::kIo, "{}: {}", folder.string(), error.message());
}

bool is_there(const fs::path& path) { return fs::exists(status_of(path)); }

bool is_folder(const fs::path& path) { return fs::is_directory(status_of(path)); }

std::optional<std::pair<std::uint64_t, std::uint64_t>> file_identity(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return std::pair<std::uint64_t, std::uint64_t>(status.st_dev, status.st_ino);
}

}  // namespace hardref
