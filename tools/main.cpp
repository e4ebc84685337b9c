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
  CLI::App app{"Reference interpreter for the ONNX operators Hardmax and HardSigmoid", "hardref"};
  app.set_version_flag("--version", "hardref " HARDREF_VERSION);
  app.require_subcommand(1);
  app.footer(kFooter);
  app.failure_message([](const CLI::App* command, const CLI::Error& error) {
    return "hardref: " + CLI::FailureMessage::simple(command, error);
  });
  int exit_code = hardref::tools::kSuccess;
  hardref::tools::add_run_command(app, exit_code);
  hardref::tools::add_test_command(app, exit_code);
  hardref::tools::add_compare_command(app, exit_code);
  hardref::tools::add_record_command(app, exit_code);
  hardref::tools::add_show_command(app, exit_code);
  hardref::tools::add_expand_command(app, exit_code);
  hardref::tools::add_ops_command(app, exit_code);
  hardref::tools::add_bench_command(app, exit_code);
  try {
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error, std::cout, std::cerr);
    return code == 0 ? 0 : hardref::tools::exit_code(hardref::ErrorKind::kUsage);
  }
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
