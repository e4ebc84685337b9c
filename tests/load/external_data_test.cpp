// External data: which files may be read, and which part of them.
#include <sys/stat.h>

#include <cstring>
#include <fstream>
#include <set>

#include "load/support.h"

namespace hardref::test {
namespace {

namespace fs = std::filesystem;
using Proto = wire::TensorProto;
using Entries = std::vector<std::pair<std::string, std::string>>;

// float[3] in another file, the initializer "w" of a model.
wire::ModelProto model_with(const Entries& entries) {
  wire::ModelProto model = small_model();
  Proto& tensor = *model.mutable_graph()->add_initializer();
  tensor.set_name("w");
  tensor.set_data_type(Proto::FLOAT);
  tensor.add_dims(3);
  tensor.set_data_location(Proto::EXTERNAL);
  for (const auto& [key, value] : entries) {
    tensor.add_external_data()->set_key(key);
    tensor.mutable_external_data(tensor.external_data_size() - 1)->set_value(value);
  }
  return model;
}

std::string floats(std::initializer_list<float> values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.begin(), bytes.size());
  return bytes;
}

// A folder with model.onnx in models/, and w.bin beside it: 10, 20, 30.
class ModelFolder {
 public:
  ModelFolder() {
    fs::create_directories(models());
    write(models() / "w.bin", floats({10, 20, 30}));
  }

  [[nodiscard]] fs::path models() const { return scratch_ / "models"; }
  [[nodiscard]] fs::path top() const { return scratch_.path(); }

  static void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

  // The tensor as text, or the message without the path of the model in front.
  [[nodiscard]] std::string read(const wire::ModelProto& model, const LoadOptions& options = {}) const {
    const fs::path path = models() / "model.onnx";
    write(path, model.SerializeAsString());
    std::string text;
    const std::string message =
        message_of([&] { text = to_text(*load_model(path, options)->graph.initializers.at(0).tensor); });
    if (message == "no error") return text;
    const std::string where = path.string() + ": graph.initializer[0] \"w\": ";
    const std::size_t found = message.find(where);
    REQUIRE(found != std::string::npos);
    return message.substr(0, found) + message.substr(found + where.size());
  }
  [[nodiscard]] std::string read(const Entries& entries, const LoadOptions& options = {}) const {
    return read(model_with(entries), options);
  }

