#include "files/npz.h"

#include <fmt/ranges.h>
#include <zip.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "error.h"
#include "judge/npy.h"
#include "tensor/file.h"

namespace hardref::tools {
namespace {

constexpr std::string_view kSuffix = ".npy";
constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30;  // as much as a .pb file can hold
// Deflate makes at most 1032 bytes of one; what declares more is not what it says.
constexpr std::uint64_t kMostInflation = 1032;

struct Close {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

[[noreturn]] void fail_open(zip_error_t& error) {
  const int code = zip_error_code_zip(&error);
  const std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  const bool unreadable = code == ZIP_ER_OPEN || code == ZIP_ER_NOENT || code == ZIP_ER_READ;
  fail(unreadable ? ErrorKind::kIo : ErrorKind::kInvalidInput, "cannot open as a .npz file: {}", reason);
}

// The archive in a file, or in bytes where there are any.
zip_t* open_archive(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = bytes.empty() ? zip_source_file_create(path.c_str(), 0, 0, &error)
                                             : zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source == nullptr) fail_open(error);
  zip_t* const archive = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (archive != nullptr) return archive;
  zip_source_free(source);
  fail_open(error);
}

// The names of the members, repeated ones too, in the archive's order; folders are none.
std::vector<std::string> member_names(zip_t& archive) {
  std::vector<std::string> names;
  for (zip_int64_t i = 0; i < zip_get_num_entries(&archive, 0); ++i) {
    const char* name = zip_get_name(&archive, static_cast<zip_uint64_t>(i), 0);
    names.emplace_back(name == nullptr ? "" : name);
  }
  return names;
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
  const std::unique_ptr<zip_file_t, Close> file(zip_fopen_index(&archive, index, 0));
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

[[noreturn]] void fail_write(zip_error_t* error) {
  fail(ErrorKind::kIo, "cannot make a .npz file: {}", zip_error_strerror(error));
}

}  // namespace

void NpzArchive::Discard::operator()(zip* archive) const { zip_discard(archive); }

NpzArchive::NpzArchive(const std::filesystem::path& path, std::vector<std::byte> bytes)
    : path_(path.string()), bytes_(std::move(bytes)) {
  if (bytes_.empty()) static_cast<void>(beginning_of(path, 0));  // nothing but a regular file
  with_context([&] { return path_; }, [&] { archive_.reset(open_archive(path, bytes_)); });
  const std::vector<std::string> names = member_names(*archive_);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].ends_with('/')) members_[names[i]] = i;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto member = members_.find(names[i]);
    if (member == members_.end() || member->second != i) continue;
    const std::string_view name = names[i];
    const std::string_view stem = name.substr(0, name.size() - (name.ends_with(kSuffix) ? kSuffix.size() : 0));
    keys_.emplace_back(stem != name && members_.contains(stem) ? name : stem);
  }
}

Tensor NpzArchive::read(const std::string& key, std::optional<DataType> declared) const {
  return with_context(
      [&] { return path_; },
      [&] {
        if (key.empty() && keys_.size() != 1) {
          fail(ErrorKind::kInvalidInput, "holds {} arrays, so one must be named as FILE.npz:KEY; there are [{}]",
               keys_.size(), fmt::join(keys_, ", "));
        }
        const std::string& name = key.empty() ? keys_.front() : key;
        auto member = members_.find(name);
        if (member == members_.end()) member = members_.find(name + std::string(kSuffix));
        if (member == members_.end()) {
          fail(ErrorKind::kInvalidInput, "no array {} in it; there are [{}]", name, fmt::join(keys_, ", "));
        }
        return with_context([&] { return name; },
                            [&] { return parse_npy(read_entry(*archive_, member->second), declared); });
      });
}

std::optional<std::pair<std::string, std::string>> split_npz(std::string_view text) {
  constexpr std::string_view kExtension = ".npz";
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
  std::unique_ptr<zip_t, decltype(&zip_discard)> archive(zip_open_from_source(bytes, ZIP_TRUNCATE, &error),
                                                         &zip_discard);
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
