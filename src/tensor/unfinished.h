// Files and folders that are being made: under a name of their own until they are complete, and gone if they never are.
#pragma once

#include <filesystem>
#include <system_error>

namespace hardref {

class Unfinished {
 public:
  // Gives a name beside the target, under which nothing is made yet. It begins with a dot, so that no reader of folders
  // takes it for a result.
  explicit Unfinished(const std::filesystem::path& target);
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  // Removes what was not put in place, folders with all that they hold.
  ~Unfinished();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  // Gives it the name of the target, in one step. A file replaces a file; a folder replaces an empty folder only.
  [[nodiscard]] std::error_code put(const std::filesystem::path& target);

 private:
  std::filesystem::path path_;
};

// Removes all that is unfinished now, for a process that ends: whoever begins another one waits for ever.
void remove_unfinished() noexcept;

}  // namespace hardref
