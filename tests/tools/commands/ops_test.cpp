// hardref ops: the table of operators, as text and as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ops/registry.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

std::vector<std::string> known_versions() {
  std::vector<std::string> names;
  for (const OpVersions versions : all_operators()) {
    for (const OpVersion& op : versions) names.push_back(fmt::format("{}-{}", op.name, op.since_version));
  }
  return names;
}

TEST_CASE("ops: an operator, or one version of it") {
  const std::string thirteen =
      "Hardmax-13 <axis: int = -1> (input: T) => (output: T)\n  T: bfloat16, float16, float, double\n";
  CHECK(run_program({"ops", "Hardmax"}) ==
        ProgramResult{0,
                      "Hardmax-1 <axis: int = 1> (input: T) => (output: T)\n  T: float16, float, double\n"
                      "Hardmax-11 <axis: int = 1> (input: T) => (output: T)\n  T: float16, float, double\n" +
                          thirteen,
                      ""});
  CHECK(run_program({"ops", "Hardmax-13"}) == ProgramResult{0, thirteen, ""});
  // An attribute without default, and an input that may be many.
  CHECK(run_program({"ops", "Max-1"}) ==
        ProgramResult{0, "Max-1 <consumed_inputs: ints> (data_0: T, ...) => (max: T)\n  T: float16, float, double\n",
                      ""});
  CHECK(
      run_program({"ops", "Cast-6"})
          .out.starts_with("Cast-6 <to: int (required)> (input: T1) => (output: T2)\n  T1: float16, float, double, "));
}

TEST_CASE("ops: every version is there, in text and in JSON") {
  const std::string text = run_program({"ops"}).out;
  const nlohmann::json list = nlohmann::json::parse(run_program({"ops", "--json"}).out);
  std::vector<std::string> in_text;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    if (text[begin] != ' ') in_text.push_back(text.substr(begin, text.find(' ', begin) - begin));
  }
  std::vector<std::string> in_json;
  for (const nlohmann::json& op : list) {
    in_json.push_back(fmt::format("{}-{}", op.at("name").get<std::string>(), op.at("since_version").get<int>()));
    CHECK(op.size() == 7);
    CHECK(op.at("function").is_boolean());
    CHECK(op.at("outputs").size() == 1);
    for (const char* side : {"inputs", "outputs"}) {
      for (const nlohmann::json& parameter : op.at(side)) {
        CHECK_FALSE(op.at("types").at(parameter.at("type").get<std::string>()).empty());
      }
    }
  }
  CHECK(in_text == known_versions());
  CHECK(in_json == known_versions());
}

TEST_CASE("ops: JSON as others parse it") {
  const auto row = [](const std::string& name) {
    const ProgramResult result = run_program({"ops", name, "--json"});
    CHECK(result == ProgramResult{0, result.out, ""});
    const nlohmann::json list = nlohmann::json::parse(result.out);
    CHECK(list.size() == 1);
    return list.at(0);
  };
  const nlohmann::json x{{"name", "X"}, {"type", "T"}, {"variadic", false}};
  const nlohmann::json y{{"name", "Y"}, {"type", "T"}, {"variadic", false}};
  const nlohmann::json alpha{{"name", "alpha"}, {"type", "float"}, {"required", false}, {"default", double{0.2F}}};
  const nlohmann::json beta{{"name", "beta"}, {"type", "float"}, {"required", false}, {"default", 0.5}};
  CHECK(row("HardSigmoid-22") == nlohmann::json{{"name", "HardSigmoid"},
                                                {"since_version", 22},
                                                {"function", true},
                                                {"attributes", {alpha, beta}},
                                                {"inputs", nlohmann::json::array({x})},
                                                {"outputs", nlohmann::json::array({y})},
                                                {"types", {{"T", {"bfloat16", "float16", "float", "double"}}}}});
  CHECK_FALSE(row("HardSigmoid-1").at("function"));
  const nlohmann::json max = row("Max-8");
  CHECK(max.at("attributes").empty());
  CHECK(max.at("inputs").at(0).at("variadic"));
  CHECK(row("Cast-6").at("attributes").at(0) == nlohmann::json{{"name", "to"}, {"type", "int"}, {"required", true}});
}

TEST_CASE("ops: an operator or version that is not there") {
  const auto error = [](const std::string& name) {
    const ProgramResult result = run_program({"ops", name});
    CHECK(result == ProgramResult{4, "", result.err});
    return result.err;
  };
  CHECK(error("Erf") == "hardref: Erf: no such operator\n");
  CHECK(error("hardmax") == "hardref: hardmax: no such operator; did you mean Hardmax?\n");
  CHECK(error("HardSigmiod-22") == "hardref: HardSigmiod-22: no such operator; did you mean HardSigmoid?\n");
  for (const std::string name : {"Hardmax-12", "Hardmax-", "Hardmax-013"}) {
    CHECK(error(name) == "hardref: " + name + ": no such version; there are Hardmax-1, Hardmax-11, Hardmax-13\n");
  }
}

}  // namespace
}  // namespace hardref::test
