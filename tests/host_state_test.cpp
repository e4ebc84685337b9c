// hardref computes, reads and prints the same in every floating-point state of the process around it, and leaves that
// as it was.
#include "support/host_state.h"

#include <filesystem>

#include "compile/support.h"
#include "hardref.h"
#include "support/case_file.h"
#include "support/catch.h"
#include "support/elements.h"
#include "tensor/floating_point.h"

namespace hardref::test {
namespace {

// All that a case gives, as text: every bit of every output, or the error.
std::string outcome(const Case& test_case, const Model& model, const SessionOptions& options) {
  std::string text;
  const std::string error = message_of([&] {
    for (const NamedTensor& output : Session(model, options).run(test_case.given)) {
      text += fmt::format("{} = {}\n", output.name, to_text(output.tensor));
    }
    return 0;
  });
  return text + error;
}

TEST_CASE("the guard sets the default, and puts back what it found") {
  for (const HostState& state : kHostStates) {
    CAPTURE(state.name);
    volatile float tiny = 1e-40F;
    volatile float third = 3;
    CHECK(keeps_state(state, [&] {
      const IeeeArithmetic arithmetic;
      REQUIRE(std::fegetround() == FE_TONEAREST);
      REQUIRE(tiny * 1 != 0);
      REQUIRE(1 / third == 0x1.555556p-2F);
      std::fesetround(FE_DOWNWARD);
      volatile long double wide = 1;
      wide = wide / 3;
    }));
  }
}

TEST_CASE("cases give the same bits in every state of the host", "[host]") {
  for (const auto& entry : std::filesystem::directory_iterator(HARDREF_SOURCE_DIR "/tests/cases")) {
    for (const Case& test_case : read_cases(entry.path().string())) {
      const Model model = model_of(test_case, test_case.opsets.front());
      for (const std::size_t threads : {1U, 3U}) {
        SessionOptions options;
        options.threads = threads;
        options.block = threads == 1 ? 0 : 1;
        const std::string expected = outcome(test_case, model, options);
        for (const HostState& state : kHostStates) {
          INFO(test_case.place << ": " << test_case.name << ", " << state.name);
          std::string actual;
          CHECK(keeps_state(state, [&] { actual = outcome(test_case, model, options); }));
          CHECK(actual == expected);
        }
      }
    }
  }
}

TEST_CASE("every 16-bit input gives the same bits in every state of the host", "[host]") {
  for (const int opset : {1, 6, 22}) {
    const Model model = Model::from_text(at_opset(opset, "g (float16[N] x) => (y) { y = HardSigmoid (x) }"));
    const Inputs inputs = {{"x", all_bits<Float16>()}};
    const Tensor expected = Session(model).run(inputs).front().tensor;
    for (const HostState& state : kHostStates) {
      CAPTURE(opset, state.name);
      std::optional<Tensor> actual;
      CHECK(keeps_state(state, [&] { actual = Session(model).run(inputs).front().tensor; }));
      CHECK(difference(*actual, expected) == "");
    }
  }
}

TEST_CASE("numbers are read, converted and printed the same in every state of the host") {
  const std::string text = "float[4]{2.1, 1e-40, 0.30000001, 16777217}";
  const std::string doubles = "double[3]{2.1, 5e-324, 0.30000000000000004}";
  for (const HostState& state : kHostStates) {
    CAPTURE(state.name);
    std::string printed;
    float half = 0;
    std::uint16_t bits = 0;
    CHECK(keeps_state(state, [&] {
      for (const std::string& literal : {text, doubles}) {
        hardref_tensor* tensor = nullptr;
        REQUIRE(hardref_tensor_from_text(literal.c_str(), &tensor) == HARDREF_OK);
        char buffer[200];
        hardref_tensor_text(tensor, buffer, sizeof buffer);
        printed += buffer;
        hardref_tensor_free(tensor);
      }
      half = to_float(Float16{1});
      bits = static_cast<std::uint16_t>(to_float16(6.103e-5).bits ^ to_bfloat16(1e-40).bits);
    }));
    CHECK(printed == "float[4]{2.1, 1e-40, 0.3, 16777216}double[3]{2.1, 5e-324, 0.30000000000000004}");
    CHECK(half == 0x1p-24F);
    CHECK(bits == (to_float16(6.103e-5).bits ^ to_bfloat16(1e-40).bits));
  }
}

TEST_CASE("an exception leaves the state of the host as it was") {
  for (const HostState& state : kHostStates) {
    CAPTURE(state.name);
    std::string message;
    CHECK(keeps_state(state, [&] { message = error_of(at_opset(13, "g (float[2] x) => (y) { y = Add(x, x) }"), {}); }));
    CHECK(message == "invalid_input: m: input \"x\" is missing");
  }
}

}  // namespace
}  // namespace hardref::test
