// Cast and CastLike from every type to every type, with every attribute that makes a difference to the target.
#include "ops/cast_check.h"
#include "ops/coverage.h"
#include "support/cast_inputs.h"

namespace hardref::test {
namespace {

CastInput few_inputs(DataType type) {
  if (type != DataType::kString) return cast_input(type, few_patterns(type));
  std::vector<std::string> texts = numerals();
  texts.resize(60);
  return cast_input(texts);
}

}  // namespace

void cover_cast(const OpVersion& op, Findings& findings) {
  for (const DataType from : op.types("T1").types()) {
    const CastInput input = few_inputs(from);
    for (const DataType to : op.types("T2").types()) {
      for (const CastCall& call : calls_of(std::string(op.name), op.since_version, to)) {
        const Strings wrong = check_cast(call, input, findings.executed);
        findings.wrong.insert(findings.wrong.end(), wrong.begin(), wrong.end());
      }
    }
  }
}

}  // namespace hardref::test
