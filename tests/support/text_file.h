// Reads a whole file, for tests that compare it.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/catch.h"

namespace hardref::test {

[[nodiscard]] inline std::string read_text(const std::filesystem::path& path) {
  INFO(path);
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file.is_open());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace hardref::test
