// hardref run: where inputs come from, where outputs go, and what is said when one of them does not fit.
#include <array>
#include <nlohmann/json.hpp>

#include "files/npz.h"
#include "judge/npy.h"
#include "load/support.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

const std::string kHardSigmoid = (kModels / "hard_sigmoid.onnx").string();
const std::string kHardmax = (kModels / "hardmax.onnx").string();
const std::string kFunction = (kModels / "function.onnx").string();

// Repeats its two inputs.
constexpr auto kTwo = R"(
<ir_version: 8, opset_import: ["" : 13]>
g (float[N] a, float[N] b) => (float[N] y, float[N] z) { y = Max (a)  z = Max (b) }
)";

ProgramResult fails(int exit_code, const std::string& message) { return {exit_code, "", "hardref: " + message + "\n"}; }
// ---- Models and inputs ----

TEST_CASE("run: a literal") {
  CHECK(run_program({"run", kHardSigmoid, "-i", "x=float[5]{-3, -1, 0, 1, 3}"}) ==
        prints("y = float[5]{0, 0.3, 0.5, 0.7, 1}\n"));
  CHECK(run_program({"run", "--input", "x=float[2,3]{1,3,3,5,0,2}", kHardmax}) ==
        prints("y = float[2,3]{0, 1, 0, 1, 0, 0}\n"));
}

TEST_CASE("run: a model may be text, and may come from standard input") {
  const Words call{"run", "-", "-i", "x=float[2]{1,2}"};
  const ProgramResult expected = prints("y = float[2]{0.6666667, 1.6666667}\n");
  const std::string text = read_text(kModels / "function.onnxtxt");
  CHECK(run_program({"run", (kModels / "function.onnxtxt").string(), "-i", "x=float[2]{1,2}"}) == expected);
  CHECK(run_program(call, {.input = text}) == expected);
  CHECK(run_program(call, {.input = "\n# comment\n" + text}) == expected);
  const std::string binary = read_text(kFunction);
  CHECK(run_program(call, {.input = binary}) == expected);
}

TEST_CASE("run: a faulty model on standard input") {
  const WorkFolder folder;
  CHECK(folder.hardref({"run", "-"}) == fails(3, "standard input: no bytes, but expected a protobuf ModelProto"));
  CHECK(folder.hardref({"run", "-"}, read_text(kFunction)) == fails(3, "standard input: input \"x\" is missing"));
  const ProgramResult text = folder.hardref({"run", "-"}, "<ir_version: 8>\ng (float x) => (float y) { y = }");
  CHECK(text == ProgramResult{3, "", text.err});
  CHECK(text.err.starts_with("hardref: standard input:2:"));
}

TEST_CASE("run: files as inputs and outputs") {
  const WorkFolder folder;
  write_model(folder / "two.onnx", kTwo);
  write_value(folder / "a.pb", "any name", "float[2]{1, 2}");
  write_text(folder / "b.npy", serialize_npy(Tensor::of<float>({2}, {3, 4})));
  CHECK(folder.hardref({"run", "two.onnx", "-i", "a=a.pb", "-i", "b=b.npy", "-o", "y=y.npy", "-o", "y=y.txt", "-o",
                        "z=z.pb"}) == prints("y = float[2]{1, 2}\nz = float[2]{3, 4}\n"));
  CHECK(to_text(read_npy(folder / "y.npy")) == "float[2]{1, 2}");
  CHECK(read_text(folder / "y.txt") == "float[2]{1, 2}\n");
  const NamedTensor z = load_tensor(folder / "z.pb");
  CHECK(z.name == "z");
  CHECK(to_text(z.tensor) == "float[2]{3, 4}");
}

TEST_CASE("run: a data set as inputs, and a folder of outputs in each format") {
  const WorkFolder folder;
  write_model(folder / "two.onnx", kTwo);
  write_values(folder / "set", {"float[1]{1}", "float[1]{2}"}, {});
  const ProgramResult expected = prints("y = float[1]{1}\nz = float[1]{2}\n");
  const auto run = [&](const Words& more) {
    return folder.hardref(joined({"run", "two.onnx", "--inputs", "set", "--outputs", "new/results"}, more));
  };
  CHECK(run({}) == expected);
  CHECK(load_tensor(folder / "new/results/output_0.pb").name == "y");
  CHECK(to_text(load_tensor(folder / "new/results/output_1.pb").tensor) == "float[1]{2}");
  CHECK(run({"--format", "npy"}) == expected);
  CHECK(to_text(read_npy(folder / "new/results/output_1.npy")) == "float[1]{2}");
  CHECK(run({"--format", "text"}) == expected);
  CHECK(read_text(folder / "new/results/output_0.txt") == "float[1]{1}\n");
  // An input of its own goes before the data set's.
  CHECK(run({"-i", "b=float[1]{7}"}) == prints("y = float[1]{1}\nz = float[1]{7}\n"));
}

