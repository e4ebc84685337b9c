#include <hardref.hpp>
#include <iostream>

int main() {
  const auto session = hardref::Session(hardref::Model::from_file("model.onnx"));
  const auto x = hardref::Tensor::of<float>({2, 2}, {1, 2, 4, 3});
  for (const auto& [name, tensor] : session.run({{"x", x}})) {
    std::cout << name << " = " << hardref::to_text(tensor) << '\n';
  }
}
