// hardref compare: files, archives and folders, and that nothing is left out without a word.
#include <array>
#include <nlohmann/json.hpp>

#include "files/npz.h"
#include "judge/npy.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

const std::string kSame = "1 passed, 0 failed, 0 skipped\n";

class Files : public WorkFolder {
 public:
  Files() {
    write_value(*this / "one.pb", "any", "float[2]{1, 2}");
    write_text(*this / "one.npy", serialize_npy(Tensor::of<float>({2}, {1, 2})));
    write_value(*this / "near.pb", "", "float[2]{1, 2.0000002}");
    write_value(*this / "far.pb", "", "float[2]{1, 3}");
  }
  [[nodiscard]] ProgramResult compare(const Words& options) const { return hardref(joined({"compare"}, options)); }
};

TEST_CASE("compare: two files, whatever their format") {
  const Files files;
  CHECK(files.compare({"one.pb", "one.npy"}) == ProgramResult{0, kSame, ""});
  CHECK(files.compare({"one.npy", "one.pb", "-v"}) == ProgramResult{0, "passed one.npy\n" + kSame, ""});
  CHECK(files.compare({"far.pb", "one.npy"}) ==
        ProgramResult{1,
                      "failed far.pb: 1 of 2 elements differs; first at [1]: 3, expected 2 (absolute 1, relative 0.5, "
                      "4194304 ulp)\n"
                      "  float[2]: 1 of 2 differ\n"
                      "    first [1]: 3 (0x40400000), expected 2 (0x40000000); absolute 1, relative 0.5, 4194304 ulp\n"
                      "    --rtol 0.5 or --atol 0.999 or --ulp 4194304 would pass\n"
                      "0 passed, 1 failed, 0 skipped\n",
                      ""});
}

TEST_CASE("compare: what is said to pass passes") {
  const Files files;
  CHECK(files.compare({"far.pb", "one.npy", "--rtol", "0.5"}).exit_code == 0);
  CHECK(files.compare({"far.pb", "one.npy", "--atol", "0.999"}).exit_code == 0);
  CHECK(files.compare({"far.pb", "one.npy", "--ulp", "4194304"}).exit_code == 0);
  CHECK(files.compare({"far.pb", "one.npy", "--ulp", "4194303"}).exit_code == 1);
}

TEST_CASE("compare: what the integers of a literal are taken for") {
  const Files files;
  CHECK(files.compare({"float8e5m2[2]{60, 64}", "bfloat16{1}"}) ==
        ProgramResult{1,
                      "failed float8e5m2[2]{60, 64}: element type is float8e5m2, expected bfloat16\n"
                      "  float8e5m2[2]: element type is float8e5m2, expected bfloat16\n"
                      "0 passed, 1 failed, 0 skipped\n",
                      "warning: ACTUAL: the integers are taken for bit patterns of float8e5m2, the first for 1.0; a "
                      "value needs a decimal point\n"
                      "warning: EXPECTED: the integers are taken for bit patterns of bfloat16, the first for "
                      "9e-41; a value needs a decimal point\n"});
}

TEST_CASE("compare: the judges") {
  const Files files;
  CHECK(files.compare({"near.pb", "one.pb"}).exit_code == 0);
  CHECK(files.compare({"near.pb", "one.pb", "--exact"}).exit_code == 1);
  CHECK(files.compare({"near.pb", "one.pb", "--judge", "strict"}).exit_code == 1);
  CHECK(files.compare({"near.pb", "one.pb", "--judge", "ort", "--rtol", "0", "--atol", "0"}).exit_code == 1);
  CHECK(files.compare({"near.pb", "one.pb", "--judge", "all"}) ==
        ProgramResult{0,
                      "passed near.pb\n  float[2]: 1 of 2 within tolerance; worst at [1]: absolute 2.38419e-07, "
                      "relative 1.19209e-07, 1 ulp\n  judges disagree: onnx passed, ort passed, strict failed\n" +
                          kSame,
                      ""});
}