TEST_CASE("run: random inputs depend on the seed and on their place alone") {
  const WorkFolder folder;
  write_model(folder / "two.onnx", kTwo);
  const auto run = [&](const Words& more) {
    const ProgramResult result = folder.hardref(joined({"run", "two.onnx", "--dim", "N=2"}, more));
    CHECK(result == ProgramResult{0, result.out, ""});
    return result.out;
  };
  const std::string seven = run({"--random", "7"});
  // What values_test.cpp has from elsewhere, and what the next seed gives.
  CHECK(seven.starts_with("y = float[2]{2.0350823, 3.5944097}\nz = float[2]{"));
  CHECK(run({"--random", "7"}) == seven);
  CHECK(run({"--random", "6"}).ends_with(seven.substr(4, seven.find('\n') - 3)));
  CHECK(run({"--random", "7", "-i", "a=float[2]{1,2}"}) == "y = float[2]{1, 2}" + seven.substr(seven.find('\n')));
  // A value that asks for random elements gets those of its place.
  CHECK(run({"--random", "7", "-i", "b=random:float[2]"}) == seven);
  CHECK(run({"--random", "7", "-i", "b=random:float[2]", "-i", "a=random:float[2]"}) == seven);
}

TEST_CASE("run: an input with an initializer has random elements of its own") {
  const WorkFolder folder;
  write_model(folder / "m.onnx", R"(
<ir_version: 8, opset_import: ["" : 13]>
g (float[2] w, float[2] x) => (float[2] y, float[2] z) <float[2] w = {1, 2}> { y = Max (w)  z = Max (x) }
)");
  const ProgramResult result = folder.hardref({"run", "m.onnx", "-i", "w=random:float[2]", "-i", "x=random:float[2]"});
  CHECK(result == prints(result.out));
  CHECK(result.out.substr(1, result.out.find('\n') - 1) !=
        result.out.substr(result.out.find("\nz") + 2, result.out.find('\n') - 1));
}

TEST_CASE("run: uint16 where the model says bfloat16 holds its bits") {
  const WorkFolder folder;
  write_model(
      folder / "m.onnx",
      R"(<ir_version: 10, opset_import: ["" : 22]> g (bfloat16[2] x) => (bfloat16[2] y) { y = HardSigmoid (x) })");
  write_values(folder / "set", {"uint16[2]{0,16256}"}, {});
  CHECK(folder.hardref({"run", "m.onnx", "--inputs", "set"}) == prints("y = bfloat16[2]{0.5, 0.7}\n"));
}

TEST_CASE("run: .npz arrays as inputs and outputs") {
  const WorkFolder folder;
  write_model(folder / "two.onnx", kTwo);
  const Tensor a = Tensor::of<float>({1}, {1});
  const Tensor b = Tensor::of<float>({1}, {2});
  write_text(folder / "in.npz", tools::serialize_npz(std::array{std::pair(std::string("a"), a.view()),
                                                                std::pair(std::string("b"), b.view())}));
  CHECK(folder.hardref({"run", "two.onnx", "-i", "a=in.npz:b", "-i", "b=in.npz:a", "-o", "y=y.npz", "--outputs", "all",
                        "--format", "npz"}) == prints("y = float[1]{2}\nz = float[1]{1}\n"));
  CHECK(to_text(tools::NpzArchive(folder / "y.npz").read("y")) == "float[1]{2}");
  CHECK(to_text(tools::NpzArchive(folder / "all/output_1.npz").read("z")) == "float[1]{1}");
}

