// Makes a loop over elements from a function of single elements, once for each instruction set. Functions compute in
// float where the element type is narrower.
#pragma once

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "exec/instruction_set.h"
#include "exec/kernel.h"
#include "exec/vectors.h"
#include "tensor/element.h"

namespace hardref {

namespace detail {

template <class T, bool kUniform>
struct Reader {
  const T* data;
  T operator[](std::size_t i) const { return kUniform ? *data : data[i]; }
};

// Settles one operand after the other on "uniform or not", so that the loop itself has no branch.
template <class Function, class Result, class... Operand, class... Settled>
void settle(const KernelOperand* operands, Result* result, std::size_t count, Settled... readers) {
  constexpr std::size_t kNext = sizeof...(Settled);
  if constexpr (kNext == sizeof...(Operand)) {
    for (std::size_t i = 0; i < count; ++i) result[i] = Function::apply(readers[i]...);
  } else {
    using T = std::tuple_element_t<kNext, std::tuple<Operand...>>;
    const auto* data = static_cast<const T*>(operands[kNext].data);
    if (operands[kNext].uniform) {
      settle<Function, Result, Operand...>(operands, result, count, readers..., Reader<T, true>{data});
    } else {
      settle<Function, Result, Operand...>(operands, result, count, readers..., Reader<T, false>{data});
    }
  }
}

template <class Function, class Result, class... Operand>
struct MapElements {
  template <std::size_t kVectorBytes>
  static void run(const KernelOperand* operands, void* result, std::size_t count) {
    settle<Function, Result, Operand...>(operands, static_cast<Result*>(result), count);
  }
};

// Elements for which loops are worth compiling more than once.
template <class T>
inline constexpr bool kVectorizable = std::is_arithmetic_v<T> || kVectorFloat<T>;

}  // namespace detail

// The kernel of Function::apply(Operand...) -> Result.
template <class Function, class Result, class... Operand>
[[nodiscard]] ElementwiseKernel elementwise_kernel() {
  using All = Dispatch<detail::MapElements<Function, Result, Operand...>, const KernelOperand*, void*, std::size_t>;
  if constexpr ((detail::kVectorizable<Result> && ... && detail::kVectorizable<Operand>)) {
    return All::select(InstructionSet::kAvx2);
  } else {
    return &All::baseline;
  }
}

namespace detail {

// An operand, register by register; its first element only where that stands for all.
template <class T, std::size_t kBytes, bool kUniform>
class VectorReader {
 public:
  using Group = VectorGroup<T, kBytes>;

  explicit VectorReader(const KernelOperand& operand) : data_(static_cast<const T*>(operand.data)) {
    if constexpr (kUniform) first_ = broadcast<T, kBytes>(*data_);
  }

  [[nodiscard]] Group full(std::size_t i) const {
    if constexpr (kUniform) return first_;
    return load_vectors<T, kBytes>(data_ + i);
  }
  // As full, but fewer elements are there.
  [[nodiscard]] Group part(std::size_t i, std::size_t count) const {
    if constexpr (kUniform) return first_;
    std::array<T, Group::kWidth> elements{};
    std::memcpy(static_cast<void*>(elements.data()), data_ + i, count * sizeof(T));
    return load_vectors<T, kBytes>(elements.data());
  }

 private:
  const T* data_;
  Group first_;
};

// For loops that choose between explicit vectors: GCC 12 expands that element by element for 512 bits.
inline constexpr InstructionSet kHighestForChoices = InstructionSet::kAvx2;

// kExact is that of store_vectors.
template <class Function, class T, bool kExact, bool... kUniform>
struct MapVectors {
  template <std::size_t kBytes>
  static void run(const KernelOperand* operands, void* result, std::size_t count) {
    run<kBytes>(operands, static_cast<T*>(result), count, std::make_index_sequence<sizeof...(kUniform)>());
  }

 private:
  template <std::size_t kBytes, std::size_t... kIndex>
  static void run(const KernelOperand* operands, T* result, std::size_t count, std::index_sequence<kIndex...> /*tag*/) {
    constexpr std::size_t kStep = VectorGroup<T, kBytes>::kWidth;
    const std::tuple<VectorReader<T, kBytes, kUniform>...> readers(operands[kIndex]...);
    std::size_t i = 0;
    for (; i + kStep <= count; i += kStep) {
      apply<kBytes>(result + i, std::get<kIndex>(readers).full(i)...);
    }
    if (i == count) return;
    std::array<T, kStep> last{};
    apply<kBytes>(last.data(), std::get<kIndex>(readers).part(i, count - i)...);
    std::memcpy(static_cast<void*>(result + i), last.data(), (count - i) * sizeof(T));
  }

  template <std::size_t kBytes, class... Group>
  static void apply(T* to, const Group&... operands) {
    VectorGroup<T, kBytes> results;  // NOLINT(cppcoreguidelines-pro-type-member-init): written below
    for (std::size_t v = 0; v < VectorGroup<T, kBytes>::kVectors; ++v) {
      results.vectors[v] = Function::apply(operands.vectors[v]...);
    }
    store_vectors<kExact>(results, to);
  }
};

template <class Function, class T>
struct MapVectorPairs {
  template <std::size_t kBytes>
  static void run(const KernelOperand* operands, void* result, std::size_t count) {
    if (operands[0].uniform && operands[1].uniform) {
      MapVectors<Function, T, false, true, true>::template run<kBytes>(operands, result, count);
    } else if (operands[0].uniform) {
      MapVectors<Function, T, false, true, false>::template run<kBytes>(operands, result, count);
    } else if (operands[1].uniform) {
      MapVectors<Function, T, false, false, true>::template run<kBytes>(operands, result, count);
    } else {
      MapVectors<Function, T, false, false, false>::template run<kBytes>(operands, result, count);
    }
  }
};

}  // namespace detail

// The kernel of a function of T vectors: of one that has an element for each result, and of constants as many as said.
// The function's results are a T each, or a quiet NaN. Of two vectors it may choose the smaller or the larger, which is
// an instruction, but nothing else: see kHighestForChoices.
template <class Function, class T, std::size_t kConstants>
[[nodiscard]] ElementwiseKernel unary_kernel() {
  return []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return Dispatch<detail::MapVectors<Function, T, true, false, (kIndex < kConstants)...>, const KernelOperand*, void*,
                    std::size_t>::select();
  }
  (std::make_index_sequence<kConstants>());
}

// A function of T for a kernel of T, where Function is written for values in which arithmetic is done.
template <class Function, class T>
struct OnElements {
  template <class... Operand>
  static T apply(Operand... operands) {
    return store_element<T>(Function::apply(load_element(operands)...));
  }
};

// The kernel of a function of two values for one of the types of List.
template <class Function, class List>
[[nodiscard]] ElementwiseKernel binary_kernel(DataType type) {
  return visit<ElementwiseKernel>(type, List{}, []<class T>(std::type_identity<T>) -> ElementwiseKernel {
    if constexpr (kVectorFloat<T>) {
      return Dispatch<detail::MapVectorPairs<Function, T>, const KernelOperand*, void*, std::size_t>::select(
          detail::kHighestForChoices);
    } else {
      return elementwise_kernel<OnElements<Function, T>, T, T, T>();
    }
  });
}

}  // namespace hardref
