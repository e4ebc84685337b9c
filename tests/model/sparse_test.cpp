// Sparse tensors made dense.
#include "model/sparse.h"

#include "support/catch.h"
#include "support/errors.h"

namespace hardref::test {
namespace {

model::SparseTensor linear(std::initializer_list<std::int64_t> indices, Shape dims) {
  const auto count = static_cast<std::int64_t>(indices.size());
  Tensor values(DataType::kFloat, {count});
  for (std::size_t i = 0; i < indices.size(); ++i) values.values<float>()[i] = static_cast<float>(i + 1);
  return {values, Tensor::of<std::int64_t>({count}, indices), std::move(dims)};
}

std::string message(const model::SparseTensor& sparse) {
  return message_of([&] { return model::densify(sparse); });
}

std::string dense(const model::SparseTensor& sparse) { return to_text(model::densify(sparse)); }

TEST_CASE("sparse tensors by linear indices and coordinates") {
  const std::string expected = to_text(Tensor::of<float>({2, 3}, {0, 1, 0, 0, 0, 2}));
  model::SparseTensor sparse = linear({1, 5}, {2, 3});
  CHECK(dense(sparse) == expected);
  sparse.indices = Tensor::of<std::int64_t>({2, 2}, {0, 1, 1, 2});
  CHECK(dense(sparse) == expected);
}

TEST_CASE("sparse tensors of all ranks and without values") {
  CHECK(dense(linear({}, {2})) == to_text(Tensor::of<float>({2}, {0, 0})));
  CHECK(dense(linear({}, {0, 3})) == to_text(Tensor(DataType::kFloat, {0, 3})));
  CHECK(dense(linear({0}, {})) == to_text(Tensor::of<float>({}, {1})));
  CHECK(dense(linear({0, 1, 2}, {3})) == to_text(Tensor::of<float>({3}, {1, 2, 3})));

  model::SparseTensor sparse = linear({0, 0}, {3});
  sparse.indices = Tensor::of<std::int64_t>({2, 1}, {0, 2});
  CHECK(dense(sparse) == to_text(Tensor::of<float>({3}, {1, 0, 2})));
  sparse.dims = {2, 2, 2};
  sparse.indices = Tensor::of<std::int64_t>({2, 3}, {0, 1, 0, 1, 0, 1});
  CHECK(dense(sparse) == to_text(Tensor::of<float>({2, 2, 2}, {0, 0, 1, 0, 0, 2, 0, 0})));
  sparse = {Tensor(DataType::kFloat, {0}), Tensor(DataType::kInt64, {0, 2}), {1, 2}};
  CHECK(dense(sparse) == to_text(Tensor::of<float>({1, 2}, {0, 0})));
}

TEST_CASE("sparse values of other widths") {
  const Tensor index = Tensor::of<std::int64_t>({1}, {1});
  CHECK(dense({Tensor::of<std::int8_t>({1}, {-7}), index, {3}}) == to_text(Tensor::of<std::int8_t>({3}, {0, -7, 0})));
  CHECK(dense({Tensor::of<double>({1}, {0.1}), index, {3}}) == to_text(Tensor::of<double>({3}, {0, 0.1, 0})));
}

TEST_CASE("sparse indices out of range") {
  CHECK(message(linear({1, 6}, {2, 3})) == "invalid_input: indices[1] is 6, which is outside of dims [2,3]");
  CHECK(message(linear({-1}, {2, 3})) == "invalid_input: indices[0] is -1, which is outside of dims [2,3]");
  CHECK(message(linear({INT64_MAX}, {2, 3})) ==
        "invalid_input: indices[0] is 9223372036854775807, which is outside of dims [2,3]");
  CHECK(message(linear({0}, {0})) == "invalid_input: indices[0] is 0, which is outside of dims [0]");
  model::SparseTensor sparse = linear({0}, {2, 3});
  // In range as a position, not as coordinates.
  sparse.indices = Tensor::of<std::int64_t>({1, 2}, {0, 3});
  CHECK(message(sparse) == "invalid_input: indices[0] is [0,3], which is outside of dims [2,3]");
  sparse.indices = Tensor::of<std::int64_t>({1, 2}, {1, -1});
  CHECK(message(sparse) == "invalid_input: indices[0] is [1,-1], which is outside of dims [2,3]");
}

TEST_CASE("sparse indices ascend") {
  CHECK(message(linear({1, 1}, {3})) == "invalid_input: indices[1] is 1, but indices must ascend");
  CHECK(message(linear({0, 2, 1}, {3})) == "invalid_input: indices[2] is 1, but indices must ascend");
  model::SparseTensor sparse = linear({0, 1}, {2, 3});
  sparse.indices = Tensor::of<std::int64_t>({2, 2}, {1, 0, 0, 2});
  CHECK(message(sparse) == "invalid_input: indices[1] is [0,2], but indices must ascend");
}

TEST_CASE("parts of a sparse tensor that do not fit") {
  model::SparseTensor sparse = linear({0, 1}, {2, 3});
  SECTION("values") {
    sparse.values = Tensor::of<float>({1, 2}, {1, 2});
    CHECK(message(sparse) == "invalid_input: values have shape [1,2], but must have rank 1");
  }
  SECTION("the type of the indices") {
    sparse.indices = Tensor::of<std::int32_t>({2}, {0, 1});
    CHECK(message(sparse) == "invalid_input: indices have element type int32, but must be int64");
  }
  SECTION("the number of the indices") {
    sparse.indices = Tensor::of<std::int64_t>({1}, {0});
    CHECK(message(sparse) == "invalid_input: indices have shape [1], but must have [2] or [2,2]");
    sparse.indices = Tensor::of<std::int64_t>({2, 3}, {0, 0, 0, 0, 1, 0});
    CHECK(message(sparse) == "invalid_input: indices have shape [2,3], but must have [2] or [2,2]");
    sparse.indices = Tensor::of<std::int64_t>({}, {0});
    CHECK(message(sparse) == "invalid_input: indices have shape [], but must have [2] or [2,2]");
  }
}

TEST_CASE("sparse dims that ask for too much") {
  CHECK(message(linear({}, {3037000499, 3037000501})).starts_with("limit: "));
  CHECK(message(linear({}, {-1, -1})).starts_with("invalid_input: "));
  const std::int64_t limit = std::int64_t{1} << 29;
  CHECK(message(linear({}, {limit + 1})) ==
        "limit: a dense tensor of shape [536870913] and type float takes more than 2147483648 bytes");
}

}  // namespace
}  // namespace hardref::test
