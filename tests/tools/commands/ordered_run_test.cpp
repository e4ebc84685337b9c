// Work on several threads: results come in order, few of them wait, and everything ends.
#include "commands/ordered_run.h"

#include <atomic>
#include <stdexcept>

#include "commands/progress.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

using tools::progress_text;
using tools::run_in_order;

TEST_CASE("ordered run: every result once, in order, whatever the number of threads", "[threads]") {
  for (const std::size_t threads : {1U, 2U, 3U, 16U}) {
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
      std::vector<std::size_t> taken;
      run_in_order<std::size_t>(
          count, threads, [](std::size_t i) { return i * i; },
          [&](std::size_t result) {
            taken.push_back(result);
            return true;
          });
      REQUIRE(taken.size() == count);
      for (std::size_t i = 0; i < count; ++i) CHECK(taken[i] == i * i);
    }
  }
}

TEST_CASE("ordered run: work does not run far ahead of what is taken", "[threads]") {
  std::atomic<std::size_t> started = 0;
  std::size_t taken = 0;
  std::size_t furthest = 0;
  run_in_order<int>(
      1000, 4,
      [&](std::size_t) {
        ++started;
        return 0;
      },
      [&](int) {
        furthest = std::max(furthest, started - taken);
        ++taken;
        return true;
      });
  CHECK(furthest <= std::size_t{16} * tools::kBatch + 1);
}

TEST_CASE("ordered run: it ends early when it is told to, and when taking throws", "[threads]") {
  for (const std::size_t threads : {1U, 4U}) {
    std::atomic<std::size_t> started = 0;
    std::size_t taken = 0;
    const auto work = [&](std::size_t i) {
      ++started;
      return i;
    };
    run_in_order<std::size_t>(100'000, threads, work, [&](std::size_t i) { return ++taken, i != 9; });
    CHECK(taken == 10);
    CHECK(started <= 10 + 4 * threads * tools::kBatch);
    CHECK_THROWS_AS(
        run_in_order<std::size_t>(100, threads, work, [](std::size_t) -> bool { throw std::runtime_error("no"); }),
        std::runtime_error);
  }
}

TEST_CASE("progress: count, failures and rate") {
  CHECK(progress_text(0, 1942, 0, 0) == "0 of 1942 tests, 0 failed");
  CHECK(progress_text(120, 1942, 3, 0.25) == "120 of 1942 tests, 3 failed, 480 a second");
}

}  // namespace
}  // namespace hardref::test
