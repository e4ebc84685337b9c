#include "tensor/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace hardref {

FolderLock::FolderLock(const std::filesystem::path& folder)
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX
    : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ >= 0) static_cast<void>(flock(descriptor_, LOCK_EX));
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace hardref
