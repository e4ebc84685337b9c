// One at a time in a folder, among all programs that ask.
#pragma once

#include <filesystem>

namespace hardref {

// Waits for its turn. Where the folder or its file system has no locks there is none to wait for.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  int descriptor_;
};

}  // namespace hardref
