#include <algorithm>
#include <cstring>
#include <memory>

#include "error.h"
#include "tensor/data_type.h"
#include "tensor/floating_point.h"
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

float to_float(Float16 value) noexcept {
  const IeeeArithmetic arithmetic;
  return widen(value);
}

float to_float(BFloat16 value) noexcept { return widen(value); }

Float16 to_float16(double value) noexcept {
  const IeeeArithmetic arithmetic;
  return narrow_to_float16(round_to_odd(value));
}

BFloat16 to_bfloat16(double value) noexcept {
  const IeeeArithmetic arithmetic;
  return narrow_to_bfloat16(round_to_odd(value));
}

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

Tensor::Tensor(DataType type, Shape shape, std::shared_ptr<void> elements)
    : type_(type), shape_(std::move(shape)), data_(std::move(elements)) {}

Tensor Tensor::uninitialized(DataType type, Shape shape) {
  std::shared_ptr<void> memory(allocate_elements(type, shape), release);
  if (type == DataType::kString) {
    const std::size_t count = element_count(shape);
    auto* const strings = static_cast<std::string*>(memory.get());
    std::uninitialized_value_construct_n(strings, count);
    memory = {strings, [memory, count](std::string* first) { std::destroy_n(first, count); }};
  }
  return {type, std::move(shape), std::move(memory)};
}

Tensor Tensor::copy_of(DataType type, Shape shape, const void* values, std::size_t count) {
  Tensor result = uninitialized(type, std::move(shape));
  if (count != result.size()) {
    fail(ErrorKind::kUsage, "{} values for {}, expected {}", count, describe(type, result.shape_), result.size());
  }
  copy_elements({type, result.shape_, values}, result.data());
  return result;
}

}  // namespace hardref