TEST_CASE("compare: folders are matched by name, and nothing is left out") {
  const Files files;
  for (const char* folder : {"a", "b"}) {
    write_value(files / folder / "deep/x.pb", "", "float[1]{1}");
    write_text(files / folder / "notes.txt", folder);
  }
  CHECK(files.compare({"a", "b"}) == ProgramResult{0, kSame, ""});
  write_value(files / "a/y.pb", "", "float[1]{1}");
  write_text(files / "b/y.npy", serialize_npy(Tensor::of<float>({1}, {1})));
  CHECK(files.compare({"a", "b", "-v"}) ==
        ProgramResult{0, "passed deep/x\npassed y\n2 passed, 0 failed, 0 skipped\n", ""});
  write_value(files / "b/z.pb", "", "float[1]{1}");
  CHECK(files.compare({"a", "b"}) == ProgramResult{1, "failed z: not in a\n2 passed, 1 failed, 0 skipped\n", ""});
  CHECK(files.compare({"b", "a"}) == ProgramResult{1, "failed z: not in a\n2 passed, 1 failed, 0 skipped\n", ""});
  write_value(files / "b/y.pb", "", "float[1]{1}");
  CHECK(files.compare({"a", "b"}) == ProgramResult{3, "", "hardref: b: holds y in two formats, expected one\n"});
}

TEST_CASE("compare: archives") {
  const Files files;
  const Tensor one = Tensor::of<float>({2}, {1, 2});
  const Tensor two = Tensor::of<float>({2}, {5, 6});
  const auto write = [&](const char* name, const Tensor& y) {
    write_text(files / name, tools::serialize_npz(std::array{std::pair(std::string("x"), one.view()),
                                                             std::pair(std::string("y"), y.view())}));
  };
  write("a.npz", one);
  write("b.npz", two);
  CHECK(files.compare({"a.npz", "a.npz"}) == ProgramResult{0, "2 passed, 0 failed, 0 skipped\n", ""});
  CHECK(files.compare({"a.npz:y", "one.pb"}) == ProgramResult{0, kSame, ""});
  CHECK(files.compare({"a.npz", "b.npz"}).out.starts_with("failed y: 2 of 2 elements differ; "));
  CHECK(files.compare({"a.npz", "one.pb"}) ==
        ProgramResult{2, "",
                      "hardref: a.npz holds 2 tensors, one.pb holds 1; name one of them as FILE.npz:KEY, or two "
                      "folders\n"});
}

TEST_CASE("compare: literals, text, and standard input") {
  const Files files;
  write_text(files / "one.txt", "float[2]{1, 2}\n");
  for (const Words& pair : std::vector<Words>{{"one.npy", "float[2]{1,2}"},
                                              {"float[2]{1,2}", "one.pb"},
                                              {"one.txt", "one.pb"},
                                              {"one.pb", "-"},
                                              {"-", "one.txt"},
                                              {"/dev/stdin", "one.npy"}}) {
    CAPTURE(pair);
    CHECK(files.hardref(joined({"compare"}, pair), read_text(files / "one.npy")) == prints(kSame));
  }
  CHECK(files.compare({"one.npy", "float[2]{1,3}"}).exit_code == 1);
  CHECK(files.hardref({"compare", "-", "-"}, read_text(files / "one.npy")) ==
        ProgramResult{2, "", "hardref: standard input is asked for twice\n"});
}

TEST_CASE("compare: outputs against a data set") {
  const Files files;
  write_value(files / "set/input_0.pb", "x", "float[1]{9}");
  write_value(files / "set/output_0.pb", "y", "float[1]{1}");
  write_value(files / "set/output_1.pb", "z", "float[1]{2}");
  write_value(files / "outputs/output_0.pb", "", "float[1]{1}");
  write_text(files / "outputs/output_1.txt", "float[1]{2}");
  write_text(files / "outputs/notes.txt", "# what was run\n");
  write_text(files / "outputs/._output_0.pb", "of another system");
  const std::string two = "2 passed, 0 failed, 0 skipped\n";
  CHECK(files.compare({"outputs", "set"}) == prints(two));
  CHECK(files.compare({"set", "outputs"}) == prints(two));
  CHECK(files.compare({"set", "set"}) == prints("3 passed, 0 failed, 0 skipped\n"));
  const Tensor y = Tensor::of<float>({1}, {1});
  const Tensor z = Tensor::of<float>({1}, {3});
  write_text(files / "all.npz", tools::serialize_npz(std::array{std::pair(std::string("y"), y.view()),
                                                                std::pair(std::string("z"), z.view())}));
  const ProgramResult by_name = files.compare({"all.npz", "set"});
  CHECK(by_name.exit_code == 1);
  CHECK(by_name.out.starts_with("failed z: "));
  CHECK(by_name.out.ends_with("1 passed, 1 failed, 0 skipped\n"));
  std::filesystem::remove(files / "outputs/output_1.txt");
  CHECK(files.compare({"outputs", "set"}) ==
        ProgramResult{1, "failed output_1: not in outputs\n1 passed, 1 failed, 0 skipped\n", ""});
}