TEST_CASE("run: whole archives as inputs") {
  const WorkFolder folder;
  write_model(folder / "two.onnx", kTwo);
  const Tensor one = Tensor::of<float>({1}, {1});
  const Tensor two = Tensor::of<float>({1}, {2});
  const auto archive = [&](const std::string& first, const std::string& second) {
    return tools::serialize_npz(std::array{std::pair(first, one.view()), std::pair(second, two.view())});
  };
  const auto run = [&](const Words& more, std::string_view input = {}) {
    return folder.hardref(joined({"run", "two.onnx"}, more), input);
  };
  const ProgramResult expected = prints("y = float[1]{2}\nz = float[1]{1}\n");
  for (const char* name : {"in.npz", "in"}) {
    write_text(folder / name, archive("b", "a"));
    CHECK(run({"-i", name}) == expected);
    CHECK(run({"--inputs", name}) == expected);
  }
  CHECK(run({"--inputs", "-"}, archive("b", "a")) == expected);
  CHECK(run({"--inputs", "/dev/stdin"}, archive("b", "a")) == expected);
  // As numpy.savez names what it is given without names: by place.
  CHECK(run({"-i", "-"}, archive("arr_1", "arr_0")) == expected);
  CHECK(run({"--inputs", "in.npz", "-i", "b=float[1]{5}"}) == prints("y = float[1]{2}\nz = float[1]{5}\n"));
  CHECK(run({"-i", "in.npz", "-i", "b=float[1]{5}"}) == fails(2, "--input b=float[1]{5}: input \"b\" is given twice"));
  CHECK(run({"-i", "missing.npz"}) == fails(6, "missing.npz: cannot open: No such file or directory"));
  write_text(folder / "other.npz", archive("b", "q"));
  CHECK(run({"-i", "other.npz"}) == fails(3, "other.npz: array q is no input of the model; the inputs are [a, b]"));
  write_text(folder / "other.npz", archive("arr_0", "arr_2"));
  CHECK(run({"-i", "other.npz"}) == fails(3, "other.npz: array arr_2 is no input of the model; the inputs are [a, b]"));
  CHECK(run({"-i", "-", "-i", "b=-"}, archive("b", "a")) == fails(2, "input \"b\": standard input is asked for twice"));
}

TEST_CASE("run: standard input and output wherever a file is") {
  const WorkFolder folder;
  write_model(folder / "two.onnx", kTwo);
  const auto run = [&](const Words& more, std::string_view input = {}) {
    return folder.hardref(joined({"run", "two.onnx", "-i", "b=float[1]{1}"}, more), input);
  };
  const std::string npy = serialize_npy(Tensor::of<float>({1}, {3}));
  for (const std::string& bytes :
       {npy, std::string("float[1]{3}"), serialize_tensor("q", Tensor::of<float>({1}, {3}))}) {
    CHECK(run({"-i", "a=-"}, bytes) == prints("y = float[1]{3}\nz = float[1]{1}\n"));
    CHECK(run({"-i", "a=/dev/stdin"}, bytes) == prints("y = float[1]{3}\nz = float[1]{1}\n"));
  }
  const Words a{"-i", "a=float[1]{3}"};
  CHECK(run(joined(a, {"-o", "y=-"})) == prints("float[1]{3}\n"));
  CHECK(run(joined(a, {"-o", "y=-", "--format", "npy"})) == prints(npy));
  write_text(folder / "all.npz", run(joined(a, {"--outputs", "-"})).out);
  CHECK(tools::NpzArchive(folder / "all.npz").keys() == Words{"y", "z"});
  CHECK(run(joined(a, {"--outputs", "other.npz"})) == prints("y = float[1]{3}\nz = float[1]{1}\n"));
  CHECK(read_text(folder / "other.npz") == read_text(folder / "all.npz"));
  CHECK(run(joined(a, {"-o", "y=y.bin", "--format", "npy"})).exit_code == 0);
  CHECK(read_text(folder / "y.bin") == npy);
  CHECK(folder.hardref({"compare", "all.npz", "other.npz"}) == prints("2 passed, 0 failed, 0 skipped\n"));
}

TEST_CASE("run: a test directory brings its model and its first data set") {
  const WorkFolder folder;
  write_model(folder / "t/model.onnx", kTwo);
  write_values(folder / "t/test_data_set_0", {"float[1]{1}", "float[1]{2}"}, {});
  CHECK(folder.hardref({"run", "t"}) == prints("y = float[1]{1}\nz = float[1]{2}\n"));
  CHECK(folder.hardref({"run", "t", "-i", "a=float[1]{7}"}) == prints("y = float[1]{7}\nz = float[1]{2}\n"));
  CHECK(folder.hardref({"run", "t", "--random", "1", "--dim", "N=1", "-i", "a=float[1]{7}"}).out !=
        "y = float[1]{7}\nz = float[1]{2}\n");
  std::filesystem::rename(folder / "t/model.onnx", folder / "t/t.onnx");
  CHECK(folder.hardref({"run", "t"}).exit_code == 0);
  write_model(folder / "t/u.onnx", kTwo);
  CHECK(folder.hardref({"run", "t"}) ==
        fails(6, "t: is a folder with 2 .onnx files, expected model.onnx or one other"));
}

