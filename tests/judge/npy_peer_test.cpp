// .npy files between hardref and NumPy itself, in both directions, where Debian's python3-numpy is installed.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "judge/npy.h"
#include "support/files.h"
#include "tensor/file.h"
#include "tensor/shape.h"
#include "tensor/types.h"

namespace hardref::test {
namespace {

// What the command prints, on either stream.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>&1").c_str(), "r"), pclose);
  REQUIRE(pipe != nullptr);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    output.append(buffer.data(), count);
  }
  return output;
}

bool has_numpy() {
  static const bool found = output_of("/usr/bin/python3 -c 'import numpy; print(1)'") == "1\n";
  if (!found) WARN("not tested against NumPy: /usr/bin/python3 has none");
  return found;
}

std::string run_peer(const std::string& command, const std::filesystem::path& folder) {
  return output_of("/usr/bin/python3 " HARDREF_SOURCE_DIR "/tests/judge/npy_peer.py " + command + " '" +
                   folder.string() + "'");
}

std::string bytes_of(const Tensor& tensor) { return {static_cast<const char*>(tensor.data()), tensor.byte_size()}; }

Tensor any_bits(DataType type, const Shape& shape) {
  Tensor tensor(type, shape);
  std::mt19937 random(1);
  for (std::byte& byte : std::span(static_cast<std::byte*>(tensor.data()), tensor.byte_size())) {
    byte = static_cast<std::byte>(random() & (type == DataType::kBool ? 1 : 0xff));
  }
  return tensor;
}

TEST_CASE("npy: hardref reads what NumPy writes") {
  if (!has_numpy()) return;
  const ScratchFolder folder;
  // 14 element types, 9 shapes, 2 memory orders, 2 byte orders.
  REQUIRE(run_peer("write", folder.path()) == "wrote 504\n");
  std::vector<std::string> wrong;
  std::ifstream lines(folder / "files.txt");
  int count = 0;
  for (std::string name, type, shape; lines >> name >> type >> shape; ++count) {
    const Tensor tensor = read_npy(folder / (name + ".npy"));
    if (to_string(tensor.type()) != type || to_string(tensor.shape()) != shape ||
        bytes_of(tensor) != read_text(folder / (name + ".raw"))) {
      wrong.push_back(fmt::format("{} {}{}: {}", name, type, shape, to_text(tensor)));
    }
  }
  CHECK(wrong == std::vector<std::string>{});
  CHECK(count == 504);
}

TEST_CASE("npy: NumPy reads what hardref writes") {
  if (!has_numpy()) return;
  const ScratchFolder folder;
  std::string lines;
  int count = 0;
  const TypeSet numpy_types = Concat<Floats, Integers, Complexes, Types<bool>>::kSet;
  for (const DataType type : numpy_types.types()) {
    for (const Shape& shape : std::vector<Shape>{{}, {1}, {7}, {0}, {2, 0, 3}, {2, 3}, {3, 1, 2, 4}, Shape(32, 1)}) {
      const Tensor tensor = any_bits(type, shape);
      const std::string name = std::to_string(count++);
      write_file(folder / (name + ".npy"), serialize_npy(tensor));
      write_file(folder / (name + ".raw"), bytes_of(tensor));
      lines += fmt::format("{} {} {}\n", name, to_string(type), to_string(shape));
    }
  }
  write_file(folder / "files.txt", lines);
  CHECK(count == 112);
  CHECK(run_peer("read", folder.path()) == "112 agree\n");
}

}  // namespace
}  // namespace hardref::test