TEST_CASE("compare: what the file system does not give") {
  const Files files;
  std::filesystem::create_symlink("loop", files / "loop");
  std::filesystem::create_directories(files / "folder");
  std::filesystem::create_symlink("/dev/zero", files / "folder/y.pb");
  std::filesystem::create_directories(files / "links");
  std::filesystem::create_symlink("y.pb", files / "links/y.pb");
  const auto fails = [&](const std::string& path, const std::string& message) {
    CHECK(files.compare({path, "one.pb"}) == ProgramResult{6, "", "hardref: " + message + "\n"});
    CHECK(files.compare({"one.pb", path}) == ProgramResult{6, "", "hardref: " + message + "\n"});
  };
  const std::string name(300, 'a');
  fails(name, name + ": File name too long");
  fails("loop", "loop: Too many levels of symbolic links");
  fails("links", "links/y.pb: Too many levels of symbolic links");
  CHECK(files.compare({"folder", "folder"}) ==
        ProgramResult{6, "", "hardref: folder/y.pb: is a device, expected a regular file\n"});
}

TEST_CASE("compare: what cannot be compared") {
  const Files files;
  CHECK(files.compare({"one.txt", "one.pb"}) ==
        ProgramResult{
            2, "",
            "hardref: one.txt: no such file; expected FILE.pb, FILE.npy, FILE.npz:KEY, a literal as float[2]{1,2}, "
            "random:float[2,3], edge:float[2,3], or float[2,3]@FILE.bin\n"});
  CHECK(files.compare({"missing.pb", "one.pb"}) ==
        ProgramResult{6, "", "hardref: missing.pb: cannot open: No such file or directory\n"});
  std::filesystem::create_directories(files / "empty");
  CHECK(files.compare({"empty", "empty"}) ==
        ProgramResult{3, "", "hardref: empty: no file in it that holds a tensor\n"});
}

TEST_CASE("compare: --json prints the document that test prints") {
  const Files files;
  const nlohmann::json report = nlohmann::json::parse(files.compare({"far.pb", "one.pb", "--json"}).out);
  CHECK(report.at("failed") == 1);
  CHECK(report.at("tests").at(0).at("name") == "far.pb");
  CHECK(report.at("tests").at(0).at("mismatches").at(0).at("passing").at("ulp") == 4194304);
  const nlohmann::json near = nlohmann::json::parse(files.compare({"near.pb", "one.pb", "--json"}).out);
  CHECK(near.at("tests").at(0).at("close") == nlohmann::json::parse(R"json([
    {"data_set": "", "output": "", "type": "float", "shape": [2], "unequal": 1, "count": 2,
     "absolute": {"index": [1], "value": 2.384185791015625e-07},
     "relative": {"index": [1], "value": 1.1920928955078125e-07}, "ulp": {"index": [1], "value": 1}}])json"));
}

TEST_CASE("compare: --json holds the elements that fail, and those that pass where they are asked for") {
  const Files files;
  const auto elements = [&](const Words& more) {
    const nlohmann::json report =
        nlohmann::json::parse(files.compare(joined({"far.pb", "one.pb", "--json"}, more)).out);
    std::vector<int> found;
    for (const auto& point : report.at("tests").at(0).at("mismatches").at(0).at("sample")) {
      found.push_back(point.at("element").get<int>());
    }
    return found;
  };
  CHECK(elements({}) == std::vector<int>{1});
  CHECK(elements({"--sample"}) == std::vector<int>{1, 0});
  CHECK(files.compare({"far.pb", "one.pb", "--sample"}) == ProgramResult{2, "", "hardref: --sample needs --json\n"});
}

}  // namespace
}  // namespace hardref::test
