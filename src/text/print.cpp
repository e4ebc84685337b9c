#include "tensor/print.h"

#include <algorithm>
#include <functional>

#include "error.h"
#include "tensor/join.h"
#include "tensor/shape.h"
#include "tensor/types.h"
#include "text/lexer.h"
#include "text/text.h"

namespace hardref::model {
namespace {

constexpr std::string_view kIndent = "  ";

// ---- Names ----------------------------------------------------------------------------------------------------------

std::string name_text(std::string_view name) { return is_identifier(name) ? std::string(name) : quoted_text(name); }

// Where a type, or the word for a number, may stand instead.
std::string unmistakable(std::string_view name) {
  return is_type_word(name) || is_float_word(name) ? quoted_text(name) : name_text(name);
}

// "com.example" needs no quotes, "com.my-example" does.
std::string dotted_text(std::string_view name) {
  for (std::string_view rest = name;;) {
    const std::size_t dot = rest.find('.');
    if (!is_identifier(rest.substr(0, dot))) return quoted_text(name);
    if (dot == std::string_view::npos) return std::string(name);
    rest.remove_prefix(dot + 1);
  }
}

std::string names_text(const std::vector<std::string>& names) { return join(names, ", ", unmistakable); }

// An empty name that others enclose stays invisible: parsers that know no quoted names read it too.
std::string operands_text(const std::vector<std::string>& names) {
  return join(names, ", ", [&](const std::string& name) {
    const bool enclosed = &name != &names.front() && &name != &names.back();
    return name.empty() && enclosed ? std::string() : name_text(name);
  });
}

// ---- Types and tensors ----------------------------------------------------------------------------------------------

std::string dimension_text(const Dimension& dimension) {
  if (const auto* extent = std::get_if<std::int64_t>(&dimension)) return fmt::format("{}", *extent);
  if (const auto* symbol = std::get_if<std::string>(&dimension)) return name_text(*symbol);
  return "?";
}

std::string type_text(const TensorTypeInfo& type) {
  std::string text(to_string(type.element));
  if (!type.shape) {
    text += "[]";
  } else if (!type.shape->empty()) {
    text += '[' + join(*type.shape, ",", dimension_text) + ']';
  }
  return type.sparse ? "sparse_tensor(" + text + ')' : text;
}
std::string type_text(const SequenceType& type) { return "seq(" + print(*type.element) + ')'; }
std::string type_text(const OptionalType& type) { return "optional(" + print(*type.element) + ')'; }
std::string type_text(const MapType& type) {
  return fmt::format("map({}, {})", to_string(type.key), print(*type.value));
}
std::string type_text(const OpaqueType& type) {
  if (type.domain.empty()) return "opaque(" + (type.name.empty() ? "" : dotted_text(type.name)) + ')';
  return fmt::format("opaque({}, {})", dotted_text(type.domain), dotted_text(type.name));
}

std::string tensor_type_text(DataType element, std::span<const std::int64_t> shape) {
  return std::string(to_string(element)) + (shape.empty() ? "" : hardref::to_string(shape));
}

// The floating-point types of 16 bits and fewer are shown as the unsigned integers of their bit patterns, the only form
// that ONNX's own parser reads.
DataType shown_type(DataType type) {
  using Narrow = Concat<Types<Float16, BFloat16, Float8e8m0, Float4e2m1>, Float8s>;
  if (!Narrow::kSet.contains(type)) return type;
  return element_size(type) == 2 ? DataType::kUint16 : DataType::kUint8;
}

// What the text of a part depends on besides the part.
struct Layout {
  std::string indent = {};
  std::size_t max_values = SIZE_MAX;  // of a tensor

