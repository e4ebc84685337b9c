// The public interface of hardref: element types, tensors, models, sessions and errors, over the standard library
// alone. It says nothing about how a model is read, compiled or executed.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hardref {

// ---- Errors ---------------------------------------------------------------------------------------------------------

enum class ErrorKind {
  kUsage,         // a call or a command line that makes no sense
  kInvalidModel,  // the model breaks the standard
  kInvalidInput,  // a tensor does not fit the model, or is broken itself
  kUnsupported,   // an operator, version or element type that hardref does not have
  kLimit,         // a limit that the caller may raise was reached
  kIo,            // a file could not be read or written
  kInternal,      // a fault of hardref; no file leads here
};

// Everything that hardref throws. The message reads "where: what was found, but what was expected".
class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string message) : kind_(kind), message_(std::move(message)) {}

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

  // Prefixes the message with "where: ", as the error passes a layer that knows more about the place.
  void add_context(std::string_view where);

  // Where the fault stands in the ONNX text that the model was read from, in bytes. The first place given stays.
  void add_place(std::optional<std::size_t> offset) noexcept {
    if (!place_) place_ = offset;
  }
  [[nodiscard]] std::optional<std::size_t> place() const noexcept { return place_; }

 private:
  ErrorKind kind_;
  std::string message_;
  std::optional<std::size_t> place_;
};

// ---- Element types --------------------------------------------------------------------------------------------------

// The element types of the ONNX IR, numbered as TensorProto.DataType numbers them.
enum class DataType : std::int32_t {
  kUndefined = 0,
  kFloat = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kFloat16 = 10,
  kDouble = 11,
  kUint32 = 12,
  kUint64 = 13,
  kComplex64 = 14,
  kComplex128 = 15,
  kBfloat16 = 16,
  kFloat8e4m3fn = 17,
  kFloat8e4m3fnuz = 18,
  kFloat8e5m2 = 19,
  kFloat8e5m2fnuz = 20,
  kUint4 = 21,
  kInt4 = 22,
  kFloat4e2m1 = 23,
  kFloat8e8m0 = 24,
  kUint2 = 25,
  kInt2 = 26,
};

// The name that ONNX's textual syntax uses: "float", "bfloat16", "uint4"; "undefined" for anything else.
[[nodiscard]] std::string_view to_string(DataType type);

// IEEE 754 binary16, as its bit pattern.
struct Float16 {
  std::uint16_t bits = 0;
};

// The upper half of an IEEE 754 binary32, as its bit pattern.
struct BFloat16 {
  std::uint16_t bits = 0;
};

// The 8-bit and 4-bit formats, as their bit patterns; see the tables of the operator Cast.
struct Float8e4m3fn {
  std::uint8_t bits = 0;
};
struct Float8e4m3fnuz {
  std::uint8_t bits = 0;
};
struct Float8e5m2 {
  std::uint8_t bits = 0;
};
struct Float8e5m2fnuz {
  std::uint8_t bits = 0;
};
// A power of two from 2^-127 to 2^127, or NaN.
struct Float8e8m0 {
  std::uint8_t bits = 0;
};
struct Float4e2m1 {
  std::uint8_t bits = 0;  // the lower four
};

// Integers below 8 bits. In memory each has a byte of its own; files pack them.
struct Int4 {
  std::int8_t value = 0;
};
struct Uint4 {
  std::uint8_t value = 0;
};
struct Int2 {
  std::int8_t value = 0;
};
struct Uint2 {
  std::uint8_t value = 0;
};

[[nodiscard]] float to_float(Float16 value) noexcept;
[[nodiscard]] float to_float(BFloat16 value) noexcept;
// One rounding to nearest, ties to even, straight from double; NaN stays NaN.
[[nodiscard]] Float16 to_float16(double value) noexcept;
[[nodiscard]] BFloat16 to_bfloat16(double value) noexcept;

