#include "exec/workers.h"

#include <pthread.h>

#include <atomic>
#include <stdexcept>
#include <string>

#include "support/catch.h"

namespace hardref::test {
namespace {

// How often each piece was worked on, and by how many workers.
struct Work {
  std::vector<int> pieces;
  std::size_t workers;
};

Work split(Workers& workers, std::size_t pieces, std::size_t grain) {
  std::vector<int> seen(pieces);
  std::vector<int> used(workers.count());
  workers.split(pieces, grain, [&](std::size_t worker, std::size_t begin, std::size_t end) {
    ++used[worker];
    for (std::size_t i = begin; i < end; ++i) ++seen[i];
  });
  std::size_t count = 0;
  for (const int times : used) {
    CHECK(times <= 1);
    count += times == 1 ? 1 : 0;
  }
  return {seen, count};
}

TEST_CASE("work is split into one range for each thread, and each piece is done once", "[threads]") {
  for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
    Workers workers(threads);
    CHECK(workers.count() == threads);
    for (const std::size_t pieces : {0U, 1U, 2U, 7U, 8U, 9U, 100U}) {
      CAPTURE(threads, pieces);
      const Work work = split(workers, pieces, 1);
      CHECK(work.pieces == std::vector<int>(pieces, 1));
      CHECK(work.workers == std::max<std::size_t>(1, std::min(threads, pieces)));
    }
  }
}

TEST_CASE("too few pieces for another thread stay on the caller's", "[threads]") {
  Workers workers(4);
  CHECK(split(workers, 15, 8).workers == 1);
  CHECK(split(workers, 16, 8).workers == 2);
  CHECK(split(workers, 31, 8).workers == 3);
  CHECK(split(workers, 1000, 8).workers == 4);
}

TEST_CASE("0 threads are as many as the machine has, and there is a limit", "[threads]") {
  CHECK(Workers(0).count() >= 1);
  CHECK(Workers(1'000'000).count() == 256);
}

TEST_CASE("where the system gives no more threads, those that are there do the work", "[threads]") {
  Workers workers(4);
  CHECK(split(workers, 2, 1).workers == 2);
  pthread_attr_t usual;
  REQUIRE(pthread_getattr_default_np(&usual) == 0);
  pthread_attr_t impossible = usual;
  REQUIRE(pthread_attr_setstacksize(&impossible, std::size_t{1} << 48) == 0);  // more than there are addresses
  REQUIRE(pthread_setattr_default_np(&impossible) == 0);
  const Work work = split(workers, 100, 1);
  REQUIRE(pthread_setattr_default_np(&usual) == 0);
  CHECK(work.workers == 2);
  CHECK(work.pieces == std::vector<int>(100, 1));
  CHECK(split(workers, 100, 1).workers == 4);
}

TEST_CASE("the exception of the first range leaves, and the threads go on", "[threads]") {
  Workers workers(3);
  for (int repetition = 0; repetition < 20; ++repetition) {
    std::string message;
    try {
      workers.split(9, 1, [](std::size_t /*worker*/, std::size_t begin, std::size_t /*end*/) {
        if (begin != 0) throw std::runtime_error("from " + std::to_string(begin));
      });
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    CHECK(message == "from 3");
    CHECK(split(workers, 9, 1).pieces == std::vector<int>(9, 1));
  }
}

}  // namespace
}  // namespace hardref::test
