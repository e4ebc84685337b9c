// The rule of who may include whom in src and tools, read off the #include lines themselves.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "support/catch.h"

namespace {

namespace fs = std::filesystem;

// What each layer may include besides itself, by the first component of the path, or by the whole path for a single
// header. The files of src itself (error, session, hardref.hpp) are layers of their own.
const std::map<std::string, std::set<std::string>> kAllowed = {
    {"error", {"hardref.hpp"}},
    {"tensor", {"hardref.hpp", "error"}},
    {"exec", {"hardref.hpp", "error", "tensor"}},
    {"model", {"hardref.hpp", "error", "tensor"}},
    {"text", {"hardref.hpp", "error", "tensor", "model"}},
    {"load", {"hardref.hpp", "error", "tensor", "model", "onnx.pb.h"}},
    {"ops",
     {"hardref.hpp", "error", "tensor", "model", "text", "exec/kernel.h", "exec/elementwise.h",
      "exec/instruction_set.h"}},
    {"compile", {"hardref.hpp", "error", "tensor", "model", "exec", "ops"}},
    {"session", {"hardref.hpp", "error", "tensor", "model", "exec", "text", "load", "compile"}},
    {"judge", {"hardref.hpp", "error", "tensor", "model", "load", "ops", "compile", "session"}},
    {"c_api", {"hardref.h", "hardref.hpp", "error", "tensor", "model", "text", "session"}},
    {"hardref.hpp", {}},
    {"hardref.h", {}},
};

// The same for tools, whose files may include all of the library besides.
const std::map<std::string, std::set<std::string>> kAllowedInTools = {
    {"main", {"commands"}}, {"commands", {"report", "files"}}, {"report", {"files", "page_parts.h"}}, {"files", {}}};

// The one file that includes a library's header.
const std::map<std::string, std::string> kOnlyIncluder = {
    {"CLI/CLI.hpp", "commands/options.cpp"}, {"pugixml.hpp", "report/junit.cpp"}, {"zip.h", "files/npz.cpp"}};

std::string layer_of(const std::string& path) {
  const auto slash = path.find('/');
  if (slash != std::string::npos) return path.substr(0, slash);
  return path.starts_with("hardref.") || path.ends_with(".pb.h") || path == "page_parts.h"
             ? path
             : path.substr(0, path.find('.'));
}

// The paths of a file's #include lines that stand between these: quotes for our own headers, angles for others.
std::vector<std::string> includes(const fs::path& path, char open, char close) {
  const std::string start = std::string("#include ") + open;
  std::vector<std::string> paths;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(start)) paths.push_back(line.substr(start.size(), line.rfind(close) - start.size()));
  }
  return paths;
}

// The source files below a folder, by their paths from there.
std::map<std::string, fs::path> sources(const std::string& folder) {
  const fs::path root = fs::path(HARDREF_SOURCE_DIR) / folder;
  std::map<std::string, fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".h" && extension != ".hpp") continue;
    files.emplace(entry.path().lexically_relative(root).generic_string(), entry.path());
  }
  return files;
}

// That each file's layer is known, and may include what the file includes; that each layer has files, and that each
// file which is compiled includes something.
void check_layers(const std::string& folder, const std::map<std::string, std::set<std::string>>& allowed,
                  const std::set<std::string>& allowed_to_all) {
  std::set<std::string> found;
  std::set<std::string> known;
  for (const auto& [layer, others] : allowed) known.insert(layer);
  for (const auto& [name, path] : sources(folder)) {
    const std::string layer = layer_of(name);
    INFO(name);
    REQUIRE(allowed.contains(layer));
    found.insert(layer);
    const std::vector<std::string> included = includes(path, '"', '"');
    CHECK((path.extension() != ".cpp" || !included.empty()));
    for (const std::string& include : included) {
      INFO("includes " << include);
      const std::string other = layer_of(include);
      const auto& others = allowed.at(layer);
      CHECK((other == layer || others.contains(other) || others.contains(include) || allowed_to_all.contains(other)));
      CHECK(include.find("..") == std::string::npos);
    }
  }
  CHECK(found == known);
}

