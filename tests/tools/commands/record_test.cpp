// hardref record: what it writes passes, and what is there stays.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <thread>

#include "tools/support.h"

namespace hardref::test {
namespace {

constexpr auto kModel =
    R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N] x, float[M] w) => (float[N] y) <float[1] w = {2}> { y = Mul (x, w) })";

class Recording : public WorkFolder {
 public:
  Recording() { write_model(*this / "m.onnx", kModel); }
  [[nodiscard]] ProgramResult record(const Words& options) const {
    return hardref(joined({"record", "m.onnx"}, options));
  }
};

TEST_CASE("record: recording, then testing, passes") {
  const Recording folder;
  CHECK(folder.record({"tests/test_a", "-i", "x=float[2]{1,-2}"}) ==
        ProgramResult{0, "tests/test_a/test_data_set_0\n", ""});
  const NamedTensor x = load_tensor(folder / "tests/test_a/test_data_set_0/input_0.pb");
  CHECK(x.name == "x");
  CHECK(to_text(x.tensor) == "float[2]{1, -2}");
  const NamedTensor y = load_tensor(folder / "tests/test_a/test_data_set_0/output_0.pb");
  CHECK(y.name == "y");
  CHECK(to_text(y.tensor) == "float[2]{2, -4}");
  CHECK(folder.hardref({"test", "tests", "--judge", "strict"}) ==
        ProgramResult{0, "1 passed, 0 failed, 0 skipped\n", ""});
}

TEST_CASE("record: the same model gets another data set") {
  const Recording folder;
  CHECK(folder.record({"t", "--random", "7", "--dim", "N=3"}).exit_code == 0);
  CHECK(folder.record({"t", "-i", "w=float[1]{5}", "-i", "x=float[1]{3}"}) ==
        ProgramResult{0, "t/test_data_set_1\n", ""});
  CHECK(folder.hardref({"test", "t", "--judge", "strict", "-v"}) ==
        ProgramResult{0, "passed t\n1 passed, 0 failed, 0 skipped\n", ""});
  // Recording a recorded set gives its outputs again.
  CHECK(folder.record({"u", "--inputs", "t/test_data_set_1"}) == ProgramResult{0, "u/test_data_set_0\n", ""});
  CHECK(folder.hardref({"compare", "u/test_data_set_0", "t/test_data_set_1", "--exact"}) ==
        ProgramResult{0, "3 passed, 0 failed, 0 skipped\n", ""});
}

TEST_CASE("record: what is there is not overwritten") {
  const Recording folder;
  const Words values{"-i", "x=float[1]{1}"};
  const auto record = [&](const std::string& to) { return folder.record({to, "-i", "x=float[1]{1}"}); };
  write_text(folder / "other/model.onnx", "something else");
  CHECK(record("other") ==
        ProgramResult{2, "", "hardref: other/model.onnx: is another model, and is not overwritten\n"});
  CHECK(read_text(folder / "other/model.onnx") == "something else");
  CHECK_FALSE(folder.has("other/test_data_set_0"));
  write_text(folder / "notes/notes.txt", "mine");
  CHECK(record("notes") == ProgramResult{2, "", "hardref: notes: has files, but no model.onnx, and is not touched\n"});
  CHECK_FALSE(folder.has("notes/model.onnx"));
}

TEST_CASE("record: a model that cannot run leaves nothing") {
  const Recording folder;
  CHECK(folder.record({"t"}) == ProgramResult{3, "", "hardref: m.onnx: input \"x\" is missing\n"});
  CHECK_FALSE(folder.has("t"));
}

TEST_CASE("record: a model in text is written as a ModelProto") {
  const Recording folder;
  write_text(folder / "m.onnxtxt", kModel);
  CHECK(folder.hardref({"record", "m.onnxtxt", "t", "-i", "x=float[1]{1}"}).exit_code == 0);
  CHECK(read_text(folder / "t/model.onnx") == read_text(folder / "m.onnx"));
}