TEST_CASE("run: a model is told by its bytes") {
  const WorkFolder folder;
  const std::string text = "<ir_version: 8, opset_import: [\"\" : 13]> g (float[1] x) => (float[1] y) { y = Max (x) }";
  const std::string binary = serialize_model(model::parse_model(text));
  for (const char* name : {"m.onnx", "m.txt", "m", "m.pb"}) {
    for (const std::string& bytes : {text, "\xef\xbb\xbf" + text, binary}) {
      write_text(folder / name, bytes);
      CHECK(folder.hardref({"run", name, "-i", "x=float[1]{2}"}) == prints("y = float[1]{2}\n"));
      CHECK(folder.hardref({"run", "/dev/stdin", "-i", "x=float[1]{2}"}, bytes) == prints("y = float[1]{2}\n"));
    }
  }
  write_text(folder / "m.onnx", "\x1f\x8b\x08");
  CHECK(folder.hardref({"run", "m.onnx"}) ==
        fails(3, "m.onnx: a gzip file: unpack it first; expected a protobuf ModelProto"));
  write_text(folder / "m.txt", std::string_view("\xff\xfeg\0", 4));
  CHECK(folder.hardref({"run", "m.txt"}) ==
        fails(3, "m.txt: text in UTF-16: save it as UTF-8; expected a protobuf ModelProto"));
  write_text(folder / "m.onnxtxt", std::string_view("\xff\xfeg\0", 4));
  CHECK(folder.hardref({"run", "m.onnxtxt"}) ==
        fails(3, "m.onnxtxt: text in UTF-16: save it as UTF-8; expected ONNX text"));
}

TEST_CASE("run: text with external data") {
  const WorkFolder folder;
  const auto model = [&](const std::string& entries) {
    write_text(folder / "m.onnxtxt",
               "<ir_version: 8, opset_import: [\"\" : 13]> g (float[2] x) => (float[2] y) <float[2] w = [" + entries +
                   "]> { y = Add (x, w) }");
    return folder.hardref({"run", "m.onnxtxt", "-i", "x=float[2]{1,1}"});
  };
  write_text(folder / "w.bin", std::string_view("\0\0\0\0\0\0\x80\x3f\0\0\0\x40", 12));
  CHECK(model(R"("location": "w.bin", "offset": "4", "length": "8")") == prints("y = float[2]{2, 3}\n"));
  const auto refused = [&](const std::string& entries, int exit_code, const std::string& message) {
    const ProgramResult result = model(entries);
    CHECK(result.exit_code == exit_code);
    CHECK(result.err.starts_with("hardref: m.onnxtxt:1:" + message + "\n"));
  };
  refused(R"("location": "none.bin")", 6, "74: external data \"none.bin\": No such file or directory");
  refused(R"("location": "../w.bin")", 3,
          "74: external data \"../w.bin\": leads to " + (folder.path().parent_path() / "w.bin").string() +
              ", but must stay inside of " + folder.path().string());
  refused(R"("location": "w.bin", "location": "w.bin")", 3, "74: external_data has the key \"location\" twice");
  refused("", 3, "74: external_data has no location");
}

TEST_CASE("run: text whose values the printer left out") {
  const WorkFolder folder;
  for (const char* values : {"{1, 2, ...}", "{1, 2, ... (100 elements)}", "{...}"}) {
    write_text(folder / "m.txt",
               std::string("<ir_version: 8, opset_import: [\"\" : 13]>\ng () => (float[9] w) <float[9] w = ") + values +
                   "> { }");
    const ProgramResult result = folder.hardref({"run", "m.txt"});
    CHECK(result.exit_code == 3);
    CHECK(result.err.find(": the printer left values out here, so this cannot be read back\n") != std::string::npos);
  }
  const Tensor large(DataType::kFloat, {100});
  CHECK(message_of([&] { return model::parse_tensor(to_text(large, 8)); }).find("the printer left values out here") !=
        std::string::npos);
}

TEST_CASE("run: a name may hold an =") {
  const WorkFolder folder;
  write_text(folder / "m.txt", R"(<ir_version: 8, opset_import: ["" : 13]>
g (float[1] "a", float[1] "a=b") => (float[1] "y", float[1] "y=z") { "y" = Max ("a")  "y=z" = Max ("a=b") })");
  CHECK(folder.hardref({"run", "m.txt", "-i", "a=float[1]{1}", "-i", "a=b=float[1]{2}", "-o", "y=z=z.txt"}) ==
        prints("y = float[1]{1}\ny=z = float[1]{2}\n"));
  CHECK(read_text(folder / "z.txt") == "float[1]{2}\n");
}

