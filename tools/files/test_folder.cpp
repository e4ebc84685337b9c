#include "files/test_folder.h"

#include <algorithm>
#include <list>

#include "error.h"
#include "tensor/file.h"
#include "tensor/folder_lock.h"
#include "tensor/unfinished.h"

namespace hardref::tools {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_write(const fs::path& path, const std::error_code& error) {
  fail(ErrorKind::kIo, "{}: cannot write: {}", path.string(), error.message());
}

bool holds_files(const fs::path& folder) {
  return std::ranges::any_of(fs::directory_iterator(folder), [](const fs::directory_entry& entry) {
    return !entry.path().filename().string().starts_with('.');
  });
}

// A file that is complete, and gets its name later.
struct Prepared {
  Prepared(const fs::path& file, std::string_view content) : target(file), unfinished(file), bytes(content) {
    create_folder(target.parent_path());
    write_file(unfinished.path(), bytes);
  }

  fs::path target;
  Unfinished unfinished;
  std::string_view bytes;
};

// Gives it its name, unless there is such a file already, which must be the same then.
void put_once(Prepared& file) {
  std::error_code error;
  fs::create_hard_link(file.unfinished.path(), file.target, error);
  if (!error) return;
  if (!is_there(file.target)) {  // a file system without links
    if (const std::error_code failed = file.unfinished.put(file.target)) fail_write(file.target, failed);
    return;
  }
  if (as_text(read_file(file.target)) != file.bytes) {
    fail(ErrorKind::kUsage, "{}: is another {}, and is not overwritten", file.target.string(),
         file.target.filename() == "model.onnx" ? "model" : "file");
  }
}

fs::path put_data_set(Unfinished& set, const fs::path& folder) {
  for (std::size_t i = 0;; ++i) {
    fs::path target = folder / fmt::format("test_data_set_{}", i);
    if (is_there(target)) continue;
    const std::error_code error = set.put(target);
    if (!error) return target;
    // Somebody else has taken the number.
    if (error != std::errc::directory_not_empty && error != std::errc::file_exists) fail_write(target, error);
  }
}

// Removes a folder that was made here, where nothing came into it.
class NewFolder {
 public:
  explicit NewFolder(const fs::path& folder) : folder_(folder), is_new_(!is_there(folder)) { create_folder(folder); }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder() {
    std::error_code error;
    if (is_new_) fs::remove(folder_, error);  // not of one that holds something
  }

 private:
  fs::path folder_;
  bool is_new_;
};

}  // namespace

fs::path add_data_set(const fs::path& folder, const Files& model_files, const Files& data_set) {
  const NewFolder made(folder);
  Unfinished set(folder / "test_data_set");
  create_folder(set.path());
  for (const auto& [path, bytes] : data_set) write_file(set.path() / path, bytes);
  const FolderLock lock(folder);  // others see all files of a model, or none
  if (!is_there(folder / "model.onnx") && holds_files(folder)) {
    fail(ErrorKind::kUsage, "{}: has files, but no model.onnx, and is not touched", folder.string());
  }
  std::list<Prepared> prepared;
  for (const auto& [path, bytes] : model_files) prepared.emplace_back(folder / path, bytes);
  for (Prepared& file : prepared) put_once(file);
  return put_data_set(set, folder);
}

void write_folder(const fs::path& folder, const Files& files) {
  const NewFolder made(folder);
  std::list<Prepared> prepared;
  for (const auto& [path, bytes] : files) prepared.emplace_back(folder / path, bytes);
  const FolderLock lock(folder);
  for (Prepared& file : prepared) {
    if (const std::error_code error = file.unfinished.put(file.target)) fail_write(file.target, error);
  }
}

}  // namespace hardref::tools
