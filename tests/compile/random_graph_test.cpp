// Random graphs of the primitives, run in blocks of every kind and node by node, against the plain evaluator.
#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "compile/plain_evaluator.h"
#include "compile/support.h"
#include "support/catch.h"
#include "text/text.h"

namespace hardref::test {
namespace {

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kDouble, DataType::kFloat16, DataType::kBfloat16,
                               DataType::kInt8,  DataType::kInt16,  DataType::kInt32,   DataType::kInt64,
                               DataType::kUint8, DataType::kUint16, DataType::kUint32,  DataType::kUint64,
                               DataType::kBool};

bool is_float(DataType type) { return std::ranges::find(kTypes, type) < kTypes + 4; }

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {
    for (std::size_t d = below(5); d > 0; --d) full_.push_back(kExtents[below(std::size(kExtents))]);
    for (DataType& type : types_) type = kTypes[below(std::size(kTypes))];
    for (std::size_t i = 1 + below(4); i > 0; --i) add_source();
    for (std::size_t i = 1 + below(24); i > 0; --i) add_node();
    graph_.name = "g";
    graph_.outputs.push_back({values_.back().name, {}});
    for (const Known& value : values_) {
      if (below(4) == 0) graph_.outputs.push_back({value.name, {}});
    }
  }

  [[nodiscard]] const model::Graph& graph() const { return graph_; }
  [[nodiscard]] const Inputs& inputs() const { return inputs_; }

 private:
  struct Known {
    std::string name;
    DataType type;
    Shape shape;
  };
  static constexpr std::int64_t kExtents[] = {1, 2, 2, 3, 3, 4, 5, 7, 0};

  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::string new_name() { return fmt::format("v{}", values_.size()); }

  // A shape that broadcasts to the full one.
  Shape shape() {
    Shape shape = full_;
    if (below(3) == 0) shape.erase(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(below(full_.size() + 1)));
    for (std::int64_t& extent : shape) {
      if (below(4) == 0) extent = 1;
    }
    return shape;
  }

  std::uint64_t bits(DataType type) {
    if (!is_float(type)) {
      constexpr std::uint64_t kSpecial[] = {0,    1,      2,     3, ~std::uint64_t{0}, std::uint64_t{1} << 63,
                                            0x80, 0x7fff, 0x8000};
      const std::uint64_t value = below(2) == 0 ? random_() : kSpecial[below(std::size(kSpecial))];
      return type == DataType::kBool ? value % 2 : value;
    }
    constexpr double kSpecial[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 255.5, HUGE_VAL, -HUGE_VAL, NAN, 1e-40, 6e4, -1e38};
    double value = kSpecial[below(std::size(kSpecial))];
    if (below(3) != 0) {
      value = std::ldexp(static_cast<double>(random_() >> 11) - 0x1p52, static_cast<int>(below(24)) - 62);
    }
    switch (type) {
      case DataType::kFloat:
        return std::bit_cast<std::uint32_t>(static_cast<float>(value));
      case DataType::kDouble:
        return std::bit_cast<std::uint64_t>(value);
      case DataType::kFloat16:
        return to_float16(value).bits;
      default:
        return to_bfloat16(value).bits;
    }
  }

  // An input or, less often, an initializer.
  void add_source() {
    const Known value{new_name(), types_[below(std::size(types_))], shape()};
    Tensor tensor(value.type, value.shape);
    Array array{value.type, value.shape, std::vector<std::uint64_t>(tensor.size())};
    for (std::uint64_t& element : array.bits) element = bits(value.type);
    if (below(3) == 0) {
      graph_.initializers.push_back({value.name, std::make_shared<const Tensor>(to_tensor(array))});
    } else {
      graph_.inputs.push_back({value.name, {}});
      inputs_.push_back({value.name, to_tensor(array)});
    }
    values_.push_back(value);
  }