TEST_CASE("run: raw bytes and unsigned integers are what the model declares") {
  const WorkFolder folder;
  write_text(folder / "m.txt", R"(<ir_version: 10, opset_import: ["" : 22]>
g (bfloat16[2] x) => (bfloat16[2] y) { y = HardSigmoid (x) })");
  const ProgramResult expected = prints("y = bfloat16[2]{0.5, 0.7}\n");
  write_text(folder / "u2.npy", serialize_npy(Tensor::of<std::uint16_t>({2}, {0, 0x3f80})));
  CHECK(folder.hardref({"run", "m.txt", "-i", "x=u2.npy", "-o", "y=y.npy"}) == expected);
  write_text(folder / "v2.npy", serialize_npy(Tensor::of<BFloat16>({2}, {BFloat16{0}, BFloat16{0x3f80}})));
  CHECK(folder.hardref({"run", "m.txt", "-i", "x=v2.npy"}) == expected);
  for (const Words& pair :
       {Words{"y.npy", "bfloat16[2]{0.5,0.7}"}, Words{"bfloat16[2]{0.5,0.7}", "y.npy"}, Words{"y.npy", "y.npy"}}) {
    CHECK(folder.hardref(joined({"compare"}, pair)) == prints("1 passed, 0 failed, 0 skipped\n"));
  }
  CHECK(folder.hardref({"compare", "y.npy", "v2.npy"}).exit_code == 1);
  write_text(folder / "u1.npy", serialize_npy(Tensor::of<std::uint8_t>({2}, {0, 1})));
  CHECK(folder.hardref({"run", "m.txt", "-i", "x=u1.npy"}) ==
        fails(3, "m.txt: input \"x\" has element type uint8, but is declared as bfloat16"));
}

TEST_CASE("run: values at the knees of the model's own attributes") {
  const WorkFolder folder;
  write_text(folder / "m.txt", R"(<ir_version: 8, opset_import: ["" : 13]>
g (float[N] x) => (float[N] y, float[N] z) { y = HardSigmoid <alpha = 0.5, beta = 0.25> (x) z = Max (x) })");
  CHECK(folder.hardref({"run", "m.txt", "-i", "x=edge:float[6]"}) ==
        prints("y = float[6]{0, 0, 1.4901161e-08, 0.99999994, 1, 1}\n"
               "z = float[6]{-0.50000006, -0.5, -0.49999997, 1.4999999, 1.5, 1.5000001}\n"));
}

TEST_CASE("run: options that do not fit together") {
  const WorkFolder folder;
  write_model(folder / "two.onnx", kTwo);
  const Words values{"-i", "a=float[1]{1}", "-i", "b=float[1]{1}"};
  const auto run = [&](const Words& more) { return folder.hardref(joined(joined({"run", "two.onnx"}, values), more)); };
  CHECK(run({"-i", "a=float[1]{2}"}) == fails(2, "--input a=float[1]{2}: input \"a\" is given twice"));
  CHECK(run({"--dim", "M=3"}) == fails(2, "--dim M=3: no input has a dimension M"));
  CHECK(run({"--dim", "N=3"}) == fails(2, "--dim N=3: input \"a\" has shape [1], where N is 1"));
  CHECK(run({"--dim", "N=3", "--any-shape"}) == fails(2, "--dim N=3: input \"a\" has shape [1], where N is 1"));
  CHECK(run({"--dim", "N=1", "--dim", "N=1"}) == fails(2, "--dim N=1: dimension N is given twice"));
  CHECK(run({"--dim", "N=1"}) == prints("y = float[1]{1}\nz = float[1]{1}\n"));
  CHECK(run({"--format", "npy"}) == fails(2, "--format npy needs --output or --outputs"));
}

TEST_CASE("run: an extent that the command line gives, and a value that has another") {
  const WorkFolder folder;
  write_model(folder / "m.onnx", R"(
<ir_version: 8, opset_import: ["" : 13]>
g (float[N,M] x, float[M] w) => (y) <float[2] w = {1, 2}> { y = Mul (x, w) }
)");
  write_values(folder / "set", {"float[1,2]{3,4}"}, {});
  const auto run = [&](const Words& more) { return folder.hardref(joined({"run", "m.onnx"}, more)); };
  CHECK(run({"--inputs", "set", "--dim", "N=7"}) == fails(2, "--dim N=7: input \"x\" has shape [1,2], where N is 1"));
  CHECK(run({"--inputs", "set", "--dim", "M=3"}) == fails(2, "--dim M=3: input \"x\" has shape [1,2], where M is 2"));
  CHECK(run({"--random", "1", "--dim", "N=1", "--dim", "M=3"}) ==
        fails(2, "--dim M=3: input \"w\" has shape [2], where M is 2"));
  CHECK(run({"--inputs", "set", "--dim", "N=1", "--dim", "M=2"}) == prints("y = float[1,2]{3, 8}\n"));
  CHECK(folder.hardref({"record", "m.onnx", "t", "--inputs", "set", "--dim", "N=7"}) ==
        fails(2, "--dim N=7: input \"x\" has shape [1,2], where N is 1"));
  CHECK_FALSE(folder.has("t"));
}