TEST_CASE("record: inputs are numbered as the model lists them, whatever the order in which they are given") {
  const WorkFolder folder;
  write_text(folder / "m.txt", R"(<ir_version: 8, opset_import: ["" : 13]>
g (float[2] b, float[2] a, float[2] c) => (float[2] y) { t = Mul (a, c) y = Add (t, b) })");
  const std::map<char, std::string> values{
      {'a', "a=float[2]{2,3}"}, {'b', "b=float[2]{10,20}"}, {'c', "c=float[2]{5,7}"}};
  std::string order = "abc";
  do {
    Words call{"record", "m.txt", order};
    for (const char name : order) call.insert(call.end(), {"-i", values.at(name)});
    CHECK(folder.hardref(call).exit_code == 0);
    for (const int i : {0, 1, 2}) {
      const NamedTensor input = load_tensor(folder / order / fmt::format("test_data_set_0/input_{}.pb", i));
      CHECK(input.name == std::string(1, "bac"[i]));
    }
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("record: a binary model is copied byte for byte, with its external data") {
  const WorkFolder folder;
  // What serialising would lose: an attribute without its number, unknown fields, the encoding of the payload.
  write_text(folder / "m/model.onnx", read_text(kModels / "hard_sigmoid.onnx") + "\xfa\x3f\x03new");
  CHECK(folder.hardref({"record", "m/model.onnx", "t", "-i", "x=float[1]{1}"}) == prints("t/test_data_set_0\n"));
  CHECK(read_text(folder / "t/model.onnx") == read_text(folder / "m/model.onnx"));

  const std::string model =
      R"(<ir_version: 8, opset_import: ["" : 13]> g (float[1] x) => (float[1] y) { y = Add (x, w) })";
  std::string bytes = serialize_model(model::parse_model(model));
  // graph.initializer, at the end of the model, where a second graph is merged into the first: "w", float[1], EXTERNAL.
  const std::string location =
      "\x0a\x08location\x12\x09"
      "sub/w.bin";
  const std::string tensor =
      "\x08\x01\x10\x01\x42\x01w\x6a" + std::string(1, static_cast<char>(location.size())) + location + "\x70\x01";
  const std::string graph = "\x2a" + std::string(1, static_cast<char>(tensor.size())) + tensor;
  bytes += "\x3a" + std::string(1, static_cast<char>(graph.size())) + graph;
  write_text(folder / "e/model.onnx", bytes);
  write_text(folder / "e/sub/w.bin", std::string_view("\0\0\x80\x3f", 4));
  const auto record = [&](const std::string& to) { return folder.hardref({"record", "e", to, "-i", "x=float[1]{1}"}); };
  CHECK(record("u") == prints("u/test_data_set_0\n"));
  CHECK(read_text(folder / "u/model.onnx") == bytes);
  CHECK(read_text(folder / "u/sub/w.bin") == read_text(folder / "e/sub/w.bin"));
  CHECK(folder.hardref({"run", "u"}) == prints("y = float[1]{2}\n"));
  write_text(folder / "e/sub/w.bin", std::string_view("\0\0\0\x40", 4));
  CHECK(record("u") == ProgramResult{2, "", "hardref: u/sub/w.bin: is another file, and is not overwritten\n"});
  CHECK_FALSE(folder.has("u/test_data_set_1"));
}

TEST_CASE("record: external data outside of the model's folder is refused") {
  const WorkFolder folder;
  const std::string model =
      R"(<ir_version: 8, opset_import: ["" : 13]> g (float[1] x) => (float[1] y) { y = Add (x, w) })";
  const std::string tensor = "\x08\x01\x10\x01\x42\x01w\x6a\x14\x0a\x08location\x12\x08../w.bin\x70\x01";
  const std::string graph = "\x2a" + std::string(1, static_cast<char>(tensor.size())) + tensor;
  write_text(folder / "m/model.onnx", serialize_model(model::parse_model(model)) + "\x3a" +
                                          std::string(1, static_cast<char>(graph.size())) + graph);
  write_text(folder / "w.bin", std::string(4, '\0'));
  CHECK(folder.hardref({"record", "m/model.onnx", "t", "--external-root", ".", "-i", "x=float[1]{1}"}) ==
        ProgramResult{4, "",
                      "hardref: m/model.onnx: external data \"../w.bin\" is not below the model's folder, and "
                      "cannot be recorded\n"});
  CHECK_FALSE(folder.has("t"));
}

TEST_CASE("record: many at once into one folder lose nothing") {
  const Recording folder;
  constexpr int kWriters = 8;
  for (int round = 0; round < 5; ++round) {
    std::vector<std::thread> writers;
    std::array<ProgramResult, kWriters> results;
    const std::string to = fmt::format("t{}", round);
    for (int i = 0; i < kWriters; ++i) {
      writers.emplace_back([&, i] { results[i] = folder.record({to, "-i", fmt::format("x=float[1]{{{}}}", i)}); });
    }
    for (std::thread& writer : writers) writer.join();
    std::set<std::string> sets;
    for (const ProgramResult& result : results) {
      CHECK(result == ProgramResult{0, result.out, ""});
      CHECK(sets.insert(result.out).second);
    }
    CHECK(folder.hardref({"test", to, "--judge", "strict"}) == prints("1 passed, 0 failed, 0 skipped\n"));
    std::set<std::string> inputs;
    for (int i = 0; i < kWriters; ++i) {
      inputs.insert(to_text(load_tensor(folder / to / fmt::format("test_data_set_{}/input_0.pb", i)).tensor));
    }
    CHECK(inputs.size() == kWriters);
  }
}

TEST_CASE("record: two models at once into one folder, and one of them is refused") {
  const Recording folder;
  write_model(folder / "n.onnx",
              R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N] x) => (float[N] y) { y = Max (x) })");
  for (int round = 0; round < 10; ++round) {
    const std::string to = fmt::format("t{}", round);
    const auto record = [&](const std::string& model) {
      return folder.hardref({"record", model, to, "-i", "x=float[1]{1}"});
    };
    ProgramResult other;
    std::thread thread([&] { other = record("n.onnx"); });
    const ProgramResult one = record("m.onnx");
    thread.join();
    CHECK(one.exit_code + other.exit_code == 2);
    CHECK(one.err + other.err == "hardref: " + to + "/model.onnx: is another model, and is not overwritten\n");
    CHECK(folder.hardref({"test", to}) == prints("1 passed, 0 failed, 0 skipped\n"));
  }
}

