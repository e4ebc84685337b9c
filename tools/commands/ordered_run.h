// Work that is done on several threads and handed over in order, with only a few results waiting at any time.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "tensor/floating_point.h"

namespace hardref::tools {

// How many results a thread makes before it hands them over: waking another thread costs as much as a small test.
inline constexpr std::size_t kBatch = 8;

// The results of count pieces of work between the threads that make them and the one that takes them.
template <class Result>
class OrderedResults {
 public:
  OrderedResults(std::size_t count, std::size_t threads) : count_(count), waiting_(4 * threads * kBatch) {}
  OrderedResults(const OrderedResults&) = delete;
  OrderedResults& operator=(const OrderedResults&) = delete;

  struct Batch {
    std::size_t first = 0;
    std::size_t last = 0;
  };

  // For the threads: what to work on next, once there is room for its results. Nothing at the end.
  std::optional<Batch> claim() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return stopped_ || next_ == count_ || next_ + kBatch <= taken_ + waiting_.size(); });
    if (stopped_ || next_ == count_) return std::nullopt;
    const std::size_t first = next_;
    next_ = std::min(first + kBatch, count_);
    return Batch{first, next_};
  }
  void hand_over(const Batch& batch, std::vector<Result> results) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = batch.first; i < batch.last; ++i) {
      waiting_[i % waiting_.size()] = std::move(results[i - batch.first]);
    }
    if (batch.first == taken_) ready_.notify_one();
  }

  // For the other side: the next result in order, and that no more are wanted.
  Result take() {
    std::unique_lock lock(mutex_);
    std::optional<Result>& slot = waiting_[taken_ % waiting_.size()];
    ready_.wait(lock, [&] { return slot.has_value(); });
    if (++taken_ % kBatch == 0) room_.notify_one();
    return *std::exchange(slot, std::nullopt);
  }
  void stop() {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    room_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;  // the next result to take
  std::condition_variable room_;   // for more results
  std::size_t count_;
  std::vector<std::optional<Result>> waiting_;  // result i waits in slot i % size
  std::size_t next_ = 0;                        // to be worked on
  std::size_t taken_ = 0;
  bool stopped_ = false;
};

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
  OrderedResults<Result> results(count, threads);
  const auto loop = [&] {
    const IeeeArithmetic arithmetic;
    while (const auto batch = results.claim()) {
      std::vector<Result> made;
      for (std::size_t i = batch->first; i < batch->last; ++i) made.push_back(work(i));
      results.hand_over(*batch, std::move(made));
    }
  };
  std::vector<std::jthread> workers;  // joined last
  // Ends the threads however this function is left.
  const std::unique_ptr<OrderedResults<Result>, void (*)(OrderedResults<Result>*)> end(
      &results, [](OrderedResults<Result>* ended) { ended->stop(); });
  for (std::size_t i = 0; i < std::min(threads, count / kBatch + 1); ++i) workers.emplace_back(loop);
  for (std::size_t i = 0; i < count && take(results.take()); ++i) {
  }
}

}  // namespace hardref::tools
