// hardref bench. How long something takes is not tested, only that what is reported is consistent.
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "tools/support.h"

namespace hardref::test {
namespace {

constexpr auto kModel =
    R"(<ir_version: 8, opset_import: ["" : 22]> g (float[N,3] x, w) => (y) { z = HardSigmoid (x) y = Mul (z, w) })";

class BenchFolder : public WorkFolder {
 public:
  BenchFolder() { write_model(*this / "m.onnx", kModel); }
  [[nodiscard]] ProgramResult bench(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"bench", "m.onnx", "--seconds", "0"});
    return hardref(arguments);
  }
};

bool close(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::fabs(b); }

TEST_CASE("bench: the JSON document has the five figures, and they fit each other") {
  const BenchFolder folder;
  const ProgramResult result = folder.bench({"--dim", "N=50", "--shape", "w=1,3", "--type", "w=float", "--json"});
  CHECK(result == ProgramResult{0, result.out, "warning: input \"w\" has no type\n"});
  const auto report = nlohmann::json::parse(result.out);
  CHECK(report.size() == 5);
  CHECK(report.at("bytes_per_run") == 2 * 150 * 4 + 3 * 4);
  const double ns = report.at("ns_per_run");
  CHECK(ns > 0);
  CHECK(close(report.at("gb_per_s"), (2 * 150 * 4 + 3 * 4) / ns));
  CHECK(report.at("memcpy_gb_per_s") > 0);
  CHECK(close(report.at("memcpy_ratio"),
              report.at("gb_per_s").get<double>() / report.at("memcpy_gb_per_s").get<double>()));
}

TEST_CASE("bench: the text") {
  const BenchFolder folder;
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--threads", "2"}, {"--threads", "0"}, {"--no-fuse"}}) {
    std::vector<std::string> arguments{"--shape", "x=5,3", "--shape", "w=", "--type", "w=float"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = folder.bench(arguments);
    CAPTURE(result.out);
    CHECK(result == ProgramResult{0, result.out, "warning: input \"w\" has no type\n"});
    CHECK(std::regex_match(result.out, std::regex(R"(\d+ ns per run, 124 bytes of inputs and outputs, \d+\.\d\d GB/s
memcpy of as many bytes: \d+ ns, \d+\.\d\d GB/s; ratio \d+\.\d\d\d
)")));
  }
}

TEST_CASE("bench: another element type than the model declares") {
  const WorkFolder folder;
  write_model(folder / "m.onnx", R"(
<ir_version: 8, opset_import: ["" : 22, "my" : 1]>
g (float[N] x) => (float[N] y) <float[N] z> { z = HardSigmoid (x) y = my.F (z) }
<domain: "my", opset_import: ["" : 22]>
F (float[N] a) => (float[N] b) { b = Add (a, a) }
)");
  const auto bench = [&](const Words& more) {
    return folder.hardref(joined({"bench", "m.onnx", "--seconds", "0", "--json", "--dim", "N=8"}, more));
  };
  for (const auto& [type, size] : {std::pair{"float16", 2}, {"bfloat16", 2}, {"float", 4}, {"double", 8}}) {
    const ProgramResult result = bench({"--type", std::string("x=") + type});
    CAPTURE(type);
    CHECK(result == ProgramResult{0, result.out, ""});
    CHECK(nlohmann::json::parse(result.out).at("bytes_per_run") == 2 * 8 * size);
  }
  CHECK(bench({"--type", "x=int8"}) ==
        ProgramResult{3, "",
                      "hardref: m.onnx: node 0 (HardSigmoid-22): input X has element type int8; allowed are bfloat16, "
                      "float16, float, double\n"});
}

TEST_CASE("bench: usage errors") {
  const BenchFolder folder;
  const auto error = [&](const std::vector<std::string>& arguments) {
    const ProgramResult result = folder.bench(arguments);
    CHECK(result == ProgramResult{2, "", result.err});
    return result.err;
  };
  CHECK(error({"--shape", "q=1"}) == "hardref: --shape q=1: the model has no input \"q\" that needs a value\n");
  CHECK(error({"--type", "q=float"}) == "hardref: --type q=float: the model has no input \"q\" that needs a value\n");
  CHECK(error({"--dim", "N=1", "--type", "w=f32"}) == "hardref: --type: \"f32\" is no element type\n");
  CHECK(error({"--shape", "x=2,,3"}) ==
        "hardref: --shape: expected numbers of 0 or more between commas, found \"2,,3\"\n");
  CHECK(error({"--shape", "x=2,"}) == "hardref: --shape: expected numbers of 0 or more between commas, found \"2,\"\n");
  CHECK(error({"--shape", "x=2,-3"}) ==
        "hardref: --shape: expected numbers of 0 or more between commas, found \"2,-3\"\n");
  CHECK(error({"--dim", "N=1"}) == "hardref: input \"w\" is declared without a tensor type: give --type\n");
  const Words shapes{"--type", "w=float", "--shape", "w="};
  CHECK(error(joined(shapes, {"--dim", "M=1", "--shape", "x=5,3"})) ==
        "hardref: --dim M=1: no input has a dimension M\n");
  CHECK(error(joined(shapes, {"--dim", "N=1", "--shape", "x=5,3"})) ==
        "hardref: --dim N=1: input \"x\" has shape [5,3], where N is 5\n");
  CHECK(error(joined(shapes, {"--shape", "w=3"})) == "hardref: --shape w=3: input \"w\" is given twice\n");
  CHECK(error(joined(shapes, {"--type", "w=float"})) == "hardref: --type w=float: input \"w\" is given twice\n");
  CHECK(error({"--threads", "-1"}) ==
        "hardref: --threads: expected a number of 0 or more, found -1\nRun with --help for more information.\n");
}

}  // namespace
}  // namespace hardref::test
