#include "support/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace hardref::test {
namespace {

// A file without a name takes any amount of output, where a pipe would have to be emptied meanwhile.
class Stream {
 public:
  Stream() {
    if (!file_) throw std::runtime_error("no temporary file");
  }

  void write(std::string_view text) {
    if (text.empty()) return;  // its address may be null, which fwrite does not take
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() || std::fflush(file_.get()) != 0) {
      throw std::runtime_error("cannot write to a temporary file");
    }
    std::rewind(file_.get());
  }

  [[nodiscard]] std::string read() {
    std::rewind(file_.get());
    std::string text;
    for (int c = std::fgetc(file_.get()); c != EOF; c = std::fgetc(file_.get())) text += static_cast<char>(c);
    return text;
  }

  [[nodiscard]] int descriptor() const { return fileno(file_.get()); }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_{std::tmpfile()};
};

int wait_for(pid_t process) {
  int status = 0;
  if (waitpid(process, &status, 0) != process) throw std::runtime_error("waitpid failed");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const ProgramResult& result) {
  return stream << "exit code " << result.exit_code << "\n--- out\n" << result.out << "--- err\n" << result.err;
}

ProgramResult run_program(const std::vector<std::string>& arguments, const ProgramCall& call) {
  Stream in;
  Stream out;
  Stream err;
  in.write(call.input);
  std::string program = HARDREF_PROGRAM;
  std::vector<std::string> copies = arguments;
  std::vector<char*> argv{program.data()};
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);

  const pid_t process = fork();
  if (process < 0) throw std::runtime_error("fork failed");
  if (process == 0) {
    // Only what is safe between fork and exec.
    const int output = call.output == nullptr ? out.descriptor() : open(call.output, O_WRONLY);
    const int errors = call.errors == nullptr ? err.descriptor() : open(call.errors, O_WRONLY | O_NOCTTY);
    const bool ready = chdir(call.folder.c_str()) == 0 && dup2(in.descriptor(), STDIN_FILENO) >= 0 &&
                       dup2(output, STDOUT_FILENO) >= 0 && dup2(errors, STDERR_FILENO) >= 0;
    if (ready) execv(argv[0], argv.data());
    _exit(127);
  }
  const int exit_code = wait_for(process);
  return {exit_code, out.read(), err.read()};
}

std::vector<std::vector<std::string>> examples_of(const std::string& help) {
  constexpr std::string_view kBegin = "  hardref ";
  std::vector<std::vector<std::string>> examples;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(kBegin)) continue;
    std::vector<std::string>& words = examples.emplace_back(1);
    bool quoted = false;
    for (const char c : line.substr(kBegin.size())) {
      if (c == '\'') {
        quoted = !quoted;
      } else if (c == ' ' && !quoted) {
        words.emplace_back();
      } else {
        words.back() += c;
      }
    }
  }
  return examples;
}

}  // namespace hardref::test
