// The program as a whole: help texts and their examples, exit codes, usage errors. What the sub-commands do is tested
// in files of their own.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <regex>

#include "files/npz.h"
#include "judge/npy.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

constexpr auto kModel =
    R"(<ir_version: 8, opset_import: ["" : 13]> g (float[N,3] x) => (float[N,3] y) { y = Hardmax (x) })";

const std::array kCommands{"run", "test", "compare", "record", "show", "expand", "ops", "bench"};

TEST_CASE("program: its version") {
  const ProgramResult result = run_program({"--version"});
  CHECK(result == ProgramResult{0, result.out, ""});
  const std::regex text(
      R"(hardref \d+\.\d+\.\d+
opsets 1 to 28, IR versions 3 to 14
instruction set (baseline|AVX2|AVX-512 with float16), protobuf \d+\.\d+\.\d+, compiler \w+ \d+\.\d+\.\d+
)");
  CHECK(std::regex_match(result.out, text));
}

TEST_CASE("program: mistyped words get what was meant") {
  const auto error = [](const Words& words) {
    const ProgramResult result = run_program(words);
    CHECK(result == ProgramResult{2, "", result.err});
    return result.err.substr(0, result.err.find('\n'));
  };
  CHECK(error({"runn"}) == "hardref: no command \"runn\"; did you mean run?");
  CHECK(error({"Tets", "x"}) == "hardref: no command \"Tets\"; did you mean test?");
  CHECK(error({"something"}) == "hardref: no command \"something\"");
  CHECK(error({"\x1b[31m"}) == "hardref: no command \"\\x1b[31m\"");
  CHECK(error({"run", "m.onnx", "--trase"}) ==
        "hardref: The following argument was not expected: --trase; did you mean --trace?");
  CHECK(error({"test", "t", "--judg=ort"}) ==
        "hardref: The following argument was not expected: --judg=ort; did you mean --judge?");
}

TEST_CASE("program: who cannot be told does not change what happens") {
  const WorkFolder folder;
  write_model(folder / "model.onnx", kModel);
  const auto exit_code = [&](const std::string& command) {
    const std::string shell = fmt::format("cd '{}' && '{}' {}", folder.path().string(), HARDREF_PROGRAM, command);
    return WEXITSTATUS(std::system(shell.c_str()));  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
  };
  CHECK(exit_code("run nowhere.onnx 2>/dev/full") == 6);
  CHECK(exit_code("run nowhere.onnx 2>&-") == 6);
  CHECK(exit_code("runn 2>/dev/full") == 2);
  CHECK(exit_code("--help >/dev/full 2>&1") == 6);
  CHECK(exit_code("run --help >/dev/full 2>&1") == 6);
  CHECK(exit_code("--version >/dev/full 2>&1") == 6);
  // A warning that nobody hears does not cost the output.
  CHECK(exit_code("run model.onnx --any-shape -i 'x=float[1]{1}' -o y=y.npy 2>/dev/full >/dev/null") == 0);
  CHECK(folder.has("y.npy"));
  CHECK(exit_code("ops 2>/dev/null >/dev/full") == 6);
}

TEST_CASE("program: an instruction set that does not exist") {
  const std::string shell = fmt::format("HARDREF_INSTRUCTION_SET=foo '{}' ops 2>&1", HARDREF_PROGRAM);
  CHECK(WEXITSTATUS(std::system((shell + " >/dev/null").c_str())) == 2);  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
}

// Everything that the examples of the help texts name.
void write_example_files(const std::filesystem::path& folder) {
  write_model(folder / "model.onnx", kModel);
  write_text(folder / "x.npy", serialize_npy(Tensor::of<float>({1, 3}, {1, 3, 2})));
  write_values(folder / "test_data_set_0", {"float[1,3]{1,3,2}"}, {"float[1,3]{0,1,0}"});
  const Tensor x = Tensor::of<float>({1, 3}, {1, 3, 2});
  write_text(folder / "inputs.npz", tools::serialize_npz(std::array{std::pair(std::string("x"), x.view())}));
  for (const char* name : {"test_directory", "onnx/backend/test/data/node/test_hardmax_example", "my_tests/test_a"}) {
    write_model(folder / name / "model.onnx", kModel);
    write_values(folder / name / "test_data_set_0", {"float[1,3]{1,3,2}"}, {"float[1,3]{0,1,0}"});
  }
  write_text(folder / "known.txt", "# none\n");
  for (const char* name : {"results_of_my_runtime/test_a/test_data_set_0", "my_results", "their_results"}) {
    write_values(folder / name, {}, {"float[1,3]{0,1,0}"});
  }
  const Tensor y = Tensor::of<float>({1, 3}, {0, 1, 0});
  const std::array arrays{std::pair(std::string("y"), y.view())};
  for (const char* name : {"mine.npz", "theirs.npz"}) write_text(folder / name, tools::serialize_npz(arrays));
}

