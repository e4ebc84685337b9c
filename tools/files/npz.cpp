#include "files/npz.h"

#include <fmt/ranges.h>
#include <zip.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "error.h"
#include "judge/npy.h"

namespace hardref::tools {
namespace {

constexpr std::string_view kSuffix = ".npy";
constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30;  // as much as a .pb file can hold
// Deflate makes at most 1032 bytes of one; what declares more is not what it says.
constexpr std::uint64_t kMostInflation = 1032;

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
using ArchiveFile = std::unique_ptr<zip_file_t, Discard>;

Archive open_archive(const std::filesystem::path& path) {
  int code = 0;
  Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (archive) return archive;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  const bool unreadable = code == ZIP_ER_OPEN || code == ZIP_ER_NOENT || code == ZIP_ER_READ;
  fail(unreadable ? ErrorKind::kIo : ErrorKind::kInvalidInput, "cannot open as a .npz file: {}", reason);
}

std::vector<std::string> keys_of(zip_t& archive) {
  std::vector<std::string> keys;
  for (zip_int64_t i = 0; i < zip_get_num_entries(&archive, 0); ++i) {
    const char* name = zip_get_name(&archive, static_cast<zip_uint64_t>(i), 0);
    const std::string_view text = name == nullptr ? "" : name;
    if (text.ends_with(kSuffix)) keys.emplace_back(text.substr(0, text.size() - kSuffix.size()));
  }
  return keys;
}

std::uint64_t declared_size(zip_t& archive, zip_uint64_t index) {
  zip_stat_t stat;
  if (zip_stat_index(&archive, index, 0, &stat) != 0) {
    fail(ErrorKind::kInvalidInput, "cannot read: {}", zip_strerror(&archive));
  }
  if (stat.size > kMostBytes) {
    fail(ErrorKind::kLimit, "declares {} bytes, the most that are read are {}", stat.size, kMostBytes);
  }
  if (stat.size / kMostInflation > stat.comp_size) {
    fail(ErrorKind::kInvalidInput, "declares {} bytes, which {} compressed bytes cannot hold", stat.size,
         stat.comp_size);
  }
  return stat.size;
}

std::vector<std::byte> read_entry(zip_t& archive, zip_uint64_t index) {
  std::vector<std::byte> bytes(declared_size(archive, index));
  const ArchiveFile file(zip_fopen_index(&archive, index, 0));
  if (!file) fail(ErrorKind::kInvalidInput, "cannot read: {}", zip_strerror(&archive));
  std::size_t done = 0;
  std::byte surplus{};
  for (;;) {
    const bool full = done == bytes.size();
    const zip_int64_t count =
        full ? zip_fread(file.get(), &surplus, 1) : zip_fread(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0) fail(ErrorKind::kInvalidInput, "cannot read: {}", zip_file_strerror(file.get()));
    if (count == 0) break;  // the end, where the checksum was compared
    done += static_cast<std::size_t>(count);
    if (full) break;
  }
  if (done != bytes.size()) {
    fail(ErrorKind::kInvalidInput, "declares {} bytes, but holds {}{}", bytes.size(), done > bytes.size() ? "more" : "",
         done > bytes.size() ? "" : std::to_string(done));
  }
  return bytes;
}

NamedTensor read_member(zip_t& archive, const std::string& key) {
  const std::vector<std::string> keys = keys_of(archive);
  if (key.empty() && keys.size() != 1) {
    fail(ErrorKind::kInvalidInput, "holds {} arrays, so one must be named as FILE.npz:KEY; there are [{}]", keys.size(),
         fmt::join(keys, ", "));
  }
  const std::string& name = key.empty() ? keys.front() : key;
  const zip_int64_t index = zip_name_locate(&archive, (name + std::string(kSuffix)).c_str(), 0);
  if (index < 0) fail(ErrorKind::kInvalidInput, "no array {} in it; there are [{}]", name, fmt::join(keys, ", "));
  return with_context([&] { return name; },
                      [&] {
                        return NamedTensor{name, parse_npy(read_entry(archive, static_cast<zip_uint64_t>(index)))};
                      });
}

[[noreturn]] void fail_write(zip_error_t* error) {
  fail(ErrorKind::kIo, "cannot make a .npz file: {}", zip_error_strerror(error));
}

}  // namespace

std::vector<std::string> npz_keys(const std::filesystem::path& path) {
  return with_context([&] { return path.string(); }, [&] { return keys_of(*open_archive(path)); });
}

NamedTensor read_npz(const std::filesystem::path& path, const std::string& key) {
  return with_context([&] { return path.string(); }, [&] { return read_member(*open_archive(path), key); });
}

std::optional<std::pair<std::string, std::string>> split_npz(std::string_view text) {
  constexpr std::string_view kExtension = ".npz";
  if (text.ends_with(kExtension)) return std::pair(std::string(text), std::string());
  const std::size_t at = text.find(".npz:");
  if (at == std::string_view::npos) return std::nullopt;
  return std::pair(std::string(text.substr(0, at + kExtension.size())),
                   std::string(text.substr(at + kExtension.size() + 1)));
}

std::string serialize_npz(std::span<const std::pair<std::string, TensorView>> tensors) {
  std::vector<std::string> contents;  // libzip reads them when the archive is closed
  for (const auto& [name, tensor] : tensors) contents.push_back(serialize_npy(tensor));
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* bytes = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (bytes == nullptr) fail_write(&error);
  // Ours beside the archive's own, to read what was written.
  zip_source_keep(bytes);
  const std::unique_ptr<zip_source_t, decltype(&zip_source_free)> owned(bytes, &zip_source_free);
  Archive archive(zip_open_from_source(bytes, ZIP_TRUNCATE, &error));
  if (!archive) fail_write(&error);
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    zip_source_t* source = zip_source_buffer(archive.get(), contents[i].data(), contents[i].size(), 0);
    const zip_int64_t index =
        source == nullptr ? -1
                          : zip_file_add(archive.get(), (tensors[i].first + std::string(kSuffix)).c_str(), source, 0);
    // A date of its own for every archive would make equal ones differ: the first that ZIP knows.
    if (index < 0 || zip_set_file_compression(archive.get(), static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive.get(), static_cast<zip_uint64_t>(index), 0, 0x21, 0) != 0) {
      fail_write(zip_get_error(archive.get()));
    }
  }
  if (zip_close(archive.get()) != 0) fail_write(zip_get_error(archive.get()));
  static_cast<void>(archive.release());
  zip_stat_t stat;
  if (zip_source_stat(bytes, &stat) != 0 || zip_source_open(bytes) != 0) fail_write(zip_source_error(bytes));
  std::string result(stat.size, '\0');
  const zip_int64_t count = zip_source_read(bytes, result.data(), result.size());
  zip_source_close(bytes);
  if (count < 0 || static_cast<std::size_t>(count) != result.size()) fail_write(zip_source_error(bytes));
  return result;
}

}  // namespace hardref::tools