TEST_CASE("run: what the integers of a 16-bit literal are taken for") {
  const WorkFolder folder;
  write_text(folder / "m.onnxtxt",
             R"(<ir_version: 10, opset_import: ["" : 22]> g (float16[2] x) => (y) { y = HardSigmoid (x) })");
  const auto run = [&](const std::string& value) { return folder.hardref({"run", "m.onnxtxt", "-i", "x=" + value}); };
  CHECK(run("float16[2]{15360, 2}") ==
        ProgramResult{0, "y = float16[2]{0.7, 0.5}\n",
                      "warning: input \"x\": the integers are taken for bit patterns of float16, the first for 1.0; a "
                      "value needs a decimal point\n"});
  CHECK(run("float16[2]{1.0, 2.0}") == prints("y = float16[2]{0.7, 0.9}\n"));
  CHECK(run("float16[2]{1.0, 2}") ==
        fails(3,
              "input \"x\": 1:17: expected a value as before (2.0), found the bit pattern '2'\nfloat16[2]{1.0, 2}\n"
              "                ^"));
  // A file has the form that models are printed in.
  write_text(folder / "x.txt", "float16[2] {15360, 2}");
  CHECK(run("x.txt") == prints("y = float16[2]{0.7, 0.5}\n"));
}

TEST_CASE("run: an output that cannot be written leaves no other and no folder") {
  const WorkFolder folder;
  write_model(folder / "two.onnx", kTwo);
  const auto run = [&](const Words& more) {
    return folder.hardref(joined({"run", "two.onnx", "-i", "a=float[1]{1}", "-i", "b=float[1]{1}"}, more));
  };
  CHECK(run({"-o", "y=y.pb", "-o", "z=z.bin", "--outputs", "results"}) ==
        fails(2, "z.bin: the extension is \".bin\"; known are .pb, .npy, .npz, .txt and .onnxtxt"));
  CHECK(run({"-o", "y=y.pb", "--outputs", "all.npz", "--format", "npy"}) ==
        fails(2, "--format npy: all.npz is a .npz file"));
  CHECK_FALSE(folder.has("y.pb"));
  CHECK_FALSE(folder.has("results"));
}

TEST_CASE("run: a random input needs a type and extents") {
  const WorkFolder folder;
  const auto refused = [&](const std::string& input, const Words& more = {}) {
    write_model(folder / "m.onnx",
                "<ir_version: 8, opset_import: [\"\" : 13]> g (" + input + ") => (float y) { y = Max (x) }");
    const ProgramResult result = folder.hardref(joined({"run", "m.onnx", "--random", "1"}, more));
    CHECK(result == ProgramResult{2, "", result.err});
    return result.err;
  };
  CHECK(refused("float[N] x") == "hardref: input \"x\" has a dimension N without extent: give it with --dim N=16\n");
  CHECK(refused("float[?] x") ==
        "hardref: input \"x\" has a dimension without extent or name, so its value must be given\n");
  CHECK(refused("float[] x") == "hardref: input \"x\" is declared without a shape, so its value must be given\n");
  CHECK(refused("seq(float) x") ==
        "hardref: input \"x\" is declared without a tensor type, so its value must be given\n");
  for (const std::string bad : {"N=", "N=x", "N=-1", "N=2x", "N=9223372036854775808", "N= 2"}) {
    CHECK(refused("float[N] x", {"--dim", bad}) ==
          "hardref: --dim " + bad + ": expected a number of 0 or more after the =\n");
  }
  CHECK(refused("float[N] x", {"--dim", "N"}) == "hardref: --dim N: expected NAME=VALUE\n");
}

TEST_CASE("run: --external-root says where external data may be") {
  const WorkFolder folder;
  wire::ModelProto model = small_model();
  model.mutable_graph()->mutable_node(0)->set_op_type("Mul");
  model.mutable_graph()->mutable_node(0)->add_input("w");
  wire::TensorProto& w = *model.mutable_graph()->add_initializer();
  w.set_name("w");
  w.set_data_type(wire::TensorProto::FLOAT);
  w.set_data_location(wire::TensorProto::EXTERNAL);
  w.add_external_data()->set_key("location");
  w.mutable_external_data(0)->set_value("../w.bin");
  write_text(folder / "models/m.onnx", model.SerializeAsString());
  write_text(folder / "w.bin", std::string_view("\0\0\0\x40", 4));  // 2, little-endian
  const Words call{"run", "models/m.onnx", "-i", "x=float{3}"};
  const ProgramResult refused = folder.hardref(call);
  CHECK(refused == ProgramResult{3, "", refused.err});
  CHECK(refused.err.starts_with("hardref: models/m.onnx: graph.initializer[0] \"w\": "));
  Words widened = call;
  widened.insert(widened.end(), {"--external-root", "."});
  CHECK(folder.hardref(widened) == prints("y = float{6}\n"));
}

