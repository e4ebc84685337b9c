#include "judge/data_json.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "error.h"

namespace hardref {
namespace {

// JSON has no numbers that are not finite.
std::optional<double> tolerance_in(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) return std::nullopt;
  if (!found->is_number() || found->get<double>() < 0) {
    fail(ErrorKind::kInvalidInput, "data.json: {} is {}, expected a finite number of 0 or more", key, found->dump());
  }
  return found->get<double>();
}

}  // namespace

DataJson read_data_json(const std::filesystem::path& test) {
  std::ifstream file(test / "data.json");
  if (!file) return {};
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) fail(ErrorKind::kInvalidInput, "data.json: expected a JSON object");
  return {tolerance_in(json, "rtol"), tolerance_in(json, "atol"), json.contains("url")};
}

}  // namespace hardref
