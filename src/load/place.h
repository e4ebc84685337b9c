// Where in a model file the reader is, as the path of fields that messages begin with: graph.node[3].attribute[1]. What
// was found there is said by the caller.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "error.h"

namespace hardref {

// Links on the stack of the readers; made into text only for an error.
class Place {
 public:
  Place() = default;  // the file itself, which messages do not name
  Place(const Place& parent, std::string_view field, int index = -1) : parent_(&parent), field_(field), index_(index) {}

  // The name that the file gives to what is here; shown where the path ends.
  [[nodiscard]] Place named(std::string_view name) const {
    Place result = *this;
    result.name_ = name;
    return result;
  }

  // "graph.node[3].attribute[1] "alpha": ", to be followed by what was found.
  [[nodiscard]] std::string prefix() const {
    if (parent_ == nullptr) return "";
    return name_.empty() ? path() + ": " : fmt::format("{} {:?}: ", path(), name_);
  }

 private:
  [[nodiscard]] std::string path() const {
    std::string result = parent_->parent_ == nullptr ? "" : parent_->path() + ".";
    result += field_;
    if (index_ >= 0) result += fmt::format("[{}]", index_);
    return result;
  }

  const Place* parent_ = nullptr;
  std::string_view field_;
  int index_ = -1;
  std::string_view name_;
};

template <class... Args>
[[noreturn]] void fail_at(const Place& place, fmt::format_string<Args...> text, Args&&... args) {
  throw Error(ErrorKind::kInvalidModel, place.prefix() + fmt::format(text, std::forward<Args>(args)...));
}

// Runs an action that knows nothing of places; its errors get the place in front, and a broken tensor means a broken
// model here.
template <class Action>
decltype(auto) at(const Place& place, Action&& action) {
  try {
    return std::forward<Action>(action)();
  } catch (const Error& error) {
    const ErrorKind kind = error.kind() == ErrorKind::kInvalidInput ? ErrorKind::kInvalidModel : error.kind();
    throw Error(kind, place.prefix() + error.what());
  }
}

}  // namespace hardref