// ---- What is printed ----

TEST_CASE("run: --trace prints every value") {
  CHECK(run_program({"run", kHardSigmoid, "-i", "x=float[2]{-3, 1}", "--trace"}) ==
        prints("y_AlphaMulX = Mul-14 -> float[2]{-0.6, 0.2}\n"
               "y_AlphaMulXAddBeta = Add-14 -> float[2]{-0.100000024, 0.7}\n"
               "y_MinOneOrAlphaMulXAddBeta = Min-13 -> float[2]{-0.100000024, 0.7}\n"
               "y = Max-13 -> float[2]{0, 0.7}\n"
               "y = float[2]{0, 0.7}\n"));
}

TEST_CASE("run: --verify runs the native kernel as well, and prints what the body gives") {
  const Words call{"run", kHardSigmoid, "-i", "x=float[2]{-3, 1}"};
  const auto with = [&](const Words& more) { return run_program(joined(call, more)); };
  CHECK(with({"--verify"}) == run_program(call));
  const ProgramResult traced = with({"--verify", "--trace"});
  CHECK(traced == prints(traced.out));
  CHECK(traced.out.find("y = Max-13 -> float[2]{0, 0.7}\ny = HardSigmoid-22 -> float[2]{0, 0.7}\n") !=
        std::string::npos);
}

TEST_CASE("run: long outputs are cut after 64 values, unless --full asks for all") {
  const auto run = [](const std::string& count, const Words& more) {
    return run_program(joined({"run", kHardSigmoid, "--random", "1", "--dim", "N=" + count}, more)).out;
  };
  const std::string cut = run("65", {});
  const std::string full = run("65", {"--full"});
  CHECK(cut.ends_with(", ... 65 values}\n"));
  CHECK(std::ranges::count(cut, ',') == 64);
  CHECK(std::ranges::count(full, ',') == 64);
  CHECK(full.find("...") == std::string::npos);
  CHECK(cut.substr(0, cut.find("...")) == full.substr(0, cut.find("...")));
  CHECK(run("64", {}) == run("64", {"--full"}));
}

nlohmann::json json_of(const ProgramResult& result) {
  CHECK(result == prints(result.out));
  return nlohmann::json::parse(result.out);
}

TEST_CASE("run: --json prints one document with exact values") {
  const WorkFolder folder;
  write_model(folder / "m.onnx", R"(
<ir_version: 8, opset_import: ["" : 13]>
g (float[5] x, int64 n) => (float[5] y, int64 m, bool t) { y = Max (x)  m = Max (n)  t = Cast <to = 9> (n) }
)");
  const nlohmann::json report = json_of(folder.hardref(
      {"run", "m.onnx", "-i", "x=float[5]{nan,inf,-inf,0.1,-0.0}", "-i", "n=int64{-9223372036854775807}", "--json"}));
  const nlohmann::json expected = {
      {"outputs",
       {{{"name", "y"}, {"type", "float"}, {"shape", {5}}, {"values", {"nan", "inf", "-inf", double{0.1F}, -0.0}}},
        {{"name", "m"}, {"type", "int64"}, {"shape", nlohmann::json::array()}, {"values", {-9223372036854775807}}},
        {{"name", "t"}, {"type", "bool"}, {"shape", nlohmann::json::array()}, {"values", {true}}}}}};
  CHECK(report == expected);
}

TEST_CASE("run: --json holds the trace as well") {
  const nlohmann::json report = json_of(run_program({"run", kHardSigmoid, "-i", "x=float[1]{5}", "--trace", "--json"}));
  CHECK(report.size() == 2);
  CHECK(report.at("outputs").size() == 1);
  Words ops;
  for (const nlohmann::json& value : report.at("trace")) ops.push_back(value.at("op"));
  CHECK(ops == Words{"Mul-14", "Add-14", "Min-13", "Max-13"});
  CHECK(report.at("trace").at(3) == nlohmann::json{{"name", "y"},
                                                   {"type", "float"},
                                                   {"shape", {1}},
                                                   {"values", {1.0}},
                                                   {"op", "Max-13"},
                                                   {"node_index", 11},
                                                   {"node_name", ""},
                                                   {"calls", {"node 0 (HardSigmoid-22)"}}});
}

