// Where in a model file the reader is, as the path of fields that messages begin with: graph.node[3].attribute[1].
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "error.h"

namespace hardref {

// Links on the stack of the readers; made into text only for an error.
class FieldPath {
 public:
  FieldPath() = default;  // the file itself, which no message is about
  FieldPath(const FieldPath& parent, std::string_view field, int index = -1)
      : parent_(&parent), field_(field), index_(index) {}

  // The name that the file gives to what is here; shown where the path ends.
  [[nodiscard]] FieldPath named(std::string_view name) const {
    FieldPath result = *this;
    result.name_ = name;
    return result;
  }

  // graph.node[3].attribute[1] "alpha"
  [[nodiscard]] std::string text() const { return name_.empty() ? fields() : fmt::format("{} {:?}", fields(), name_); }

 private:
  [[nodiscard]] std::string fields() const {
    std::string result = parent_->parent_ == nullptr ? "" : parent_->fields() + ".";
    result += field_;
    if (index_ >= 0) result += fmt::format("[{}]", index_);
    return result;
  }

  const FieldPath* parent_ = nullptr;
  std::string_view field_;
  int index_ = -1;
  std::string_view name_;
};

template <class... Args>
[[noreturn]] void fail_at(const FieldPath& path, fmt::format_string<Args...> text, Args&&... args) {
  fail(ErrorKind::kInvalidModel, "{}: {}", path.text(), fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace hardref
