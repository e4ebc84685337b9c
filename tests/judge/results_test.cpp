// What another runtime left of a test: outputs by position or by name, or why there are none.
#include "judge/results.h"

#include "judge/npy.h"
#include "support/files.h"

namespace hardref::test {
namespace {

const std::vector<Declaration> kTwo{{.name = "y", .type = DataType::kFloat, .shape = {}},
                                    {.name = "a/b", .type = DataType::kBfloat16, .shape = {}}};

// "y = float[1]{1}; ..." or what is wrong.
std::string read(const ScratchFolder& folder) {
  std::string text;
  const std::string message = message_of([&] {
    for (const auto& [name, tensor] : read_results(folder.path(), kTwo)) text += name + " = " + to_text(tensor) + "; ";
  });
  return message == "no error" ? text : message;
}

TEST_CASE("results: by position, in either format, relabelled") {
  const ScratchFolder folder;
  write_value(folder / "output_0.pb", "other", "float[1]{1}");
  write_text(folder / "output_1.npy", serialize_npy(Tensor::of<std::uint16_t>({1}, {0x3f80})));
  write_text(folder / "._output_0.pb", "");
  write_text(folder / "log.txt", "");
  CHECK(read(folder) == "y = float[1]{1}; a/b = bfloat16[1]{1.0}; ");
}

TEST_CASE("results: by name, a slash as %2F") {
  const ScratchFolder folder;
  write_value(folder / "y.pb", "", "float[1]{1}");
  CHECK(read(folder) == "invalid_input: results hold 0 outputs from output_0 on and 1 by name, but the model has 2");
  write_value(folder / "a%2Fb.pb", "", "bfloat16[1]{1.0}");
  CHECK(read(folder) == "y = float[1]{1}; a/b = bfloat16[1]{1.0}; ");
}

TEST_CASE("results: names that look like positions") {
  const ScratchFolder folder;
  write_value(folder / "output_7.pb", "", "float[1]{1}");
  const std::vector<Declaration> one{{.name = "output_7", .type = DataType::kFloat, .shape = {}}};
  CHECK(read_results(folder.path(), one).size() == 1);
}

TEST_CASE("results: too few, too many, or twice") {
  const ScratchFolder folder;
  write_value(folder / "output_0.pb", "", "float[1]{1}");
  write_value(folder / "output_2.pb", "", "float[1]{1}");
  CHECK(read(folder) == "invalid_input: results hold 1 outputs from output_0 on and 0 by name, but the model has 2");
  write_value(folder / "output_1.pb", "", "float[1]{1}");
  CHECK(read(folder) == "invalid_input: results hold 3 outputs from output_0 on and 0 by name, but the model has 2");
  write_text(folder / "output_1.npy", "");
  CHECK(read(folder) == "invalid_input: results hold output_1.pb and output_1.npy, expected one of them");
}

TEST_CASE("results: what cannot be read is invalid, whatever the reader says") {
  const ScratchFolder folder;
  write_value(folder / "output_0.pb", "", "float[1]{1}");
  std::string npy = serialize_npy(Tensor::of<std::uint16_t>({1}, {0}));
  npy.replace(npy.find("<u2"), 3, "<M8");  // dates
  write_text(folder / "output_1.npy", npy);
  const std::string path = (folder / "output_1.npy").string();
  const std::string message = read(folder);
  CAPTURE(message);
  CHECK(message.starts_with("invalid_input: " + path + ": "));
  const std::string missing = (folder / "missing").string();
  CHECK(message_of([&] { return read_results(missing, kTwo); }) ==
        "io: no results: " + missing + ": No such file or directory");
}

TEST_CASE("results: unsupported.txt says why there are none") {
  const ScratchFolder folder;
  CHECK_FALSE(has_results(folder.path()));
  CHECK_FALSE(has_results(folder / "missing"));
  CHECK_FALSE(unsupported_reason(folder.path()));
  write_text(folder / "unsupported.txt", "");
  CHECK(has_results(folder.path()));
  CHECK(unsupported_reason(folder.path()) == "no reason is given");
  write_text(folder / "unsupported.txt", "no kernel for HardSigmoid\r\nmore\n");
  CHECK(unsupported_reason(folder.path()) == "no kernel for HardSigmoid");
  std::filesystem::create_directories(folder / "test_data_set_3");
  CHECK(message_of([&] { return unsupported_reason(folder.path()); }) ==
        "invalid_input: results hold unsupported.txt and test_data_set_3, expected one of them");
  std::filesystem::remove(folder / "unsupported.txt");
  CHECK(has_results(folder.path()));
}

}  // namespace
}  // namespace hardref::test
