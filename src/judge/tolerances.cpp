#include "judge/tolerances.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <string>

#include "error.h"
#include "judge/data_json.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

void apply_data_json(const fs::path& folder, Tolerance& tolerance) {
  const DataJson json = read_data_json(folder);
  tolerance.rtol = json.rtol.value_or(tolerance.rtol);
  tolerance.atol = json.atol.value_or(tolerance.atol);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

// "key: value" lines. onnx_test_runner knows three keys and leaves others alone, and so is it done here.
void apply_config_txt(const fs::path& folder, Tolerance& tolerance) {
  std::ifstream file(folder / "config.txt");
  for (std::string line; std::getline(file, line);) {
    const std::string_view text(line);
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view key = trimmed(text.substr(0, colon));
    const std::string_view value = trimmed(text.substr(std::min(colon + 1, text.size())));
    if (key == "post_processing" && value == "true") {
      fail(ErrorKind::kUnsupported, "config.txt: post_processing, which clamps outputs to [0, 255], is not done here");
    }
    const bool relative = key == "relative_per_sample_tolerance";
    if (!relative && key != "per_sample_tolerance") continue;
    double number = -1;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool is_number = error == std::errc() && end == value.data() + value.size();
    if (!is_number || !(number >= 0) || !std::isfinite(number)) {
      fail(ErrorKind::kInvalidInput, "config.txt: {} is \"{}\", expected a finite number of 0 or more", key, value);
    }
    (relative ? tolerance.rtol : tolerance.atol) = number;
  }
}

// The judge's own.
Tolerance rule_of(Judge judge) {
  switch (judge) {
    case Judge::kOnnx:
      return {.rtol = 1e-3, .atol = 1e-7};
    case Judge::kOrt:
      return {.rtol = 1e-3, .atol = 1e-5};
    case Judge::kStrict:
      return {.exact = true};
  }
  return {};
}

Tolerance with_options(Tolerance tolerance, const JudgeOptions& options) {
  tolerance.rtol = options.rtol.value_or(tolerance.rtol);
  tolerance.atol = options.atol.value_or(tolerance.atol);
  tolerance.ulp = options.ulp;
  // Integers have a tolerance only where it is asked for; beyond 2^64 all of them pass.
  const double atol = options.atol.value_or(0);
  tolerance.integer_atol = atol < 0x1p64 ? static_cast<std::uint64_t>(atol) : std::numeric_limits<std::uint64_t>::max();
  return tolerance;
}

}  // namespace

std::string_view to_string(Judge judge) {
  switch (judge) {
    case Judge::kOnnx:
      return "onnx";
    case Judge::kOrt:
      return "ort";
    case Judge::kStrict:
      return "strict";
  }
  return "unknown";
}

Tolerance tolerance_of(Judge judge, const JudgeOptions& options) { return with_options(rule_of(judge), options); }

Tolerance tolerance_of(Judge judge, const JudgeOptions& options, const fs::path& folder) {
  Tolerance tolerance = rule_of(judge);
  if (judge == Judge::kOnnx) apply_data_json(folder, tolerance);
  if (judge == Judge::kOrt) apply_config_txt(folder, tolerance);
  return with_options(tolerance, options);
}

}  // namespace hardref
