// What the sub-commands of the program share: how they are registered, and how they read a model. The contract of each
// is its --help.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "commands/options.h"
#include "error.h"
#include "files/model_file.h"
#include "hardref.hpp"

namespace hardref::tools {

// Each adds a sub-command, whose action throws Error where it cannot.
void add_run_command(CommandLine& line);
void add_test_command(CommandLine& line);
void add_compare_command(CommandLine& line);
void add_record_command(CommandLine& line);
void add_ops_command(CommandLine& line);
void add_show_command(CommandLine& line);
void add_expand_command(CommandLine& line);
void add_bench_command(CommandLine& line);

// Where a model comes from, as options say it.
struct ModelSource {
  std::string path;           // "-" for standard input
  std::string external_root;  // empty: the model's folder

  void add_options(Command& command);
  [[nodiscard]] Model load() const;
  [[nodiscard]] ModelFile file() const;
};

// Extents for named dimensions, from --dim NAME=N.
class DimensionOptions {
 public:
  void add_options(Command& command);
  // Throws kUsage for a name that no dimension of the inputs has.
  void check(const std::vector<Declaration>& inputs) const;
  // Throws kUsage where a value of the input has the shape, in which a dimension has another extent.
  void check(const Declaration& input, std::span<const std::int64_t> shape) const;
  // The shape that an input is declared with. Throws kUsage where an extent is neither declared nor given.
  [[nodiscard]] Shape shape_of(const Declaration& input) const;

 private:
  [[nodiscard]] std::map<std::string, std::int64_t> extents() const;
  std::vector<std::string> given_;
};

// How a run is executed. Its results do not depend on it.
class ExecutionOptions {
 public:
  void add_options(Command& command);
  void apply(SessionOptions& session) const;

 private:
  std::size_t threads_ = 1;
  bool no_fuse_ = false;
};

// "NAME=REST" split at the first "=". Throws kUsage where there is none.
[[nodiscard]] std::pair<std::string, std::string> split_assignment(const std::string& text, std::string_view option);
// The same, but NAME is the longest of the declared names that fits, so that a name may hold an "=".
[[nodiscard]] std::pair<std::string, std::string> split_assignment(const std::string& text, std::string_view option,
                                                                   const std::vector<Declaration>& declared);

// A number of 0 or more in decimal digits; nothing where the text is anything else.
[[nodiscard]] std::optional<std::int64_t> parse_count(std::string_view text);

// Text to standard output, all at once. Throws kIo where it cannot be written.
void print_out(std::string_view text);

// To a file, or to standard output for "-". Throws kIo.
void write_out(const std::string& path, std::string_view bytes);

// Both to standard error. Where that cannot be written they say nothing: what a command does and how it ends does not
// depend on who listens.
void print_message(std::string_view prefix, std::string_view text) noexcept;
void print_warning(std::string_view text) noexcept;

}  // namespace hardref::tools