  [[nodiscard]] Layout deeper() const { return {indent + std::string(kIndent), max_values}; }
};

std::string values_text(const TensorView& tensor, const Layout& layout) {
  const TensorView shown(shown_type(tensor.type()), tensor.shape(), tensor.data());
  return '{' + elements_text(shown, layout.max_values) + '}';
}

std::string tensor_text(const TensorView& tensor, const Layout& layout) {
  return tensor_type_text(tensor.type(), tensor.shape()) + ' ' + values_text(tensor, layout);
}

std::string info_text(const ValueInfo& info) {
  return info.type ? print(*info.type) + ' ' + name_text(info.name) : unmistakable(info.name);
}

// ---- Attributes -----------------------------------------------------------------------------------------------------

std::string graph_text(const Graph& graph, const Layout& layout);

std::string value_text(float value, const Layout& /*layout*/) { return shortest(value); }
std::string value_text(std::int64_t value, const Layout& /*layout*/) { return fmt::format("{}", value); }
std::string value_text(const std::string& value, const Layout& /*layout*/) { return quoted_text(value); }
std::string value_text(const Type& value, const Layout& /*layout*/) { return print(value); }
std::string value_text(const TensorPtr& value, const Layout& layout) { return tensor_text(*value, layout); }
std::string value_text(const SparseTensorPtr& value, const Layout& layout) {
  return fmt::format("sparse_tensor {} {{values: {}, indices: {}}}",
                     tensor_type_text(value->values.type(), value->dims), tensor_text(value->values, layout),
                     tensor_text(value->indices, layout));
}
std::string value_text(const GraphPtr& value, const Layout& layout) {
  return unmistakable(value->name) + ' ' + graph_text(*value, layout);
}
template <class T>
std::string value_text(const std::vector<T>& values, const Layout& layout) {
  return '[' + join(values, ", ", [&](const T& value) { return value_text(value, layout); }) + ']';
}

std::string attribute_text(const Attribute& attribute, const Layout& layout) {
  std::string text = fmt::format("{}: {} = ", name_text(attribute.name), to_string(attribute.kind()));
  if (const auto* reference = std::get_if<AttributeReference>(&attribute.value)) {
    return text + '@' + name_text(reference->name);
  }
  return text + std::visit([&](const auto& value) { return value_text(value, layout); },
                           std::get<AttributeValue>(attribute.value));
}

std::string attributes_text(const std::vector<Attribute>& attributes, const Layout& layout) {
  if (attributes.empty()) return "";
  return " <" + join(attributes, ", ", [&](const Attribute& one) { return attribute_text(one, layout); }) + '>';
}

// ---- Nodes, graphs, functions ---------------------------------------------------------------------------------------

// Attributes follow the inputs where one of them is a graph, which would hide the inputs far below.
std::string node_text(const Node& node, const Layout& layout) {
  const bool has_graph = std::ranges::any_of(node.attributes, [](const Attribute& attribute) {
    return attribute.kind() == AttributeKind::kGraph || attribute.kind() == AttributeKind::kGraphs;
  });
  const std::string attributes = attributes_text(node.attributes, layout.deeper());
  return fmt::format("{}{}{}= {}{}{}{} ({}){}", node.name.empty() ? "" : '[' + name_text(node.name) + "] ",
                     operands_text(node.outputs), node.outputs.empty() ? "" : " ",
                     node.domain.empty() ? "" : dotted_text(node.domain) + '.', name_text(node.op_type),
                     node.overload.empty() ? "" : ':' + name_text(node.overload), has_graph ? "" : attributes,
                     operands_text(node.inputs), has_graph ? attributes : "");
}

std::string body_text(const std::vector<Node>& nodes, const Layout& layout) {
  std::string text = layout.indent + "{\n";
  for (const Node& node : nodes) {
    text += fmt::format("{}{}\n", layout.deeper().indent, node_text(node, layout.deeper()));
  }
  return text + layout.indent + '}';
}

std::string declarations_text(const std::vector<std::string>& lines, const Layout& layout) {
  if (lines.empty()) return "";
  const auto indented = [&](const std::string& line) { return layout.deeper().indent + line; };
  return layout.indent + "<\n" + join(lines, ",\n", indented) + '\n' + layout.indent + ">\n";
}

std::string infos_text(const std::vector<ValueInfo>& infos) { return '(' + join(infos, ", ", info_text) + ')'; }

// Without the name, and without a line break at the end.
std::string graph_text(const Graph& graph, const Layout& layout) {
  std::vector<std::string> declarations;
  for (const auto& [name, tensor, unread, place] : graph.initializers) {
    declarations.push_back(fmt::format("{} {} = {}", tensor_type_text(tensor->type(), tensor->shape()), name_text(name),
                                       values_text(*tensor, layout)));
  }
  std::ranges::transform(graph.value_infos, std::back_inserter(declarations), info_text);
  return infos_text(graph.inputs) + " => " + infos_text(graph.outputs) + '\n' +
         declarations_text(declarations, layout) + body_text(graph.nodes, layout);
}

std::string opsets_text(const OpsetImports& imports) {
  return '[' +
         join(imports, ", ",
              [](const auto& one) { return fmt::format("{} : {}", quoted_text(one.first), one.second); }) +
         ']';
}

}  // namespace

std::string print(const Type& type) {
  return std::visit([](const auto& alternative) { return type_text(alternative); }, type.value);
}

std::string print(const Node& node) { return node_text(node, {}); }

namespace {

std::string function_text(const Function& function, const Layout& layout) {
  std::vector<std::string> header = {"domain: " + quoted_text(function.domain)};
  if (!function.overload.empty()) header.push_back("overload: " + quoted_text(function.overload));
  header.push_back("opset_import: " + opsets_text(function.opset_imports));
  std::vector<std::string> attributes;
  std::ranges::transform(function.attributes, std::back_inserter(attributes), name_text);
  for (const Attribute& one : function.attribute_defaults) attributes.push_back(attribute_text(one, layout));
  std::vector<std::string> declarations;
  std::ranges::transform(function.value_infos, std::back_inserter(declarations), info_text);
  return fmt::format("{}{}{} ({}) => ({})\n{}{}\n", declarations_text(header, layout), name_text(function.name),
                     attributes.empty() ? "" : " <" + join(attributes, ", ", std::identity{}) + '>',
                     names_text(function.inputs), names_text(function.outputs), declarations_text(declarations, layout),
                     body_text(function.nodes, layout));
}

}  // namespace

std::string print(const Function& function) { return function_text(function, {}); }

std::string print(const Model& model, std::size_t max_values) {
  const Layout layout{.max_values = max_values};
  std::vector<std::string> header = {fmt::format("ir_version: {}", model.ir_version),
                                     "opset_import: " + opsets_text(model.opset_imports)};
  const auto add = [&](std::string_view key, const std::string& text) {
    if (!text.empty()) header.push_back(fmt::format("{}: {}", key, quoted_text(text)));
  };
  add("producer_name", model.producer_name);
  add("producer_version", model.producer_version);
  add("domain", model.domain);
  if (model.model_version != 0) header.push_back(fmt::format("model_version: {}", model.model_version));
  add("doc_string", model.doc_string);
  if (!model.metadata.empty()) {
    const auto pair = [](const auto& one) {
      return fmt::format("{}: {}", quoted_text(one.first), quoted_text(one.second));
    };
    header.push_back("metadata_props: [" + join(model.metadata, ", ", pair) + ']');
  }
  std::string text = fmt::format("{}{} {}\n", declarations_text(header, layout), name_text(model.graph.name),
                                 graph_text(model.graph, layout));
  for (const Function& function : model.functions) text += '\n' + function_text(function, layout);
  return text;
}

}  // namespace hardref::model
