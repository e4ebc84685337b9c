// The grammar of ONNX text as one recursive descent over the tokens: each function reads what it is named after. Used
// by the functions of text.h only.
#pragma once

#include <functional>
#include <span>

#include "error.h"
#include "model/model.h"
#include "text/lexer.h"
#include "text/text.h"

namespace hardref::model {

class Parser {
 public:
  // Throws kind for text that is no UTF-8, and for other files that are taken for text.
  Parser(std::string_view text, ErrorKind kind, ReadExternal read_external = nullptr);

  Model model();
  Function function();
  Node node();
  std::vector<Node> node_list();  // in braces
  Tensor tensor();
  // Whether the values of the last tensor were bit patterns.
  [[nodiscard]] bool read_bit_patterns() const { return bit_patterns_.value_or(false); }
  [[nodiscard]] bool at(std::string_view symbol) const { return lexer_.peek().is(symbol); }
  [[nodiscard]] bool at_end() const { return lexer_.peek().kind == TokenKind::kEnd; }
  void end();

 private:
  // One entry of the list in angle brackets before a model or function.
  struct HeaderField {
    std::string_view key;
    std::function<void()> read;
  };

  // Graphs and types nest; a hostile text must not exhaust the stack.
  static constexpr int kMaxDepth = 64;

  // parse.cpp
  void header(std::span<const HeaderField> fields);
  OpsetImports opset_imports();
  std::vector<std::pair<std::string, std::string>> string_pairs();
  std::string domain();
  std::vector<std::string> operands();
  Graph graph(std::string name);
  void value(std::vector<ValueInfo>* infos, std::vector<ValueInfo>* infos_of_values, Graph& graph);
  std::string function_operand(Function& function);

  // parse_attribute.cpp
  Attribute attribute(std::string name);
  AttributeKind attribute_kind();
  AttributeValue attribute_list(std::optional<AttributeKind> kind);
  AttributeValue single_value(std::optional<AttributeKind> expected);
  AttributeValue any_value(bool integers_are_floats);
  AttributeValue type_or_tensor();
  SparseTensorPtr sparse_tensor();

  // parse_types.cpp
  [[nodiscard]] bool at_name() const;
  [[nodiscard]] bool at_type() const;
  std::string name();
  std::string dotted_name();
  DataType element_type(const Token& word);
  [[noreturn]] void fail_expected_type(std::string_view what);
  Type type();
  Type type(const Token& word);
  TensorTypeInfo tensor_type(const Token& word);
  Dimension dimension();
  OpaqueType opaque_type();
  ValueInfo value_info();

  // parse_tensor.cpp
  Shape static_shape(const Token& place, const TensorTypeInfo& type);
  void require_one_form(const Token& number);
  Tensor tensor_values(const Token& place, const Type& type);
  Tensor plain_tensor();
  Tensor external_tensor(const Token& place, DataType type, const Shape& shape);

  // item (',' item)* close, or close alone.
  template <class Item>
  void list(std::string_view close, const Item& item) {
    if (!lexer_.accept(close)) nonempty_list(close, item);
  }
  template <class Item>
  void nonempty_list(std::string_view close, const Item& item) {
    item();
    while (!lexer_.accept(close)) {
      if (!lexer_.accept(",")) lexer_.fail_expected(fmt::format("',' or '{}'", close));
      item();
    }
  }

  template <class Inner>
  auto nested(const Inner& inner) {
    if (depth_ == kMaxDepth) {
      lexer_.fail_at(lexer_.peek(), ErrorKind::kLimit, fmt::format("nested more than {} deep", kMaxDepth));
    }
    ++depth_;
    auto result = inner();
    --depth_;
    return result;
  }

  // An error that a tensor function throws gets the place in the text.
  template <class Action>
  decltype(auto) at_place(const Token& place, const Action& action) {
    try {
      return action();
    } catch (const Error& error) {
      lexer_.fail_at(place, error.kind(), error.what());
    }
  }

  // Of the next token, in a model: other texts are not kept.
  [[nodiscard]] TextPlace place() const { return keeps_places_ ? TextPlace(lexer_.peek().offset) : TextPlace(); }

  Lexer lexer_;
  ReadExternal read_external_;
  bool keeps_places_ = false;
  int depth_ = 0;
  std::optional<bool> bit_patterns_;  // the values of this tensor so far
  std::vector<std::string> notes_;    // the model's
};

}  // namespace hardref::model
