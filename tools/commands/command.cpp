#include "commands/command.h"

#include <algorithm>
#include <cstdio>

#include "tensor/decimal.h"
#include "tensor/file.h"
#include "tensor/shape.h"

namespace hardref::tools {

void ModelSource::add_options(Command& command) {
  command.add_option("MODEL", path, "an .onnx file, ONNX text, a folder with a model.onnx, or - for standard input")
      .required();
  command.add_option("--external-root", external_root, "folder that external data must stay inside of [the model's]");
}

Model ModelSource::load() const { return file().model; }

ModelFile ModelSource::file() const { return read_model_file(path, external_root); }

void DimensionOptions::add_options(Command& command) {
  command.add_option("--dim", given_, "NAME=N: the extent of a named dimension").type_name("NAME=N");
}

std::map<std::string, std::int64_t> DimensionOptions::extents() const {
  std::map<std::string, std::int64_t> extents;
  for (const std::string& text : given_) {
    const auto [name, number] = split_assignment(text, "--dim");
    const auto extent = parse_count(number);
    if (!extent) fail(ErrorKind::kUsage, "--dim {}: expected a number of 0 or more after the =", text);
    if (!extents.emplace(name, *extent).second) {
      fail(ErrorKind::kUsage, "--dim {}: dimension {} is given twice", text, name);
    }
  }
  return extents;
}

void DimensionOptions::check(const std::vector<Declaration>& inputs) const {
  const auto has = [&](const std::string& name) {
    return std::ranges::any_of(inputs, [&](const Declaration& input) {
      return input.shape && std::ranges::find(*input.shape, Dimension(name)) != input.shape->end();
    });
  };
  for (const auto& [name, extent] : extents()) {
    if (!has(name)) fail(ErrorKind::kUsage, "--dim {}={}: no input has a dimension {}", name, extent, name);
  }
}

void DimensionOptions::check(const Declaration& input, std::span<const std::int64_t> shape) const {
  if (!input.shape || input.shape->size() != shape.size()) return;
  for (const auto& [name, extent] : extents()) {
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if ((*input.shape)[d] == Dimension(name) && shape[d] != extent) {
        fail(ErrorKind::kUsage, "--dim {}={}: input \"{}\" has shape {}, where {} is {}", name, extent, input.name,
             to_string(shape), name, shape[d]);
      }
    }
  }
}

Shape DimensionOptions::shape_of(const Declaration& input) const {
  if (!input.type || !input.shape) {
    fail(ErrorKind::kUsage, "input \"{}\" is declared without {}, so its value must be given", input.name,
         input.type ? "a shape" : "a tensor type");
  }
  const auto known = extents();
  Shape shape;
  for (const Dimension& dimension : *input.shape) {
    if (const auto* extent = std::get_if<std::int64_t>(&dimension)) {
      shape.push_back(*extent);
      continue;
    }
    const auto* name = std::get_if<std::string>(&dimension);
    if (name == nullptr) {
      fail(ErrorKind::kUsage, "input \"{}\" has a dimension without extent or name, so its value must be given",
           input.name);
    }
    const auto found = known.find(*name);
    if (found == known.end()) {
      fail(ErrorKind::kUsage, "input \"{}\" has a dimension {} without extent: give it with --dim {}=16", input.name,
           *name, *name);
    }
    shape.push_back(found->second);
  }
  return shape;
}

void ExecutionOptions::add_options(Command& command) {
  command.add_option("--threads", threads_, "threads of a run [1]; 0 for as many as the machine has")
      .type_name("N")
      .without_minus();
  command.add_flag("--no-fuse", no_fuse_, "run every operator of a chain by itself");
}

void ExecutionOptions::apply(SessionOptions& session) const {
  session.threads = threads_;
  session.fuse = !no_fuse_;
}

std::pair<std::string, std::string> split_assignment(const std::string& text, std::string_view option) {
  const auto at = text.find('=');
  if (at == std::string::npos || at == 0) fail(ErrorKind::kUsage, "{} {}: expected NAME=VALUE", option, text);
  return {text.substr(0, at), text.substr(at + 1)};
}

std::pair<std::string, std::string> split_assignment(const std::string& text, std::string_view option,
                                                     const std::vector<Declaration>& declared) {
  std::size_t longest = 0;
  for (const Declaration& value : declared) {
    const bool fits = text.starts_with(value.name) && text.substr(value.name.size()).starts_with('=');
    if (fits) longest = std::max(longest, value.name.size());
  }
  if (longest == 0) return split_assignment(text, option);
  return {text.substr(0, longest), text.substr(longest + 1)};
}

std::optional<std::int64_t> parse_count(std::string_view text) {
  return text.starts_with('-') ? std::nullopt : parse_integer<std::int64_t>(text);
}

void print_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    fail(ErrorKind::kIo, "standard output cannot be written");
  }
}

void write_out(const std::string& path, std::string_view bytes) {
  path == "-" ? print_out(bytes) : write_file(path, bytes);
}

void print_message(std::string_view prefix, std::string_view text) noexcept {
  try {
    const std::string line = fmt::format("{}{}\n", prefix, escaped(text, "\n\t"));
    std::fwrite(line.data(), 1, line.size(), stderr);
  } catch (const std::bad_alloc&) {
    std::fputs("hardref: out of memory\n", stderr);
  }
}

void print_warning(std::string_view text) noexcept {
  try {
    print_message("warning: ", escaped(text));
  } catch (const std::bad_alloc&) {
    std::fputs("warning: out of memory\n", stderr);
  }
}

}  // namespace hardref::tools