  // Mostly one of the last values, so that chains grow.
  const Known& pick() {
    const std::size_t recent = std::min<std::size_t>(values_.size(), 3);
    return below(2) == 0 ? values_[below(values_.size())] : values_[values_.size() - 1 - below(recent)];
  }

  void add_node() {
    const Known first = pick();
    model::Node node;
    node.inputs = {first.name};
    node.outputs = {new_name()};
    Known result{node.outputs[0], first.type, first.shape};
    const std::size_t choice = below(10);
    if (choice == 0 && is_float(first.type) && !first.shape.empty()) {
      const auto rank = static_cast<std::int64_t>(first.shape.size());
      node.op_type = "Hardmax";
      node.attributes.push_back({"axis", static_cast<std::int64_t>(below(first.shape.size() * 2)) - rank});
    } else if (choice <= 2 || first.type == DataType::kBool) {
      node.op_type = "Cast";
      result.type = below(2) == 0 ? types_[below(std::size(types_))] : kTypes[below(std::size(kTypes))];
      node.attributes.push_back({"to", static_cast<std::int64_t>(result.type)});
    } else {
      constexpr std::string_view kNames[] = {"Add", "Mul", "Min", "Max"};
      node.op_type = kNames[below(4)];
      const bool variadic = node.op_type[0] == 'M' && node.op_type[1] != 'u';
      for (std::size_t more = variadic ? below(4) : 1; more > 0; --more) node.inputs.push_back(operand(result));
    }
    graph_.nodes.push_back(std::move(node));
    values_.push_back(std::move(result));
  }

  // Another operand of the type; the result grows to hold it.
  std::string operand(Known& result) {
    const Known* other = &pick();
    for (int tries = 0; tries < 20 && other->type != result.type; ++tries) other = &pick();
    if (other->type != result.type) return result.name == values_.back().name ? result.name : first_of(result.type);
    grow(result.shape, other->shape);
    return other->name;
  }

  std::string first_of(DataType type) { return std::ranges::find(values_, type, &Known::type)->name; }

  static void grow(Shape& shape, const Shape& other) {
    if (other.size() > shape.size()) shape.insert(shape.begin(), other.size() - shape.size(), 1);
    for (std::size_t d = 0; d < other.size(); ++d) {
      std::int64_t& extent = shape[shape.size() - other.size() + d];
      if (extent == 1) extent = other[d];
    }
  }

  model::Graph graph_;
  Inputs inputs_;
  std::mt19937_64 random_;
  Shape full_;
  DataType types_[2] = {};
  std::vector<Known> values_;
};

model::Model model_of(const model::Graph& graph) {
  model::Model model;
  model.ir_version = 8;
  model.opset_imports = {{"", 18}};
  model.graph = graph;
  return model;
}

TEST_CASE("random graphs give the same in blocks of any size as node by node without the machine") {
  std::size_t elements = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Generator generated(seed);
    const auto content = std::make_shared<const model::Model>(model_of(generated.graph()));
    CAPTURE(seed, model::print(*content));
    std::map<std::string, Array> given;
    for (const NamedTensor& input : generated.inputs()) given.emplace(input.name, to_array(input.tensor));
    const std::map<std::string, Array> expected = evaluate(generated.graph(), given);

    for (const bool single_nodes : {false, true}) {
      for (const std::size_t block :
           {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{64}, SIZE_MAX}) {
        CAPTURE(single_nodes, block);
        SessionOptions options;
        options.single_nodes = single_nodes;
        options.block = block;
        for (const NamedTensor& output : Session(Model(content), options).run(generated.inputs())) {
          const std::string found = difference(output.tensor, to_tensor(expected.at(output.name)));
          if (!found.empty()) FAIL_CHECK(output.name << ": " << found);
          elements += output.tensor.size();
        }
      }
    }
  }
  CHECK(elements == 744'324);  // the graphs are not all empty
}

}  // namespace
}  // namespace hardref::test
