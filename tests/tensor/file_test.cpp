// What is read as a file and what is not, and that files appear complete or not at all.
#include "tensor/file.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/files.h"
#include "tensor/unfinished.h"

namespace hardref::test {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a file that is found is read where it is a regular one") {
  const ScratchFolder folder;
  write_text(folder / "text", "bytes");
  fs::create_symlink("text", folder / "link");
  fs::create_symlink("/dev/zero", folder / "zero");
  fs::create_symlink("loop", folder / "loop");
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const auto error_of = [&](std::string_view name) {
    const std::string path = (folder / name).string();
    const std::string message = message_of([&] { return read_file(path); });
    CHECK(message == message_of([&] { return beginning_of(path, 4); }));
    const std::size_t at = message.find(path);
    return at == std::string::npos ? message : message.substr(0, at) + message.substr(at + path.size());
  };
  CHECK(as_text(read_file(folder / "link")) == "bytes");
  CHECK(beginning_of(folder / "link", 3) == "byt");
  CHECK(beginning_of(folder / "text", 9) == "bytes");
  CHECK(error_of("zero") == "io: : is a device, expected a regular file");
  CHECK(error_of("pipe") == "io: : is a pipe, expected a regular file");
  CHECK(error_of("") == "io: : cannot read: Is a directory");
  CHECK(error_of("none") == "io: : cannot open: No such file or directory");
  CHECK(error_of("loop") == "io: : cannot open: Too many levels of symbolic links");
  CHECK(error_of(std::string(300, 'a')) == "io: : cannot open: File name too long");
}

TEST_CASE("a file without a size is read to its end") {
  CHECK(as_text(read_file("/proc/self/status")).starts_with("Name:"));
}

TEST_CASE("what a user names is read whatever it is, up to a limit") {
  const ScratchFolder folder;
  write_text(folder / "text", "bytes");
  CHECK(as_text(read_stream(folder / "text")) == "bytes");
  CHECK(as_text(read_stream(folder / "text", 1)) == "bytes");  // it says its size
  CHECK(message_of([] { return read_stream("/dev/zero", 100'000); }) ==
        "limit: /dev/zero: has more than 100000 bytes, the most that are read");
  CHECK(is_stream("/dev/zero"));
  CHECK(is_stream("-"));
  CHECK_FALSE(is_stream(folder / "text"));
  CHECK_FALSE(is_stream(folder.path()));
  CHECK_FALSE(is_stream(folder / "none"));
}

TEST_CASE("whether something is there is told, or why that cannot be") {
  const ScratchFolder folder;
  fs::create_symlink("loop", folder / "loop");
  fs::create_symlink("nowhere", folder / "dangling");
  CHECK(is_there(folder.path()));
  CHECK(is_folder(folder.path()));
  CHECK_FALSE(is_there(folder / "dangling"));
  CHECK_FALSE(is_folder(folder / "none"));
  CHECK(message_of([&] { return is_there(folder / "loop"); }) ==
        "io: " + (folder / "loop").string() + ": Too many levels of symbolic links");
  const std::string name(300, 'a');
  CHECK(message_of([&] { return is_folder(name); }) == "io: " + name + ": File name too long");
}

TEST_CASE("a file may have the longest name that there is") {
  const ScratchFolder folder;
  const std::string name(255, 'n');
  write_file(folder / name, "x");
  CHECK(read_text(folder / name) == "x");
  const std::string path = (folder / (name + "n")).string();
  CHECK(message_of([&] {
          write_file(path, "x");
          return 0;
        }) == "io: " + path + ": cannot write: File name too long");
}

TEST_CASE("what is unfinished goes with its scope, unless it was put in place") {
  const ScratchFolder folder;
  {
    Unfinished made(folder / "made");
    CHECK(made.path().parent_path() == folder.path());
    CHECK(made.path().filename().string().starts_with("."));
    write_text(made.path() / "deep/file", "x");
    CHECK_FALSE(made.put(folder / "made"));
    Unfinished dropped(folder / "dropped");
    write_text(dropped.path() / "file", "x");
    Unfinished second(folder / "made");
    write_text(second.path() / "other", "x");
    CHECK(second.put(folder / "made") == std::errc::directory_not_empty);
  }
  CHECK(read_text(folder / "made/deep/file") == "x");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("all that is unfinished can be removed at once, for a process that ends") {
  const ScratchFolder folder;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const Unfinished file(folder / "a");
    const Unfinished tree(folder / "b");
    write_text(file.path(), "x");
    write_text(tree.path() / "deep/file", "x");
    remove_unfinished();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace hardref::test
