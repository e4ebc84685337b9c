#include <fmt/ranges.h>

#include "text/numbers.h"
#include "text/parser.h"

namespace hardref::model {
namespace {

// The kinds of lists follow those of their elements in the same order.
constexpr std::size_t kSingleKinds = std::variant_size_v<AttributeValue> / 2;
static_assert(static_cast<std::size_t>(AttributeKind::kFloats) == kSingleKinds);

bool is_list(AttributeKind kind) { return static_cast<std::size_t>(kind) >= kSingleKinds; }

AttributeKind element_of(AttributeKind list) {
  return static_cast<AttributeKind>(static_cast<std::size_t>(list) - kSingleKinds);
}

AttributeKind kind_of(const AttributeValue& value) { return static_cast<AttributeKind>(value.index()); }

template <class T>
std::vector<T> gather(std::vector<AttributeValue>& elements) {
  std::vector<T> result;
  result.reserve(elements.size());
  for (AttributeValue& element : elements) result.push_back(std::get<T>(std::move(element)));
  return result;
}

AttributeValue make_list(AttributeKind element, std::vector<AttributeValue> elements) {
  switch (element) {
    case AttributeKind::kFloat:
      return gather<float>(elements);
    case AttributeKind::kInt:
      return gather<std::int64_t>(elements);
    case AttributeKind::kString:
      return gather<std::string>(elements);
    case AttributeKind::kTensor:
      return gather<TensorPtr>(elements);
    case AttributeKind::kGraph:
      return gather<GraphPtr>(elements);
    case AttributeKind::kSparseTensor:
      return gather<SparseTensorPtr>(elements);
    default:
      return gather<Type>(elements);
  }
}

}  // namespace

Attribute Parser::attribute(std::string name) {
  std::optional<AttributeKind> kind;
  if (lexer_.accept(":")) kind = attribute_kind();
  lexer_.expect("=");
  const Token place = lexer_.peek();
  if (lexer_.accept("@")) {
    if (!kind) lexer_.fail_at(place, "expected a type for the reference, as in alpha: float = @slope");
    return {std::move(name), AttributeReference{this->name(), *kind}};
  }
  AttributeValue value = at("[") ? attribute_list(kind) : single_value(kind);
  return {std::move(name), std::move(value)};
}

AttributeKind Parser::attribute_kind() {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < std::variant_size_v<AttributeValue>; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    if (lexer_.peek().kind == TokenKind::kName && lexer_.peek().text == to_string(kind)) {
      lexer_.take();
      return kind;
    }
    known.push_back(to_string(kind));
  }
  lexer_.fail_expected(fmt::format("an attribute type ({})", fmt::join(known, ", ")));
}

AttributeValue Parser::attribute_list(std::optional<AttributeKind> kind) {
  if (kind && !is_list(*kind)) lexer_.fail_expected(fmt::format("a single value for type {}", to_string(*kind)));
  const Token place = lexer_.take();
  if (at("]") && !kind) lexer_.fail_at(place, "expected a type before an empty list, as in axes: ints = []");
  std::optional<AttributeKind> element;
  if (kind) element = element_of(*kind);
  std::vector<AttributeValue> elements;
  list("]", [&] {
    elements.push_back(single_value(element));
    if (!element) element = kind_of(elements.front());
  });
  return make_list(*element, std::move(elements));
}

AttributeValue Parser::single_value(std::optional<AttributeKind> expected) {
  const Token place = lexer_.peek();
  AttributeValue value = any_value(expected == AttributeKind::kFloat);
  if (expected && kind_of(value) != *expected) {
    lexer_.fail_at(place, fmt::format("expected a value of type {}, found one of type {}", to_string(*expected),
                                      to_string(kind_of(value))));
  }
  return value;
}

AttributeValue Parser::any_value(bool integers_are_floats) {
  const auto graph_named = [this](std::string name) -> AttributeValue {
    return std::make_shared<const Graph>(nested([&] { return graph(std::move(name)); }));
  };
  const Token& token = lexer_.peek();
  if (token.kind == TokenKind::kInteger && !integers_are_floats) return take_number<std::int64_t>(lexer_);
  if (token.kind == TokenKind::kInteger || token.kind == TokenKind::kDecimal) return take_number<float>(lexer_);
  if (token.kind == TokenKind::kString) {
    std::string text = lexer_.take_string();
    if (at("(")) return graph_named(std::move(text));
    return text;
  }
  if (token.kind != TokenKind::kName) lexer_.fail_expected("an attribute value");
  if (is_float_word(token.text)) return take_number<float>(lexer_);
  if (at_type()) return type_or_tensor();
  return graph_named(name());
}

// A type that values follow is a tensor, perhaps with a name, which is not kept.
AttributeValue Parser::type_or_tensor() {
  const Token place = lexer_.take();
  if (place.text == "sparse_tensor" && !at("(")) return sparse_tensor();
  Type declared = type(place);
  if (!at_name() && !at("=") && !at("{")) return declared;
  if (at_name()) name();
  lexer_.accept("=");
  return std::make_shared<const Tensor>(tensor_values(place, declared));
}

}  // namespace hardref::model
