#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "error.h"
#include "load/load.h"
#include "load/packing.h"
#include "load/reader.h"
#include "tensor/data_type.h"
#include "tensor/file.h"
#include "tensor/little_endian.h"
#include "tensor/shape.h"
#include "tensor/types.h"

namespace hardref {
namespace {

// The data field that the standard gives to elements of type T.
template <class T>
struct DataField {
  static constexpr std::string_view kName = "int32_data";
  static const auto& of(const wire::TensorProto& proto) { return proto.int32_data(); }
};
template <>
struct DataField<float> {
  static constexpr std::string_view kName = "float_data";
  static const auto& of(const wire::TensorProto& proto) { return proto.float_data(); }
};
template <>
struct DataField<double> {
  static constexpr std::string_view kName = "double_data";
  static const auto& of(const wire::TensorProto& proto) { return proto.double_data(); }
};
template <>
struct DataField<std::int64_t> {
  static constexpr std::string_view kName = "int64_data";
  static const auto& of(const wire::TensorProto& proto) { return proto.int64_data(); }
};
template <>
struct DataField<std::uint64_t> {
  static constexpr std::string_view kName = "uint64_data";
  static const auto& of(const wire::TensorProto& proto) { return proto.uint64_data(); }
};
template <>
struct DataField<std::uint32_t> : DataField<std::uint64_t> {};
template <>
struct DataField<std::complex<float>> : DataField<float> {};
template <>
struct DataField<std::complex<double>> : DataField<double> {};
template <>
struct DataField<std::string> {
  static constexpr std::string_view kName = "string_data";
  static const auto& of(const wire::TensorProto& proto) { return proto.string_data(); }
};

constexpr std::string_view kRawData = "raw_data";

// The one data field that holds anything; empty where none does.
std::string_view filled_field(const wire::TensorProto& proto) {
  const std::array<std::pair<std::string_view, bool>, 7> fields{{
      {"float_data", !proto.float_data().empty()},
      {"int32_data", !proto.int32_data().empty()},
      {"string_data", !proto.string_data().empty()},
      {"int64_data", !proto.int64_data().empty()},
      {kRawData, !proto.raw_data().empty()},
      {"double_data", !proto.double_data().empty()},
      {"uint64_data", !proto.uint64_data().empty()},
  }};
  std::string_view found;
  for (const auto& [name, filled] : fields) {
    if (!filled) continue;
    if (!found.empty()) {
      fail(ErrorKind::kInvalidInput, "values in {} and in {}, but one field must hold all", found, name);
    }
    found = name;
  }
  return found;
}

// How many entries of its data field hold count elements: int32_data has the bytes of packed elements, a complex number
// takes two entries.
std::size_t entry_count(DataType type, std::size_t count) {
  if (is_packed(bit_width(type))) return file_bytes(count, bit_width(type));
  return Complexes::kSet.contains(type) ? 2 * count : count;
}

// One entry of a data field as an element; field and index are for the message.
template <class T, class Entry>
T to_element(const Entry& entry, std::string_view field, int index) {
  if constexpr (std::is_same_v<T, Entry>) {
    return entry;
  } else if constexpr (std::is_same_v<T, bool>) {
    return entry != 0;
  } else if constexpr (NarrowFloat<T>) {
    return T{to_element<decltype(T::bits)>(entry, field, index)};
  } else {
    using Limits = std::numeric_limits<T>;
    if (!std::in_range<T>(entry)) {
      fail(ErrorKind::kInvalidInput, "{}[{}] is {}, but must be in [{}, {}]", field, index, entry, Limits::min(),
           Limits::max());
    }
    return static_cast<T>(entry);
  }
}

std::span<std::byte> memory_of(Tensor& tensor) { return {static_cast<std::byte*>(tensor.data()), tensor.byte_size()}; }

template <class T>
void read_data_field(const wire::TensorProto& proto, Tensor& tensor) {
  const auto& from = DataField<T>::of(proto);
  if constexpr (Complex<T>) {
    auto* const parts = static_cast<typename T::value_type*>(tensor.data());
    std::copy(from.begin(), from.end(), parts);
  } else if constexpr (SubByteInteger<T> || std::is_same_v<T, Float4e2m1>) {
    std::vector<std::byte> packed;
    for (int i = 0; i < from.size(); ++i) {
      // Releases of ONNX write the byte with a sign or without.
      if (from[i] < -128 || from[i] > 255) {
        fail(ErrorKind::kInvalidInput, "{}[{}] is {}, but must be in [-128, 255]", DataField<T>::kName, i, from[i]);
      }
      packed.push_back(static_cast<std::byte>(from[i]));
    }
    unpack(packed, bit_width(tensor.type()), is_signed_sub_byte(tensor.type()), memory_of(tensor));
  } else {
    const std::span<T> to = tensor.values<T>();
    for (int i = 0; i < from.size(); ++i) {
      to[static_cast<std::size_t>(i)] = to_element<T>(from[i], DataField<T>::kName, i);
    }
  }
}

Tensor read_raw(const std::string& raw, DataType type, const Shape& shape, std::size_t count) {
  require_no_strings(type, kRawData);
  const std::size_t bits = bit_width(type);
  // Compared by division: count can be anything that dims multiply to.
  const bool fits = is_packed(bits) ? raw.size() == file_bytes(count, bits)
                                    : raw.size() % (bits / 8) == 0 && raw.size() / (bits / 8) == count;
  if (!fits) {
    fail(ErrorKind::kInvalidInput, "raw_data has {} bytes, but shape {} of {} needs {}", raw.size(), to_string(shape),
         to_string(type),
         is_packed(bits) ? fmt::format("{}, with {} bits for each value", file_bytes(count, bits), bits)
                         : fmt::format("{} of {} bytes", count, bits / 8));
  }
  return from_file_bytes(std::as_bytes(std::span(raw)), type, shape);
}

Tensor read_external(const wire::TensorProto& proto, DataType type, const Shape& shape, const ExternalData& external) {
  const std::string_view filled = filled_field(proto);
  if (!filled.empty()) {
    fail(ErrorKind::kInvalidInput, "data_location is EXTERNAL, but {} holds values as well", filled);
  }
  Entries entries;
  for (const wire::StringStringEntryProto& entry : proto.external_data()) {
    entries.emplace_back(entry.key(), entry.value());
  }
  return read_external(entries, type, shape, external);
}

Tensor read_typed(const wire::TensorProto& proto, DataType type, const Shape& shape, std::size_t count,
                  std::string_view filled) {
  return visit<Tensor>(type, AllTypes{}, [&]<class T>(std::type_identity<T>) {
    const std::string_view field = DataField<T>::kName;
    if (!filled.empty() && filled != field) {
      fail(ErrorKind::kInvalidInput, "values in {}, but those of {} must be in {}{}", filled, to_string(type), field,
           type == DataType::kString ? "" : " or raw_data");
    }
    const auto found = static_cast<std::size_t>(DataField<T>::of(proto).size());
    const std::size_t needed = entry_count(type, count);
    if (found != needed) {
      fail(ErrorKind::kInvalidInput, "{} has {} values, but shape {} needs {}", field, found, to_string(shape), needed);
    }
    Tensor tensor = Tensor::uninitialized(type, shape);
    read_data_field<T>(proto, tensor);
    return tensor;
  });
}

NamedTensor parse_tensor_file(std::span<const std::byte> bytes, const ExternalData& external) {
  wire::TensorProto proto;
  parse_message(bytes, "TensorProto", ErrorKind::kInvalidInput, proto);
  return {proto.name(), read_tensor(proto, external)};
}

}  // namespace

Tensor read_tensor(const wire::TensorProto& proto, const ExternalData& external) {
  const DataType type = read_element_type(proto.data_type(), "data_type");
  if (type == DataType::kUndefined) fail(ErrorKind::kInvalidInput, "data_type is missing");
  if (proto.has_segment()) {
    fail(ErrorKind::kUnsupported, "segment is set: this is one piece of a tensor, or a sequence instead of a tensor");
  }
  const Shape shape(proto.dims().begin(), proto.dims().end());
  const std::size_t count = element_count(shape);

  switch (proto.data_location()) {
    case wire::TensorProto::DEFAULT: {
      const std::string_view filled = filled_field(proto);
      return filled == kRawData ? read_raw(proto.raw_data(), type, shape, count)
                                : read_typed(proto, type, shape, count, filled);
    }
    case wire::TensorProto::EXTERNAL:
      return read_external(proto, type, shape, external);
    default:
      fail(ErrorKind::kInvalidInput, "data_location is {}, but must be 0 (DEFAULT) or 1 (EXTERNAL)",
           proto.data_location());
  }
}

model::SparseTensor read_sparse_tensor(const wire::SparseTensorProto& proto, const ExternalData& external) {
  const auto part = [&](std::string_view name, bool given, const wire::TensorProto& tensor) {
    if (!given) fail(ErrorKind::kInvalidInput, "{} is missing", name);
    return with_context([&] { return std::string(name); }, [&] { return read_tensor(tensor, external); });
  };
  return {part("values", proto.has_values(), proto.values()), part("indices", proto.has_indices(), proto.indices()),
          Shape(proto.dims().begin(), proto.dims().end())};
}

NamedTensor load_tensor(std::span<const std::byte> bytes) {
  return parse_tensor_file(bytes, ExternalData(std::filesystem::path()));
}

NamedTensor load_tensor(const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = read_message_file(path, "TensorProto");
  return with_context([&] { return path.string(); }, [&] { return parse_tensor_file(bytes, ExternalData(path, {})); });
}

}  // namespace hardref
