#include "tensor/file.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <random>
#include <string_view>
#include <system_error>

#include "error.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_io(const fs::path& path, std::string_view action, int error) {
  fail(ErrorKind::kIo, "{}: cannot {}: {}", path.string(), action, std::generic_category().message(error));
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
  std::ifstream in(path, std::ios::binary);
  if (!in) fail_io(path, "open", errno);
  // The size is a hint: a pipe has none, and one byte more shows the end of the file.
  std::error_code no_size;
  const std::uintmax_t size = fs::file_size(path, no_size);
  std::vector<std::byte> bytes(no_size ? 0 : size + 1);
  std::size_t used = 0;
  while (in) {
    if (used == bytes.size()) bytes.resize(std::max<std::size_t>(4096, 2 * used));
    in.read(reinterpret_cast<char*>(bytes.data()) + used, static_cast<std::streamsize>(bytes.size() - used));
    used += static_cast<std::size_t>(in.gcount());
  }
  if (in.bad()) fail_io(path, "read", errno);
  bytes.resize(used);
  return bytes;
}

void write_file(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  // A device or pipe is written to, not replaced.
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_directly(path, path, bytes);

  const fs::path target = fs::exists(status) ? fs::canonical(path) : path;  // a symbolic link stays one
  fs::path temporary = target;
  temporary += fmt::format(".{:08x}.partial", std::random_device()());
  try {
    write_directly(temporary, path, bytes);
    if (fs::exists(status)) fs::permissions(temporary, status.permissions(), error);
    fs::rename(temporary, target, error);
    if (error) fail_io(path, "write", error.value());
  } catch (...) {
    fs::remove(temporary, error);
    throw;
  }
}

void create_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail(ErrorKind::kIo, "{}: {}", folder.string(), error.message());
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> file_identity(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return std::pair<std::uint64_t, std::uint64_t>(status.st_dev, status.st_ino);
}

}  // namespace hardref
