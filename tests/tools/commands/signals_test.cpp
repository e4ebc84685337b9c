// How the program ends when the system ends it, and what it leaves behind.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "judge/npy.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

namespace fs = std::filesystem;

constexpr auto kModel = R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N] x) => (float[N] y) { y = Max (x) })";

// The program in the background, with prepare called in its process before it begins.
class Running {
 public:
  template <class Prepare>
  Running(const fs::path& folder, std::vector<std::string> arguments, const Prepare& prepare) {
    std::string program = HARDREF_PROGRAM;
    std::vector<char*> argv{program.data()};
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string errors = (folder / "errors").string();
    process_ = fork();
    if (process_ == 0) {
      prepare();
      const int file = open(errors.c_str(), O_WRONLY | O_CREAT, 0600);
      if (chdir(folder.c_str()) == 0 && dup2(file, STDOUT_FILENO) >= 0 && dup2(file, STDERR_FILENO) >= 0) {
        execv(argv[0], argv.data());
      }
      _exit(127);
    }
  }
  Running(const fs::path& folder, std::vector<std::string> arguments) : Running(folder, std::move(arguments), [] {}) {}

  void send(int signal) const { kill(process_, signal); }
  // The status that waitpid gives.
  [[nodiscard]] int wait() const {
    int status = 0;
    REQUIRE(waitpid(process_, &status, 0) == process_);
    return status;
  }

 private:
  pid_t process_;
};

// The hidden files below a folder.
std::vector<fs::path> hidden(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with('.')) paths.push_back(entry.path());
  }
  return paths;
}

void wait_until(const std::function<bool()>& condition) {
  for (int i = 0; i < 10'000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  REQUIRE(condition());
}

TEST_CASE("signals: unfinished files go, and the signal says how the program ended") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const WorkFolder folder;
    write_model(folder / "m.onnx", kModel);
    fs::create_directory(folder / "results");
    // Who holds the lock of the folder stops the program where its files are complete and have no names yet.
    const int lock = open((folder / "results").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    REQUIRE(flock(lock, LOCK_EX) == 0);
    const Running program(folder.path(), {"run", "m.onnx", "-i", "x=float[1]{1}", "--outputs", "results"});
    wait_until([&] { return !hidden(folder / "results").empty(); });
    program.send(signal);
    const int status = program.wait();
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
    CHECK(fs::is_empty(folder / "results"));
    close(lock);
  }
}

TEST_CASE("signals: one that is ignored stays so") {
  const WorkFolder folder;
  write_model(folder / "m.onnx", kModel);
  fs::create_directory(folder / "results");
  const int lock = open((folder / "results").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(flock(lock, LOCK_EX) == 0);
  const Running program(folder.path(), {"run", "m.onnx", "-i", "x=float[1]{1}", "--outputs", "results"},
                        [] { std::signal(SIGINT, SIG_IGN); });
  wait_until([&] { return !hidden(folder / "results").empty(); });
  program.send(SIGINT);
  close(lock);
  CHECK(program.wait() == 0);
  CHECK(folder.has("results/output_0.pb"));
}

TEST_CASE("signals: a mapped file that is cut short is an error of reading it") {
  const WorkFolder folder;
  constexpr std::int64_t kCount = 1 << 20;
  write_model(folder / "m.onnx",
              R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N] x, float z) => (float[N] y) { y = Add (x, z) })");
  write_file(folder / "x.npy", serialize_npy(Tensor(DataType::kFloat, {kCount})));
  REQUIRE(mkfifo((folder / "z").c_str(), 0600) == 0);
  const Running program(folder.path(), {"run", "m.onnx", "-i", "x=x.npy", "-i", "z=z"});
  const int pipe = open((folder / "z").c_str(), O_WRONLY);  // returns when the program has mapped x and opens z
  fs::resize_file(folder / "x.npy", 100'000);
  constexpr std::string_view kValue = "float{1}";
  REQUIRE(write(pipe, kValue.data(), kValue.size()) == static_cast<ssize_t>(kValue.size()));
  close(pipe);
  const int status = program.wait();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 6);
  CHECK(read_text(folder / "errors") == "hardref: a file was cut short by another program while it was read\n");
}

TEST_CASE("signals: a full disk is an error of writing, and leaves nothing") {
  const WorkFolder folder;
  write_model(folder / "m.onnx", kModel);
  const auto fill = [] {
    const rlimit most{.rlim_cur = 4096, .rlim_max = 4096};
    setrlimit(RLIMIT_FSIZE, &most);
  };
  const auto run = [&](const std::vector<std::string>& command, const std::string& message) {
    const int status = Running(folder.path(), command, fill).wait();
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 6);
    CHECK(read_text(folder / "errors").find(message) != std::string::npos);
    CHECK(hidden(folder.path()).empty());
  };
  const std::string x = "x=random:float[9999]";
  run({"run", "m.onnx", "-i", x, "-o", "y=y.npy"}, "hardref: y.npy: cannot write: File too large\n");
  CHECK_FALSE(folder.has("y.npy"));
  run({"run", "m.onnx", "-i", x, "--outputs", "results"}, ": cannot write: File too large\n");
  CHECK_FALSE(folder.has("results"));
  run({"record", "m.onnx", "t", "-i", x}, "input_0.pb: cannot write: File too large\n");
  CHECK_FALSE(folder.has("t"));
  CHECK(folder.hardref({"record", "m.onnx", "t", "-i", "x=float[1]{1}"}) == prints("t/test_data_set_0\n"));
}

}  // namespace
}  // namespace hardref::test
