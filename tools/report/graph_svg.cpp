#include "report/graph_svg.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "report/markup.h"

namespace hardref::tools {
namespace {

constexpr int kBoxWidth = 106;
constexpr int kBoxHeight = 36;
constexpr int kOutputHeight = 22;
constexpr int kColumnStep = kBoxWidth + 10;
constexpr int kRowStep = kBoxHeight + 30;
constexpr int kMargin = 4;
constexpr int kCharacterWidth = 6;
constexpr std::size_t kMostInTitle = 200;

// A node or, at the very bottom, an output of the graph.
struct Box {
  const GraphNode* node = nullptr;
  std::vector<std::string> inputs;
  bool marked = false;
  std::size_t height = 0;  // in rows above the bottom
  double rank = 0;         // what orders the boxes of a row
  int x = 0;
  int y = 0;
};

// Where a line meets a box from above.
int port_x(const Box& box, std::size_t input) {
  return box.x + kBoxWidth * (static_cast<int>(input) + 1) / (static_cast<int>(box.inputs.size()) + 1);
}

std::string text(int x, int y, std::string_view css_class, std::string_view content, int width) {
  const int characters = std::max(3, width / kCharacterWidth);
  return fmt::format(R"(<text class="{}" x="{}" y="{}">{}</text>)", css_class, x, y,
                     escape(shorten(content, static_cast<std::size_t>(characters))));
}

std::string box_html(const Box& box, std::string_view css_class, int height, const std::string& title,
                     const std::string& content) {
  return fmt::format(
      "<g class=\"{}{}\"><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>{}</g>\n",
      css_class, box.marked ? " marked" : "", escape(shorten(title, kMostInTitle)), box.x, box.y, kBoxWidth, height,
      box.node == nullptr ? height / 2 : 4, content);
}

std::string output_html(const Box& box) {
  const std::string& name = box.inputs.front();
  const std::string shown = box.marked ? "✗ " + name : name;
  return box_html(box, "output", kOutputHeight, name,
                  text(box.x + kBoxWidth / 2, box.y + 15, "op", shown, kBoxWidth - 12));
}

std::string node_html(const Box& box) {
  const GraphNode& node = *box.node;
  const int middle = box.x + kBoxWidth / 2;
  std::string content = text(middle, box.y + (node.attributes.empty() ? 22 : 15), "op", node.op, kBoxWidth - 6);
  if (!node.attributes.empty()) content += text(middle, box.y + 29, "more", node.attributes, kBoxWidth - 6);
  const std::string title = fmt::format("{} = {} <{}> ({})", fmt::join(node.outputs, ", "), node.op, node.attributes,
                                        fmt::join(node.inputs, ", "));
  return box_html(box, "node", kBoxHeight, title, content);
}

class Drawing {
 public:
  Drawing(const ExpandedGraph& graph, const std::set<std::string>& mismatched) {
    const auto is_marked = [&](const std::string& name) { return mismatched.contains(name); };
    for (const std::string& output : graph.outputs) {
      boxes_.push_back({.inputs = {output}, .marked = is_marked(output)});
    }
    for (const GraphNode& node : graph.nodes) {
      for (const std::string& name : node.outputs) producers_.emplace(name, boxes_.size());
      boxes_.push_back(
          {.node = &node, .inputs = node.inputs, .marked = std::ranges::any_of(node.outputs, is_marked), .height = 1});
    }
    find_heights();
    arrange();
  }

  [[nodiscard]] std::string svg() {
    std::string lines;
    std::string boxes;
    for (const Box& box : boxes_) {
      boxes += box.node == nullptr ? output_html(box) : node_html(box);
      for (std::size_t i = 0; i < box.inputs.size(); ++i) lines += input_html(box, i);
    }
    return fmt::format(R"(<svg class="graph" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" )"
                       "aria-label=\"the expanded graph\">\n{2}{3}</svg>\n",
                       width_, height_, lines, boxes);
  }

 private:
  Box* producer_of(const std::string& name) {
    const auto found = name.empty() ? producers_.end() : producers_.find(name);
    return found == producers_.end() ? nullptr : &boxes_[found->second];
  }

  // The longest way down. Each pass gets one more row right; with a cycle, which no valid model has, passes end.
  void find_heights() {
    bool changed = true;
    for (std::size_t pass = 0; changed && pass < boxes_.size(); ++pass) {
      changed = false;
      for (const Box& box : boxes_) {
        for (const std::string& name : box.inputs) {
          Box* producer = producer_of(name);
          if (producer == nullptr || producer->height > box.height) continue;
          producer->height = box.height + 1;
          changed = true;
        }
      }
    }
  }

  // Row by row from the bottom, each box as near as can be to the one that it feeds.
  void arrange() {
    std::map<std::size_t, std::vector<Box*>> rows;
    for (Box& box : boxes_) rows[box.height].push_back(&box);
    const auto has_input = [](const Box* box) { return !box->inputs.empty(); };
    const int above = std::ranges::any_of(rows.rbegin()->second, has_input) ? kRowStep - kBoxHeight : 0;
    int y = kMargin + above - (kRowStep - kBoxHeight) + static_cast<int>(rows.size()) * kRowStep;
    height_ = y + kMargin;
    for (auto& [height, row] : rows) {
      y -= kRowStep;
      std::ranges::stable_sort(row, {}, &Box::rank);
      for (std::size_t column = 0; column < row.size(); ++column) {
        Box& box = *row[column];
        box.x = kMargin + static_cast<int>(column) * kColumnStep;
        box.y = y + kRowStep - kBoxHeight;
        for (std::size_t i = 0; i < box.inputs.size(); ++i) {
          if (Box* producer = producer_of(box.inputs[i])) {
            producer->rank = static_cast<double>(column) + static_cast<double>(i) / 100;
          }
        }
        width_ = std::max(width_, box.x + kBoxWidth + kMargin);
      }
    }
  }

  // A curve from the box above, or else the name at a short line.
  [[nodiscard]] std::string input_html(const Box& box, std::size_t input) {
    const std::string& name = box.inputs[input];
    if (name.empty()) return "";
    const int x = port_x(box, input);
    const Box* producer = producer_of(name);
    if (producer != nullptr && producer->y + kRowStep == box.y) {
      const int from = producer->y + kBoxHeight;
      const int middle = (from + box.y) / 2;
      return fmt::format("<path class=\"edge\" d=\"M{} {}C{} {} {} {} {} {}\"/>\n", producer->x + kBoxWidth / 2, from,
                         producer->x + kBoxWidth / 2, middle, x, middle, x, box.y);
    }
    return fmt::format(R"(<path class="edge" d="M{} {}V{}"/>)", x, box.y - 7, box.y) +
           text(x, box.y - 10, "name", name, kBoxWidth / (static_cast<int>(box.inputs.size()) + 1)) + "\n";
  }

  std::vector<Box> boxes_;
  std::map<std::string, std::size_t> producers_;  // by the name of an output
  int width_ = 0;
  int height_ = 0;
};

}  // namespace

std::string graph_svg(const ExpandedGraph& graph, const std::set<std::string>& mismatched) {
  return Drawing(graph, mismatched).svg();
}

}  // namespace hardref::tools
