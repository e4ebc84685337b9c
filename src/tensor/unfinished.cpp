#include "tensor/unfinished.h"

#include <fmt/format.h>

#include <mutex>
#include <random>
#include <set>

namespace hardref {
namespace {

namespace fs = std::filesystem;

struct Registry {
  std::mutex mutex;
  std::set<fs::path> paths;
};

// Never destroyed, since a signal may come while the program ends.
Registry& registry() {
  static auto* const instance = new Registry;  // NOLINT(cppcoreguidelines-owning-memory)
  return *instance;
}

}  // namespace

Unfinished::Unfinished(const fs::path& target)
    // Not made of the target's name, which may be as long as names can be.
    : path_(target.parent_path() / fmt::format(".{:08x}.partial", std::random_device()())) {
  const std::scoped_lock lock(registry().mutex);
  registry().paths.insert(path_);
}

Unfinished::~Unfinished() {
  std::error_code error;
  fs::remove_all(path_, error);
  const std::scoped_lock lock(registry().mutex);
  registry().paths.erase(path_);
}

std::error_code Unfinished::put(const fs::path& target) {
  std::error_code error;
  fs::rename(path_, target, error);
  return error;
}

void remove_unfinished() noexcept {
  registry().mutex.lock();  // and never unlocked
  std::error_code error;
  for (const fs::path& path : registry().paths) fs::remove_all(path, error);
}

}  // namespace hardref
