// Work that is done on several threads and handed over in order, with only a few results waiting at any time. What the
// work is, it does not know.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace hardref::tools {

// How many results a thread makes before it hands them over: waking another thread costs as much as a small test.
inline constexpr std::size_t kBatch = 8;

// Calls work(i) for each i below count, from several threads at once, and take(result) in the order of i, from this
// one, until take returns false. work does not throw.
template <class Result>
void run_in_order(std::size_t count, std::size_t threads, const std::function<Result(std::size_t)>& work,
                  const std::function<bool(Result)>& take) {
  if (threads <= 1) {
    for (std::size_t i = 0; i < count && take(work(i)); ++i) {
    }
    return;
  }
  std::mutex mutex;
  std::condition_variable ready;                                     // the next result to take
  std::condition_variable room;                                      // for more results
  std::vector<std::optional<Result>> waiting(4 * threads * kBatch);  // result i waits in slot i % size
  std::size_t next = 0;                                              // to be worked on
  std::size_t taken = 0;
  bool stopped = false;
  const auto loop = [&] {
    std::unique_lock lock(mutex);
    for (;;) {
      room.wait(lock, [&] { return stopped || next == count || next + kBatch <= taken + waiting.size(); });
      if (stopped || next == count) return;
      const std::size_t first = next;
      next = std::min(first + kBatch, count);
      const std::size_t last = next;
      lock.unlock();
      std::vector<Result> results;
      for (std::size_t i = first; i < last; ++i) results.push_back(work(i));
      lock.lock();
      for (std::size_t i = first; i < last; ++i) waiting[i % waiting.size()] = std::move(results[i - first]);
      if (first == taken) ready.notify_one();
    }
  };
  // Ends the threads however this function is left.
  struct Stop {
    std::mutex& mutex;
    std::condition_variable& room;
    bool& stopped;
    ~Stop() {
      const std::scoped_lock lock(mutex);
      stopped = true;
      room.notify_all();
    }
  };
  std::vector<std::jthread> workers;  // joined last
  const Stop stop{mutex, room, stopped};
  for (std::size_t i = 0; i < std::min(threads, count / kBatch + 1); ++i) workers.emplace_back(loop);
  for (std::size_t i = 0; i < count; ++i) {
    std::unique_lock lock(mutex);
    std::optional<Result>& slot = waiting[i % waiting.size()];
    ready.wait(lock, [&] { return slot.has_value(); });
    Result result = *std::move(slot);
    slot.reset();
    if (++taken % kBatch == 0) room.notify_one();
    lock.unlock();
    if (!take(std::move(result))) return;
  }
}

}  // namespace hardref::tools
