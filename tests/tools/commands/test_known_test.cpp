// hardref test: results of other runtimes, names of tests, and tests that are known to fail.
#include <nlohmann/json.hpp>

#include "judge/npy.h"
#include "tools/commands/test_tree.h"

namespace hardref::test {
namespace {

// ---- Results of another runtime ----

TEST_CASE("test: --actual judges results and runs nothing") {
  const Tree tree;
  write_value(tree / "theirs/a_good/test_data_set_0/output_0.pb", "", "int32[1]{2000}");
  write_value(tree / "theirs/b_bad/test_data_set_0/output_0.pb", "", "int32[1]{1999}");
  write_text(tree / "theirs/c_erf/test_data_set_0/output_0.npy", serialize_npy(Tensor::of<float>({1}, {1})));
  CHECK(tree.test({"--actual", "theirs", "-v"}) ==
        ProgramResult{1,
                      kPassed +
                          "failed tests/b_bad: test_data_set_0: output \"y\": 1 of 1 elements differs; first at [0]: "
                          "1999, expected 2000 (absolute 1)\n"
                          "  test_data_set_0: output \"y\": int32[1] of node 0 (Max-13): 1 of 1 differ\n"
                          "    first [0]: 1999 (0x000007cf), expected 2000 (0x000007d0); absolute 1\n"
                          "    --atol 1 would pass\n"
                          "passed tests/c_erf\n2 passed, 1 failed, 0 skipped\n",
                      ""});
  // A root that is a test has its results in the folder itself.
  CHECK(tree.hardref({"test", "tests/a_good", "--actual", "theirs/a_good"}) ==
        ProgramResult{0, "1 passed, 0 failed, 0 skipped\n", ""});
  // Of several roots, under the tests' names.
  CHECK(tree.hardref({"test", "tests/a_good", "tests/b_bad", "--actual", "theirs"})
            .out.ends_with("1 passed, 1 failed, 0 skipped\n"));
  // With the root's name as well.
  std::filesystem::create_directories(tree / "all");
  std::filesystem::rename(tree / "theirs", tree / "all/tests");
  CHECK(tree.test({"--actual", "all"}).out.ends_with("2 passed, 1 failed, 0 skipped\n"));
}

TEST_CASE("test: --actual with --legal accepts what another runtime may do") {
  const Tree tree;
  // As bit patterns: -2.498 near the lower knee, what the body gives, and what ONNX Runtime was seen to give.
  tree.add("d_knee", R"(<ir_version: 10, opset_import: ["" : 22]>
g (float16[N] x) => (float16[N] y) { y = HardSigmoid (x) })",
           "float16[1]{49407}", "float16[1]{4096}");
  write_value(tree / "theirs/d_knee/test_data_set_0/output_0.pb", "", "float16[1]{3686}");
  const std::string line =
      "failed tests/d_knee: test_data_set_0: output \"y\": 1 of 1 elements differs; first at [0]: 0.0003905, expected "
      "0.0004883 (absolute 9.77516e-05, relative 0.200195, 410 ulp)\n";
  const ProgramResult refused = tree.test({"-k", "d_knee", "--actual", "theirs"});
  CHECK(refused.out.substr(0, refused.out.find('\n') + 1) == line);
  CHECK(refused.out.find("      x is -2.498, on the slope side of the lower knee at -2.5006105\n") !=
        std::string::npos);
  CHECK(tree.test({"-k", "d_knee", "--actual", "theirs", "--legal"}) ==
        ProgramResult{0,
                      "passed tests/d_knee\n  test_data_set_0: output \"y\" is legal: computed in float32 and rounded "
                      "once\n1 passed, 0 failed, 0 skipped\n",
                      ""});
  write_value(tree / "theirs/d_knee/test_data_set_0/output_0.pb", "", "float16[1]{3687}");
  CHECK(tree.test({"-k", "d_knee", "--actual", "theirs", "--legal"}).exit_code == 1);
}

TEST_CASE("test: --actual without results does not pass") {
  const Tree tree;
  write_value(tree / "theirs/b_bad/test_data_set_0/output_0.pb", "", "int32[1]{2000}");
  const auto reason = [&] {
    const ProgramResult result = tree.test({"--actual", "theirs", "-k", "a_good"});
    CHECK(result == ProgramResult{1, result.out, ""});
    return result.out.substr(0, result.out.find('\n'));
  };
  const std::string failed = "failed tests/a_good: test_data_set_0: ";
  CHECK(reason() == "failed tests/a_good: no results: neither data sets nor unsupported.txt in theirs/a_good");
  std::filesystem::create_directories(tree / "theirs/a_good/test_data_set_1");
  CHECK(reason() == failed + "no results: theirs/a_good/test_data_set_0: No such file or directory");
  write_text(tree / "theirs/a_good/test_data_set_0/output0.pb", "");
  CHECK(reason() == failed + "results hold 0 outputs from output_0 on and 0 by name, but the model has 1");
}

TEST_CASE("test: --actual fails for a result that cannot be read") {
  const Tree tree;
  tree.add("d_half", R"(<ir_version: 8, opset_import: ["" : 13]> g (float16[N] x) => (float16[N] y) { y = Max (x) })",
           "float16[1]{1.0}", "float16[1]{1.0}");
  std::string npy = serialize_npy(Tensor::of<std::uint16_t>({1}, {0}));
  npy.replace(npy.find("<u2"), 3, "<M8");
  write_text(tree / "theirs/d_half/test_data_set_0/output_0.npy", npy);
  const ProgramResult result = tree.test({"--actual", "theirs", "-k", "d_half"});
  CHECK(result == ProgramResult{1, result.out, ""});
  CHECK(result.out.starts_with("failed tests/d_half: test_data_set_0: theirs/d_half/test_data_set_0/output_0.npy: "));
}

TEST_CASE("test: --actual with a folder that is not there, or one level off, is one error") {
  const Tree tree;
  CHECK(tree.test({"--actual", "theirs"}) == ProgramResult{6, "", "hardref: --actual theirs: not a directory\n"});
  write_value(tree / "theirs/run_1/a_good/test_data_set_0/output_0.pb", "", "int32[1]{2000}");
  CHECK(tree.test({"--actual", "theirs"}) ==
        ProgramResult{6, "",
                      "hardref: --actual theirs: no results in it; looked for 3 tests, the first at "
                      "theirs/a_good/test_data_set_0\n"});
  // What is not selected counts as well: those that are may be what the runtime did not get to.
  CHECK(tree.test({"--actual", "theirs/run_1", "-k", "b_bad"}).exit_code == 1);
}

TEST_CASE("test: unsupported.txt says that the other runtime does not have it") {
  const Tree tree;
  write_value(tree / "theirs/a_good/test_data_set_0/output_0.pb", "", "int32[1]{2000}");
  write_text(tree / "theirs/b_bad/unsupported.txt", "no kernel for Max(13)\nand more\n");
  write_text(tree / "theirs/c_erf/unsupported.txt", "");
  CHECK(tree.test({"--actual", "theirs", "-v"}) ==
        ProgramResult{0,
                      kPassed + "unsupported tests/b_bad: no kernel for Max(13)\nunsupported tests/c_erf: no reason is "
                                "given\n2 unsupported\n1 passed, 0 failed, 0 skipped\n",
                      ""});
  const nlohmann::json report = nlohmann::json::parse(tree.test({"--actual", "theirs", "--json"}).out);
  CHECK(report.at("unsupported") == 2);
  CHECK(report.at("tests").at(1).at("verdict") == "unsupported");
  write_text(tree / "known.txt", "c_erf known\n");
  CHECK(tree.test({"--actual", "theirs", "-k", "erf", "--xfail", "known.txt"}) ==
        ProgramResult{1, "1 unsupported\n0 passed, 0 failed, 0 skipped\n",
                      "hardref: no test passed: 1 unsupported; -v prints the reason of each\n"});
}

// ---- Names ----

TEST_CASE("test: names are unique over several roots, and a line of --xfail is about one test") {
  const Tree tree;
  for (const char* root : {"v1/node", "v2/node"}) {
    write_model(tree / root / "test_x/model.onnx", kInt32);
    write_values(tree / root / "test_x/test_data_set_0", {"int32[1]{1}"}, {"int32[1]{2}"});
  }
  const auto run = [&](const Words& more) { return tree.hardref(joined({"test", "v1/node", "v2/node"}, more)); };
  CHECK(run({"--list"}) == prints("v1/node/test_x\nv2/node/test_x\n"));
  write_text(tree / "known.txt", "v1/node/test_x known\n");
  const ProgramResult result = run({"--xfail", "known.txt", "--junit", "junit.xml"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.starts_with("failed v2/node/test_x: "));
  CHECK(result.out.ends_with("1 known\n0 passed, 1 failed, 0 skipped\n"));
  const std::string junit = read_text(tree / "junit.xml");
  CHECK(junit.find(R"(<testcase name="test_x" classname="v1/node")") != std::string::npos);
  CHECK(junit.find(R"(<testcase name="test_x" classname="v2/node")") != std::string::npos);
  write_text(tree / "known.txt", "node/test_x known\n");
  CHECK(
      run({"--xfail", "known.txt"}) ==
      ProgramResult{3, "",
                    "hardref: known.txt:1: node/test_x fits 2 tests, v1/node/test_x and v2/node/test_x: expected more "
                    "of the name\n"});
}

TEST_CASE("test: a model under another name beside its data sets, as in onnx/models") {
  const WorkFolder folder;
  write_model(folder / "hs-13/hs-13.onnx", kInt32);
  write_values(folder / "hs-13/test_data_set_0", {"int32[1]{1}"}, {"int32[1]{2}"});
  const ProgramResult result = folder.hardref({"test", "hs-13", "--html", "out.html"});
  CHECK(result.out.starts_with("failed hs-13: test_data_set_0: output \"y\": 1 of 1 elements differs; "));
  CHECK(read_text(folder / "out.html").find(R"("graph":)") != std::string::npos);
}

TEST_CASE("test: a data set that nobody would look at fails the test") {
  const Tree tree;
  write_values(tree / "tests/a_good/test_data_set1", {"int32[1]{1}"}, {"int32[1]{2}"});
  CHECK(tree.test({"-k", "good"}) ==
        ProgramResult{1,
                      "failed tests/a_good: stray folder test_data_set1: expected folders test_data_set_N, data.json, "
                      "config.txt, README, LICENSE, and files that the model names\n0 passed, 1 failed, 0 skipped\n",
                      ""});
}

// ---- Expected failures ----

TEST_CASE("test: --update-xfail adds what failed and drops what passed") {
  const Tree tree;
  CHECK(tree.test({"--update-xfail"}) == ProgramResult{2, "", "hardref: --update-xfail needs --xfail FILE\n"});
  const Words update{"--xfail", "known.txt", "--update-xfail"};
  CHECK(tree.test(update) == ProgramResult{1, kFailed + "1 passed, 1 failed, 1 skipped\n", ""});
  const std::string entry = kFailedLine.substr(std::string("failed ").size());
  const std::string line = "tests/b_bad" + entry.substr(entry.find(':') + 1);
  CHECK(read_text(tree / "known.txt") == line);
  CHECK(tree.test({"--xfail", "known.txt"}) == ProgramResult{0, "1 known\n1 passed, 0 failed, 1 skipped\n", ""});

  write_text(tree / "known.txt", "# kept\na_good was wrong once\n\nother not run\nb_bad known\n");
  CHECK(tree.test(update).exit_code == 1);
  CHECK(read_text(tree / "known.txt") == "# kept\n\nother not run\nb_bad known\n");
}

TEST_CASE("test: --update-xfail writes names that --xfail reads back") {
  const Tree tree;
  tree.add("d a\nd_b", kInt32, "int32[1]{1}", "int32[1]{2}");
  const Words update{"--xfail", "known.txt", "--update-xfail", "-k", "d a"};
  CHECK(tree.test(update).exit_code == 1);
  CHECK(read_text(tree / "known.txt").starts_with("tests/d\\x20a\\x0ad_b test_data_set_0: "));
  CHECK(tree.test({"--xfail", "known.txt", "-k", "good|d a"}) ==
        ProgramResult{0, "1 known\n1 passed, 0 failed, 0 skipped\n", ""});
}

TEST_CASE("test: an expected failure is known, with its reason") {
  const Tree tree;
  write_text(tree / "known.txt", "# why\ntests/b_bad  published with an error\nc_erf not needed, but no harm\n");
  CHECK(tree.test({"--xfail", "known.txt", "-v"}) ==
        ProgramResult{0,
                      kPassed + "known tests/b_bad: published with an error\n" + kSkipped +
                          "1 known\n1 passed, 0 failed, 1 skipped\n",
                      ""});
}

TEST_CASE("test: an expected failure that passes is stale, one that is not there is told, one left out is not") {
  const Tree tree;
  write_text(tree / "known.txt", "a_good it was wrong once\nno_such_test a slip of the pen\nb_bad known\n");
  CHECK(tree.test({"--xfail", "known.txt", "-k", "good"}) ==
        ProgramResult{1,
                      "failed tests/a_good: stale: passes, but is expected to fail: it was wrong once\n0 passed, 1 "
                      "failed, 0 skipped\n",
                      "warning: known.txt:2: no test is called no_such_test\n"});
}

TEST_CASE("test: a list of expected failures that cannot be read") {
  const Tree tree;
  write_text(tree / "known.txt", "tests/b_bad\n");
  CHECK(tree.test({"--xfail", "known.txt"}) ==
        ProgramResult{3, "", "hardref: known.txt:1: expected a reason after the test's name\n"});
  CHECK(tree.test({"--xfail", "missing.txt"}) ==
        ProgramResult{6, "", "hardref: missing.txt: cannot open: No such file or directory\n"});
}

}  // namespace
}  // namespace hardref::test
