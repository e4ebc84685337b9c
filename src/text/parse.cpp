#include <algorithm>

#include "tensor/file_format.h"
#include "tensor/join.h"
#include "text/numbers.h"
#include "text/parser.h"
#include "text/text.h"

namespace hardref::model {
namespace {

std::string_view checked(std::string_view text, ErrorKind kind) {
  if (const std::string_view format = foreign_format(text); !format.empty()) {
    fail(kind, "{}; expected ONNX text", format);
  }
  return without_byte_order_mark(text);
}

}  // namespace

Parser::Parser(std::string_view text, ErrorKind kind, ReadExternal read_external)
    : lexer_(checked(text, kind), kind), read_external_(std::move(read_external)) {}

void Parser::end() {
  if (!at_end()) lexer_.fail_expected("the end of the text");
}

// ---- Headers --------------------------------------------------------------------------------------------------------

void Parser::header(std::span<const HeaderField> fields) {
  if (!lexer_.accept("<")) return;
  std::vector<std::string_view> seen;
  nonempty_list(">", [&] {
    const Token key = lexer_.peek();
    const auto field = std::ranges::find(fields, key.text, &HeaderField::key);
    if (field == fields.end()) {
      lexer_.fail_expected("one of " + join(fields, ", ", &HeaderField::key));
    }
    if (std::ranges::count(seen, key.text) != 0) lexer_.fail_at(key, fmt::format("{} is given twice", key.text));
    seen.push_back(key.text);
    lexer_.take();
    lexer_.expect(":");
    field->read();
  });
}

OpsetImports Parser::opset_imports() {
  OpsetImports imports;
  lexer_.expect("[");
  list("]", [&] {
    const Token place = lexer_.peek();
    const std::string domain = this->domain();
    lexer_.expect(":");
    const auto version = take_number<std::int64_t>(lexer_);
    at_place(place, [&] { import_opset(domain, version, fmt::format("{:?}", domain), imports, notes_); });
  });
  return imports;
}

std::vector<std::pair<std::string, std::string>> Parser::string_pairs() {
  std::vector<std::pair<std::string, std::string>> pairs;
  lexer_.expect("[");
  list("]", [&] {
    std::string key = lexer_.take_string();
    lexer_.expect(":");
    pairs.emplace_back(std::move(key), lexer_.take_string());
  });
  return pairs;
}

std::string Parser::domain() { return canonical_domain(lexer_.take_string()); }

// ---- Nodes and graphs -----------------------------------------------------------------------------------------------

// Nothing before a comma is an empty name, nothing after the last one is none: "(a, , b)" are three, "(a, )" is one.
std::vector<std::string> Parser::operands() {
  std::vector<std::string> names;
  while (at_name() || at(",")) {
    names.push_back(at_name() ? name() : "");
    if (!lexer_.accept(",")) break;
  }
  return names;
}

Node Parser::node() {
  Node node;
  node.place = place();
  if (lexer_.accept("[")) {
    node.name = name();
    lexer_.expect("]");
  }
  node.outputs = operands();
  lexer_.expect("=");
  node.op_type = name();
  while (lexer_.accept(".")) {
    node.domain += (node.domain.empty() ? "" : ".") + node.op_type;
    node.op_type = name();
  }
  node.domain = canonical_domain(node.domain);
  if (lexer_.accept(":")) node.overload = name();
  const auto attributes = [&] {
    if (lexer_.accept("<")) nonempty_list(">", [&] { node.attributes.push_back(attribute(name())); });
  };
  attributes();
  lexer_.expect("(");
  node.inputs = operands();
  lexer_.expect(")");
  if (node.attributes.empty()) attributes();
  return node;
}

std::vector<Node> Parser::node_list() {
  std::vector<Node> nodes;
  lexer_.expect("{");
  while (!lexer_.accept("}")) nodes.push_back(node());
  return nodes;
}

// A declaration, and perhaps an initializer: the graph gets the initializer, and the two lists a declaration without
// and one with an initializer; where there is no list, the declaration is dropped.
void Parser::value(std::vector<ValueInfo>* infos, std::vector<ValueInfo>* infos_of_values, Graph& graph) {
  const Token place = lexer_.peek();
  ValueInfo info = value_info();
  if (lexer_.accept("=")) {
    if (!info.type) lexer_.fail_at(place, "expected a type before a name with a value");
    graph.initializers.push_back(
        {info.name, std::make_shared<const Tensor>(tensor_values(place, *info.type)), {}, info.place});
    infos = infos_of_values;
  }
  if (infos != nullptr) infos->push_back(std::move(info));
}

Graph Parser::graph(std::string name) {
  Graph graph;
  graph.name = std::move(name);
  lexer_.expect("(");
  list(")", [&] { value(&graph.inputs, &graph.inputs, graph); });
  lexer_.expect("=>");
  lexer_.expect("(");
  list(")", [&] { graph.outputs.push_back(value_info()); });
  if (lexer_.accept("<")) list(">", [&] { value(&graph.value_infos, nullptr, graph); });
  graph.nodes = node_list();
  return graph;
}

// ---- Functions and models -------------------------------------------------------------------------------------------

// A typed operand is declared by the function as well.
std::string Parser::function_operand(Function& function) {
  ValueInfo info = value_info();
  std::string name = info.name;
  if (info.type) function.value_infos.push_back(std::move(info));
  return name;
}

Function Parser::function() {
  Function function;
  const HeaderField fields[] = {
      {"domain", [&] { function.domain = domain(); }},
      {"opset_import", [&] { function.opset_imports = opset_imports(); }},
      {"overload", [&] { function.overload = lexer_.take_string(); }},
      {"doc_string", [&] { lexer_.take_string(); }},
  };
  header(fields);
  function.place = place();
  function.name = name();
  if (lexer_.accept("<")) {
    nonempty_list(">", [&] {
      std::string attribute_name = name();
      if (at(":") || at("=")) {
        function.attribute_defaults.push_back(attribute(std::move(attribute_name)));
      } else {
        function.attributes.push_back(std::move(attribute_name));
      }
    });
  }
  lexer_.expect("(");
  list(")", [&] { function.inputs.push_back(function_operand(function)); });
  lexer_.expect("=>");
  lexer_.expect("(");
  list(")", [&] { function.outputs.push_back(function_operand(function)); });
  if (lexer_.accept("<")) list(">", [&] { function.value_infos.push_back(value_info()); });
  function.nodes = node_list();
  return function;
}

Model Parser::model() {
  Model model;
  keeps_places_ = true;
  const HeaderField fields[] = {
      {"ir_version", [&] { model.ir_version = take_number<std::int64_t>(lexer_); }},
      {"opset_import", [&] { model.opset_imports = opset_imports(); }},
      {"producer_name", [&] { model.producer_name = lexer_.take_string(); }},
      {"producer_version", [&] { model.producer_version = lexer_.take_string(); }},
      {"domain", [&] { model.domain = lexer_.take_string(); }},
      {"model_version", [&] { model.model_version = take_number<std::int64_t>(lexer_); }},
      {"doc_string", [&] { model.doc_string = lexer_.take_string(); }},
      {"metadata_props", [&] { model.metadata = string_pairs(); }},
  };
  header(fields);
  model.graph = graph(name());
  while (!at_end()) model.functions.push_back(function());
  model.notes = std::move(notes_);
  return model;
}

// ---- text.h ---------------------------------------------------------------------------------------------------------

Model parse_model(std::string_view text, const ReadExternal& read_external) {
  Model model = Parser(text, ErrorKind::kInvalidModel, read_external).model();
  model.text = std::make_shared<const std::string>(without_byte_order_mark(text));
  return model;
}

Function parse_function(std::string_view text) {
  Parser parser(text, ErrorKind::kInvalidModel);
  Function function = parser.function();
  parser.end();
  return function;
}

Tensor parse_tensor(std::string_view text, bool* bit_patterns) {
  Parser parser(text, ErrorKind::kInvalidInput);
  Tensor tensor = parser.tensor();
  parser.end();
  if (bit_patterns != nullptr) *bit_patterns = parser.read_bit_patterns();
  return tensor;
}

}  // namespace hardref::model
