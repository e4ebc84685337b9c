#include "tensor/data_type.h"
#include "text/numbers.h"
#include "text/parser.h"

namespace hardref::model {

bool Parser::at_name() const {
  return lexer_.peek().kind == TokenKind::kName || lexer_.peek().kind == TokenKind::kString;
}

bool Parser::at_type() const { return lexer_.peek().kind == TokenKind::kName && is_type_word(lexer_.peek().text); }

std::string Parser::name() {
  if (!at_name()) lexer_.fail_expected("a name");
  if (lexer_.peek().kind == TokenKind::kString) return lexer_.take_string();
  return std::string(lexer_.take().text);
}

std::string Parser::dotted_name() {
  std::string dotted = name();
  while (lexer_.accept(".")) dotted += '.' + name();
  return dotted;
}

DataType Parser::element_type(const Token& word) {
  const std::optional<DataType> type = parse_data_type(word.text);
  if (!type && word.text != to_string(DataType::kUndefined)) {
    lexer_.fail_at(word, fmt::format("expected an element type, found '{}'", word.text));
  }
  return type.value_or(DataType::kUndefined);
}

// With the name of the type that was meant, where the next token is one that others use.
void Parser::fail_expected_type(std::string_view what) {
  const Token& word = lexer_.peek();
  const std::string hint = word.kind == TokenKind::kName ? did_you_mean_type(word.text) : "";
  if (hint.empty()) lexer_.fail_expected(what);
  lexer_.fail_at(word, fmt::format("expected {}, found '{}'{}", what, word.text, hint));
}

Type Parser::type() {
  if (!at_type()) fail_expected_type("a type");
  return type(lexer_.take());
}

Type Parser::type(const Token& word) {
  const auto inner = [this] { return nested([this] { return std::make_shared<const Type>(type()); }); };
  const auto in_parentheses = [this](const auto& content) {
    lexer_.expect("(");
    auto result = content();
    lexer_.expect(")");
    return Type{std::move(result)};
  };
  if (word.text == "seq") return in_parentheses([&] { return SequenceType{inner()}; });
  if (word.text == "optional") return in_parentheses([&] { return OptionalType{inner()}; });
  if (word.text == "opaque") return in_parentheses([&] { return opaque_type(); });
  if (word.text == "map") {
    return in_parentheses([&] {
      if (!at_type()) fail_expected_type("an element type");
      MapType map{element_type(lexer_.take()), nullptr};
      lexer_.expect(",");
      map.value = inner();
      return map;
    });
  }
  if (word.text == "sparse_tensor") {
    return in_parentheses([&] {
      if (!at_type()) fail_expected_type("an element type");
      TensorTypeInfo tensor = tensor_type(lexer_.take());
      tensor.sparse = true;
      return tensor;
    });
  }
  return {tensor_type(word)};
}

// Without brackets a scalar; with empty ones the rank is unknown.
TensorTypeInfo Parser::tensor_type(const Token& word) {
  TensorTypeInfo tensor{element_type(word), std::vector<Dimension>{}, false};
  if (lexer_.accept("[")) {
    list("]", [&] { tensor.shape->push_back(dimension()); });
    if (tensor.shape->empty()) tensor.shape.reset();
  }
  return tensor;
}

// A negative number and an empty name are unknown, as in files.
Dimension Parser::dimension() {
  if (lexer_.accept("?")) return std::monostate{};
  if (at_name()) {
    std::string symbol = name();
    return symbol.empty() ? Dimension() : symbol;
  }
  if (lexer_.peek().kind != TokenKind::kInteger) lexer_.fail_expected("a dimension (a number, a name or '?')");
  const auto extent = take_number<std::int64_t>(lexer_);
  return extent < 0 ? Dimension() : extent;
}

// opaque(), opaque(name) or opaque(domain, name).
OpaqueType Parser::opaque_type() {
  if (!at_name()) return {};
  std::string first = dotted_name();
  if (!lexer_.accept(",")) return {"", std::move(first)};
  return {std::move(first), dotted_name()};
}

ValueInfo Parser::value_info() {
  ValueInfo info;
  info.place = this->place();
  if (at_type()) info.type = type();
  const Token place = lexer_.peek();
  info.name = name();
  // No other name may stand there: it was meant as a type.
  if (!info.type && (at("[") || at_name())) {
    lexer_.fail_at(place,
                   fmt::format("expected an element type, found '{}'{}", info.name, did_you_mean_type(info.name)));
  }
  return info;
}

}  // namespace hardref::model
