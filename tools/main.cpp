// The program hardref: its sub-commands, and how errors become exit codes.
#include <new>
#include <system_error>

#include "commands/command.h"
#include "commands/signals.h"
#include "exec/instruction_set.h"
#include "model/model.h"
#include "ops/registry.h"
#include "tensor/floating_point.h"

namespace {

constexpr auto kFooter = R"(Examples:
  hardref run model.onnx -i x='float[2,3]{1,2,3,4,5,6}'
  hardref show model.onnx --expanded
  hardref test my_tests

Exit codes: 0 ok, 1 a comparison or test failed, 2 usage, 3 invalid model or input,
4 unsupported operator, version or type, 5 a limit was reached, 6 I/O, 70 internal.
)";

std::string version_text() {
  using namespace hardref;
  const InstructionSet set = instruction_set();
  const std::string_view instructions = set == InstructionSet::kAvx512 ? "AVX-512 with float16"
                                        : set == InstructionSet::kAvx2 ? "AVX2"
                                                                       : "baseline";
  return fmt::format("hardref {}\nopsets 1 to {}, IR versions {} to {}\ninstruction set {}, protobuf {}, compiler {}",
                     HARDREF_VERSION, kNewestOpset, model::kFirstIrVersion, model::kLastIrVersion, instructions,
                     HARDREF_PROTOBUF_VERSION, HARDREF_COMPILER);
}

int run(int argc, char** argv) {
  using namespace hardref::tools;
  CommandLine line("hardref", "Reference interpreter for the ONNX operators Hardmax and HardSigmoid", version_text(),
                   kFooter);
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
  using namespace hardref;
  tools::watch_signals();
  const IeeeArithmetic arithmetic;
  const auto ends_with = [](ErrorKind kind, std::string_view text) {
    tools::print_message("hardref: ", text);
    return tools::exit_code(kind);
  };
  try {
    return run(argc, argv);
  } catch (const Error& error) {
    return ends_with(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    return ends_with(ErrorKind::kLimit, "out of memory");
  } catch (const std::filesystem::filesystem_error& error) {
    return ends_with(ErrorKind::kIo, error.what());
  } catch (const std::system_error& error) {
    const bool is_shortage = error.code() == std::errc::resource_unavailable_try_again;
    return ends_with(is_shortage ? ErrorKind::kLimit : ErrorKind::kInternal, error.what());
  } catch (const std::exception& error) {
    return ends_with(ErrorKind::kInternal, fmt::format("unexpected: {}", error.what()));
  }
}
