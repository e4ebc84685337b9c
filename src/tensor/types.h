// The only place where an element type becomes a C++ type.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "error.h"
#include "tensor/data_type.h"

namespace hardref {

template <class T>
concept SubByteInteger =
    std::is_same_v<T, Int4> || std::is_same_v<T, Uint4> || std::is_same_v<T, Int2> || std::is_same_v<T, Uint2>;
// Floating point narrower than float; widen(T) gives the float that it stands for.
template <class T>
concept NarrowFloat = std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16> || std::is_same_v<T, Float8e4m3fn> ||
    std::is_same_v<T, Float8e4m3fnuz> || std::is_same_v<T, Float8e5m2> || std::is_same_v<T, Float8e5m2fnuz> ||
    std::is_same_v<T, Float8e8m0> || std::is_same_v<T, Float4e2m1>;
template <class T>
concept Complex = std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

// The unsigned integer of a number's size.
template <class T>
using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                   std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

// A list of C++ element types, usable as the set of their element types.
template <class... T>
struct Types {
  static constexpr TypeSet kSet{kDataTypeOf<T>...};
};

namespace detail {
template <class... Lists>
struct Concat;
template <class... T>
struct Concat<Types<T...>> {
  using type = Types<T...>;
};
template <class... A, class... B, class... Rest>
struct Concat<Types<A...>, Types<B...>, Rest...> : Concat<Types<A..., B...>, Rest...> {};
}  // namespace detail

template <class... Lists>
using Concat = typename detail::Concat<Lists...>::type;

using Floats = Types<Float16, float, double>;
using FloatsAndBfloat16 = Types<BFloat16, Float16, float, double>;
using Integers32And64 = Types<std::uint32_t, std::uint64_t, std::int32_t, std::int64_t>;
using Integers8And16 = Types<std::uint8_t, std::uint16_t, std::int8_t, std::int16_t>;
using Integers = Concat<Integers8And16, Integers32And64>;

using Float8s = Types<Float8e4m3fn, Float8e4m3fnuz, Float8e5m2, Float8e5m2fnuz>;
using Integers4 = Types<Int4, Uint4>;
using Integers2 = Types<Int2, Uint2>;
using Complexes = Types<std::complex<float>, std::complex<double>>;

// Every element type that tensors can hold.
using AllTypes = Concat<FloatsAndBfloat16, Integers, Types<bool, std::string>, Complexes, Float8s,
                        Types<Float8e8m0, Float4e2m1>, Integers4, Integers2>;

// Calls visitor(std::type_identity<T>{}) for the T of the list whose element type is type. The caller has checked that
// the list holds it; anything else is a fault of hardref.
template <class Result = void, class... T, class Visitor>
Result visit(DataType type, Types<T...> /*list*/, Visitor&& visitor) {
  if constexpr (std::is_void_v<Result>) {
    if (!((kDataTypeOf<T> == type && (visitor(std::type_identity<T>{}), true)) || ...)) {
      fail(ErrorKind::kInternal, "no C++ type for element type {} here", to_string(type));
    }
  } else {
    std::optional<Result> result;
    if (!((kDataTypeOf<T> == type && (result.emplace(visitor(std::type_identity<T>{})), true)) || ...)) {
      fail(ErrorKind::kInternal, "no C++ type for element type {} here", to_string(type));
    }
    return *std::move(result);
  }
}

}  // namespace hardref
