#include "files/model_file.h"

#include "error.h"
#include "load/external_data.h"
#include "load/load.h"
#include "tensor/file.h"
#include "tensor/file_format.h"
#include "text/text.h"
#include "text/text_place.h"

namespace hardref::tools {
namespace {

namespace fs = std::filesystem;

// As Model::from_text, but with external data.
Model parse_text(std::string_view text, const std::string& origin, const ExternalData& external) {
  const auto read = [&](const Entries& entries, DataType type, const Shape& shape) {
    return read_external(entries, type, shape, external);
  };
  auto content =
      model::in_text(origin, [&] { return std::make_shared<const model::Model>(model::parse_model(text, read)); });
  const std::int64_t version = content->ir_version;  // text may leave it out
  if (version != 0) with_context([&] { return origin; }, [&] { model::check_ir_version(version); });
  return Model(std::move(content), origin);
}

}  // namespace

std::string model_path(const std::string& path) {
  if (path == "-" || !is_folder(path)) return path;
  if (fs::path model = fs::path(path) / "model.onnx"; is_there(model)) return model.string();
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    if (entry.path().extension() == ".onnx") found.push_back(entry.path().string());
  }
  if (found.size() != 1) {
    fail(ErrorKind::kIo, "{}: is a folder with {} .onnx files, expected model.onnx or one other", path, found.size());
  }
  return found.front();
}

ModelFile read_model_file(const std::string& given, const fs::path& external_root) {
  const bool is_input = given == "-";
  const std::string path = model_path(given);
  const std::string origin = is_input ? "standard input" : path;
  std::vector<std::byte> bytes = read_stream(path);
  const ExternalData external = is_input ? ExternalData(external_root) : ExternalData(path, external_root);
  const fs::path folder = is_input ? external_root : fs::path(path).parent_path();
  const std::string_view text = as_text(bytes);
  if ((is_text(text) && foreign_format(text).empty()) || path.ends_with(".onnxtxt")) {
    return {parse_text(text, origin, external), {}, folder, {}};
  }
  auto content = with_context([&] { return origin; }, [&] { return load_model(bytes, external); });
  return {Model(std::move(content), origin), std::move(bytes), folder, external.locations()};
}

}  // namespace hardref::tools
