// The rules of each judge, and what a test directory may change.
#include "judge/tolerances.h"

#include <fmt/format.h>

#include "support/files.h"

namespace hardref::test {
namespace {

std::string rule(Judge judge, const JudgeOptions& options, const std::filesystem::path& folder) {
  const Tolerance tolerance = tolerance_of(judge, options, folder);
  return fmt::format("{} {}{}{}", tolerance.rtol, tolerance.atol, tolerance.ulp ? " ulp" : "",
                     tolerance.exact ? " exact" : "");
}

TEST_CASE("judge: each has its own rule") {
  const ScratchFolder folder;
  CHECK(rule(Judge::kOnnx, {}, folder.path()) == "0.001 1e-07");
  CHECK(rule(Judge::kOrt, {}, folder.path()) == "0.001 1e-05");
  CHECK(rule(Judge::kStrict, {}, folder.path()).ends_with(" exact"));
  CHECK(rule(Judge::kOnnx, {.rtol = 0.5, .atol = 2, .ulp = 3}, folder.path()) == "0.5 2 ulp");
}

TEST_CASE("judge: data.json is for onnx, config.txt for ort, and the command line for all") {
  const ScratchFolder folder;
  write_text(folder / "data.json", R"({"rtol": 0.25, "atol": 0.125})");
  write_text(folder / "config.txt", "per_sample_tolerance: 1e-2\nrelative_per_sample_tolerance:2e-2\n");
  CHECK(rule(Judge::kOnnx, {}, folder.path()) == "0.25 0.125");
  CHECK(rule(Judge::kOrt, {}, folder.path()) == "0.02 0.01");
  CHECK(rule(Judge::kOrt, {.atol = 1}, folder.path()) == "0.02 1");
}

TEST_CASE("judge: integers get the atol that is asked for, whole steps of it") {
  const auto steps = [](std::optional<double> atol) {
    return tolerance_of(Judge::kOnnx, JudgeOptions{.atol = atol}).integer_atol;
  };
  CHECK(steps(std::nullopt) == 0);
  CHECK(steps(1) == 1);
  CHECK(steps(2.9) == 2);
  CHECK(steps(1e300) == UINT64_MAX);
}

TEST_CASE("judge: config.txt as onnx_test_runner reads it") {
  const ScratchFolder folder;
  const auto ort = [&](std::string_view text) {
    write_text(folder / "config.txt", text);
    std::string result;
    const std::string error = message_of([&] { return result = rule(Judge::kOrt, {}, folder.path()); });
    return error == "no error" ? result : error;
  };
  CHECK(ort("") == "0.001 1e-05");
  CHECK(ort("\n  per_sample_tolerance  :  0.5 \r\n\nother: x\n") == "0.001 0.5");
  CHECK(ort("post_processing: false\n") == "0.001 1e-05");
  CHECK(ort("per_sample_tolerance: 1\nper_sample_tolerance: 2") == "0.001 2");
  CHECK(ort("post_processing: true\n") ==
        "unsupported: config.txt: post_processing, which clamps outputs to [0, 255], is not done here");
  CHECK(ort("per_sample_tolerance: x\n") ==
        "invalid_input: config.txt: per_sample_tolerance is \"x\", expected a finite number of 0 or more");
  CHECK(ort("per_sample_tolerance\n") ==
        "invalid_input: config.txt: per_sample_tolerance is \"\", expected a finite number of 0 or more");
  CHECK(ort("relative_per_sample_tolerance: -1\n") ==
        "invalid_input: config.txt: relative_per_sample_tolerance is \"-1\", expected a finite number of 0 or more");
  CHECK(ort("relative_per_sample_tolerance: inf\n") ==
        "invalid_input: config.txt: relative_per_sample_tolerance is \"inf\", expected a finite number of 0 or more");
  CHECK(ort("per_sample_tolerance: 1e999\n") ==
        "invalid_input: config.txt: per_sample_tolerance is \"1e999\", expected a finite number of 0 or more");
  CHECK(ort("relative_per_sample_tolerance: nan\n") ==
        "invalid_input: config.txt: relative_per_sample_tolerance is \"nan\", expected a finite number of 0 or more");
}

}  // namespace
}  // namespace hardref::test