TEST_CASE("run: --json stays JSON where a string is not UTF-8") {
  const WorkFolder folder;
  write_model(folder / "m.onnx",
              "<ir_version: 8, opset_import: [\"\" : 13]> g () => (string[2] y) { y = Constant <value = "
              "string[2] {\"\xff\", \"\\\"\"}> () }");
  const nlohmann::json report = json_of(folder.hardref({"run", "m.onnx", "--json"}));
  CHECK(report.at("outputs").at(0).at("values") == nlohmann::json{"\\xff", "\""});
}

TEST_CASE("run: warnings go to standard error") {
  const WorkFolder folder;
  write_text(folder / "m.onnxtxt",
             "<ir_version: 8, opset_import: [\"\" : 13]> g (float x) => (float z) { z = Max (y)  y = Max (x) }");
  CHECK(folder.hardref({"run", "m.onnxtxt", "-i", "x=float{1}"}) ==
        ProgramResult{0, "z = float{1}\n", "warning: the nodes are not sorted; they were for this run\n"});
}

// ---- What does not fit ----

TEST_CASE("run: inputs that do not fit") {
  const WorkFolder folder;
  write_model(folder / "m.onnx", kTwo);
  const auto run = [&](const Words& more) {
    return folder.hardref(joined({"run", "m.onnx", "-o", "y=y.pb", "--outputs", "results"}, more));
  };
  const std::string a = "a=float[1]{1}";
  const std::string b = "b=float[1]{1}";
  CHECK(run({"-i", a}) == fails(3, "m.onnx: input \"b\" is missing"));
  CHECK(run({"-i", a, "-i", b, "-i", "c=float{1}"}) == fails(3, "m.onnx: the model has no input \"c\""));
  CHECK(run({"-i", a, "-i", "b=double[1]{1}"}) ==
        fails(3, "m.onnx: input \"b\" has element type double, but is declared as float"));
  CHECK(run({"-i", "a=float[3]{-3, -1 0}"}) ==
        fails(3, "input \"a\": 1:17: expected ',' or '}', found '0'\nfloat[3]{-3, -1 0}\n                ^"));
  CHECK(run({"-i", "a=missing.npy"}) == fails(6, "input \"a\": missing.npy: cannot open: No such file or directory"));
  CHECK(run({"-i", "a=float"}) ==
        fails(2,
              "input \"a\": float: no such file; expected FILE.pb, FILE.npy, FILE.npz:KEY, a literal as "
              "float[2]{1,2}, random:float[2,3], edge:float[2,3], or float[2,3]@FILE.bin"));
  CHECK(run({"-i", "=float{1}"}) == fails(2, "--input =float{1}: expected NAME=VALUE"));
  CHECK(run({"--inputs", "missing"}) == fails(6, "missing: No such file or directory"));
  write_text(folder / "set/notes.txt", "");
  CHECK(run({"--inputs", "set"}) == fails(3, "stray file notes.txt: expected input_N.pb and output_N.pb, or .npy"));
  CHECK_FALSE(folder.has("y.pb"));
  CHECK_FALSE(folder.has("results"));
}

TEST_CASE("run: outputs that cannot be written") {
  const WorkFolder folder;
  const auto run = [&](const std::string& output) {
    return folder.hardref({"run", kHardSigmoid, "-i", "x=float[1]{1}", "-o", output});
  };
  CHECK(run("q=q.pb") == fails(2, "--output q=q.pb: the model has no output \"q\""));
  CHECK(run("y.pb") == fails(2, "--output y.pb: expected NAME=VALUE"));
  CHECK(run("y=y.bin") == fails(2, "y.bin: the extension is \".bin\"; known are .pb, .npy, .npz, .txt and .onnxtxt"));
  CHECK(run("y=missing/y.pb") == fails(6, "missing/y.pb: cannot open for writing: No such file or directory"));
  write_text(folder / "file", "");
  CHECK(folder.hardref({"run", kHardSigmoid, "-i", "x=float[1]{1}", "--outputs", "file/results"}) ==
        fails(6, "file/results: Not a directory"));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("run: limits") {
  const auto run = [](const std::string& limit) {
    return run_program({"run", kHardSigmoid, "-i", "x=float[1]{1}", "--limits", limit});
  };
  CHECK(run("nodes=1000") == prints("y = float[1]{0.7}\n"));
  CHECK(run("nodes=1") ==
        fails(5, kHardSigmoid + ": node 0 (HardSigmoid-22): node 0 (Constant-13): expanding functions gives more "
                                "than 1 nodes"));
  for (const std::string bad : {"nodes=-1", "nodes=x", "nodes=", "node=1"}) {
    CHECK(run(bad) == fails(2, "--limits " + bad + ": expected nodes=N"));
  }
  CHECK(run("nodes") == fails(2, "--limits nodes: expected NAME=VALUE"));
}

}  // namespace
}  // namespace hardref::test
