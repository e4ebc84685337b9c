#include "commands/progress.h"

#include <fmt/format.h>

#include <cstdio>

namespace hardref::tools {

std::string progress_text(std::size_t done, std::size_t total, std::size_t failed, double seconds) {
  std::string text = fmt::format("{} of {} tests, {} failed", done, total, failed);
  if (seconds >= 0.1) text += fmt::format(", {:.0f} a second", static_cast<double>(done) / seconds);
  return text;
}

void ProgressLine::update(std::size_t done, std::size_t failed) {
  const Clock::time_point now = Clock::now();
  if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  clear();
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::fputs(progress_text(done, total_, failed, seconds).c_str(), stderr);
  std::fflush(stderr);
  visible_ = true;
}

void ProgressLine::clear() {
  if (!visible_) return;
  std::fputs("\r\x1b[K", stderr);  // back to the left, and erase to the end of the line
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace hardref::tools
