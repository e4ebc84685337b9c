// Which files a data set holds, in which order, and to which inputs they belong.
#include "judge/data_set.h"

#include <vector>

#include "judge/npy.h"
#include "support/files.h"

namespace hardref::test {
namespace {

std::vector<std::string> names_of(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> names;
  names.reserve(paths.size());
  for (const std::filesystem::path& path : paths) names.push_back(path.filename().string());
  return names;
}

// What is wrong with a folder of files with these names.
std::string fault_of(const std::vector<std::string>& names) {
  const ScratchFolder folder;
  for (const std::string& name : names) write_text(folder / name, "");
  return message_of([&] { return list_data_set(folder.path()); });
}

TEST_CASE("data set: files are in the order of their numbers") {
  const ScratchFolder folder;
  std::vector<std::string> inputs(12);
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = "input_" + std::to_string(i) + ".pb";
  for (const std::string& name : inputs) write_text(folder / name, "");
  for (const char* name : {"output_1.pb", "output_0.pb"}) write_text(folder / name, "");
  const DataSet set = list_data_set(folder.path());
  CHECK(names_of(set.inputs) == inputs);
  CHECK(names_of(set.outputs) == std::vector<std::string>{"output_0.pb", "output_1.pb"});
  CHECK(set.outputs[0] == folder / "output_0.pb");
}

TEST_CASE("data set: an empty folder is one, a missing folder is not") {
  const ScratchFolder folder;
  CHECK(list_data_set(folder.path()).inputs.empty());
  CHECK(list_data_set(folder.path()).outputs.empty());
  const std::string missing = (folder / "missing").string();
  CHECK(message_of([&] { return list_data_set(missing); }) == "io: " + missing + ": No such file or directory");
  write_text(folder / "file", "");
  const std::string file = (folder / "file").string();
  CHECK(message_of([&] { return list_data_set(file); }) == "io: " + file + ": Not a directory");
}

TEST_CASE("data set: a stray name is told") {
  for (const std::string name :
       {"input0.pb", "input_01.pb", "input_.pb", "input_-1.pb", "input_+1.pb", "input_1x.pb", "input_1.npz", "input_1",
        "Input_1.pb", "xinput_1.pb", "input_1.pb~", "input_18446744073709551616.pb", "output0.pb", "output_00.pb",
        "input_pb", "input_output_1.pb", "notes.txt"}) {
    CHECK(fault_of({"input_0.pb", name}) ==
          "invalid_input: stray file " + name + ": expected input_N.pb and output_N.pb, or .npy");
  }
}

TEST_CASE("data set: leftovers of systems are nothing") {
  CHECK(fault_of({"input_0.pb", "._input_0.pb", ".DS_Store", "Thumbs.db"}) == "no error");
}

TEST_CASE("data set: files of either format, each number once") {
  const ScratchFolder folder;
  for (const char* name : {"input_10.npy", "input_9.pb"}) write_text(folder / name, "");
  for (int i = 0; i < 9; ++i) write_text(folder / ("input_" + std::to_string(i) + (i % 2 == 0 ? ".pb" : ".npy")), "");
  CHECK(names_of(list_data_set(folder.path()).inputs).back() == "input_10.npy");
  CHECK(fault_of({"input_0.pb", "input_0.npy"}) ==
        "invalid_input: input_0.npy and input_0.pb are both there, expected one of them");
  CHECK(fault_of({"output_1.npy"}) == "invalid_input: output_1.npy is there, but output_0.npy is not");
}

TEST_CASE("data set: .npy files have no names, and hold bits of what the model declares") {
  const ScratchFolder folder;
  write_text(folder / "input_0.npy", serialize_npy(Tensor::of<std::uint16_t>({1}, {0x3f80})));
  write_value(folder / "input_1.pb", "a", "float[1]{2}");
  const Model model = Model::from_text(R"(
<ir_version: 8, opset_import: ["" : 13]>
g (bfloat16[1] a, float[1] b) => (bfloat16[1] y) { y = Max (a) }
)");
  const std::vector<NamedTensor> inputs = read_inputs(folder.path(), model);
  REQUIRE(inputs.size() == 2);
  CHECK(inputs[0].name == "a");
  CHECK(to_text(inputs[0].tensor) == "bfloat16[1]{1.0}");
  CHECK(inputs[1].name == "b");
}

TEST_CASE("data set: a gap in the numbers is told") {
  CHECK(fault_of({"input_0.pb", "input_2.pb"}) == "invalid_input: input_2.pb is there, but input_1.pb is not");
  CHECK(fault_of({"input_1.pb"}) == "invalid_input: input_1.pb is there, but input_0.pb is not");
  CHECK(fault_of({"input_0.pb", "output_18446744073709551615.pb"}) ==
        "invalid_input: output_18446744073709551615.pb is there, but output_0.pb is not");
}

// ---- Binding ----

// w has an initializer and stands between the inputs that have none.
constexpr auto kThreeInputs = R"(
<ir_version: 8, opset_import: ["" : 13]>
g (float[1] a, float[1] w, float[1] b) => (float[1] y) <float[1] w = {9}> { y = Max (a, w, b) }
)";

struct InputFile {
  std::string name;
  std::string_view value;
};

// "b = float[1]{2}; ..." as the inputs of a model are bound to files, or what is wrong with them.
std::string bound(std::string_view model, const std::vector<InputFile>& files) {
  const ScratchFolder folder;
  for (std::size_t i = 0; i < files.size(); ++i) {
    write_value(folder / ("input_" + std::to_string(i) + ".pb"), files[i].name, files[i].value);
  }
  std::string text;
  const std::string message = message_of([&] {
    for (const auto& [name, tensor] : read_inputs(folder.path(), Model::from_text(model))) {
      text += name + " = " + to_text(tensor) + "; ";
    }
  });
  return message == "no error" ? text : message;
}

TEST_CASE("data set: names bind inputs in any order where the model knows all of them") {
  CHECK(bound(kThreeInputs, {{"b", "float[1]{2}"}, {"a", "float[1]{1}"}}) == "b = float[1]{2}; a = float[1]{1}; ");
}

TEST_CASE("data set: a named file overrides an initializer") {
  CHECK(bound(kThreeInputs, {{"w", "float[1]{3}"}, {"b", "float[1]{2}"}, {"a", "float[1]{1}"}}) ==
        "w = float[1]{3}; b = float[1]{2}; a = float[1]{1}; ");
}

TEST_CASE("data set: without names inputs are bound by position, those with an initializer left out") {
  const std::string expected = "a = float[1]{1}; b = float[1]{2}; ";
  CHECK(bound(kThreeInputs, {{"", "float[1]{1}"}, {"", "float[1]{2}"}}) == expected);
  // One name that the model does not know, and the others do not count either.
  CHECK(bound(kThreeInputs, {{"b", "float[1]{1}"}, {"other", "float[1]{2}"}}) == expected);
  CHECK(bound(kThreeInputs, {{"b", "float[1]{1}"}, {"", "float[1]{2}"}}) == expected);
}

TEST_CASE("data set: the number of input files must fit") {
  const auto message = [](const std::string& found, const std::string& needed) {
    return "invalid_input: number of input files is " + found + ", but the model needs " + needed;
  };
  CHECK(bound(kThreeInputs, {}) == message("0", "2"));
  CHECK(bound(kThreeInputs, {{"a", "float[1]{1}"}}) == message("1", "2"));
  const InputFile unnamed{"", "float[1]{1}"};
  CHECK(bound(kThreeInputs, {unnamed}) == message("1", "2"));
  CHECK(bound(kThreeInputs, {unnamed, unnamed, unnamed}) == message("3", "2"));
  const InputFile named{"a", "float[1]{1}"};
  CHECK(bound(kThreeInputs, {named, named, named, named}) == message("4", "2"));
  constexpr auto kNone =
      R"(<ir_version: 8, opset_import: ["" : 13]> g () => (float y) { y = Constant <value_float = 1.0> () })";
  CHECK(bound(kNone, {}).empty());
  CHECK(bound(kNone, {unnamed}) == message("1", "0"));
}

TEST_CASE("data set: a file that cannot be read is told with its path") {
  const ScratchFolder folder;
  write_text(folder / "input_0.pb", "\xff");
  const std::string path = (folder / "input_0.pb").string();
  const Model model = Model::from_text(kThreeInputs);
  const std::string message = message_of([&] { return read_inputs(folder.path(), model); });
  CHECK(message.starts_with("invalid_input: " + path + ": "));
}

TEST_CASE("data set: folders are made with those above them") {
  const ScratchFolder folder;
  create_folder(folder / "a/b/c");
  CHECK(std::filesystem::is_directory(folder / "a/b/c"));
  CHECK(message_of([&] { create_folder(folder / "a/b"); }) == "no error");
  write_text(folder / "file", "");
  const std::string below = (folder / "file/x").string();
  CHECK(message_of([&] { create_folder(below); }) == "io: " + below + ": Not a directory");
}

}  // namespace
}  // namespace hardref::test
