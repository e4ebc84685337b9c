// What a model file says, as plain structs: the IR of the standard (docs/IR.md of ONNX) without its wire format.
// Nothing here is checked against the operators. What hardref has no use for (doc strings, metadata, fields that are
// newer than it) is kept as it stands on the wire, in "unread", so that a model that is written back loses nothing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hardref.hpp"

namespace hardref::model {

struct Graph;

// Where something stands in the text that the model was read from, in bytes; nothing for what was read from elsewhere.
using TextPlace = std::optional<std::size_t>;

// ---- Types ----------------------------------------------------------------------------------------------------------

struct Type;

// A dense or sparse tensor. Without a shape the rank is unknown.
struct TensorTypeInfo {
  DataType element = DataType::kUndefined;
  std::optional<std::vector<Dimension>> shape;
  bool sparse = false;

  bool operator==(const TensorTypeInfo&) const = default;
};

struct SequenceType {
  std::shared_ptr<const Type> element;
};
struct OptionalType {
  std::shared_ptr<const Type> element;
};
struct MapType {
  DataType key = DataType::kUndefined;
  std::shared_ptr<const Type> value;
};
struct OpaqueType {
  std::string domain;
  std::string name;
};

// Declared types. Only tensors are executed; the others are kept so that a model can be shown and written back.
struct Type {
  std::variant<TensorTypeInfo, SequenceType, OptionalType, MapType, OpaqueType> value;
};

struct ValueInfo {
  std::string name;
  std::optional<Type> type;
  std::string unread = {};
  TextPlace place = {};
};

// ---- Attributes -----------------------------------------------------------------------------------------------------

struct SparseTensor {
  Tensor values;   // rank 1
  Tensor indices;  // int64, linear [n] or coordinates [n, rank]
  Shape dims;
};

// Named as the standard names the attribute types, in the order of AttributeValue's alternatives.
enum class AttributeKind {
  kFloat,
  kInt,
  kString,
  kTensor,
  kGraph,
  kSparseTensor,
  kTypeProto,
  kFloats,
  kInts,
  kStrings,
  kTensors,
  kGraphs,
  kSparseTensors,
  kTypeProtos,
};

// "float", "ints", "sparse_tensor": the words of ONNX's textual syntax.
[[nodiscard]] std::string_view to_string(AttributeKind kind);

// Tensors and graphs are shared: an attribute is copied whenever a function is expanded.
using TensorPtr = std::shared_ptr<const Tensor>;
using GraphPtr = std::shared_ptr<const Graph>;
using SparseTensorPtr = std::shared_ptr<const SparseTensor>;

using AttributeValue =
    std::variant<float, std::int64_t, std::string, TensorPtr, GraphPtr, SparseTensorPtr, Type, std::vector<float>,
                 std::vector<std::int64_t>, std::vector<std::string>, std::vector<TensorPtr>, std::vector<GraphPtr>,
                 std::vector<SparseTensorPtr>, std::vector<Type>>;

// Inside a function, the value of one of the function's own attributes: alpha = @slope.
struct AttributeReference {
  std::string name;
  AttributeKind kind = AttributeKind::kFloat;
};

struct Attribute {
  std::string name;
  std::variant<AttributeValue, AttributeReference> value;
  std::string unread = {};

  [[nodiscard]] AttributeKind kind() const;
  // The value as T where the attribute holds one of that kind, else nullptr.
  template <class T>
  [[nodiscard]] const T* get() const {
    const auto* given = std::get_if<AttributeValue>(&value);
    return given == nullptr ? nullptr : std::get_if<T>(given);
  }
};

// ---- Nodes, graphs, functions ---------------------------------------------------------------------------------------

struct Node {
  std::string name;
  std::string domain;  // "" also where the file says "ai.onnx"
  std::string op_type;
  std::string overload;
  std::vector<std::string> inputs;  // "" for an optional input that is left out
  std::vector<std::string> outputs;
  std::vector<Attribute> attributes;
  std::string unread = {};
  TextPlace place = {};
};

struct Initializer {
  std::string name;
  TensorPtr tensor;  // dense
  std::string unread = {};
  TextPlace place = {};
  SparseTensorPtr sparse = {};  // what the tensor was made from, where it is stated so
};

struct Graph {
  std::string name;
  std::vector<ValueInfo> inputs;
  std::vector<ValueInfo> outputs;
  std::vector<ValueInfo> value_infos;
  std::vector<Initializer> initializers;
  std::vector<Node> nodes;
  std::string unread = {};
};

// Domain to version; "ai.onnx" is stored as "".
using OpsetImports = std::map<std::string, std::int64_t>;

// Adds an import. Throws kInvalidModel where the domain is there in another version, and says in notes, behind place,
// where it is there already.
void import_opset(const std::string& domain, std::int64_t version, const std::string& place, OpsetImports& imports,
                  std::vector<std::string>& notes);

struct Function {
  std::string domain;
  std::string name;
  std::string overload;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> attributes;        // without a default
  std::vector<Attribute> attribute_defaults;  // with one
  std::vector<ValueInfo> value_infos;
  OpsetImports opset_imports;
  std::vector<Node> nodes;
  std::string unread = {};
  TextPlace place = {};
};

// All that a file holds. hardref::Model is the handle to one of these that is passed around.
struct Model {
  std::int64_t ir_version = 0;  // 0 for a text that states none
  OpsetImports opset_imports;
  std::string producer_name;
  std::string producer_version;
  std::string domain;
  std::int64_t model_version = 0;
  std::string doc_string;
  std::vector<std::pair<std::string, std::string>> metadata;
  Graph graph;
  std::vector<Function> functions;
  // What the IR forbids but no number depends on, where only who reads the file sees it: each with its place.
  std::vector<std::string> notes;
  std::string unread = {};
  std::shared_ptr<const std::string> text = {};  // that it was read from; null for a file
};

// Versions of the IR that hardref knows.
inline constexpr std::int64_t kFirstIrVersion = 3;
inline constexpr std::int64_t kLastIrVersion = 14;
// Throws kUnsupported for any other.
void check_ir_version(std::int64_t version);

// One name for the domain of the standard: "" also for "ai.onnx".
[[nodiscard]] std::string canonical_domain(const std::string& domain);

// The graphs that an attribute holds: none, one or many.
[[nodiscard]] std::vector<GraphPtr> graphs_of(const Attribute& attribute);

// The value of that name; null where there is none.
[[nodiscard]] TensorPtr find_initializer(const Graph& graph, std::string_view name);

template <class Named>
[[nodiscard]] std::vector<std::string> names_of(const std::vector<Named>& items) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const Named& item : items) names.push_back(item.name);
  return names;
}

// The operator or function that a node asks for, with its domain: "Hardmax", "my.F".
[[nodiscard]] std::string qualified_op_type(const Node& node);

// How messages refer to a node: `node "act" (Hardmax)`, or `node 3 (Hardmax)` for one without a name.
[[nodiscard]] std::string describe(const Node& node, std::size_t index);

}  // namespace hardref::model
