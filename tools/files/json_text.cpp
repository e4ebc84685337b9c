#include "files/json_text.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "tensor/element.h"
#include "tensor/types.h"

namespace hardref::tools {
namespace {

template <class T>
nlohmann::ordered_json number(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  }
  if constexpr (Complex<T>) {
    return nlohmann::ordered_json::array({number(value.real()), number(value.imag())});
  } else {
    return value;
  }
}

}  // namespace

nlohmann::ordered_json to_json(const std::string& name, const TensorView& tensor) {
  nlohmann::ordered_json values = nlohmann::ordered_json::array();
  visit(tensor.type(), AllTypes{}, [&]<class T>(std::type_identity<T>) {
    for (const T& element : tensor.values<T>()) values.push_back(number(load_element(element)));
  });
  return {{"name", name},
          {"type", to_string(tensor.type())},
          {"shape", std::vector<std::int64_t>(tensor.shape().begin(), tensor.shape().end())},
          {"values", values}};
}

std::string print_json(const nlohmann::ordered_json& document) {
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace hardref::tools
