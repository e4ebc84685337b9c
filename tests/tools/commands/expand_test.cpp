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

TEST_CASE("expand: a binary model has nodes of its own opset, and gives the same bits") {
  const WorkFolder folder;
  const std::string original = (kModels / "hard_sigmoid_f16.onnx").string();
  CHECK(folder.hardref({"expand", original, "-o", "expanded.onnx"}) == kSilent);
  const auto model = load_model(folder / "expanded.onnx", {});
  CHECK(op_types(*model) ==
        std::vector<std::string>{"Constant", "Constant", "Constant", "Constant", "Mul", "Add", "Min", "Max"});
  CHECK(model->functions.empty());
  CHECK(model->opset_imports == load_model(original, {})->opset_imports);
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

TEST_CASE("expand: opset 6 does not broadcast, so that constants have the shape") {
  const WorkFolder folder;
  write_model(folder / "legacy.onnx", R"(
<ir_version: 3, opset_import: ["" : 6]>
g (float[2,3] x, float[2] b) => (float[2,3] y) { h = HardSigmoid (x)  y = Add <axis = 0, broadcast = 1> (h, b) }
)");
  CHECK(folder.hardref({"expand", "legacy.onnx", "-o", "expanded.onnx"}) == kSilent);
  const auto model = load_model(folder / "expanded.onnx", {});
  CHECK(op_types(*model) ==
        std::vector<std::string>{"Constant", "Constant", "Constant", "Constant", "Mul", "Add", "Min", "Max", "Add"});
  CHECK(model->opset_imports == model::OpsetImports{{"", 6}});
  CHECK(model->ir_version == 3);
  const std::vector<std::string> inputs{"-i", "x=float[2,3]{-3,-1,0,1,2,3}", "-i", "b=float[2]{10,20}"};
  for (const std::string path : {"legacy.onnx", "expanded.onnx"}) {
    CHECK(folder.hardref(joined({"run", path}, inputs)) ==
          ProgramResult{0, "y = float[2,3]{10, 10.3, 10.5, 20.7, 20.9, 21}\n", ""});
  }
}

TEST_CASE("expand: what the model does not say is asked for, and can be given") {
  const WorkFolder folder;
  write_text(folder / "m.onnxtxt", R"(<ir_version: 7, opset_import: ["" : 13]> g (x) => (y) { y = HardSigmoid (x) })");
  CHECK(
      folder.hardref({"expand", "m.onnxtxt", "-o", "out.onnx"}) ==
      ProgramResult{4, "",
                    "hardref: m.onnxtxt:1:57: node 0 (HardSigmoid-6): cannot be written for opset 13 while the element "
                    "type of value \"x\" is not known: give it with --type x=TYPE, infer shapes first, or leave it "
                    "with --keep-functions\n"
                    "<ir_version: 7, opset_import: [\"\" : 13]> g (x) => (y) { y = HardSigmoid (x) }\n"
                    "                                                        ^\n"});
  CHECK(!folder.has("out.onnx"));
  CHECK(folder.hardref({"expand", "m.onnxtxt", "-o", "out.onnxtxt", "--type", "y=float16"}) == kSilent);
  CHECK(read_text(folder / "out.onnxtxt").find("y_AlphaCast = Constant <value: tensor = float16 {12902}> ()") !=
        std::string::npos);
  CHECK(folder.hardref({"expand", "m.onnxtxt", "-o", "kept.onnxtxt", "--keep-functions"}) ==
        ProgramResult{0, "",
                      "warning: node 0 (HardSigmoid-6): HardSigmoid stays: the element type of value \"x\" is not "
                      "known\n"});
  CHECK(read_text(folder / "kept.onnxtxt") == run_program({"show", (folder / "m.onnxtxt").string()}).out);
  const auto usage = [&](const std::string& type) {
    const ProgramResult result = folder.hardref({"expand", "m.onnxtxt", "-o", "no.onnx", "--type", type});
    CHECK(result == ProgramResult{2, "", result.err});
    return result.err;
  };
  CHECK(usage("t=float") == "hardref: m.onnxtxt: there is no value \"t\" that could be of type float\n");
  CHECK(usage("x=float17") == "hardref: --type x=float17: \"float17\" is no element type\n");
  CHECK(usage("x") == "hardref: --type x: expected VALUE=TYPE\n");
  CHECK(
      folder.hardref({"expand", "m.onnxtxt", "-o", "no.onnx", "--type", "x=int64"}) ==
      ProgramResult{3, "",
                    "hardref: m.onnxtxt:1:57: node 0 (HardSigmoid-6): value \"x\" must be float16 or float or double, "
                    "but has element type int64\n"
                    "<ir_version: 7, opset_import: [\"\" : 13]> g (x) => (y) { y = HardSigmoid (x) }\n"
                    "                                                        ^\n"});
}

TEST_CASE("expand: a text without an IR version becomes a file that can be read") {
  const WorkFolder folder;
  write_text(folder / "m.onnxtxt",
             R"(<opset_import: ["" : 13]> g (float[2] x) => (float[2] y) { y = HardSigmoid (x) })");
  CHECK(folder.hardref({"expand", "m.onnxtxt", "-o", "out.onnx"}) == kSilent);
  CHECK(load_model(folder / "out.onnx", {})->ir_version == 8);
}

TEST_CASE("expand: what fails writes nothing") {
  const WorkFolder folder;
  write_text(folder / "m.onnxtxt", R"(
<ir_version: 8, opset_import: ["" : 13, "l" : 1]> g (float x) => (float y) { y = l.F (x) }
<domain: "l", opset_import: ["l" : 1]> F (a) => (b) { b = l.F (a) }
)");
  CHECK(folder.hardref({"expand", "m.onnxtxt", "-o", "out.onnx"}) ==
        ProgramResult{3, "",
                      "hardref: m.onnxtxt:3:40: function l.F calls itself\n<domain: \"l\", opset_import: [\"l\" : 1]> "
                      "F (a) => (b) { b = l.F (a) }\n                                       ^\n"});
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
