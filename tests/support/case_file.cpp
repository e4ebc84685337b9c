#include "support/case_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "error.h"
#include "support/nodes.h"
#include "text/text.h"

namespace hardref::test {
namespace {

NamedTensor named_tensor(const std::string& text) {
  const auto at = text.find(" = ");
  if (at == std::string::npos) fail(ErrorKind::kUsage, "expected NAME = TENSOR, found {}", text);
  return {text.substr(0, at), model::parse_tensor(text.substr(at + 3))};
}

void add_line(Case& current, const std::string& word, const std::string& rest, const std::string& line) {
  if (word == "opset") {
    std::istringstream numbers(rest);
    for (std::int64_t opset = 0; numbers >> opset;) current.opsets.push_back(opset);
  } else if (word == "given") {
    current.given.push_back(named_tensor(rest));
  } else if (word == "expect") {
    current.expected.push_back(named_tensor(rest));
  } else if (word == "error") {
    current.error = rest;
  } else {
    current.nodes += line + "\n";
  }
}

void check(const Case& current) {
  if (current.opsets.empty() || current.nodes.empty() || current.expected.empty() == current.error.empty()) {
    fail(ErrorKind::kUsage, "{}: a case needs opsets, nodes, and either expectations or an error", current.place);
  }
}

}  // namespace

std::vector<Case> read_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) fail(ErrorKind::kIo, "{}: cannot be read", path);
  std::vector<Case> cases;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    std::string place = fmt::format("{}:{}", std::filesystem::path(path).filename().string(), number);
    const auto space = line.find(' ');
    const std::string word = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
    if (word == "case") {
      cases.push_back(
          {.name = rest, .place = place, .opsets = {}, .nodes = {}, .given = {}, .expected = {}, .error = {}});
    } else if (cases.empty()) {
      fail(ErrorKind::kUsage, "{}: expected a line that begins with case", place);
    } else {
      with_context([&] { return place; }, [&] { add_line(cases.back(), word, rest, line); });
    }
  }
  for (const Case& current : cases) check(current);
  return cases;
}

Model model_of(const Case& test_case, std::int64_t opset) {
  auto content = std::make_shared<model::Model>();
  content->ir_version = 8;
  content->opset_imports[""] = opset;
  content->graph.name = "case";
  content->graph.nodes = parse_nodes(test_case.nodes);
  for (const NamedTensor& input : test_case.given) {
    std::vector<Dimension> shape(input.tensor.shape().begin(), input.tensor.shape().end());
    content->graph.inputs.push_back({input.name, model::Type{model::TensorTypeInfo{input.tensor.type(), shape}}});
  }
  for (const NamedTensor& output : test_case.expected) content->graph.outputs.push_back({output.name, std::nullopt});
  if (!test_case.error.empty()) {
    content->graph.outputs.push_back({content->graph.nodes.back().outputs.at(0), std::nullopt});
  }
  return Model(std::move(content));
}

}  // namespace hardref::test
