// The program hardref: its sub-commands, and how errors become exit codes.
#include "commands/command.h"

namespace {

constexpr auto kFooter = R"(Examples:
  hardref run model.onnx -i x='float[2,3]{1,2,3,4,5,6}'
  hardref show model.onnx --expanded
  hardref test my_tests

Exit codes: 0 ok, 1 a comparison or test failed, 2 usage, 3 invalid model or input,
4 unsupported operator, version or type, 5 a limit was reached, 6 I/O, 70 internal.
)";

int run(int argc, char** argv) {
  using namespace hardref::tools;
  CommandLine line("hardref", "Reference interpreter for the ONNX operators Hardmax and HardSigmoid",
                   "hardref " HARDREF_VERSION, kFooter);
  add_run_command(line);
  add_test_command(line);
  add_compare_command(line);
  add_record_command(line);
  add_show_command(line);
  add_expand_command(line);
  add_ops_command(line);
  add_bench_command(line);
  return line.run(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const hardref::Error& error) {
    fmt::print(stderr, "hardref: {}\n", error.what());
    return hardref::tools::exit_code(error.kind());
  } catch (const std::exception& error) {
    fmt::print(stderr, "hardref: unexpected: {}\n", error.what());
    return hardref::tools::exit_code(hardref::ErrorKind::kInternal);
  }
}