// The element type of a C++ type; kUndefined for a type that no tensor holds.
template <class T>
inline constexpr DataType kDataTypeOf = DataType::kUndefined;
template <>
inline constexpr DataType kDataTypeOf<float> = DataType::kFloat;
template <>
inline constexpr DataType kDataTypeOf<double> = DataType::kDouble;
template <>
inline constexpr DataType kDataTypeOf<Float16> = DataType::kFloat16;
template <>
inline constexpr DataType kDataTypeOf<BFloat16> = DataType::kBfloat16;
template <>
inline constexpr DataType kDataTypeOf<Float8e4m3fn> = DataType::kFloat8e4m3fn;
template <>
inline constexpr DataType kDataTypeOf<Float8e4m3fnuz> = DataType::kFloat8e4m3fnuz;
template <>
inline constexpr DataType kDataTypeOf<Float8e5m2> = DataType::kFloat8e5m2;
template <>
inline constexpr DataType kDataTypeOf<Float8e5m2fnuz> = DataType::kFloat8e5m2fnuz;
template <>
inline constexpr DataType kDataTypeOf<Float8e8m0> = DataType::kFloat8e8m0;
template <>
inline constexpr DataType kDataTypeOf<Float4e2m1> = DataType::kFloat4e2m1;
template <>
inline constexpr DataType kDataTypeOf<bool> = DataType::kBool;
template <>
inline constexpr DataType kDataTypeOf<std::int8_t> = DataType::kInt8;
template <>
inline constexpr DataType kDataTypeOf<std::int16_t> = DataType::kInt16;
template <>
inline constexpr DataType kDataTypeOf<std::int32_t> = DataType::kInt32;
template <>
inline constexpr DataType kDataTypeOf<std::int64_t> = DataType::kInt64;
template <>
inline constexpr DataType kDataTypeOf<std::uint8_t> = DataType::kUint8;
template <>
inline constexpr DataType kDataTypeOf<std::uint16_t> = DataType::kUint16;
template <>
inline constexpr DataType kDataTypeOf<std::uint32_t> = DataType::kUint32;
template <>
inline constexpr DataType kDataTypeOf<std::uint64_t> = DataType::kUint64;
template <>
inline constexpr DataType kDataTypeOf<Int4> = DataType::kInt4;
template <>
inline constexpr DataType kDataTypeOf<Uint4> = DataType::kUint4;
template <>
inline constexpr DataType kDataTypeOf<Int2> = DataType::kInt2;
template <>
inline constexpr DataType kDataTypeOf<Uint2> = DataType::kUint2;
template <>
inline constexpr DataType kDataTypeOf<std::complex<float>> = DataType::kComplex64;
template <>
inline constexpr DataType kDataTypeOf<std::complex<double>> = DataType::kComplex128;
template <>
inline constexpr DataType kDataTypeOf<std::string> = DataType::kString;

// ---- Tensors --------------------------------------------------------------------------------------------------------

// The extent of each dimension, outermost first; empty for a scalar.
using Shape = std::vector<std::int64_t>;

// Elements in row-major order that somebody else owns. The shape is referred to as well, not copied.
class TensorView {
 public:
  TensorView(DataType type, std::span<const std::int64_t> shape, const void* data)
      : type_(type), shape_(shape), data_(data) {}

  [[nodiscard]] DataType type() const { return type_; }
  [[nodiscard]] std::span<const std::int64_t> shape() const { return shape_; }
  [[nodiscard]] std::size_t size() const;       // number of elements
  [[nodiscard]] std::size_t byte_size() const;  // of the elements in memory
  [[nodiscard]] const void* data() const { return data_; }

  // The elements as T. Throws kUsage where T is not the C++ type of type().
  template <class T>
  [[nodiscard]] std::span<const T> values() const {
    require_type(kDataTypeOf<T>);
    return {static_cast<const T*>(data_), size()};
  }

 private:
  void require_type(DataType asked) const;

  DataType type_;
  std::span<const std::int64_t> shape_;
  const void* data_;
};

