// The line that tells how far a run has come while it runs, and that is gone once it has ended. Only for terminals.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace hardref::tools {

// "120 of 1942 tests, 3 failed, 410 a second"; without a rate in the first instant.
[[nodiscard]] std::string progress_text(std::size_t done, std::size_t total, std::size_t failed, double seconds);

class ProgressLine {
 public:
  // A line that is not shown does nothing.
  ProgressLine(bool shown, std::size_t total) : shown_(shown), total_(total) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  // Shows the line, ten times a second at most.
  void update(std::size_t done, std::size_t failed);
  // Takes it away, for other text in its place.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool shown_;
  std::size_t total_;
  bool visible_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = {};
};

}  // namespace hardref::tools
