#include "tensor/memory.h"

#include <vector>

#include "support/catch.h"

namespace hardref::test {
namespace {

TEST_CASE("streaming copies every byte, and none beside them") {
  std::vector<unsigned char> from(20000);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<unsigned char>(i % 251 + 1);
  for (const std::size_t bytes : {0U, 1U, 15U, 16U, 63U, 64U, 65U, 127U, 1000U, 4096U, 8191U, 8192U, 8256U, 19000U}) {
    for (const std::size_t to_offset : {0U, 1U, 16U, 63U, 64U, 100U}) {
      for (const std::size_t from_offset : {0U, 1U, 32U, 61U}) {
        CAPTURE(bytes, to_offset, from_offset);
        std::vector<unsigned char> to(20000);
        std::vector<unsigned char> expected(20000);
        stream(to.data() + to_offset, from.data() + from_offset, bytes, bytes % 2 == 0 ? nullptr : from.data());
        end_streaming();
        for (std::size_t i = 0; i < bytes; ++i) expected[to_offset + i] = from[from_offset + i];
        CHECK(to == expected);
      }
    }
  }
}

TEST_CASE("memory starts at a cache line, and large memory at a huge page") {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{5} << 20}) {
    void* const memory = allocate(bytes);
    REQUIRE(memory != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % (bytes < (4U << 20) ? 64 : 2U << 20) == 0);
    release(memory);
  }
  CHECK(allocate(SIZE_MAX) == nullptr);
}

}  // namespace
}  // namespace hardref::test
