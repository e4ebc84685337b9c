// Tensors whose elements stay in their file.
#include <sys/stat.h>

#include <algorithm>

#include "load/load.h"
#include "load/save.h"
#include "support/catch.h"
#include "support/scratch_folder.h"
#include "tensor/file.h"

namespace hardref::test {
namespace {

TEST_CASE("only large tensors whose every bit pattern is an element are mapped") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder / "zeros";
  write_file(path, std::string(3 << 20, '\0'));
  const auto can_be_mapped = [&](DataType type, std::int64_t count, std::uint64_t offset = 0) {
    return map_tensor(type, {count}, path, offset).has_value();
  };
  constexpr std::int64_t kMebi = 1 << 20;
  CHECK(can_be_mapped(DataType::kUint8, kMebi));
  CHECK_FALSE(can_be_mapped(DataType::kUint8, kMebi - 1));
  CHECK(can_be_mapped(DataType::kFloat16, kMebi, 2));
  CHECK_FALSE(can_be_mapped(DataType::kFloat16, kMebi, 1));
  CHECK(can_be_mapped(DataType::kFloat8e4m3fn, kMebi, 1));
  CHECK_FALSE(can_be_mapped(DataType::kBool, kMebi));
  CHECK_FALSE(can_be_mapped(DataType::kInt4, kMebi));
  CHECK_FALSE(can_be_mapped(DataType::kString, kMebi));
}

TEST_CASE("what a file does not have is not mapped") {
  const ScratchFolder folder;
  write_file(folder / "zeros", std::string(3 << 20, '\0'));
  const auto can_be_mapped = [](const std::filesystem::path& path, std::uint64_t offset) {
    return map_tensor(DataType::kUint8, {2 << 20}, path, offset).has_value();
  };
  CHECK(can_be_mapped(folder / "zeros", 1 << 20));
  CHECK_FALSE(can_be_mapped(folder / "zeros", (1 << 20) + 1));
  CHECK_FALSE(can_be_mapped(folder / "zeros", 3 << 20));
  CHECK_FALSE(can_be_mapped(folder / "zeros", UINT64_MAX));
  CHECK_FALSE(can_be_mapped(folder / "none", 0));
  CHECK_FALSE(can_be_mapped(folder.path(), 0));
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_FALSE(can_be_mapped(folder / "pipe", 0));
}

TEST_CASE("what is written to a mapped tensor stays in memory, and copies are not mapped") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder / "bytes";
  std::string content(3 << 20, ' ');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i % 251);
  write_file(path, content);
  Tensor copy;
  for (const std::size_t offset : {0U, 1U, 4095U, 4096U, 5000U, 65535U, 65536U}) {
    CAPTURE(offset);
    Tensor tensor = *map_tensor(DataType::kUint8, {2 << 20}, path, offset);
    CHECK(is_mapped(path));
    const std::span<std::uint8_t> bytes = tensor.values<std::uint8_t>();
    CHECK(std::ranges::equal(bytes, content.substr(offset, bytes.size()), {}, {},
                             [](char c) { return static_cast<std::uint8_t>(c); }));
    bytes[0] = 252;
    copy = tensor;
  }
  CHECK_FALSE(is_mapped(path));
  CHECK(copy.values<std::uint8_t>()[0] == 252);
  CHECK(std::ranges::equal(read_file(path), std::as_bytes(std::span(content))));
}

}  // namespace
}  // namespace hardref::test
