// The command line as sub-commands declare it: options, arguments, and what to do. Only options.cpp includes CLI11,
// whose header takes longer to compile than any file of ours.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/exit_code.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hardref::tools {

// An option, for what there is to say about it besides its name.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option& required();
  Option& type_name(const std::string& name);
  Option& one_of(const std::vector<std::string>& values);
  Option& not_negative();
  Option& without_minus();  // not negative, for unsigned numbers too, which CLI11 wraps around
  Option& finite();
  Option& excludes(const Option& other);

 private:
  CLI::Option* option_;
};

// A sub-command.
class Command {
 public:
  Command(CLI::App& app, int& exit_code) : app_(&app), exit_code_(&exit_code) {}

  // "-o,--output" is an option, "MODEL" an argument. What it is given goes to target: a string, a number, one of these
  // that may be missing, or a list of strings.
  template <class T>
  Option add_option(const std::string& name, T& target, const std::string& help);
  Option add_flag(const std::string& name, bool& target, const std::string& help);
  // The arguments that were given, as one would type them again, options by their longest name: " tests --judge
  // strict". Only those with one of the names where there are any.
  [[nodiscard]] std::string given_arguments(std::span<const std::string_view> only = {}) const;
  // Text below all options.
  void footer(const std::string& text);
  // What the command does once its options are read. Returns the exit code of the program.
  void action(std::function<int()> action);

 private:
  CLI::App* app_;
  int* exit_code_;
};

// The whole of it.
class CommandLine {
 public:
  CommandLine(const std::string& program, const std::string& description, const std::string& version,
              const std::string& footer);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  ~CommandLine();

  Command add_command(const std::string& name, const std::string& description);
  // Does what the arguments say and returns the exit code. Throws what the action of the sub-command throws.
  int run(int argc, const char* const* argv);

 private:
  std::unique_ptr<CLI::App> app_;
  int exit_code_ = kSuccess;
};

}  // namespace hardref::tools
