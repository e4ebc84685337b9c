// Which folders are tests, what they are called, and that everything in them is accounted for.
#include "judge/test_layout.h"

#include <vector>

#include "judge/data_set.h"
#include "support/files.h"

namespace hardref::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> found_names(const std::vector<fs::path>& roots) {
  std::vector<std::string> names;
  for (const TestDirectory& test : find_tests(roots)) names.push_back(test.name);
  return names;
}

using Names = std::vector<std::string>;

// ---- Finding ----

TEST_CASE("test layout: directories are found at any depth and sorted, whichever part of a test they have") {
  const ScratchFolder folder;
  write_text(folder / "root/node/test_b/model.onnx", "");
  write_text(folder / "root/node/test_a/data.json", "{}");
  write_text(folder / "root/deep/er/test_c/test_data_set_0/input_0.pb", "");
  write_text(folder / "root/node/test_b/inside/model.onnx", "");  // part of test_b
  write_text(folder / "root/empty/notes.txt", "");
  CHECK(found_names({folder / "root"}) == Names{"root/deep/er/test_c", "root/node/test_a", "root/node/test_b"});
  CHECK(found_names({folder / "root/node/"}) == Names{"node/test_a", "node/test_b"});
  CHECK(found_names({folder / "root/node/test_b"}) == Names{"test_b"});
  const TestDirectory found = find_tests({folder / "root"}).back();
  CHECK(found.path == folder / "root/node/test_b");
  CHECK(found.relative == "node/test_b");
  CHECK(find_tests({folder / "root/node/test_b"}).front().relative.empty());
}

TEST_CASE("test layout: what looks as if it were to be a data set makes a test too") {
  const ScratchFolder folder;
  write_text(folder / "root/a/test_data_set_0", "a file");
  write_text(folder / "root/b/test_data_set1/input_0.pb", "");
  write_text(folder / "root/c/test_data_0.npz", "");
  write_text(folder / "root/d/only.onnx", "");
  write_text(folder / "root/e/test_data/notes.txt", "");
  write_text(folder / "root/f/input_0.pb", "");
  write_text(folder / "root/g/only.onnx", "");
  write_text(folder / "root/g/below/model.onnx", "");
  write_text(folder / "root/h/one.onnx", "");
  write_text(folder / "root/h/two.onnx", "");
  CHECK(found_names({folder / "root"}) == Names{"root/a", "root/b", "root/c", "root/d", "root/f", "root/g/below"});
}

TEST_CASE("test layout: a root that is missing, a file or without tests is an error") {
  const ScratchFolder folder;
  const std::string missing = (folder / "missing").string();
  CHECK(message_of([&] { return find_tests({missing}); }) == "io: " + missing + ": not a directory");
  write_text(folder / "model.onnx", "");
  const std::string file = (folder / "model.onnx").string();
  CHECK(message_of([&] { return find_tests({file}); }) ==
        "io: " + file + ": not a directory; expected a folder with a model.onnx and test_data_set_0");
  fs::create_directories(folder / "empty/inside");
  const std::string empty = (folder / "empty").string();
  CHECK(message_of([&] { return find_tests({empty}); }) == "invalid_input: " + empty + ": no test directory in it");
}

TEST_CASE("test layout: links in a circle end, and folders that link to each other are seen once") {
  const ScratchFolder folder;
  fs::create_directories(folder / "root");
  fs::create_directory_symlink(".", folder / "root/self");
  CHECK(message_of([&] { return find_tests({folder / "root"}); }) ==
        "invalid_input: " + (folder / "root").string() + ": no test directory in it");
  for (int i = 0; i < 30; ++i) {  // two ways from each folder to the next: 2^30 paths
    const fs::path next = folder / ("folders/" + std::to_string(i + 1));
    fs::create_directories(next);
    fs::create_directories(folder / ("folders/" + std::to_string(i)));
    fs::create_directory_symlink(next, folder / ("folders/" + std::to_string(i) + "/a"));
    fs::create_directory_symlink(next, folder / ("folders/" + std::to_string(i) + "/b"));
  }
  write_text(folder / "folders/30/test_x/model.onnx", "");
  CHECK(find_tests({folder / "folders"}).size() == 1);
  fs::create_directory_symlink("nowhere", folder / "folders/1/dangling");
  CHECK(find_tests({folder / "folders"}).size() == 1);
}

TEST_CASE("test layout: of several roots each test is there once, under a name of its own") {
  const ScratchFolder folder;
  for (const char* test : {"v1/node/test_x", "v2/node/test_x", "v2/other/test_y"}) {
    write_text(folder / (std::string(test) + "/model.onnx"), "");
  }
  CHECK(found_names({folder / "v2/node", folder / "v1/node"}) == Names{"v2/node/test_x", "v1/node/test_x"});
  CHECK(found_names({folder / "v1/node", folder / "v2"}) == Names{"node/test_x", "v2/node/test_x", "v2/other/test_y"});
  CHECK(found_names({folder / "v1/node", folder / "v1/node", folder / "v1"}) == Names{"node/test_x"});
  CHECK(found_names({folder / "v2", folder / "v2/node"}) == Names{"v2/node/test_x", "v2/other/test_y"});
  const std::vector<TestDirectory> tests = find_tests({folder / "v2/node", folder / "v1/node"});
  CHECK(tests[1].root == 1);
  CHECK(tests[1].relative == "test_x");
}

