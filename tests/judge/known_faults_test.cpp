// Published tests that are at fault are known by what is in them. That each of them is known is tested where they are:
// tests/published.
#include "judge/known_faults.h"

#include <fmt/format.h>

#include "judge/test_directory.h"
#include "support/files.h"

namespace hardref::test {
namespace {

constexpr auto kReason = "float to bfloat16 is truncated instead of rounded to nearest even";

// A test that expects what ONNX published for Cast from float to bfloat16.
class Truncated : public ScratchFolder {
 public:
  Truncated() {
    write_model(*this / "model.onnx",
                R"(<ir_version: 8, opset_import: ["" : 13]>
g (float[3,4] input) => (bfloat16[3,4] output) { output = Cast <to = 16> (input) })");
    write_values(set(),
                 {"float[3,4]{0.47892547, 0.48033667, 0.49968487, 0.81910545, 0.47031248, 0.816468, 0.21087195, "
                  "0.7229038, nan, inf, inf, -inf}"},
                 {});
    // TensorProto: dims, a data_type of uint16, name, and the bits, which are the upper halves of the floats.
    write_text(set() / "output_0.pb", std::string("\x08\x03\x08\x04\x10\x04\x42\x06output\x4a\x18", 16) +
                                          bits_of({0x3ef5, 0x3ef5, 0x3eff, 0x3f51, 0x3ef0, 0x3f51, 0x3e57, 0x3f39,
                                                   0x7fc0, 0x7f80, 0x7f80, 0xff80}));
  }
  [[nodiscard]] std::filesystem::path set() const { return *this / "test_data_set_0"; }
  [[nodiscard]] TestResult judge(const JudgeOptions& options = {}, const std::string& results = {}) const {
    return run_test({path(), "name"}, options, results);
  }

 private:
  static std::string bits_of(const std::vector<std::uint16_t>& values) {
    std::string bytes;
    for (const std::uint16_t value : values) {
      bytes += static_cast<char>(value & 0xffU);
      bytes += static_cast<char>(value >> 8U);
    }
    return bytes;
  }
};

TEST_CASE("known faults: a file of the table, under any name of the test") {
  const Truncated test;
  CHECK(known_fault(test.path()) == kReason);
  CHECK_FALSE(known_fault(test.set()));
  std::string bytes = read_text(test.set() / "output_0.pb");
  bytes.back() ^= 1;
  write_text(test.set() / "output_0.pb", bytes);
  CHECK_FALSE(known_fault(test.path()));
}

TEST_CASE("known faults: a failure is known, with the reason and nothing else") {
  const Truncated test;
  const TestResult result = test.judge();
  CHECK(result.verdict == Verdict::kKnown);
  CHECK(result.reason == kReason);
  CHECK(result.mismatches.empty());
  CHECK(test.judge({.all = true}).judges.empty());
  CHECK(test.judge({.known = false}).verdict == Verdict::kFailed);
}

TEST_CASE("known faults: one that passes is stale, unless tolerances were asked for") {
  const Truncated test;
  CHECK(test.judge({.rtol = 0.1}).verdict == Verdict::kKnown);
  CHECK(test.judge({.ulp = 1}).verdict == Verdict::kKnown);
  write_text(test / "data.json", R"({"rtol": 0.1})");
  const TestResult stale = test.judge();
  CHECK(stale.verdict == Verdict::kFailed);
  CHECK(stale.reason == fmt::format("stale: passes, but is known to be at fault: {}", kReason));
  CHECK(test.judge({.known = false}).verdict == Verdict::kPassed);
}

TEST_CASE("known faults: another runtime is known whatever it answers") {
  const Truncated test;
  const ScratchFolder results;
  CHECK(test.judge({}, (results / "missing").string()).verdict == Verdict::kKnown);
  std::filesystem::create_directories(results / "test_data_set_0");
  std::filesystem::copy_file(test.set() / "output_0.pb", results / "test_data_set_0/output_0.pb");
  CHECK(test.judge({}, results.path().string()).verdict == Verdict::kKnown);
  CHECK(test.judge({.known = false}, results.path().string()).verdict == Verdict::kPassed);
}

}  // namespace
}  // namespace hardref::test