TEST_CASE("program: the help of every command has examples, and they work as written") {
  const WorkFolder folder;
  write_example_files(folder.path());
  std::vector<Words> help_calls{{"--help"}};
  for (const char* command : kCommands) help_calls.push_back({command, "--help"});
  for (const Words& call : help_calls) {
    const ProgramResult help = run_program(call);
    CHECK(help == ProgramResult{0, help.out, ""});
    CHECK(help.out.find("\nExamples:\n") != std::string::npos);
    const std::vector<Words> examples = examples_of(help.out);
    CHECK(examples.size() >= 2);
    for (const Words& example : examples) {
      if (call.size() == 2) CHECK(example.front() == call.front());
      CAPTURE(example);
      const ProgramResult result = folder.hardref(example);
      CHECK(result == ProgramResult{0, result.out, ""});
    }
  }
  CHECK(to_text(read_npy(folder / "y.npy")) == "float[1,3]{0, 1, 0}");
  CHECK(to_text(load_tensor(folder / "results/output_0.pb").tensor) == "float[1,3]{0, 1, 0}");
  CHECK(folder.has("expanded.onnx"));
  CHECK(folder.has("expanded.onnxtxt"));
}

TEST_CASE("program: the help lists the commands and the exit codes") {
  const std::string help = run_program({"--help"}).out;
  for (const std::string command : kCommands) CHECK(help.find("\n  " + command + " ") != std::string::npos);
  CHECK(help.find("Exit codes: 0 ok, 1 a comparison or test failed, 2 usage, 3 invalid model or input,\n"
                  "4 unsupported operator, version or type, 5 a limit was reached, 6 I/O, 70 internal.\n") !=
        std::string::npos);
}

TEST_CASE("program: every exit code with its message") {
  const WorkFolder folder;
  write_example_files(folder.path());
  const auto hardref = [&](const Words& arguments) { return folder.hardref(arguments); };
  const Words good{"run", "model.onnx", "-i", "x=float[1,3]{1,3,2}"};
  CHECK(hardref(good) == ProgramResult{0, "y = float[1,3]{0, 1, 0}\n", ""});
  for (const char* threads : {"0", "1", "2", "8"}) {
    CHECK(hardref({"run", "model.onnx", "-i", "x=float[1,3]{1,3,2}", "--no-fuse", "--threads", threads}) ==
          hardref(good));
  }

  write_values(folder / "my_tests/test_a/test_data_set_0", {}, {"float[1,3]{1,0,0}"});
  CHECK(
      hardref({"test", "my_tests/test_a"}) ==
      ProgramResult{1,
                    "failed test_a: test_data_set_0: output \"y\": 2 of 3 elements differ; first at [0,0]: 0, expected "
                    "1 (absolute 1, relative 1, 1065353216 ulp)\n"
                    "  test_data_set_0: output \"y\": float[1,3] of node 0 (Hardmax-13): 2 of 3 differ\n"
                    "    first [0,0]: 0 (0x00000000), expected 1 (0x3f800000); absolute 1, relative 1, 1065353216 ulp\n"
                    "      its row has the maximum 3 at 1, then 2 at 2\n"
                    "    --atol 1 or --ulp 1065353216 would pass\n"
                    "0 passed, 1 failed, 0 skipped\n",
                    ""});

  CHECK(hardref({"run", "model.onnx", "-i", "x"}) == ProgramResult{2, "", "hardref: --input x: expected NAME=VALUE\n"});

  write_text(folder / "bad.onnx", "");
  CHECK(hardref({"run", "bad.onnx"}) ==
        ProgramResult{3, "", "hardref: bad.onnx: no bytes, but expected a protobuf ModelProto\n"});
  CHECK(hardref({"run", "model.onnx"}) == ProgramResult{3, "", "hardref: model.onnx: input \"x\" is missing\n"});

  write_text(folder / "newer.onnxtxt",
             "<ir_version: 8, opset_import: [\"\" : 999]> g (float x) => (float y) { y = Max (x) }");
  const ProgramResult newer = hardref({"run", "newer.onnxtxt", "-i", "x=float{1}"});
  CHECK(newer == ProgramResult{4, "", newer.err});
  CHECK(newer.err.starts_with("hardref: newer.onnxtxt:1:70: node 0 (Max): opset 999 is newer than "));

  write_text(folder / "sigmoid.onnxtxt",
             "<ir_version: 8, opset_import: [\"\" : 13]> g (float x) => (float y) { y = HardSigmoid (x) }");
  CHECK(hardref({"run", "sigmoid.onnxtxt", "-i", "x=float{1}", "--limits", "nodes=3"}) ==
        ProgramResult{
            5, "",
            "hardref: sigmoid.onnxtxt:1:69: node 0 (HardSigmoid-6): node 2 (Constant-13): expanding functions gives "
            "more than 3 nodes\n"
            "<ir_version: 8, opset_import: [\"\" : 13]> g (float x) => (float y) { y = HardSigmoid (x) }\n"
            "                                                                    ^\n"});

  CHECK(hardref({"run", "missing.onnx"}) ==
        ProgramResult{6, "", "hardref: missing.onnx: cannot open: No such file or directory\n"});
  CHECK(run_program(good, {.folder = folder.path(), .output = "/dev/full"}) ==
        ProgramResult{6, "", "hardref: standard output cannot be written\n"});
}

