// The element types between which Cast and CastLike convert, as opsets added them; Constant has them all, and complex
// ones.
#pragma once

#include "ops/op.h"

namespace hardref {

using CastTypes1 = Concat<Floats, Integers, Types<bool>>;
using CastTypes9 = Concat<CastTypes1, Types<std::string>>;
using CastTypes13 = Concat<CastTypes9, Types<BFloat16>>;
using CastTypes19 = Concat<CastTypes13, Float8s>;
using CastTypes21 = Concat<CastTypes19, Integers4>;
using CastTypes23 = Concat<CastTypes21, Types<Float4e2m1>>;
using CastTypes24 = Concat<CastTypes23, Types<Float8e8m0>>;
using CastTypes25 = Concat<CastTypes24, Integers2>;

template <class List>
inline constexpr TypeConstraint kCastConstraints[] = {{"T1", List::kSet}, {"T2", List::kSet}};

// 24 gives other results where an infinity becomes a FNUZ float8, and where a number does not fit 4 bits.
inline constexpr TypeSet kCastChanged24 = Types<Float8e4m3fnuz, Float8e5m2fnuz, Int4, Uint4>::kSet;

}  // namespace hardref