TEST_CASE("src keeps the include rule") { check_layers("src", kAllowed, {}); }

TEST_CASE("tools keep the include rule") {
  std::set<std::string> library;
  for (const auto& [layer, others] : kAllowed) library.insert(layer);
  check_layers("tools", kAllowedInTools, library);
}

// Of libraries, src knows fmt and protobuf-lite, protobuf in load alone; and JSON where data.json is read.
TEST_CASE("src includes few libraries, each where it belongs") {
  for (const auto& [name, path] : sources("src")) {
    const std::string layer = layer_of(name);
    for (const std::string& include : includes(path, '<', '>')) {
      INFO(name << " includes " << include);
      const auto slash = include.find('/');
      const bool c_standard = layer == "hardref.h" && (include == "stddef.h" || include == "stdint.h");
      const bool standard = slash == std::string::npos && include.find('.') == std::string::npos;
      const bool posix = include.starts_with("sys/") || include == "fcntl.h" || include == "unistd.h";
      const bool library = include.starts_with("fmt/") ||
                           (layer == "load" && include.starts_with("google/protobuf/")) ||
                           (name == "judge/data_json.cpp" && include == "nlohmann/json.hpp");
      const bool processor = (name == "tensor/memory.cpp" && include == "emmintrin.h") ||
                             (name == "tensor/floating_point.cpp" && include == "xmmintrin.h");
      CHECK((standard || c_standard || library || ((layer == "load" || layer == "tensor") && posix) || processor));
    }
  }
}

TEST_CASE("each library of the program is included in one file, fmt and JSON apart") {
  std::map<std::string, std::string> found;
  for (const auto& [name, path] : sources("tools")) {
    for (const std::string& include : includes(path, '<', '>')) {
      INFO(name << " includes " << include);
      const bool standard = include.find('/') == std::string::npos && include.find('.') == std::string::npos;
      if (standard || include.starts_with("fmt/") || include.starts_with("nlohmann/") || include == "unistd.h")
        continue;
      CHECK(found.emplace(include, name).second);
    }
  }
  CHECK(found == kOnlyIncluder);
}

// ---- Circles ----

// A header and its .cpp are one unit: what it is called, and the units that it includes.
using Units = std::map<std::string, std::set<std::string>>;

std::string unit_of(const std::string& path) { return path.substr(0, path.rfind('.')); }

Units read_units() {
  Units units;
  for (const char* folder : {"src", "tools"}) {
    for (const auto& [name, path] : sources(folder)) {
      for (const std::string& include : includes(path, '"', '"')) units[unit_of(name)].insert(unit_of(include));
    }
  }
  for (auto& [unit, included] : units) included.erase(unit);
  return units;
}

// All that a unit includes, directly or not.
std::set<std::string> reached_from(const std::string& start, const Units& units) {
  std::set<std::string> reached;
  std::vector<std::string> waiting = {start};
  while (!waiting.empty()) {
    const auto found = units.find(waiting.back());
    waiting.pop_back();
    if (found == units.end()) continue;
    for (const std::string& unit : found->second) {
      if (reached.insert(unit).second) waiting.push_back(unit);
    }
  }
  return reached;
}

TEST_CASE("no circle of files that include each other") {
  const Units units = read_units();
  std::set<std::string> in_circles;
  for (const auto& [unit, included] : units) {
    if (reached_from(unit, units).contains(unit)) in_circles.insert(unit);
  }
  CHECK(in_circles == std::set<std::string>{});
}

TEST_CASE("the public header needs nothing but the standard library") {
  CHECK(includes(fs::path(HARDREF_SOURCE_DIR) / "src" / "hardref.hpp", '"', '"').empty());
}

}  // namespace