TEST_CASE("test layout: two tests of one name are an error where nothing else helps") {
  const ScratchFolder folder;
  for (const char* test : {"a/x/y/t", "b/x/y/t", "c/y/t"}) write_text(folder / (std::string(test) + "/model.onnx"), "");
  const std::string first = (folder / "a/x/y/t").string();
  const std::string second = (folder / "b/x/y/t").string();
  CHECK(message_of([&] {
          return find_tests({folder / "a/x", folder / "b/x/y", folder / "c/y"});
        }) == "usage: " + first + " and " + second + " are both called x/y/t");
}

// ---- What is in them ----

constexpr auto kModel = R"(<ir_version: 8, opset_import: ["" : 13]> g (float x) => (float y) { y = Max (x) })";

TEST_CASE("test layout: the model is model.onnx, or the only other one") {
  const ScratchFolder folder;
  const auto model = [&] { return find_model(folder.path()).filename(); };
  CHECK(message_of(model) == "invalid_input: no model.onnx");
  for (const char* json : {"{}", R"({"rtol": 0.1})"}) {
    write_text(folder / "data.json", json);
    CHECK(message_of(model) == "invalid_input: no model.onnx");
  }
  write_text(folder / "data.json", "url");
  CHECK(message_of(model) == "invalid_input: data.json: expected a JSON object");
  write_text(folder / "data.json", R"({"url": "https://example.com/model.onnx"})");
  CHECK(message_of(model) == "unsupported: model.onnx is to be downloaded");
  write_text(folder / "hs-13.onnx", "");
  write_text(folder / "._hs-13.onnx", "");
  CHECK(model() == "hs-13.onnx");
  write_text(folder / "hs-6.onnx", "");
  CHECK(message_of(model) == "invalid_input: no model.onnx, but hs-13.onnx and hs-6.onnx: expected one");
  write_text(folder / "model.onnx", "");
  CHECK(model() == "model.onnx");
}

TEST_CASE("test layout: data sets are in the order of their numbers") {
  const ScratchFolder folder;
  for (const char* name : {"test_data_set_10", "test_data_set_9", "test_data_set_09", "test_data_set_"}) {
    fs::create_directories(folder / name);
  }
  const auto sets = find_data_sets(folder.path());
  REQUIRE(sets.size() == 2);
  CHECK(sets[0] == folder / "test_data_set_9");
  CHECK(sets[1] == folder / "test_data_set_10");
}

TEST_CASE("test layout: companions and leftovers are no strays") {
  const ScratchFolder folder;
  write_model(folder / "model.onnx", kModel);
  for (const char* name : {"data.json", "config.txt", "README", "README.md", "LICENSE", "LICENSE.txt", ".DS_Store",
                           "._model.onnx", ".git/config", "__MACOSX/x", "Thumbs.db", "desktop.ini"}) {
    write_text(folder / name, "");
  }
  fs::create_directories(folder / "test_data_set_0");
  CHECK(message_of([&] { check_entries(folder.path(), folder / "model.onnx", {}); }) == "no error");
}

TEST_CASE("test layout: everything else is a stray") {
  const ScratchFolder folder;
  write_model(folder / "model.onnx", kModel);
  const auto fault = [&](const std::string& name, bool is_folder) {
    if (is_folder) {
      fs::create_directories(folder / name);
    } else {
      write_text(folder / name, "");
    }
    std::string message = message_of([&] { check_entries(folder.path(), folder / "model.onnx", {}); });
    fs::remove(folder / name);
    return message;
  };
  const auto expected = [](const std::string& what) {
    return "invalid_input: stray " + what +
           ": expected folders test_data_set_N, data.json, config.txt, README, LICENSE, and files that the model names";
  };
  for (const std::string name : {"test_data_set1", "test_data_set_01", "test_data_set_x", "test_data_set_", "inside"}) {
    CHECK(fault(name, true) == expected("folder " + name));
  }
  for (const std::string name : {"test_data_set_0", "test_data_0.npz", "input_0.pb", "other.onnx", "notes.txt"}) {
    CHECK(fault(name, false) == expected("file " + name));
  }
}

TEST_CASE("test layout: external data that the model names is no stray") {
  const ScratchFolder folder;
  write_model(folder / "model.onnx", kModel);
  write_text(folder / "w/a.bin", "1234");
  const auto check = [&] { check_entries(folder.path(), folder / "model.onnx", {"./w/a.bin"}); };
  CHECK(message_of(check) == "no error");
  write_text(folder / "v/a.bin", "1234");
  CHECK(message_of(check).starts_with("invalid_input: stray folder v: "));
}

TEST_CASE("leftovers: what systems leave, and nothing else") {
  for (const char* name : {".DS_Store", "._input_0.pb", ".hidden", "__MACOSX", "Thumbs.db", "thumbs.db", "Desktop.ini",
                           "ehthumbs.db", "$RECYCLE.BIN"}) {
    CHECK(is_leftover(fs::path("folder") / name));
  }
  for (const char* name : {"input_0.pb", "MACOSX", "Thumbs.db.pb", "desktop", "README"}) {
    CHECK_FALSE(is_leftover(fs::path(".folder") / name));
  }
}

}  // namespace
}  // namespace hardref::test
