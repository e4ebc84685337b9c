// Models at random, of every construct that the structs of model.h can hold, or of those only that ONNX 1.12 can read
// as text. They make no sense as models.
#pragma once

#include <random>

#include "model/model.h"

namespace hardref::test {

enum class Dialect { kOurs, kOnnx112 };

class RandomModel {
 public:
  RandomModel(std::uint64_t seed, Dialect dialect) : random_(seed), dialect_(dialect) {}

  model::Model model();

 private:
  [[nodiscard]] bool ours() const { return dialect_ == Dialect::kOurs; }
  std::size_t below(std::size_t n) { return random_() % n; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  template <class Item>
  auto list(std::size_t most, const Item& item) {
    std::vector<decltype(item())> items;
    for (std::size_t count = below(most + 1); count > 0; --count) items.push_back(item());
    return items;
  }

  std::string text();
  std::string name();
  std::string domain();
  template <class Float>
  Float floating();
  std::int64_t integer();
  Shape shape();
  template <class T>
  T element();
  Tensor tensor();
  model::TensorTypeInfo tensor_type();
  model::Type type(int depth);
  model::ValueInfo info();
  std::vector<std::string> operands();
  model::AttributeValue single_value(model::AttributeKind kind, int depth);
  model::Attribute attribute(int depth);
  model::Node node(int depth);
  model::Graph graph(int depth);
  model::Function function();
  model::OpsetImports opsets();

  std::mt19937_64 random_;
  Dialect dialect_;
};

}  // namespace hardref::test