TEST_CASE("record: into the folder that one is in, and into one that is empty or linked to") {
  const Recording folder;
  std::filesystem::create_directories(folder / "empty");
  std::filesystem::create_symlink("empty", folder / "link");
  const Words x{"-i", "x=float[1]{1}"};
  CHECK(folder.record(joined({"link"}, x)) == prints("link/test_data_set_0\n"));
  CHECK(folder.record(joined({"empty/"}, x)) == prints("empty/test_data_set_1\n"));
  CHECK(run_program(joined({"record", "../m.onnx", "."}, x), {.folder = folder / "empty"}) ==
        prints("./test_data_set_2\n"));
  CHECK(folder.hardref({"test", "empty"}) == prints("1 passed, 0 failed, 0 skipped\n"));
}

TEST_CASE("record: what the file system does not give") {
  const Recording folder;
  std::filesystem::create_symlink("loop", folder / "loop");
  write_text(folder / "file", "x");
  const auto fails = [&](const std::string& to, const std::string& message) {
    CHECK(folder.record({to, "-i", "x=float[1]{1}"}) == ProgramResult{6, "", "hardref: " + message + "\n"});
  };
  const std::string name(300, 'a');
  fails(name, name + ": File name too long");
  fails("loop", "loop: Too many levels of symbolic links");
  fails("file", "file: Not a directory");
  fails("file/t", "file/t: Not a directory");
}

}  // namespace
}  // namespace hardref::test
