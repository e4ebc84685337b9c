#include "tensor/suggestion.h"

#include <vector>

#include "support/catch.h"
#include "tensor/data_type.h"

namespace hardref::test {
namespace {

TEST_CASE("suggestions: what is near, whatever its case") {
  const std::vector<std::string> commands = {"run", "record", "test", "compare", "show"};
  CHECK(did_you_mean("runn", commands) == "; did you mean run?");
  CHECK(did_you_mean("rnu", commands) == "; did you mean run?");  // neighbours exchanged are one change
  CHECK(did_you_mean("RUN", commands) == "; did you mean run?");
  CHECK(did_you_mean("comapre", commands) == "; did you mean compare?");
  CHECK(did_you_mean("tst", commands) == "; did you mean test?");
  CHECK(did_you_mean("run", commands).empty());
  CHECK(did_you_mean("", commands).empty());
  CHECK(did_you_mean("quantize", commands).empty());
  CHECK(did_you_mean(std::string(1'000'000, 'r'), commands).empty());
}

TEST_CASE("suggestions: element types by the names that others have") {
  CHECK(did_you_mean_type("float32") == "; did you mean float?");
  CHECK(did_you_mean_type("fp16") == "; did you mean float16?");
  CHECK(did_you_mean_type("half") == "; did you mean float16?");
  CHECK(did_you_mean_type("Float16") == "; did you mean float16?");
  CHECK(did_you_mean_type("bflaot16") == "; did you mean bfloat16?");
  CHECK(did_you_mean_type("map_of_things").empty());
}

}  // namespace
}  // namespace hardref::test
