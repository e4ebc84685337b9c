#include "judge/output_judge.h"

#include "error.h"
#include "judge/legal_set.h"
#include "judge/mismatch.h"
#include "judge/origin.h"

namespace hardref {
namespace {

// The mismatch stands where the model cannot be run.
std::optional<std::string> legal_member(const OutputJudge::Origin& origin, const std::string& output,
                                        const TensorView& values) {
  try {
    return find_legal_member(*origin.model, origin.inputs, output, values);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

void OutputJudge::read_tolerances() {
  // Only of judges that are asked, since a file that one of them reads may be faulty.
  for (const Judge judge : kJudges) {
    if (!options_.all && judge != options_.judge) continue;
    tolerances_[judge] = folder_.empty() ? tolerance_of(judge, options_) : tolerance_of(judge, options_, folder_);
  }
}

void OutputJudge::judge(const std::string& data_set, const std::string& output, const TensorView& actual,
                        const TensorView& expected, const Origin& origin) {
  for (const Judge judge : kJudges) {
    if (options_.all && find_mismatch(actual, expected, tolerances_.at(judge))) refused_by_.insert(judge);
  }
  const std::size_t known = result_.close.size();
  auto mismatch = compare_output(output, actual, expected, tolerances_.at(options_.judge), &result_.close);
  if (result_.close.size() != known) result_.close.back().data_set = data_set;
  if (!mismatch) return;
  const std::string where = data_set.empty() ? "" : data_set + ": ";
  if (options_.legal && origin.model != nullptr) {
    const bool is_actual = origin.by_hardref == Computed::kExpected;
    if (const auto member = legal_member(origin, output, is_actual ? actual : expected)) {
      result_.legal.push_back(fmt::format("{}output \"{}\" is legal: {}", where, output, *member));
      return;
    }
  }
  mismatch->data_set = data_set;
  if (origin.model != nullptr) explain_origin(*origin.model, origin.inputs, actual, expected, *mismatch);
  result_.mismatches.push_back(*std::move(mismatch));
}

void OutputJudge::finish(Verdict verdict, std::string reason) {
  result_.verdict = verdict;
  result_.reason = std::move(reason);
  // What differs was found before anything that stopped the run.
  if (!result_.mismatches.empty()) {
    const Mismatch& first = result_.mismatches.front();
    const std::string where = first.data_set.empty() ? "" : first.data_set + ": ";
    result_.verdict = Verdict::kFailed;
    result_.reason =
        first.output.empty() ? first.summary : fmt::format("{}output \"{}\": {}", where, first.output, first.summary);
  }
  if (!options_.all) return;
  for (const Judge judge : kJudges) {
    result_.judges.push_back({std::string(to_string(judge)), refused_by_.contains(judge) ? Verdict::kFailed : verdict});
  }
}

}  // namespace hardref