// A tensor that owns its elements: row-major, one element after the other, each in its C++ type. One that was moved
// from can be assigned to or destroyed, and nothing else.
class Tensor {
 public:
  Tensor() : Tensor(DataType::kFloat, {0}) {}
  // All elements zero. Throws kInvalidInput for a negative dimension and kLimit where the size overflows.
  Tensor(DataType type, Shape shape);
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept = default;
  Tensor& operator=(const Tensor& other);
  Tensor& operator=(Tensor&& other) noexcept = default;
  ~Tensor() = default;

  // As the constructor, but the elements (other than strings, which are empty) hold anything: for a caller that writes
  // all of them.
  [[nodiscard]] static Tensor uninitialized(DataType type, Shape shape);

  // Tensor::of<float>({2, 2}, {1, 2, 3, 4}). Throws kUsage where the number of values is not that of the shape.
  template <class T>
  [[nodiscard]] static Tensor of(const Shape& shape, std::initializer_list<T> values) {
    return of<T>(shape, std::span<const T>(values.begin(), values.size()));
  }
  template <class T>
  [[nodiscard]] static Tensor of(const Shape& shape, std::span<const T> values) {
    return copy_of(kDataTypeOf<T>, shape, values.data(), values.size());
  }

  [[nodiscard]] DataType type() const { return type_; }
  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] std::size_t size() const { return view().size(); }
  [[nodiscard]] std::size_t byte_size() const { return view().byte_size(); }
  [[nodiscard]] const void* data() const { return data_.get(); }
  [[nodiscard]] void* data() { return data_.get(); }

  [[nodiscard]] TensorView view() const { return {type_, shape_, data_.get()}; }
  operator TensorView() const { return view(); }  // NOLINT(google-explicit-constructor): a view is what it is

  template <class T>
  [[nodiscard]] std::span<const T> values() const {
    return view().values<T>();
  }
  template <class T>
  [[nodiscard]] std::span<T> values() {
    const std::span<const T> elements = view().values<T>();
    return {static_cast<T*>(data_.get()), elements.size()};
  }

 private:
  Tensor(DataType type, Shape shape, std::shared_ptr<void> elements);
  friend std::optional<Tensor> map_tensor(DataType type, Shape shape, const std::filesystem::path& file,
                                          std::uint64_t offset);
  static Tensor copy_of(DataType type, Shape shape, const void* values, std::size_t count);

  DataType type_ = DataType::kFloat;
  Shape shape_;
  std::shared_ptr<void> data_;  // of this tensor alone; it knows how they are given back
};

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

// The tensor as ONNX text, float[2]{0.5, 1}; floating-point values in the fewest digits that read back exactly. More
// than max_values values are cut to the first ones, "..." and their number.
[[nodiscard]] std::string to_text(const TensorView& tensor, std::size_t max_values = SIZE_MAX);

// ---- Models ---------------------------------------------------------------------------------------------------------

namespace model {
struct Model;
}  // namespace model

struct LoadOptions {
  // Where external data may live. Empty: the folder of the model file, or nowhere for a model read from memory. Large
  // tensors stay in their files, which must not shrink as long as the model lives, and are read as they are touched.
  std::filesystem::path external_root = {};
};

// A dimension of a declared shape: known, named, or unknown.
using Dimension = std::variant<std::monostate, std::int64_t, std::string>;

// An input or output as the model declares it.
struct Declaration {
  std::string name;
  std::optional<DataType> type;                 // absent where undeclared, or not a tensor
  std::optional<std::vector<Dimension>> shape;  // absent where the rank is unknown
};

// A model as its file states it: immutable, cheap to copy, shared between threads.
class Model {
 public:
  // Reads a ModelProto (IR versions 3 to 14). Throws kIo and kInvalidModel; the message begins with the path.
  [[nodiscard]] static Model from_file(const std::filesystem::path& path, const LoadOptions& options = {});
  [[nodiscard]] static Model from_bytes(std::span<const std::byte> bytes, const LoadOptions& options = {});
  // Reads ONNX's textual syntax. Errors name line and column, behind the origin: "model.onnxtxt:2:15: expected a name".
  [[nodiscard]] static Model from_text(std::string_view text, std::string origin = {});

