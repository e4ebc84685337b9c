// Runs the program hardref as its users do: in a process of its own, whose exit code and output are then looked at. No
// shell takes part.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace hardref::test {

struct ProgramResult {
  int exit_code = 0;  // 128 plus the number of the signal that ended it
  std::string out;
  std::string err;

  bool operator==(const ProgramResult&) const = default;
};
std::ostream& operator<<(std::ostream& stream, const ProgramResult& result);

struct ProgramCall {
  std::filesystem::path folder = ".";  // to run in
  std::string_view input = {};         // standard input
  const char* output = nullptr;        // where standard output goes, in place of the result
  const char* errors = nullptr;        // where standard error goes, in place of the result
};

[[nodiscard]] ProgramResult run_program(const std::vector<std::string>& arguments, const ProgramCall& call = {});

// The examples of a help text, in order, without the program's name: lines that begin with two spaces and "hardref ".
// Quotes are read as a shell reads single quotes.
[[nodiscard]] std::vector<std::vector<std::string>> examples_of(const std::string& help);

}  // namespace hardref::test
