// hardref expand: the file that it writes, which means what the model meant.
#include "tools/support.h"

namespace hardref::test {
namespace {

const ProgramResult kSilent{0, "", ""};

// "Max", or "domain.Name" for what is not standard.
std::vector<std::string> op_types(const model::Model& model) {
  std::vector<std::string> types;
  types.reserve(model.graph.nodes.size());
  for (const model::Node& node : model.graph.nodes) {
    types.push_back((node.domain.empty() ? "" : node.domain + ".") + node.op_type);
  }
  return types;
}

TEST_CASE("expand: a binary model has the twelve nodes, and gives the same bits") {
  const WorkFolder folder;
  const std::string original = (kModels / "hard_sigmoid_f16.onnx").string();
  CHECK(folder.hardref({"expand", original, "-o", "expanded.onnx"}) == kSilent);
  const auto model = load_model(folder / "expanded.onnx", {});
  CHECK(op_types(*model) == std::vector<std::string>{"Constant", "CastLike", "Constant", "CastLike", "Constant",
                                                     "CastLike", "Constant", "CastLike", "Mul", "Add", "Min", "Max"});
  CHECK(model->functions.empty());
  CHECK(model->opset_imports == model::OpsetImports{{"", 15}});
  const auto run = [&](const std::string& path) {
    return folder.hardref({"run", path, "--random", "5", "--dim", "N=1000", "--full"});
  };
  const ProgramResult expected = run(original);
  CHECK(expected.exit_code == 0);
  CHECK(run("expanded.onnx") == expected);
}

TEST_CASE("expand: .onnxtxt is written as text, and both forms say the same") {
  const WorkFolder folder;
  const std::string original = (kModels / "function.onnxtxt").string();
  CHECK(folder.hardref({"expand", original, "--output", "expanded.onnxtxt"}) == kSilent);
  CHECK(folder.hardref({"expand", "-", "-o", "expanded.onnx"}, read_text(original)) == kSilent);
  const std::string text = read_text(folder / "expanded.onnxtxt");
  CHECK(folder.hardref({"show", "--expanded", original}) == ProgramResult{0, text, ""});
  CHECK(folder.hardref({"show", "expanded.onnx"}) == ProgramResult{0, text, ""});
}

TEST_CASE("expand: a body that cannot stand under the model's opset stays a function, and that is told") {
  const WorkFolder folder;
  write_model(folder / "legacy.onnx", R"(
<ir_version: 3, opset_import: ["" : 6]>
g (float[2,3] x, float[2] b) => (float[2,3] y) { h = HardSigmoid (x)  y = Add <axis = 0, broadcast = 1> (h, b) }
)");
  CHECK(folder.hardref({"expand", "legacy.onnx", "-o", "expanded.onnx"}) ==
        ProgramResult{
            0, "",
            "warning: node 0 (HardSigmoid-6): HardSigmoid stays a function with opset 18: its node Constant would "
            "mean something else under opset 6\n"});
  CHECK(op_types(*load_model(folder / "expanded.onnx", {})) ==
        std::vector<std::string>{"hardref.HardSigmoid_6", "Add"});
  const std::vector<std::string> inputs{"-i", "x=float[2,3]{-3,-1,0,1,2,3}", "-i", "b=float[2]{10,20}"};
  for (const std::string path : {"legacy.onnx", "expanded.onnx"}) {
    CHECK(folder.hardref(joined({"run", path}, inputs)) ==
          ProgramResult{0, "y = float[2,3]{10, 10.3, 10.5, 20.7, 20.9, 21}\n", ""});
  }
}

TEST_CASE("expand: what fails writes nothing") {
  const WorkFolder folder;
  write_text(folder / "m.onnxtxt", R"(
<ir_version: 8, opset_import: ["" : 13, "l" : 1]> g (float x) => (float y) { y = l.F (x) }
<domain: "l", opset_import: ["l" : 1]> F (a) => (b) { b = l.F (a) }
)");
  CHECK(folder.hardref({"expand", "m.onnxtxt", "-o", "out.onnx"}) ==
        ProgramResult{3, "", "hardref: m.onnxtxt: function l.F calls itself\n"});
  const std::string good = (kModels / "hard_sigmoid.onnx").string();
  CHECK(folder.hardref({"expand", good, "-o", "missing/out.onnx"}) ==
        ProgramResult{6, "", "hardref: missing/out.onnx: cannot open for writing: No such file or directory\n"});
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("expand: the name says what is written, and standard output gets text") {
  const WorkFolder folder;
  const std::string original = (kModels / "function.onnxtxt").string();
  const ProgramResult shown = folder.hardref({"show", "--expanded", original});
  CHECK(folder.hardref({"expand", original, "-o", "-"}) == shown);
  CHECK_FALSE(folder.has("-"));
  CHECK(folder.hardref({"expand", original, "-o", "m.txt"}) == kSilent);
  CHECK(read_text(folder / "m.txt") == shown.out);
  CHECK(folder.hardref({"expand", original, "-o", "m.onnx"}) == kSilent);
  CHECK(folder.hardref({"expand", original, "-o", "/dev/stdout"}) == prints(read_text(folder / "m.onnx")));
  for (const std::string name : {"x.foo", "x", "x.npy"}) {
    const std::string extension = std::filesystem::path(name).extension().string();
    CHECK(folder.hardref({"expand", original, "-o", name}) ==
          ProgramResult{2, "",
                        "hardref: " + name + ": the extension is \"" + extension +
                            "\"; known are .onnx, .pb, .onnxtxt and .txt\n"});
    CHECK_FALSE(folder.has(name));
  }
}

}  // namespace
}  // namespace hardref::test