  // origin stands in front of every message about the model: its path, for one that was read from a file.
  explicit Model(std::shared_ptr<const model::Model> content, std::string origin = {});

  [[nodiscard]] std::vector<Declaration> inputs() const;  // all graph inputs, those with an initializer too
  [[nodiscard]] std::vector<Declaration> outputs() const;
  [[nodiscard]] const model::Model& content() const { return *content_; }
  [[nodiscard]] const std::string& origin() const { return origin_; }

 private:
  std::shared_ptr<const model::Model> content_;
  std::string origin_;
};

// ---- Sessions -------------------------------------------------------------------------------------------------------

// Which value of a model was computed, and by what.
struct ComputedValue {
  // The model's own where it has one. Inside of a call it is the call's first output that has a name, "_", and the
  // function's name for it ("y_AlphaMulX"), with "_2", "_3" where that is taken: no two values have the same. With
  // verify, that of a native kernel has the name of the value that it is compared with.
  std::string_view name;
  std::string_view op;                 // the operator that computed it: "Mul-14"
  std::size_t node_index;              // among the nodes of its graph or function, as the file has them
  std::string_view node_name;          // may be empty
  std::span<const std::string> calls;  // around the node, outermost first: `node "act" (HardSigmoid-22)`
};

struct SessionOptions {
  // Also run every function operator's native kernel and throw kInternal where the bits differ from its body's.
  bool verify = false;
  // Run and keep every node by itself, so that on_value sees each result.
  bool single_nodes = false;
  // Elements per block of an elementwise chain; 0 lets hardref choose. The results do not depend on it.
  std::size_t block = 0;
  // Compute recurring neighbours of a chain in one step. The results do not depend on it.
  bool fuse = true;
  // Threads that a run may use for large tensors, 0 for as many as the machine has. The results do not depend on it.
  std::size_t threads = 1;
  // Takes inputs whose shapes contradict what the model declares, with a warning.
  bool any_shape = false;
  // Nodes that the expansion of functions may produce, over all nesting levels.
  std::size_t max_nodes = 1'000'000;
  // Called for what is legal but doubtful in the model, once for each signature that is compiled.
  std::function<void(std::string_view message)> on_warning = nullptr;
  // Called in every run for each value that is computed and kept, in order. Without single_nodes that leaves out what
  // is only ever there block by block.
  std::function<void(const ComputedValue& computed, const TensorView& value)> on_value = nullptr;
};

// What an output will be, before it is computed.
struct TensorType {
  DataType type = DataType::kUndefined;
  Shape shape;
};

// An executable model. All member functions are const and safe to call from several threads at once.
class Session {
 public:
  // Checks what can be checked without knowing the inputs. Throws kInvalidModel, kUnsupported and kLimit.
  explicit Session(Model model, SessionOptions options = {});
  ~Session();
  Session(Session&& other) noexcept;
  Session& operator=(Session&& other) noexcept;

  // Runs on inputs in any order and returns the outputs in the model's. An input with an initializer may be left out,
  // and given from IR version 4 on. Throws kInvalidInput for a missing, unknown or unfitting input.
  [[nodiscard]] std::vector<NamedTensor> run(std::span<const NamedTensor> inputs) const;
  [[nodiscard]] std::vector<NamedTensor> run(std::initializer_list<NamedTensor> inputs) const {
    return run(std::span<const NamedTensor>(inputs.begin(), inputs.size()));
  }

  // Without a copy: inputs in the order of required_inputs(), outputs written to memory of the caller, one pointer for
  // each output, with room for what output_types says.
  void run(std::span<const TensorView> inputs, std::span<void* const> outputs) const;

  // The inputs that have no initializer, in the model's order.
  [[nodiscard]] std::vector<Declaration> required_inputs() const;
  [[nodiscard]] std::vector<TensorType> output_types(std::span<const TensorView> inputs) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hardref
