#include "compile/compile.h"

#include "compile/assemble.h"
#include "compile/drop_unread.h"
#include "compile/fold.h"
#include "compile/fuse.h"
#include "compile/lower.h"

namespace hardref {

Program compile(const model::Model& model, const ResolvedModel& resolved,
                std::span<const std::optional<TensorType>> inputs, const CompileOptions& options) {
  for (const std::string& warning : resolved.warnings) options.warn(warning);
  Computation computation = lower(model, resolved, inputs, options);
  if (!options.single_nodes) {
    if (!options.keep_unread) drop_unread(computation);
    fold_constants(computation);
    if (options.fuse) fuse(computation);
  }
  return assemble(std::move(computation), options.single_nodes);
}

}  // namespace hardref
