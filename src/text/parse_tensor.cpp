#include "tensor/shape.h"
#include "tensor/types.h"
#include "text/numbers.h"
#include "text/parser.h"
#include "text/text.h"

namespace hardref::model {
namespace {

// A complex number is two numbers, as in ONNX's own text.
template <class T>
T take_element(Lexer& lexer) {
  if constexpr (std::is_same_v<T, std::string>) {
    return lexer.take_string();
  } else if constexpr (Complex<T>) {
    const auto real = take_number<typename T::value_type>(lexer);
    lexer.expect(",");
    return {real, take_number<typename T::value_type>(lexer)};
  } else {
    return take_number<T>(lexer);
  }
}

}  // namespace

Shape Parser::static_shape(const Token& place, const TensorTypeInfo& type) {
  Shape shape;
  const bool is_static = type.shape && !type.sparse;
  for (const Dimension& dimension : is_static ? *type.shape : std::vector<Dimension>{}) {
    if (const auto* extent = std::get_if<std::int64_t>(&dimension)) shape.push_back(*extent);
  }
  if (!is_static || shape.size() != type.shape->size()) {
    lexer_.fail_at(place, fmt::format("expected a number for every dimension, found {}", print(Type{type})));
  }
  return shape;
}

// 2 is a bit pattern and 2.0 a value: who writes both in one list meant one of them.
void Parser::require_one_form(const Token& number) {
  const bool is_bits = number.kind == TokenKind::kInteger;
  if (bit_patterns_ && *bit_patterns_ != is_bits) {
    lexer_.fail_at(number,
                   is_bits ? fmt::format("expected a value as before ({0}.0), found the bit pattern '{0}'", number.text)
                           : fmt::format("expected a bit pattern as before (where all are values, each needs "
                                         "a decimal point), found the value '{}'",
                                         number.text));
  }
  bit_patterns_ = is_bits;
}

// The values in braces, after a type that begins at place.
Tensor Parser::tensor_values(const Token& place, const Type& type) {
  const auto* tensor_type = std::get_if<TensorTypeInfo>(&type.value);
  if (tensor_type == nullptr) lexer_.fail_at(place, fmt::format("expected a tensor type, found {}", print(type)));
  const Shape shape = static_shape(place, *tensor_type);
  const DataType element = tensor_type->element;
  const std::size_t expected = at_place(place, [&] {
    require_supported(element);
    return element_count(shape);
  });
  if (at("[")) return external_tensor(place, element, shape);
  lexer_.expect("{");
  // No value takes less than a character of text: with more elements than that, nothing needs to be allocated to know
  // that values are missing.
  const bool can_fit = expected <= lexer_.rest() + 1;
  Tensor tensor = at_place(place, [&] { return Tensor::uninitialized(element, can_fit ? shape : Shape{0}); });
  std::size_t found = 0;
  bit_patterns_.reset();
  visit(element, AllTypes{}, [&]<class T>(std::type_identity<T>) {
    const std::span<T> values = tensor.values<T>();
    list("}", [&] {
      if (at(".")) lexer_.fail_at(lexer_.peek(), "the printer left values out here, so this cannot be read back");
      const Token place_of_value = lexer_.peek();
      T value = take_element<T>(lexer_);
      if constexpr (NarrowFloat<T>) require_one_form(place_of_value);
      if (found < values.size()) values[found] = std::move(value);
      ++found;
    });
  });
  if (found != expected) {
    lexer_.fail_at(place, fmt::format("expected {} values for {}, found {}", expected, print(type), found));
  }
  return tensor;
}

Tensor Parser::external_tensor(const Token& place, DataType type, const Shape& shape) {
  const auto entries = string_pairs();
  if (!read_external_) {
    lexer_.fail_at(place, "external data is not available: the text comes from memory, without a folder for it");
  }
  return at_place(place, [&] { return read_external_(entries, type, shape); });
}

// A type and its values, without a name between them.
Tensor Parser::plain_tensor() {
  const Token place = lexer_.peek();
  const Type declared = type();
  return tensor_values(place, declared);
}

Tensor Parser::tensor() {
  const Token place = lexer_.peek();
  const Type declared = type();
  if (at_name()) name();
  lexer_.accept("=");
  return tensor_values(place, declared);
}

SparseTensorPtr Parser::sparse_tensor() {
  const Token place = lexer_.peek();
  if (!at_type()) fail_expected_type("an element type");
  const TensorTypeInfo dense = tensor_type(lexer_.take());
  auto sparse = std::make_shared<SparseTensor>();
  sparse->dims = static_shape(place, dense);
  const auto member = [this](std::string_view label) {
    if (lexer_.peek().text != label) lexer_.fail_expected(fmt::format("'{}'", label));
    lexer_.take();
    lexer_.expect(":");
    return plain_tensor();
  };
  lexer_.expect("{");
  sparse->values = member("values");
  lexer_.expect(",");
  sparse->indices = member("indices");
  lexer_.expect("}");
  if (sparse->values.type() != dense.element) {
    lexer_.fail_at(place, fmt::format("expected values of {}, found {}", to_string(dense.element),
                                      to_string(sparse->values.type())));
  }
  return sparse;
}

}  // namespace hardref::model
