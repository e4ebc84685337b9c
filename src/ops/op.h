// How an operator is written down: one constexpr row for each version, with what the standard's page says (attributes,
// inputs, outputs, element types) and what it means. Nothing here runs a model.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "exec/kernel.h"
#include "model/model.h"
#include "tensor/types.h"

namespace hardref {

// ---- What the page of an operator says ------------------------------------------------------------------------------

using AttributeDefault = std::variant<std::monostate, float, std::int64_t, std::string_view>;

struct AttributeSpec {
  std::string_view name;
  model::AttributeKind kind;
  AttributeDefault default_value = {};
  bool required = false;
};

// An input or output, and the name of the type constraint it obeys.
struct Parameter {
  std::string_view name;
  std::string_view constraint;
  bool variadic = false;  // the last input only: one or more
};

struct TypeConstraint {
  std::string_view name;
  TypeSet types;
};

struct OpVersion;

// A node at the moment when it is compiled: its attributes are checked, references bound, input types known.
struct Call {
  const OpVersion& op;
  std::span<const model::Attribute> attributes;
  std::span<const TensorType> inputs;
  const std::function<void(std::string_view)>& warn;  // of what is legal but doubtful

  // The attribute's value, else its default; nullopt or nullptr where it has neither.
  [[nodiscard]] std::optional<float> float_attribute(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> int_attribute(std::string_view name) const;
  template <class T>
  [[nodiscard]] const T* given(std::string_view name) const {
    const model::Attribute* attribute = find(name);
    return attribute == nullptr ? nullptr : attribute->get<T>();
  }
  [[nodiscard]] const model::Attribute* find(std::string_view name) const;
};

// ---- What a version means -------------------------------------------------------------------------------------------

// How the shapes of the inputs meet.
enum class Broadcast {
  kEqual,   // all shapes are the same
  kLegacy,  // opsets 1 to 6: the attributes broadcast and axis, the result has the first input's shape
  kNumpy,   // opset 7 and later: multidirectional
};

// One of the kernels of which an elementwise operator is composed. The operands of the first are the inputs, that of
// each further one is the result before it; after these come the constants, scalars that depend on attributes alone.
struct Stage {
  ElementwiseKernel kernel;
  DataType result;
  std::vector<model::TensorPtr> constants = {};
};

// Each element of the output depends on one element of each input. Without stages it is the identity. A variadic
// operator is the left fold of its inputs by a function of two.
struct Elementwise {
  std::vector<Stage> (*stages)(const Call& call);
  Broadcast broadcast = Broadcast::kEqual;
};

// Needs its whole input; the output has the type and shape of the first input.
struct WholeTensor {
  WholeTensorKernel (*bind)(const Call& call);
};

// Is known as soon as its attributes are.
struct Literal {
  model::TensorPtr (*value)(const Call& call);
};

// Becomes a node of another operator once the types of its inputs are known. That node takes the first inputs of this
// one, and belongs to the opset of the version that it replaces.
struct Replacement {
  std::string_view op_type;
  std::size_t inputs;
  std::vector<model::Attribute> attributes;
};
struct Rewrite {
  Replacement (*replacement)(const Call& call);
};

// Is defined by nodes in ONNX text, which belong to the opset that the text imports. native computes the same by a
// single function; it is used to verify the body, never instead of it.
struct FunctionBody {
  const model::Function& (*function)();
  Elementwise native;
};

using Meaning = std::variant<Elementwise, WholeTensor, Literal, Rewrite, FunctionBody>;

// One row: an operator in the version that an opset introduced.
struct OpVersion {
  std::string_view name;
  std::int64_t since_version;
  std::span<const AttributeSpec> attributes;
  std::span<const Parameter> inputs;
  Parameter output;
  std::span<const TypeConstraint> constraints;
  // Element types for which a node that was valid under the version before means something else under this one.
  TypeSet changed;
  Meaning meaning;

  [[nodiscard]] bool variadic() const { return !inputs.empty() && inputs.back().variadic; }
  [[nodiscard]] TypeSet types(std::string_view constraint) const;
  [[nodiscard]] const AttributeSpec* attribute(std::string_view attribute_name) const;
};

// ---- Shorthand for rows ---------------------------------------------------------------------------------------------

// The constraint T of one list of types, with static storage.
template <class List>
inline constexpr TypeConstraint kConstraintT[] = {{"T", List::kSet}};

inline constexpr TypeSet kNothingChanged{};

}  // namespace hardref
