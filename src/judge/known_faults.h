// Published test directories that contradict the standard. They are told by the content of the file that is at fault,
// so that each is known wherever it is met, under whatever name.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace hardref {

// What is wrong with the test; nothing for all others. Where the operator's page and the data disagree, the page
// counts.
[[nodiscard]] std::optional<std::string_view> known_fault(const std::filesystem::path& test);

}  // namespace hardref