// What the option parser finds has its own words, which are not ours to fix; their frame is.
TEST_CASE("program: usage errors end with 2 and are told on one line") {
  const std::vector<Words> calls{
      {},
      {"nonsense"},
      {"run"},
      {"test"},
      {"compare", "y.pb"},
      {"compare", "y.pb", "y.pb", "--judge", "lenient"},
      {"record", "model.onnx"},
      {"expand", "model.onnx"},
      {"run", "model.onnx", "--nonsense"},
      {"run", "model.onnx", "--format", "xml"},
      {"run", "model.onnx", "--random", "x"},
      {"show", "model.onnx", "--plan", "--expanded"},
      {"test", ".", "--judge", "lenient"},
      {"test", ".", "--rtol", "x"},
      {"ops", "Hardmax", "Hardmax"},
  };
  for (const Words& call : calls) {
    CAPTURE(call);
    const ProgramResult result = run_program(call);
    CHECK(result == ProgramResult{2, "", result.err});
    CHECK(result.err.starts_with("hardref: "));
    CHECK(result.err.ends_with("\nRun with --help for more information.\n"));
    CHECK(std::ranges::count(result.err, '\n') == 2);
  }
}

TEST_CASE("program: tolerances are finite") {
  for (const std::string option : {"--rtol", "--atol"}) {
    for (const std::string number : {"nan", "inf", "infinity", "1e999"}) {
      const ProgramResult refused{2, "",
                                  fmt::format("hardref: {}: expected a finite number, found {}\n", option, number) +
                                      "Run with --help for more information.\n"};
      CHECK(run_program({"test", ".", option, number}) == refused);
      CHECK(run_program({"compare", "a", "b", option, number}) == refused);
    }
  }
}

TEST_CASE("program: a tolerance that would not be used is refused") {
  const auto refused = [](const std::string& option) {
    return ProgramResult{2, "", "hardref: " + option + ": bit for bit there is no tolerance\n"};
  };
  CHECK(run_program({"test", ".", "--judge", "strict", "--rtol", "0"}) == refused("--rtol"));
  CHECK(run_program({"test", ".", "--judge", "strict", "--ulp", "1"}) == refused("--ulp"));
  CHECK(run_program({"compare", "a", "b", "--exact", "--atol", "1"}) == refused("--atol"));
}

TEST_CASE("program: numbers below zero are refused") {
  const auto refused = [](const std::string& option) {
    return ProgramResult{2, "",
                         "hardref: " + option +
                             ": expected a number of 0 or more, found -1\nRun with --help for more "
                             "information.\n"};
  };
  for (const std::string option : {"--rtol", "--atol", "--ulp"}) {
    CHECK(run_program({"test", ".", option, "-1"}) == refused(option));
    CHECK(run_program({"compare", "a", "b", option, "-1"}) == refused(option));
  }
  CHECK(run_program({"run", "model.onnx", "--random", "-1"}) == refused("--random"));
  CHECK(run_program({"run", "model.onnx", "--threads", "-1"}) == refused("--threads"));
}

}  // namespace
}  // namespace hardref::test
