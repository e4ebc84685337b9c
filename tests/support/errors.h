// Makes an error comparable as one line of text, kind included, so that a test can ask for the whole of it.
#pragma once

#include <string>

#include "hardref.hpp"

namespace hardref::test {

[[nodiscard]] inline std::string kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return "usage";
    case ErrorKind::kInvalidModel:
      return "invalid_model";
    case ErrorKind::kInvalidInput:
      return "invalid_input";
    case ErrorKind::kUnsupported:
      return "unsupported";
    case ErrorKind::kLimit:
      return "limit";
    case ErrorKind::kIo:
      return "io";
    case ErrorKind::kInternal:
      return "internal";
  }
  return "unknown";
}

// "invalid_model: the message" of the Error that action throws, or "no error".
template <class Action>
[[nodiscard]] std::string message_of(Action&& action) {
  try {
    (void)action();
  } catch (const Error& error) {
    return kind_name(error.kind()) + ": " + error.what();
  }
  return "no error";
}

}  // namespace hardref::test
