#include "error.h"

namespace hardref {

void Error::add_context(std::string_view where) { message_ = fmt::format("{}: {}", where, message_); }

}  // namespace hardref
