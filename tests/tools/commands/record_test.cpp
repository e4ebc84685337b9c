// hardref record: what it writes passes, and what is there stays.
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

}  // namespace
}  // namespace hardref::test