 private:
  ScratchFolder scratch_;
};

const std::string kValues = to_text(Tensor::of<float>({3}, {10, 20, 30}));

TEST_CASE("offset and length of external data") {
  const ModelFolder folder;
  ModelFolder::write(folder.models() / "w.bin", std::string(4096, '\0') + floats({10, 20, 30}));
  const auto read = [&](Entries entries) {
    entries.emplace_back("location", "w.bin");
    return folder.read(entries);
  };
  const std::string zeros = to_text(Tensor::of<float>({3}, {0, 0, 0}));
  CHECK(read({{"offset", "4096"}, {"length", "12"}}) == kValues);
  CHECK(read({{"length", "12"}, {"offset", "4096"}}) == kValues);
  CHECK(read({{"offset", "4096"}}) == kValues);
  CHECK(read({}) == zeros);
  CHECK(read({{"offset", "0004"}, {"length", "012"}}) == zeros);

  const auto fault = [&](const Entries& entries) {
    const std::string message = read(entries);
    const std::string prefix = "invalid_model: external data \"w.bin\": ";
    REQUIRE(message.starts_with(prefix));
    return message.substr(prefix.size());
  };
  CHECK(fault({{"length", "8"}}) == "length is 8, but type and dims need 12 bytes");
  CHECK(fault({{"length", "16"}}) == "length is 16, but type and dims need 12 bytes");
  CHECK(fault({{"length", "0"}}) == "length is 0, but type and dims need 12 bytes");
  CHECK(fault({{"offset", "-1"}}) == "offset is \"-1\", but must be a decimal number below 2^63");
  CHECK(fault({{"length", "-1"}}) == "length is \"-1\", but must be a decimal number below 2^63");
  for (const std::string text : {"4k", "0x0", "", " 0", "0 ", "+0", "1e3", "18446744073709551612",
                                 "9223372036854775808", "99999999999999999999999"}) {
    CHECK(fault({{"offset", text}}) == "offset is \"" + text + "\", but must be a decimal number below 2^63");
  }
  CHECK(fault({{"offset", "4097"}}) == "12 bytes from offset 4097 on do not fit into the 4108 bytes of the file");
  CHECK(fault({{"offset", "9223372036854775807"}}) ==
        "12 bytes from offset 9223372036854775807 on do not fit into the 4108 bytes of the file");
  ModelFolder::write(folder.models() / "w.bin", floats({10, 20, 30}));
  CHECK(fault({{"offset", "8"}}) == "12 bytes from offset 8 on do not fit into the 12 bytes of the file");
  ModelFolder::write(folder.models() / "w.bin", floats({10, 20}));
  CHECK(fault({}) == "12 bytes from offset 0 on do not fit into the 8 bytes of the file");
}

TEST_CASE("keys of external data") {
  const ModelFolder folder;
  CHECK(folder.read({{"location", "w.bin"}, {"checksum", "wrong"}, {"colour", "red"}}) == kValues);
  CHECK(folder.read(Entries{}) == "invalid_model: external_data has no location");
  CHECK(folder.read({{"location", ""}}) == "invalid_model: external_data has no location");
  CHECK(folder.read({{"location", "w.bin"}, {"location", "w.bin"}}) ==
        "invalid_model: external_data has the key \"location\" twice");
  CHECK(folder.read({{"location", "w.bin"}, {"offset", "0"}, {"offset", "0"}}) ==
        "invalid_model: external_data has the key \"offset\" twice");
  wire::ModelProto both = model_with({{"location", "w.bin"}});
  both.mutable_graph()->mutable_initializer(0)->add_float_data(1);
  CHECK(folder.read(both) == "invalid_model: data_location is EXTERNAL, but float_data holds values as well");
}

TEST_CASE("external data stays inside of the model's folder") {
  const ModelFolder folder;
  const fs::path models = folder.models();
  fs::create_directories(models / "deep");
  fs::create_directories(folder.top() / "models-other");
  ModelFolder::write(folder.top() / "outside.bin", floats({1, 2, 3}));
  ModelFolder::write(folder.top() / "models-other" / "w.bin", floats({1, 2, 3}));
  const auto read = [&](const std::string& location) { return folder.read({{"location", location}}); };
  const auto leads_to = [&](const std::string& location, const fs::path& target) {
    return "invalid_model: external data \"" + location + "\": leads to " + target.string() +
           ", but must stay inside of " + models.string();
  };
  CHECK(read("w.bin") == kValues);
  CHECK(read("./w.bin") == kValues);
  CHECK(read("deep/../w.bin") == kValues);
  CHECK(read("../models/w.bin") == kValues);
  CHECK(read("../outside.bin") == leads_to("../outside.bin", folder.top() / "outside.bin"));
  // The beginning of the name is that of the folder.
  CHECK(read("../models-other/w.bin") == leads_to("../models-other/w.bin", folder.top() / "models-other" / "w.bin"));
  CHECK(read("../nowhere.bin") == leads_to("../nowhere.bin", folder.top() / "nowhere.bin"));
  CHECK(read(models.string() + "/w.bin") ==
        "invalid_model: external data \"" + models.string() + "/w.bin\": location must be a relative path");
  const std::string cut("w.bin\0x", 7);
  CHECK(read(cut) == "invalid_model: external data \"w.bin\\x00x\": location must be a relative path");

  SECTION("symbolic links inside") {
    fs::create_symlink("w.bin", models / "link.bin");
    fs::create_directory_symlink("..", models / "deep" / "up");
    CHECK(read("link.bin") == kValues);
    CHECK(read("deep/up/w.bin") == kValues);
  }
  SECTION("symbolic links that lead out") {
    fs::create_symlink("../outside.bin", models / "link.bin");
    fs::create_directory_symlink("..", models / "up");
    CHECK(read("link.bin") == leads_to("link.bin", folder.top() / "outside.bin"));
    CHECK(read("up/outside.bin") == leads_to("up/outside.bin", folder.top() / "outside.bin"));
    fs::create_symlink("link.bin", models / "twice.bin");
    CHECK(read("twice.bin") == leads_to("twice.bin", folder.top() / "outside.bin"));
  }
  SECTION("hard links are the file itself") {
    fs::create_hard_link(folder.top() / "outside.bin", models / "hard.bin");
    CHECK(read("hard.bin") == to_text(Tensor::of<float>({3}, {1, 2, 3})));
  }
  SECTION("a model that is reached through a link") {
    fs::create_directory_symlink("models", folder.top() / "alias");
    const fs::path path = folder.top() / "alias" / "model.onnx";
    ModelFolder::write(path, model_with({{"location", "w.bin"}}).SerializeAsString());
    CHECK(to_text(*load_model(path, {})->graph.initializers.at(0).tensor) == kValues);
  }
  SECTION("a model in the working directory") {
    const fs::path before = fs::current_path();
    fs::current_path(models);
    ModelFolder::write("model.onnx", model_with({{"location", "w.bin"}}).SerializeAsString());
    const std::string text = to_text(*load_model("model.onnx", {})->graph.initializers.at(0).tensor);
    fs::current_path(before);
    CHECK(text == kValues);
  }
}

TEST_CASE("another root for external data") {
  const ModelFolder folder;
  ModelFolder::write(folder.top() / "outside.bin", floats({1, 2, 3}));
  LoadOptions options;
  options.external_root = folder.top();
  CHECK(folder.read({{"location", "w.bin"}}, options) == kValues);
  CHECK(folder.read({{"location", "../outside.bin"}}, options) == to_text(Tensor::of<float>({3}, {1, 2, 3})));
  fs::create_symlink("../outside.bin", folder.models() / "link.bin");
  CHECK(folder.read({{"location", "link.bin"}}, options) == to_text(Tensor::of<float>({3}, {1, 2, 3})));
  options.external_root = folder.models() / "missing";
  CHECK(folder.read({{"location", "w.bin"}}, options) == "io: external data \"w.bin\": No such file or directory");
  // A root that is elsewhere.
  fs::create_directories(folder.top() / "elsewhere");
  options.external_root = folder.top() / "elsewhere";
  CHECK(folder.read({{"location", "w.bin"}}, options) ==
        "invalid_model: external data \"w.bin\": leads to " + (folder.models() / "w.bin").string() +
            ", but must stay inside of " + options.external_root.string());
}

TEST_CASE("external data is in a regular file") {
  const ModelFolder folder;
  const auto read = [&](const std::string& location) { return folder.read({{"location", location}}); };
  CHECK(read("missing.bin") == "io: external data \"missing.bin\": No such file or directory");
  CHECK(read("w.bin/more") == "io: external data \"w.bin/more\": Not a directory");
  CHECK(read(".") == "invalid_model: external data \".\": must be a regular file");
  // To open a pipe would wait for ever.
  REQUIRE(mkfifo((folder.models() / "pipe").c_str(), 0600) == 0);
  CHECK(read("pipe") == "invalid_model: external data \"pipe\": must be a regular file");
  fs::create_symlink("loop", folder.models() / "loop");
  CHECK(read("loop") == "io: external data \"loop\": Too many levels of symbolic links");
  fs::create_symlink("gone", folder.models() / "dangling");
  CHECK(read("dangling") == "io: external data \"dangling\": No such file or directory");
}

TEST_CASE("external data of an empty tensor is checked all the same") {
  const ModelFolder folder;
  const auto read = [&](const Entries& entries) {
    wire::ModelProto model = model_with(entries);
    model.mutable_graph()->mutable_initializer(0)->set_dims(0, 0);
    return folder.read(model);
  };
  CHECK(read({{"location", "w.bin"}}) == to_text(Tensor(DataType::kFloat, {0})));
  CHECK(read({{"location", "w.bin"}, {"offset", "12"}, {"length", "0"}}) == to_text(Tensor(DataType::kFloat, {0})));
  CHECK(read({{"location", "w.bin"}, {"offset", "13"}}) ==
        "invalid_model: external data \"w.bin\": 0 bytes from offset 13 on do not fit into the 12 bytes of the file");
  CHECK(read({{"location", "w.bin"}, {"length", "4"}}) ==
        "invalid_model: external data \"w.bin\": length is 4, but type and dims need 0 bytes");
  CHECK(
      read({{"location", "../outside.bin"}}).starts_with("invalid_model: external data \"../outside.bin\": leads to "));
  CHECK(read({{"location", "missing.bin"}}) == "io: external data \"missing.bin\": No such file or directory");
}

TEST_CASE("external data that no memory could hold") {
  const ModelFolder folder;
  wire::ModelProto model = model_with({{"location", "w.bin"}});
  model.mutable_graph()->mutable_initializer(0)->set_dims(0, std::int64_t{1} << 62);
  CHECK(folder.read(model) == "invalid_model: shape [4611686018427387904] of float exceeds the address space");
  model.mutable_graph()->mutable_initializer(0)->set_dims(0, std::int64_t{1} << 40);
  CHECK(folder.read(model) ==
        "invalid_model: external data \"w.bin\": 4398046511104 bytes from offset 0 on do not fit into the 12 bytes of "
        "the "
        "file");
}

TEST_CASE("large external data is mapped where its alignment allows it") {
  const ModelFolder folder;
  const fs::path file = folder.models() / "large.bin";
  std::string bytes(2, '!');
  for (int i = 0; i < 300'000; ++i) bytes += floats({static_cast<float>(i)});
  ModelFolder::write(file, bytes);
  wire::ModelProto model = model_with({{"location", "large.bin"}, {"offset", "2"}});
  model.mutable_graph()->mutable_initializer(0)->set_dims(0, 300'000);
  const auto last = [&](const std::string& offset) {
    model.mutable_graph()->mutable_initializer(0)->mutable_external_data(1)->set_value(offset);
    ModelFolder::write(folder.models() / "model.onnx", model.SerializeAsString());
    const auto loaded = load_model(folder.models() / "model.onnx", {});
    CHECK(is_mapped(file) == (offset != "2"));
    return loaded->graph.initializers.at(0).tensor->values<float>().back();
  };
  CHECK(last("2") == 299'999);
  ModelFolder::write(file, std::string(64, '!') + bytes.substr(2));
  CHECK(last("64") == 299'999);
  CHECK_FALSE(is_mapped(file));
}

TEST_CASE("external data of a model from memory") {
  const ModelFolder folder;
  const std::string bytes = model_with({{"location", "w.bin"}}).SerializeAsString();
  LoadOptions options;
  const auto read = [&] { return load_model(as_byte_span(bytes), options); };
  CHECK(
      message_of(read) ==
      "invalid_model: graph.initializer[0] \"w\": external data \"w.bin\": not available: the model comes from memory, "
      "without a folder for external data");
  options.external_root = folder.models();
  CHECK(to_text(*read()->graph.initializers.at(0).tensor) == kValues);
  options.external_root = folder.top();
  CHECK(message_of(read) == "io: graph.initializer[0] \"w\": external data \"w.bin\": No such file or directory");
}

TEST_CASE("external data of attributes, sparse tensors and tensor files") {
  const ModelFolder folder;
  const Proto tensor = model_with({{"location", "w.bin"}}).graph().initializer(0);
  wire::ModelProto model = small_model();
  wire::AttributeProto& attribute = *model.mutable_graph()->mutable_node(0)->add_attribute();
  attribute.set_name("value");
  *attribute.mutable_t() = tensor;
  const fs::path path = folder.models() / "model.onnx";
  ModelFolder::write(path, model.SerializeAsString());
  CHECK(to_text(**load_model(path, {})->graph.nodes[0].attributes[0].get<model::TensorPtr>()) == kValues);
  CHECK(message_of([&] { return load(model); }).starts_with("invalid_model: graph.node[0].attribute[0] \"value\": "));

  const fs::path file = folder.models() / "input_0.pb";
  ModelFolder::write(file, tensor.SerializeAsString());
  CHECK(to_text(load_tensor(file).tensor) == kValues);
  // A bool byte of a file is made 0 or 1 as well.
  Proto bools = tensor;
  bools.set_data_type(Proto::BOOL);
  ModelFolder::write(folder.models() / "w.bin", std::string("\x00\x02\x80", 3));
  ModelFolder::write(file, bools.SerializeAsString());
  CHECK(std::memcmp(load_tensor(file).tensor.data(), "\x00\x01\x01", 3) == 0);
}

TEST_CASE("external data has been found for every tensor of a model, wherever it stands") {
  const ModelFolder folder;
  std::set<std::string> files;
  const auto external = [&](const std::string& file) {
    Proto tensor = model_with({{"location", file}}).graph().initializer(0);
    tensor.set_name(file);
    ModelFolder::write(folder.models() / file, floats({1, 2, 3}));
    files.insert(file);
    return tensor;
  };
  const auto sparse = [&](const std::string& file) {
    wire::SparseTensorProto tensor;
    *tensor.mutable_values() = external(file);
    tensor.mutable_indices()->set_data_type(Proto::INT64);
    tensor.mutable_indices()->add_dims(3);
    for (const std::int64_t index : {0, 1, 2}) tensor.mutable_indices()->add_int64_data(index);
    tensor.add_dims(3);
    return tensor;
  };
  const auto attribute = [](wire::NodeProto& node, const std::string& name) -> wire::AttributeProto& {
    wire::AttributeProto& added = *node.add_attribute();
    added.set_name(name);
    return added;
  };
  wire::ModelProto model = small_model();
  wire::GraphProto& graph = *model.mutable_graph();
  *graph.add_initializer() = external("initializer");
  *graph.add_sparse_initializer() = sparse("sparse_initializer");
  wire::NodeProto& node = *graph.mutable_node(0);
  *attribute(node, "t").mutable_t() = external("tensor");
  *attribute(node, "ts").add_tensors() = external("tensors");
  *attribute(node, "s").mutable_sparse_tensor() = sparse("sparse_tensor");
  *attribute(node, "ss").add_sparse_tensors() = sparse("sparse_tensors");
  *attribute(node, "g").mutable_g()->add_initializer() = external("graph");
  *attribute(node, "gs").add_graphs()->add_initializer() = external("graphs");
  wire::FunctionProto& function = *model.add_functions();
  function.set_name("F");
  *function.add_node() = node;
  function.mutable_node(0)->clear_attribute();
  *attribute(*function.mutable_node(0), "t").mutable_t() = external("function");
  const ExternalData data(folder.models());
  static_cast<void>(load_model(as_byte_span(model.SerializeAsString()), data));
  CHECK(data.locations() == files);
}

}  // namespace
}  // namespace hardref::test
