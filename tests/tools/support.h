// What the tests of the program share: command lines, and a folder to run it in.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "support/program.h"

namespace hardref::test {

// What a call gives that succeeds and prints this.
inline ProgramResult prints(const std::string& out) { return {0, out, ""}; }

using Words = std::vector<std::string>;

// A command line of these words and more.
inline Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// A folder to run the program in, so that paths are short and the same everywhere.
class WorkFolder : public ScratchFolder {
 public:
  [[nodiscard]] ProgramResult hardref(const std::vector<std::string>& arguments, std::string_view input = {}) const {
    return run_program(arguments, {.folder = path(), .input = input});
  }
  [[nodiscard]] bool has(std::string_view name) const { return std::filesystem::exists(*this / name); }
};

}  // namespace hardref::test
