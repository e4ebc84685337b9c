#include "commands/exit_code.h"

namespace hardref::tools {

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return 2;
    case ErrorKind::kInvalidModel:
    case ErrorKind::kInvalidInput:
      return 3;
    case ErrorKind::kUnsupported:
      return 4;
    case ErrorKind::kLimit:
      return 5;
    case ErrorKind::kIo:
      return 6;
    case ErrorKind::kInternal:
      return 70;
  }
  return 70;
}

}  // namespace hardref::tools
