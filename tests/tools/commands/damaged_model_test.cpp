// Models that are cut short or have flipped bits: an error each, and never one of the program's own.
#include <algorithm>

#include "tools/support.h"

namespace hardref::test {
namespace {

const std::string kHardSigmoid = (kModels / "hard_sigmoid.onnx").string();
const std::string kFunction = (kModels / "function.onnx").string();

TEST_CASE("damaged model: a model that is cut short gives one clear error and no output") {
  const WorkFolder folder;
  const std::string bytes = read_text(kHardSigmoid);
  REQUIRE(bytes.size() > 50);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    write_text(folder / "cut.onnx", bytes.substr(0, size));
    const ProgramResult result = folder.hardref({"run", "cut.onnx", "-i", "x=float[1]{1}", "-o", "y=y.pb"});
    CHECK((result.exit_code == 3 || result.exit_code == 4));
    CHECK(result.out.empty());
    CHECK(result.err.starts_with("hardref: cut.onnx: "));
    CHECK(std::ranges::count(result.err, '\n') == 1);
    CHECK_FALSE(folder.has("y.pb"));
  }
}

TEST_CASE("damaged model: a model with any one bit flipped runs or gives an error that blames the model or the input") {
  const std::string bytes = read_text(kFunction);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const std::string message = message_of([&] {
      const Session session(Model::from_bytes(as_byte_span(flipped)));
      return session.run({{"x", Tensor::of<float>({2}, {1, 2})}});
    });
    CAPTURE(bit, message);
    const std::string kind = message.substr(0, message.find(": "));
    CHECK((kind == "no error" || kind == "invalid_model" || kind == "invalid_input" || kind == "unsupported"));
  }
}

TEST_CASE("damaged model: the program ends as the library does on flipped bits") {
  const WorkFolder folder;
  const std::string bytes = read_text(kHardSigmoid);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    CAPTURE(i);
    std::string flipped = bytes;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x40);
    write_text(folder / "flipped.onnx", flipped);
    const ProgramResult result = folder.hardref({"run", "flipped.onnx", "-i", "x=float[1]{1}", "-o", "y=y.pb"});
    CHECK((result.exit_code == 0 || result.exit_code == 3 || result.exit_code == 4));
    CHECK(result.out.empty() == (result.exit_code != 0));
    CHECK(folder.has("y.pb") == (result.exit_code == 0));
    std::filesystem::remove(folder / "y.pb");
  }
}

}  // namespace
}  // namespace hardref::test
