#include "commands/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "commands/shell_word.h"
#include "error.h"
#include "tensor/suggestion.h"

namespace hardref::tools {

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& values) {
  option_->check(CLI::IsMember(values));
  return *this;
}

Option& Option::not_negative() {
  option_->check(CLI::NonNegativeNumber);
  return *this;
}

Option& Option::without_minus() {
  option_->check([](const std::string& text) {
    return text.starts_with('-') ? "expected a number of 0 or more, found " + text : std::string();
  });
  return *this;
}

Option& Option::finite() {
  option_->check([](const std::string& text) {
    const bool is_finite = std::isfinite(std::strtod(text.c_str(), nullptr));
    return is_finite ? std::string() : "expected a finite number, found " + text;
  });
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

template <class T>
Option Command::add_option(const std::string& name, T& target, const std::string& help) {
  return Option(*app_->add_option(name, target, help));
}

template Option Command::add_option(const std::string&, std::string&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::add_option(const std::string&, double&, const std::string&);
template Option Command::add_option(const std::string&, std::size_t&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<std::int64_t>&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<std::uint64_t>&, const std::string&);

Option Command::add_flag(const std::string& name, bool& target, const std::string& help) {
  return Option(*app_->add_flag(name, target, help));
}

std::string Command::given_arguments(std::span<const std::string_view> only) const {
  std::string text;
  for (const CLI::Option* option : static_cast<const CLI::App*>(app_)->get_options()) {
    const bool wanted = only.empty() || std::ranges::find(only, option->get_name()) != only.end();
    if (option->count() == 0 || !wanted) continue;
    if (!option->get_positional()) text += " " + option->get_name();
    if (option->get_items_expected_max() == 0) continue;  // a flag
    for (const std::string& word : option->results()) text += " " + shell_word(word);
  }
  return text;
}

void Command::footer(const std::string& text) { app_->footer(text); }

void Command::action(std::function<int()> action) {
  app_->callback([action = std::move(action), &exit_code = *exit_code_] { exit_code = action(); });
}

namespace {

// The word that stands where a command should; empty where there is one.
std::string unknown_command(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  const bool is_word = !words.empty() && !words.front().starts_with("-");
  return is_word && app.get_subcommands().empty() && !app.get_subcommands({}).empty() ? words.front() : "";
}

// What was meant by the first word that nobody asked for.
std::string hint_for(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  if (words.empty()) return "";
  const std::vector<CLI::App*> used = app.get_subcommands();
  std::vector<std::string> known;
  if (!words.front().starts_with("-")) {
    if (!used.empty()) return "";
    for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  } else {
    for (const CLI::Option* option : static_cast<const CLI::App&>(used.empty() ? app : *used.front()).get_options()) {
      if (!option->get_lnames().empty()) known.push_back("--" + option->get_lnames().front());
    }
  }
  return did_you_mean(words.front().substr(0, words.front().find('=')), known);
}

}  // namespace

CommandLine::CommandLine(const std::string& program, const std::string& description, const std::string& version,
                         const std::string& footer)
    : app_(std::make_unique<CLI::App>(description, program)) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
  app_->footer(footer);
  app_->failure_message([program](const CLI::App* command, const CLI::Error& error) {
    std::string text = CLI::FailureMessage::simple(command, error);
    const std::string hint = hint_for(*command);
    if (const std::string word = unknown_command(*command); !word.empty()) {
      text.replace(0, text.find('\n'), fmt::format("no command {:?}", word));
    }
    if (!hint.empty()) text.insert(text.find('\n'), hint);
    return escaped(program + ": " + text, "\n");
  });
}

CommandLine::~CommandLine() = default;

Command CommandLine::add_command(const std::string& name, const std::string& description) {
  return {*app_->add_subcommand(name, description), exit_code_};
}

int CommandLine::run(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
    return exit_code_;
  } catch (const CLI::ParseError& error) {
    const int code = app_->exit(error, std::cout, std::cerr);
    if (code != 0) return exit_code(ErrorKind::kUsage);
    if (!std::cout.flush()) fail(ErrorKind::kIo, "standard output cannot be written");
    return kSuccess;
  }
}

}  // namespace hardref::tools
