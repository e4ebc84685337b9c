// data.json, which may lie beside a model: the tolerances of its test, and where a model comes from that is not there.
#pragma once

#include <filesystem>
#include <optional>

namespace hardref {

struct DataJson {
  std::optional<double> rtol;
  std::optional<double> atol;
  bool has_url = false;
};

// Says nothing where there is no such file. Throws kInvalidInput for one that is not a JSON object, or with tolerances
// that are not finite numbers of 0 or more.
[[nodiscard]] DataJson read_data_json(const std::filesystem::path& test);

}  // namespace hardref
