#include "commands/signals.h"

#include <unistd.h>

#include <csignal>
#include <string_view>
#include <system_error>
#include <thread>

#include "commands/exit_code.h"
#include "tensor/unfinished.h"

namespace hardref::tools {
namespace {

// A signal that is ignored, as nohup and the shell's & have it, stays so.
sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  return signals;
}

void end_by(int signal) {
  remove_unfinished();
  std::signal(signal, SIG_DFL);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  std::raise(signal);
}

// Only what is safe in a handler.
void report_cut_file(int /*signal*/) {
  constexpr std::string_view kMessage = "hardref: a file was cut short by another program while it was read\n";
  static_cast<void>(!write(STDERR_FILENO, kMessage.data(), kMessage.size()));
  _exit(exit_code(ErrorKind::kIo));
}

}  // namespace

void watch_signals() {
  std::signal(SIGBUS, report_cut_file);
  std::signal(SIGXFSZ, SIG_IGN);
  const sigset_t signals = ending_signals();
  // Blocked in all threads, so that one of its own can wait for them and do what no handler may.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    std::thread([signals] {
      int signal = 0;
      if (sigwait(&signals, &signal) == 0) end_by(signal);
    }).detach();
  } catch (const std::system_error&) {  // no thread: then they end the program as ever
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

}  // namespace hardref::tools
