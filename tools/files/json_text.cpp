#include "files/json_text.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "error.h"
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

bool can_be_written(const nlohmann::ordered_json& json) {
  try {
    (void)json.dump();
    return true;
  } catch (const nlohmann::ordered_json::type_error&) {
    return false;
  }
}

// Strings that are no UTF-8, which the library refuses to write.
void escape_strings(nlohmann::ordered_json& json) {
  if (json.is_string() && !can_be_written(json)) json = escaped(json.get_ref<const std::string&>());
  if (!json.is_structured()) return;
  for (nlohmann::ordered_json& element : json) escape_strings(element);
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
  try {
    return document.dump(2) + '\n';
  } catch (const nlohmann::ordered_json::type_error&) {
    nlohmann::ordered_json escaped = document;
    escape_strings(escaped);
    return escaped.dump(2) + '\n';
  }
}

}  // namespace hardref::tools
