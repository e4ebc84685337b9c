#include "model/sparse.h"

#include <optional>
#include <string>
#include <utility>

#include "error.h"
#include "tensor/shape.h"
#include "tensor/types.h"

namespace hardref::model {
namespace {

using hardref::to_string;

// A few bytes of a file can ask for any amount of memory here, while a dense tensor is itself in the file, which
// protobuf keeps below 2 GiB.
constexpr std::size_t kMaxBytes = std::size_t{1} << 31;

void check_parts(const SparseTensor& sparse) {
  const Shape& values = sparse.values.shape();
  const Shape& indices = sparse.indices.shape();
  if (values.size() != 1) {
    fail(ErrorKind::kInvalidInput, "values have shape {}, but must have rank 1", to_string(values));
  }
  if (sparse.indices.type() != DataType::kInt64) {
    fail(ErrorKind::kInvalidInput, "indices have element type {}, but must be int64", to_string(sparse.indices.type()));
  }
  const Shape linear{values[0]};
  const Shape coordinates{values[0], static_cast<std::int64_t>(sparse.dims.size())};
  if (indices != linear && indices != coordinates) {
    fail(ErrorKind::kInvalidInput, "indices have shape {}, but must have {} or {}", to_string(indices),
         to_string(linear), to_string(coordinates));
  }
}

// The position of coordinates in row-major order; nothing where one of them is out of range.
std::optional<std::size_t> find_position(std::span<const std::int64_t> coordinates, const Shape& dims) {
  std::int64_t position = 0;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    if (coordinates[axis] < 0 || coordinates[axis] >= dims[axis]) return std::nullopt;
    position = position * dims[axis] + coordinates[axis];
  }
  return static_cast<std::size_t>(position);
}

}  // namespace

Tensor densify(const SparseTensor& sparse) {
  check_parts(sparse);
  const std::size_t count = element_count(sparse.dims);
  const std::size_t width = element_size(sparse.values.type());
  if (count > kMaxBytes / width) {
    fail(ErrorKind::kLimit, "a dense tensor of shape {} and type {} takes more than {} bytes", to_string(sparse.dims),
         to_string(sparse.values.type()), kMaxBytes);
  }

  // A linear index is the coordinate in a tensor of one dimension.
  const bool linear = sparse.indices.shape().size() == 1;
  const Shape dims = linear ? Shape{static_cast<std::int64_t>(count)} : sparse.dims;
  const auto shown = [&](std::span<const std::int64_t> index) {
    return linear ? std::to_string(index[0]) : to_string(index);
  };

  Tensor dense(sparse.values.type(), sparse.dims);
  const std::span<const std::int64_t> indices = sparse.indices.values<std::int64_t>();
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < sparse.values.size(); ++i) {
    const auto index = indices.subspan(i * dims.size(), dims.size());
    const std::optional<std::size_t> position = find_position(index, dims);
    if (!position) {
      fail(ErrorKind::kInvalidInput, "indices[{}] is {}, which is outside of dims {}", i, shown(index),
           to_string(sparse.dims));
    }
    if (last && *position <= *last) {
      fail(ErrorKind::kInvalidInput, "indices[{}] is {}, but indices must ascend", i, shown(index));
    }
    visit(dense.type(), AllTypes{},
          [&]<class T>(std::type_identity<T>) { dense.values<T>()[*position] = sparse.values.values<T>()[i]; });
    last = position;
  }
  return dense;
}

}  // namespace hardref::model
