// The rule of who may include whom in src, read off the #include lines themselves.
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
    {"ops", {"hardref.hpp", "error", "tensor", "model", "text", "exec/kernel.h", "exec/lanes.h", "exec/row_max.h"}},
    {"compile", {"hardref.hpp", "error", "tensor", "model", "exec", "ops"}},
    {"session", {"hardref.hpp", "error", "tensor", "model", "exec", "text", "load", "compile"}},
    {"judge", {"hardref.hpp", "error", "tensor", "model", "load", "ops", "compile", "session"}},
    {"c_api", {"hardref.h", "hardref.hpp", "error", "tensor", "model", "text", "session"}},
    {"hardref.hpp", {}},
    {"hardref.h", {}},
};

std::string layer_of(const std::string& path) {
  const auto slash = path.find('/');
  if (slash != std::string::npos) return path.substr(0, slash);
  return path.starts_with("hardref.") || path.ends_with(".pb.h") ? path : path.substr(0, path.find('.'));
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

TEST_CASE("src keeps the include rule") {
  const fs::path root = fs::path(HARDREF_SOURCE_DIR) / "src";
  std::size_t checked = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(root).generic_string();
    const std::string layer = layer_of(name);
    INFO(name);
    REQUIRE(kAllowed.contains(layer));
    for (const std::string& include : includes(entry.path(), '"', '"')) {
      INFO("includes " << include);
      const std::string other = layer_of(include);
      const auto& allowed = kAllowed.at(layer);
      CHECK((other == layer || allowed.contains(other) || allowed.contains(include)));
      CHECK(include.find("..") == std::string::npos);
      ++checked;
    }
    // Of libraries, src knows fmt and protobuf-lite, protobuf in load alone; and JSON where data.json is read.
    for (const std::string& include : includes(entry.path(), '<', '>')) {
      INFO("includes " << include);
      const auto slash = include.find('/');
      const bool c_standard = layer == "hardref.h" && (include == "stddef.h" || include == "stdint.h");
      const bool standard = slash == std::string::npos && include.find('.') == std::string::npos;
      const bool posix = include.starts_with("sys/") || include == "fcntl.h" || include == "unistd.h";
      const bool library = include.starts_with("fmt/") ||
                           (layer == "load" && include.starts_with("google/protobuf/")) ||
                           (name == "judge/tolerances.cpp" && include == "nlohmann/json.hpp");
      const bool vectors = name == "tensor/memory.cpp" && include == "emmintrin.h";
      CHECK((standard || c_standard || library || ((layer == "load" || layer == "tensor") && posix) || vectors));
    }
  }
  CHECK(checked > 100);
}

TEST_CASE("the public header needs nothing but the standard library") {
  CHECK(includes(fs::path(HARDREF_SOURCE_DIR) / "src" / "hardref.hpp", '"', '"').empty());
}

}  // namespace
