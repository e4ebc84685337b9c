// Models written as text and run in one line, for the tests of everything between a model and its results.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compile/compile.h"
#include "compile/resolve.h"
#include "hardref.hpp"
#include "model/model.h"
#include "support/errors.h"
#include "tensor/compare.h"

namespace hardref::test {

using Inputs = std::vector<NamedTensor>;
using Strings = std::vector<std::string>;

// "g (float[2] x) => (float[2] y) {...}" and perhaps functions behind it, as a model of one opset.
[[nodiscard]] inline std::string at_opset(int opset, std::string_view graph) {
  return fmt::format(R"(<ir_version: 8, opset_import: ["": {}, "d": 1]> {})", opset, graph);
}

// As a file has the model: what is wrong in it has no place in a text.
[[nodiscard]] inline Model without_text(std::string_view text, std::string origin) {
  model::Model content = Model::from_text(text, origin).content();
  content.text.reset();
  return Model(std::make_shared<const model::Model>(std::move(content)), std::move(origin));
}

[[nodiscard]] inline std::vector<Tensor> results(std::string_view text, const Inputs& inputs,
                                                 const SessionOptions& options = {}) {
  std::vector<Tensor> tensors;
  for (NamedTensor& output : Session(without_text(text, "m"), options).run(inputs)) {
    tensors.push_back(std::move(output.tensor));
  }
  return tensors;
}

[[nodiscard]] inline Tensor result(std::string_view text, const Inputs& inputs, const SessionOptions& options = {}) {
  return results(text, inputs, options).at(0);
}

// The message of making a session and running it.
[[nodiscard]] inline std::string error_of(std::string_view text, const Inputs& inputs = {},
                                          const SessionOptions& options = {}) {
  return message_of([&] { return results(text, inputs, options); });
}

// The message of making a session alone.
[[nodiscard]] inline std::string session_error(std::string_view text) {
  return message_of([&] { return Session(without_text(text, "m")); });
}

[[nodiscard]] inline Strings warnings_of(std::string_view text, const Inputs& inputs, SessionOptions options = {}) {
  Strings warnings;
  options.on_warning = [&](std::string_view message) { warnings.emplace_back(message); };
  (void)results(text, inputs, options);
  return warnings;
}

// The program for a model all of whose inputs are declared with their shapes.
[[nodiscard]] inline Program program_of(const Model& model, const CompileOptions& options = {}) {
  std::vector<std::optional<TensorType>> inputs;
  for (const Declaration& input : model.inputs()) {
    TensorType& type = inputs.emplace_back().emplace();
    type.type = input.type.value();
    for (const Dimension& dimension : input.shape.value()) type.shape.push_back(std::get<std::int64_t>(dimension));
  }
  return compile(model.content(), resolve(model.content()), inputs, options);
}
[[nodiscard]] inline Program program_of(std::string_view text, const CompileOptions& options = {}) {
  return program_of(Model::from_text(text), options);
}

// Bit for bit, with one NaN for all; the difference is the text that Catch2 shows.
[[nodiscard]] inline std::string difference(const Tensor& actual, const Tensor& expected) {
  const Tolerance exact{.rtol = 0, .atol = 0, .ulp = {}, .exact = true};
  return find_mismatch(actual, expected, exact).value_or("");
}

[[nodiscard]] inline Tensor floats(const Shape& shape, std::initializer_list<float> values) {
  return Tensor::of<float>(shape, values);
}

// Every bit pattern of a 16-bit type; for a wider one random numbers of many magnitudes, and the special ones.
template <class T>
[[nodiscard]] Tensor all_bits() {
  Tensor tensor(kDataTypeOf<T>, {65536});
  const std::span<T> elements = tensor.values<T>();
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if constexpr (std::is_floating_point_v<T>) {
      const double significand = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
      elements[i] = static_cast<T>(std::ldexp(significand, static_cast<int>(i % 90) - 60));
    } else {
      elements[i].bits = static_cast<std::uint16_t>(i);
    }
  }
  if constexpr (std::is_floating_point_v<T>) {
    using Limits = std::numeric_limits<T>;
    const T special[] = {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), Limits::denorm_min(), -T{0}};
    std::ranges::copy(special, elements.begin());
  }
  return tensor;
}

}  // namespace hardref::test
