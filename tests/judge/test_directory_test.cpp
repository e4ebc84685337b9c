// What passes, fails and is skipped among test directories, and that nothing passes for want of something to judge.
#include "judge/test_directory.h"

#include <vector>

#include "support/files.h"

namespace hardref::test {
namespace {

const JudgeOptions kStrict{.judge = Judge::kStrict};

// Two inputs, each of which an output repeats.
constexpr auto kTwo = R"(
<ir_version: 8, opset_import: ["" : 13]>
g (float[N] a, float[N] b) => (float[N] y, float[N] z) { y = Max (a)  z = Max (b) }
)";

// "passed", or "failed: reason" with FOLDER in place of the folder.
std::string verdict_of(const std::filesystem::path& folder, const JudgeOptions& options = {}) {
  const TestResult result = run_test({folder, "name"}, options);
  if (result.verdict == Verdict::kPassed) return "passed" + result.reason;
  std::string reason = result.reason;
  for (std::size_t at = 0; (at = reason.find(folder.string(), at)) != std::string::npos;) {
    reason.replace(at, folder.string().size(), "FOLDER");
  }
  return (result.verdict == Verdict::kFailed ? "failed: " : "skipped: ") + reason;
}

// A test directory that passes, to be damaged.
class Passing : public ScratchFolder {
 public:
  Passing() {
    write_model(*this / "model.onnx", kTwo);
    write_values(set(), {"float[2]{1,2}", "float[2]{3,4}"}, {"float[2]{1,2}", "float[2]{3,4}"});
  }
  [[nodiscard]] std::filesystem::path set() const { return *this / "test_data_set_0"; }
};

// The verdict on y = HardSigmoid or any other node with one input and output.
struct OneNode {
  std::string type = "float";
  std::string node = "Max";
  int opset = 13;

