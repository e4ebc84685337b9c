// Nodes of ONNX text by themselves.
#pragma once

#include <string_view>
#include <vector>

#include "text/parser.h"

namespace hardref::test {

// With or without braces around them. Throws what parse_model throws.
inline std::vector<model::Node> parse_nodes(std::string_view text) {
  model::Parser parser(text, ErrorKind::kInvalidModel);
  std::vector<model::Node> nodes;
  if (parser.at("{")) {
    nodes = parser.node_list();
  } else {
    while (!parser.at_end()) nodes.push_back(parser.node());
  }
  parser.end();
  return nodes;
}

}  // namespace hardref::test
