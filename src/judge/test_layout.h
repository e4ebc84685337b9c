// The layout of ONNX's backend tests: which folders are tests, and what belongs to one. Nothing is judged here.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace hardref {

struct TestDirectory {
  std::string path;
  std::string name;           // relative to the root that it was found under, the root's own name in front
  std::string relative = {};  // the same without the root's name; empty for a root that is a test itself
  std::size_t root = 0;       // which of the roots
};

// The test directories below each root, or the root itself: root by root, sorted by name. A test directory holds a
// model.onnx, a data.json or a data set, or what looks as if it were to be one, or a single other .onnx file, with no
// test below. Each is there once, however many links
// or roots lead to it. A root is called by its last component, or by as many of the last ones as tell it from the other
// roots. Throws kIo for a root that is not there, kInvalidInput for one without any test.
[[nodiscard]] std::vector<TestDirectory> find_tests(const std::vector<std::filesystem::path>& roots);

// model.onnx, or the only file whose name ends in .onnx. Throws kUnsupported where data.json has a url to download it
// from, kInvalidInput where there is none, or no single one.
[[nodiscard]] std::filesystem::path find_model(const std::filesystem::path& test);

// test_data_set_0, test_data_set_1, ... by number: 10 comes after 9.
[[nodiscard]] std::vector<std::filesystem::path> find_data_sets(const std::filesystem::path& test);

// Throws kInvalidInput for anything in the folder that nobody would look at: neither the model, a data set, a known
// companion, nor external data, whose locations are those that the model names.
void check_entries(const std::filesystem::path& test, const std::filesystem::path& model,
                   const std::set<std::string>& external);

}  // namespace hardref
