// Runs shared by threads give the bits of one thread, whatever the element type and the shape.
#include <cstring>

#include "compile/support.h"
#include "support/catch.h"

namespace hardref::test {
namespace {

// Large enough for several threads, and no multiple of their number or of a block.
Tensor input_of(DataType type, Shape shape) {
  Tensor tensor = Tensor::uninitialized(type, std::move(shape));
  std::mt19937_64 random(9);
  auto* bytes = static_cast<unsigned char*>(tensor.data());
  for (std::size_t i = 0; i < tensor.byte_size(); ++i) bytes[i] = static_cast<unsigned char>(random());
  return tensor;
}

bool same_bits(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].byte_size() != b[i].byte_size()) return false;
    if (std::memcmp(a[i].data(), b[i].data(), a[i].byte_size()) != 0) return false;
  }
  return a.size() == b.size();
}

TEST_CASE("any number of threads gives the same bits", "[threads]") {
  // A chain with a stretched operand, a fused end and rows of neighbours and of columns.
  constexpr std::string_view kNodes =
      "{ s = HardSigmoid(x) m = Mul(x, w) a = Add(m, s) c = Cast <to = 11> (a) h = Hardmax <axis = 0> (x) "
      "k = Hardmax <axis = -1> (a) }";
  for (const DataType type : {DataType::kFloat16, DataType::kBfloat16, DataType::kFloat, DataType::kDouble}) {
    const std::string text =
        at_opset(22, fmt::format("g ({0}[A,B] x, {0}[A,1] w) => (s, a, c, h, k) {1}", to_string(type), kNodes));
    const Inputs inputs = {{"x", input_of(type, {311, 337})}, {"w", input_of(type, {311, 1})}};
    const std::vector<Tensor> alone = results(text, inputs);
    for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
      for (const bool fuse : {true, false}) {
        for (const std::size_t block : {0U, 7U, 200'000U}) {
          CAPTURE(to_string(type), threads, fuse, block);
          SessionOptions options;
          options.threads = threads;
          options.fuse = fuse;
          options.block = block;
          CHECK(same_bits(results(text, inputs, options), alone));
        }
      }
    }
  }
}

TEST_CASE("the first element at fault is reported by any number of threads", "[threads]") {
  Tensor x(DataType::kString, {40'000});
  for (std::string& element : x.values<std::string>()) element = "1";
  x.values<std::string>()[30'001] = "second";
  x.values<std::string>()[30'000] = "first";
  const std::string text = at_opset(13, "g (string[N] x) => (y) { y = Cast <to = 1> (x) }");
  for (const std::size_t threads : {1U, 2U, 8U}) {
    SessionOptions options;
    options.threads = threads;
    options.block = 100;
    CHECK(error_of(text, {{"x", x}}, options) == "invalid_input: m: element \"first\" is not a number");
  }
}

}  // namespace
}  // namespace hardref::test
