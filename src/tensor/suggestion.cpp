#include "tensor/suggestion.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace hardref {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Three rows of the table of distances between the beginnings of both words are enough.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (exchanged) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string> suggestion(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kLongest = 100;  // no word that somebody typed
  if (word.size() > kLongest) return std::nullopt;
  std::optional<std::string> nearest;
  std::size_t least = std::max<std::size_t>(word.size() / 3, 1) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate == word) return std::nullopt;
    const std::size_t found = distance(word, candidate);
    if (found >= least) continue;
    least = found;
    nearest = candidate;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const std::optional<std::string> nearest = suggestion(word, candidates);
  return nearest ? fmt::format("; did you mean {}?", *nearest) : "";
}

}  // namespace hardref
