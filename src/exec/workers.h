// A pool of threads that runs one parallel loop at a time.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace hardref {

class Workers {
 public:
  // The caller is one of the threads; 0 stands for as many as the machine has. None is started before it has work.
  explicit Workers(std::size_t threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] std::size_t count() const { return errors_.size(); }

  // A parallel for: divides [0, pieces) into contiguous ranges of at least grain pieces, at most one for each thread,
  // calls work(worker, begin, end) for each, and returns when all are done. If several throw, it rethrows what the
  // first range threw.
  template <class Work>
  void split(std::size_t pieces, std::size_t grain, const Work& work) {
    const std::size_t ranges = std::min(count(), pieces / grain);
    if (ranges < 2) return work(std::size_t{0}, std::size_t{0}, pieces);
    share({pieces, ranges, &work, [](const void* shared, std::size_t worker, std::size_t begin, std::size_t end) {
             (*static_cast<const Work*>(shared))(worker, begin, end);
           }});
  }

 private:
  struct Job {
    std::size_t pieces = 0;
    std::size_t ranges = 0;
    const void* work = nullptr;
    void (*call)(const void* work, std::size_t worker, std::size_t begin, std::size_t end) = nullptr;
  };

  void share(Job job);
  void run_range(const Job& job, std::size_t worker) noexcept;
  void serve(std::size_t worker, std::size_t seen);

  std::mutex mutex_;  // of all below
  std::condition_variable started_;
  std::condition_variable finished_;
  Job job_;
  std::size_t jobs_ = 0;     // given out so far
  std::size_t waiting_ = 0;  // threads that have not finished the last one
  bool stop_ = false;
  std::vector<std::exception_ptr> errors_;  // of each worker; written by it alone while a job runs
  std::vector<std::thread> threads_;
};

}  // namespace hardref
