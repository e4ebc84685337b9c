#include <algorithm>
#include <cstring>
#include <memory>

#include "error.h"
#include "tensor/copy.h"
#include "tensor/data_type.h"
#include "tensor/memory.h"
#include "tensor/shape.h"
#include "tensor/small_floats.h"

namespace hardref {
namespace {

std::string describe(DataType type, std::span<const std::int64_t> shape) {
  return fmt::format("{}{}", to_string(type), to_string(shape));
}

std::size_t byte_count(DataType type, std::span<const std::int64_t> shape) {
  require_supported(type);
  const std::size_t count = element_count(shape);
  const std::size_t size = element_size(type);
  if (count > PTRDIFF_MAX / size) {
    fail(ErrorKind::kLimit, "{} takes more than {} bytes", describe(type, shape), PTRDIFF_MAX);
  }
  return count * size;
}

void* allocate_elements(DataType type, std::span<const std::int64_t> shape) {
  const std::size_t bytes = byte_count(type, shape);
  void* const memory = allocate(bytes);
  if (memory == nullptr) fail(ErrorKind::kLimit, "cannot allocate {} bytes for {}", bytes, describe(type, shape));
  return memory;
}

}  // namespace

void copy_elements(const TensorView& from, void* to) {
  if (from.type() == DataType::kString) {
    std::ranges::copy(from.values<std::string>(), static_cast<std::string*>(to));
  } else if (from.byte_size() != 0) {
    std::memcpy(to, from.data(), from.byte_size());
  }
}

float to_float(Float16 value) noexcept { return widen(value); }

float to_float(BFloat16 value) noexcept { return widen(value); }

Float16 to_float16(double value) noexcept { return narrow_to_float16(round_to_odd(value)); }

BFloat16 to_bfloat16(double value) noexcept { return narrow_to_bfloat16(round_to_odd(value)); }

std::size_t TensorView::size() const { return element_count(shape_); }

std::size_t TensorView::byte_size() const { return byte_count(type_, shape_); }

void TensorView::require_type(DataType asked) const {
  if (asked != type_) {
    fail(ErrorKind::kUsage, "element type is {}, but {} was asked for", to_string(type_), to_string(asked));
  }
}

Tensor::Tensor(DataType type, Shape shape) : Tensor(uninitialized(type, std::move(shape))) {
  if (type_ != DataType::kString) std::memset(data(), 0, byte_size());
}

Tensor::Tensor(const Tensor& other) : Tensor(uninitialized(other.type_, other.shape_)) { copy_elements(other, data()); }

Tensor& Tensor::operator=(const Tensor& other) {
  if (this != &other) *this = Tensor(other);
  return *this;
}

Tensor Tensor::uninitialized(DataType type, Shape shape) {
  Tensor result{Unallocated{}};
  const bool strings = type == DataType::kString;
  result.data_ = {allocate_elements(type, shape), Release{}};
  result.type_ = type;
  result.shape_ = std::move(shape);
  if (strings) {
    const std::size_t count = result.size();
    std::uninitialized_value_construct_n(static_cast<std::string*>(result.data()), count);
    result.data_.get_deleter().strings = count;
  }
  return result;
}

Tensor Tensor::copy_of(DataType type, Shape shape, const void* values, std::size_t count) {
  Tensor result = uninitialized(type, std::move(shape));
  if (count != result.size()) {
    fail(ErrorKind::kUsage, "{} values for {}, expected {}", count, describe(type, result.shape_), result.size());
  }
  copy_elements({type, result.shape_, values}, result.data());
  return result;
}

void Tensor::Release::operator()(void* memory) const noexcept {
  if (mapped != 0) return unmap(static_cast<std::byte*>(memory) - before, mapped);
  std::destroy_n(static_cast<std::string*>(memory), strings);
  release(memory);
}

}  // namespace hardref
