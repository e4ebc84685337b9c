#include "exec/workers.h"

#include <algorithm>
#include <system_error>

#include "tensor/floating_point.h"

namespace hardref {
namespace {

constexpr std::size_t kMost = 256;

}  // namespace

Workers::Workers(std::size_t threads)
    // NOLINTNEXTLINE(bugprone-throw-keyword-missing): exceptions are kept here, none is made
    : errors_(std::clamp<std::size_t>(threads == 0 ? std::thread::hardware_concurrency() : threads, 1, kMost)) {}

Workers::~Workers() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  started_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::share(Job job) {
  // Worker 0 is the caller.
  try {
    while (threads_.size() + 1 < job.ranges) {
      threads_.emplace_back([this, worker = threads_.size() + 1, seen = jobs_] { serve(worker, seen); });
    }
  } catch (const std::system_error&) {
    job.ranges = threads_.size() + 1;  // the system has no more
  }
  {
    const std::scoped_lock lock(mutex_);
    job_ = job;
    waiting_ = threads_.size();
    ++jobs_;
  }
  started_.notify_all();
  run_range(job, 0);
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [&] { return waiting_ == 0; });
  std::exception_ptr first;
  for (std::exception_ptr& error : errors_) {
    if (error && !first) first = error;
    error = nullptr;
  }
  if (first) std::rethrow_exception(first);
}

void Workers::run_range(const Job& job, std::size_t worker) noexcept {
  if (worker >= job.ranges) return;
  const std::size_t share = job.pieces / job.ranges;
  const std::size_t longer = job.pieces % job.ranges;  // the first ranges, by one piece
  const std::size_t begin = worker * share + std::min(worker, longer);
  try {
    job.call(job.work, worker, begin, begin + share + (worker < longer ? 1 : 0));
  } catch (...) {
    errors_[worker] = std::current_exception();
  }
}

void Workers::serve(std::size_t worker, std::size_t seen) {
  const IeeeArithmetic arithmetic;
  std::unique_lock lock(mutex_);
  while (true) {
    started_.wait(lock, [&] { return stop_ || jobs_ != seen; });
    if (stop_) return;
    seen = jobs_;
    const Job job = job_;
    lock.unlock();
    run_range(job, worker);
    lock.lock();
    if (--waiting_ == 0) finished_.notify_one();
  }
}

}  // namespace hardref