  [[nodiscard]] std::string model() const {
    return "<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) + "]> g (" + type + "[N] x) => (" + type +
           "[N] y) { y = " + node + " (x) }";
  }
  [[nodiscard]] std::string judge(std::string_view input, std::string_view expected, const JudgeOptions& options = {},
                                  std::string_view data_json = {}) const {
    const ScratchFolder folder;
    write_model(folder / "model.onnx", model());
    write_values(folder / "test_data_set_0", {input}, {expected});
    if (!data_json.empty()) write_text(folder / "data.json", data_json);
    return verdict_of(folder.path(), options);
  }
};

// ---- Nothing passes for want of something ----

TEST_CASE("test directory: what is whole passes") {
  const Passing test;
  CHECK(verdict_of(test.path()) == "passed");
}

TEST_CASE("test directory: a directory that lacks something does not pass") {
  const Passing test;
  SECTION("a model") {
    std::filesystem::remove(test / "model.onnx");
    CHECK(verdict_of(test.path()) == "failed: no model.onnx");
    write_text(test / "data.json", R"({"url": "https://example.com/model.tar.gz", "rtol": 0.002})");
    CHECK(verdict_of(test.path()) == "skipped: model.onnx is to be downloaded");
  }
  SECTION("a data set") {
    std::filesystem::remove_all(test.set());
    CHECK(verdict_of(test.path()) == "failed: no data set");
  }
  SECTION("expected outputs") {
    std::filesystem::remove(test.set() / "output_1.pb");
    CHECK(verdict_of(test.path()) ==
          "failed: test_data_set_0: number of output files is 1, but the model has 2 outputs");
    std::filesystem::remove(test.set() / "output_0.pb");
    CHECK(verdict_of(test.path()) == "failed: test_data_set_0: no expected output");
  }
  SECTION("an input") {
    std::filesystem::remove(test.set() / "input_1.pb");
    CHECK(verdict_of(test.path()) == "failed: test_data_set_0: number of input files is 1, but the model needs 2");
    std::filesystem::remove(test.set() / "input_0.pb");
    CHECK(verdict_of(test.path()) == "failed: test_data_set_0: number of input files is 0, but the model needs 2");
  }
  SECTION("the first input") {
    std::filesystem::remove(test.set() / "input_0.pb");
    CHECK(verdict_of(test.path()) == "failed: test_data_set_0: input_1.pb is there, but input_0.pb is not");
  }
}

TEST_CASE("test directory: a directory with too much does not pass") {
  const Passing test;
  SECTION("an input") {
    write_value(test.set() / "input_2.pb", "", "float[2]{1,2}");
    CHECK(verdict_of(test.path()) == "failed: test_data_set_0: number of input files is 3, but the model needs 2");
  }
  SECTION("an output") {
    write_value(test.set() / "output_2.pb", "", "float[2]{1,2}");
    CHECK(verdict_of(test.path()) ==
          "failed: test_data_set_0: number of output files is 3, but the model has 2 outputs");
  }
  SECTION("an empty data set after a good one") {
    std::filesystem::create_directories(test / "test_data_set_1");
    CHECK(verdict_of(test.path()) == "failed: test_data_set_1: no expected output");
  }
  SECTION("a stray file") {
    write_text(test.set() / "output_01.pb", "");
    CHECK(verdict_of(test.path()) ==
          "failed: test_data_set_0: stray file output_01.pb: expected input_N.pb and output_N.pb, or .npy");
  }
}

TEST_CASE("test directory: files that cannot be read do not pass") {
  const Passing test;
  SECTION("input") {
    write_text(test.set() / "input_1.pb", "\xff\xff");
    CHECK(verdict_of(test.path()).starts_with("failed: test_data_set_0: FOLDER/test_data_set_0/input_1.pb: "));
  }
  SECTION("output") {
    write_text(test.set() / "output_1.pb", "");  // a TensorProto without an element type
    CHECK(verdict_of(test.path()).starts_with("failed: test_data_set_0: FOLDER/test_data_set_0/output_1.pb: "));
  }
  SECTION("a folder in place of a file") {
    std::filesystem::remove(test.set() / "output_1.pb");
    std::filesystem::create_directories(test.set() / "output_1.pb");
    CHECK(verdict_of(test.path()) ==
          "failed: test_data_set_0: FOLDER/test_data_set_0/output_1.pb: cannot read: Is a directory");
  }
  SECTION("model") {
    write_text(test / "model.onnx", "");
    CHECK(verdict_of(test.path()) == "failed: model.onnx: no bytes, but expected a protobuf ModelProto");
  }
}

// ---- Order and names ----

TEST_CASE("test directory: data set 10 comes after 9, and the first failure is the reason") {
  const Passing test;
  for (const char* set : {"test_data_set_10", "test_data_set_9"}) std::filesystem::create_directories(test / set);
  CHECK(verdict_of(test.path()) == "failed: test_data_set_9: no expected output");
}

TEST_CASE("test directory: input 10 comes after 9") {
  const ScratchFolder folder;
  std::string inputs;
  std::vector<std::string> literals;
  for (int i = 0; i < 11; ++i) {
    inputs += (i == 0 ? "float x" : ", float x") + std::to_string(i);
    literals.push_back("float{" + std::to_string(i) + "}");
  }
  write_model(folder / "model.onnx", "<ir_version: 8, opset_import: [\"\" : 13]> g (" + inputs +
                                         ") => (float y, float z) { y = Max (x10)  z = Max (x2) }");
  write_values(folder / "test_data_set_0", {literals.begin(), literals.end()}, {"float{10}", "float{2}"});
  CHECK(verdict_of(folder.path()) == "passed");
}

TEST_CASE("test directory: the names in the files bind inputs, the numbers outputs") {
  const Passing test;
  write_value(test.set() / "input_0.pb", "b", "float[2]{3,4}");
  write_value(test.set() / "input_1.pb", "a", "float[2]{1,2}");
  CHECK(verdict_of(test.path()) == "passed");
  write_value(test.set() / "output_0.pb", "z", "float[2]{3,4}");
  write_value(test.set() / "output_1.pb", "y", "float[2]{1,2}");
  CHECK(verdict_of(test.path()).starts_with("failed: test_data_set_0: output \"y\": 2 of 2 elements differ"));
}

TEST_CASE("test directory: initializers that are inputs keep their values unless a file names them") {
  const ScratchFolder folder;
  write_model(folder / "model.onnx", R"(
<ir_version: 8, opset_import: ["" : 13]>
g (float[1] w, float[1] x) => (float[1] y) <float[1] w = {9}> { y = Add (w, x) }
)");
  const auto set = folder / "test_data_set_0";
  write_values(set, {"float[1]{1}"}, {"float[1]{10}"});
  CHECK(verdict_of(folder.path()) == "passed");
  write_value(set / "input_0.pb", "x", "float[1]{1}");
  write_value(set / "input_1.pb", "w", "float[1]{2}");
  CHECK(verdict_of(folder.path()).starts_with("failed: test_data_set_0: output \"y\": 1 of 1 elements differs"));
  write_value(set / "output_0.pb", "y", "float[1]{3}");
  CHECK(verdict_of(folder.path()) == "passed");
}

// ---- Skips ----

TEST_CASE("test directory: skipped is what needs an operator, version or type that is not there") {
  CHECK(OneNode{.node = "Erf"}
            .judge("float[1]{1}", "float[1]{1}")
            .starts_with("skipped: node 0 (Erf): no such operator here; known are Add, "));
  CHECK(OneNode{.opset = 999}
            .judge("float[1]{1}", "float[1]{1}")
            .starts_with("skipped: node 0 (Max): opset 999 is newer than "));

  const Passing test;
  write_model(test / "model.onnx", R"(
<ir_version: 8, opset_import: ["" : 13]>
g (seq(float[N]) a, float[N] b) => (float[N] y, float[N] z) { y = Max (b)  z = Max (b) }
)");
  CHECK(verdict_of(test.path()) == "skipped: input \"a\" is a sequence (SequenceProto), and only tensors are read");
  write_model(test / "model.onnx", R"(
<ir_version: 8, opset_import: ["" : 13]>
g (float[N] a, float[N] b) => (float[N] y, optional(float[N]) z) { y = Max (b)  z = Max (b) }
)");
  CHECK(verdict_of(test.path()) == "skipped: output \"z\" is an optional (OptionalProto), and only tensors are read");
  write_model(test / "model.onnx", R"(
<ir_version: 8, opset_import: ["" : 13]>
g (map(int64, float[N]) a, float[N] b) => (float[N] y, float[N] z) { y = Max (b)  z = Max (b) }
)");
  CHECK(verdict_of(test.path()) == "skipped: input \"a\" is a map (MapProto), and only tensors are read");
}

TEST_CASE("test directory: a type that the operator's version does not have fails") {
  const std::string verdict = OneNode{.type = "int32", .opset = 8}.judge("int32[1]{1}", "int32[1]{1}");
  CHECK(verdict ==
        "failed: test_data_set_0: node 0 (Max-8): input data_0 has element type int32; allowed are float16, "
        "float, double");
}

// ---- Judgement ----

TEST_CASE("test directory: integers are compared exactly") {
  CHECK(OneNode{.type = "int32"}.judge("int32[2]{7,2001}", "int32[2]{7,2001}") == "passed");
  CHECK(
      OneNode{.type = "int32"}.judge("int32[2]{7,2001}", "int32[2]{7,2000}") ==
      "failed: test_data_set_0: output \"y\": 1 of 2 elements differs; first at [1]: 2001, expected 2000 (absolute 1)");
}

TEST_CASE("test directory: element types and shapes must be those that are expected") {
  CHECK(OneNode().judge("float[1]{1}", "double[1]{1}") ==
        "failed: test_data_set_0: output \"y\": element type is float, expected double");
  CHECK(OneNode().judge("float[1]{1}", "float[1,1]{1}") ==
        "failed: test_data_set_0: output \"y\": shape is [1], expected [1,1]");
  CHECK(OneNode{.type = "uint16"}.judge("uint16[1]{1}", "bfloat16[1]{1}") ==
        "failed: test_data_set_0: output \"y\": element type is uint16, expected bfloat16");
}

TEST_CASE("test directory: NaN equals NaN, infinities equal their own sign") {
  CHECK(OneNode().judge("float[3]{nan,inf,-inf}", "float[3]{nan,inf,-inf}") == "passed");
  CHECK(OneNode().judge("float[1]{inf}", "float[1]{-inf}") ==
        "failed: test_data_set_0: output \"y\": 1 of 1 elements differs; first at [0]: inf, expected -inf");
  CHECK(OneNode().judge("float[1]{nan}", "float[1]{0}") ==
        "failed: test_data_set_0: output \"y\": 1 of 1 elements differs; first at [0]: nan, expected 0");
}

TEST_CASE("test directory: floats pass within rtol 1e-3, unless the command line or data.json ask for something else") {
  const auto judge = [](std::string_view expected, const JudgeOptions& options, std::string_view data_json = {}) {
    return OneNode().judge("float[1]{1}", expected, options, data_json).substr(0, 6);
  };
  CHECK(judge("float[1]{1.0009}", {}) == "passed");
  CHECK(judge("float[1]{1.0011}", {}) == "failed");
  CHECK(judge("float[1]{1.0009}", {.rtol = 0}) == "failed");
  CHECK(judge("float[1]{1.0009}", {.rtol = 0, .atol = 1e-3}) == "passed");
  CHECK(judge("float[1]{1.0011}", {.rtol = 1e-2}) == "passed");
  CHECK(judge("float[1]{1.0011}", {}, R"({"rtol": 0.01})") == "passed");
  CHECK(judge("float[1]{1.0011}", {}, R"({"atol": 0.01, "other": "x"})") == "passed");
  CHECK(judge("float[1]{1.0009}", {}, R"({"rtol": 0})") == "failed");
  CHECK(judge("float[1]{1.0011}", {.rtol = 1e-3}, R"({"rtol": 0.01})") == "failed");
  CHECK(judge("float[1]{1.0000001}", {.rtol = 0, .atol = 0}) == "failed");
  CHECK(judge("float[1]{1.0000001}", {.rtol = 0, .atol = 0, .ulp = 1}) == "passed");
  CHECK(judge("float[1]{1.0000002}", {.rtol = 0, .atol = 0, .ulp = 1}) == "failed");
  CHECK(judge("float[1]{1.0000001}", kStrict) == "failed");
  CHECK(judge("float[1]{1.0000001}", {.judge = Judge::kStrict, .rtol = 1}) == "failed");
  CHECK(OneNode{.type = "int32"}.judge("int32[1]{7}", "int32[1]{8}", {.atol = 1}) == "passed");
  CHECK(OneNode{.type = "int32"}.judge("int32[1]{7}", "int32[1]{9}", {.atol = 1.5}).starts_with("failed"));
  CHECK(OneNode{.type = "int32"}.judge("int32[1]{7}", "int32[1]{8}", {}, R"({"atol": 1})").starts_with("failed"));
  CHECK(judge("float[1]{1}", kStrict) == "passed");
}

TEST_CASE("test directory: a data.json that says nothing sensible fails") {
  const auto verdict = [](std::string_view json) { return OneNode().judge("float[1]{1}", "float[1]{1}", {}, json); };
  CHECK(verdict("[1]") == "failed: data.json: expected a JSON object");
  CHECK(verdict("{\"rtol\": 1") == "failed: data.json: expected a JSON object");
  CHECK(verdict(R"({"rtol": "1"})") == "failed: data.json: rtol is \"1\", expected a finite number of 0 or more");
  CHECK(verdict(R"({"atol": -1})") == "failed: data.json: atol is -1, expected a finite number of 0 or more");
  CHECK(verdict(R"({"atol": null})") == "failed: data.json: atol is null, expected a finite number of 0 or more");
}

TEST_CASE("test directory: uint16 where the model says bfloat16 holds its bits") {
  const OneNode node{.type = "bfloat16", .node = "HardSigmoid", .opset = 22};
  // 0x0000 and 0x3f80 are 0 and 1, of which HardSigmoid makes 0x3f00 and 0x3f33, 0.5 and 0.69921875.
  CHECK(node.judge("uint16[2]{0,16256}", "uint16[2]{16128,16179}", kStrict) == "passed");
  CHECK(node.judge("bfloat16[2]{0.0,1.0}", "uint16[2]{16128,16179}", kStrict) == "passed");
  CHECK(node.judge("uint16[1]{16256}", "uint16[1]{16128}")
            .starts_with("failed: test_data_set_0: output \"y\": 1 of 1 elements differs; first at [0]: "));
  CHECK(node.judge("uint16[0]{}", "uint16[0]{}") == "passed");
}

}  // namespace
}  // namespace hardref::test
