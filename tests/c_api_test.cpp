// The C interface: every function, every status, and what it says. tests/c_api_example.c shows that it is C.
#include <array>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "hardref.h"
#include "support/catch.h"

namespace {

template <auto kFree>
struct Free {
  template <class Handle>
  void operator()(Handle* handle) const {
    kFree(handle);
  }
};
using TensorPtr = std::unique_ptr<hardref_tensor, Free<hardref_tensor_free>>;
using ModelPtr = std::unique_ptr<hardref_model, Free<hardref_model_free>>;
using SessionPtr = std::unique_ptr<hardref_session, Free<hardref_session_free>>;

// What a call that must fail returns and says: "2: graph: ...".
std::string failure(hardref_status status) {
  return status == HARDREF_OK ? "no error" : std::to_string(status) + ": " + hardref_last_error();
}

TensorPtr tensor_of(const char* text) {
  hardref_tensor* tensor = nullptr;
  REQUIRE(hardref_tensor_from_text(text, &tensor) == HARDREF_OK);
  return TensorPtr(tensor);
}

std::string text_of(const TensorPtr& tensor) {
  std::string text(hardref_tensor_text(tensor.get(), nullptr, 0) + 1, '?');
  hardref_tensor_text(tensor.get(), text.data(), text.size());
  text.pop_back();
  return text;
}

ModelPtr model_of(const std::string& graph, int opset = 22) {
  hardref_model* model = nullptr;
  const std::string text = "<ir_version: 8, opset_import: [\"\": " + std::to_string(opset) + "]> " + graph;
  REQUIRE(hardref_model_from_text(text.c_str(), &model) == HARDREF_OK);
  return ModelPtr(model);
}

SessionPtr session_of(const ModelPtr& model, std::uint32_t flags = 0) {
  hardref_session* session = nullptr;
  REQUIRE(hardref_session_create(model.get(), flags, &session) == HARDREF_OK);
  return SessionPtr(session);
}

// Runs on one input, and returns the text of the only output.
std::string run(const SessionPtr& session, const char* name, const TensorPtr& input) {
  const hardref_tensor* const inputs[] = {input.get()};
  hardref_tensor* output = nullptr;
  const hardref_status status = hardref_session_run(session.get(), &name, inputs, 1, &output);
  if (status != HARDREF_OK) {
    CHECK(output == nullptr);
    return failure(status);
  }
  return text_of(TensorPtr(output));
}

TEST_CASE("C: the version is that of the program") { CHECK(std::string(hardref_version()) == HARDREF_TEST_VERSION); }

TEST_CASE("C: a tensor gives back what it was made of") {
  const std::array<std::int64_t, 2> dims{2, 3};
  const std::array<std::int32_t, 6> values{1, -2, 3, 4, 5, 2147483647};
  hardref_tensor* created = nullptr;
  REQUIRE(hardref_tensor_create(6, dims.data(), 2, values.data(), &created) == HARDREF_OK);
  const TensorPtr tensor(created);
  CHECK(hardref_tensor_type(created) == 6);
  REQUIRE(hardref_tensor_rank(created) == 2);
  CHECK(hardref_tensor_dims(created)[0] == 2);
  CHECK(hardref_tensor_dims(created)[1] == 3);
  REQUIRE(hardref_tensor_size(created) == 6);
  const auto* data = static_cast<const std::int32_t*>(hardref_tensor_data(created));
  CHECK(std::vector<std::int32_t>(data, data + 6) == std::vector<std::int32_t>(values.begin(), values.end()));
  CHECK(hardref_tensor_string(created, 0) == nullptr);
  CHECK(text_of(tensor) == "int32[2,3]{1, -2, 3, 4, 5, 2147483647}");
}

TEST_CASE("C: zeros, scalars, empty tensors and elements below 8 bits") {
  const auto text = [](std::int32_t type, const std::vector<std::int64_t>& dims, const void* elements) {
    hardref_tensor* tensor = nullptr;
    REQUIRE(hardref_tensor_create(type, dims.data(), dims.size(), elements, &tensor) == HARDREF_OK);
    return text_of(TensorPtr(tensor));
  };
  CHECK(text(11, {2}, nullptr) == "double[2]{0, 0}");
  CHECK(text(1, {0, 3}, nullptr) == "float[0,3]{}");
  CHECK(text(8, {2}, nullptr) == "string[2]{\"\", \"\"}");
  const float scalar = 0.5F;
  CHECK(text(1, {}, &scalar) == "float{0.5}");
  const std::array<std::int8_t, 3> nibbles{-8, 0, 7};
  CHECK(text(22, {3}, nibbles.data()) == "int4[3]{-8, 0, 7}");
}

TEST_CASE("C: strings are copied in and looked at one by one") {
  const std::array<const char*, 2> values{"one", "2"};
  const std::int64_t dim = 2;
  hardref_tensor* created = nullptr;
  REQUIRE(hardref_tensor_create(8, &dim, 1, values.data(), &created) == HARDREF_OK);
  const TensorPtr tensor(created);
  CHECK(std::string(hardref_tensor_string(created, 0)) == "one");
  CHECK(std::string(hardref_tensor_string(created, 1)) == "2");
  CHECK(hardref_tensor_string(created, 2) == nullptr);
  CHECK(hardref_tensor_data(created) == nullptr);
}

TEST_CASE("C: text is cut to the buffer, with its NUL, and nothing behind it is touched") {
  const TensorPtr tensor = tensor_of("float[2]{0.5, 1}");
  std::string buffer(8, '?');
  CHECK(hardref_tensor_text(tensor.get(), buffer.data(), 6) == 16);
  CHECK(buffer == std::string("float\0??", 8));
  CHECK(hardref_tensor_text(tensor.get(), buffer.data(), 1) == 16);
  CHECK(buffer == std::string("\0loat\0??", 8));
}

TEST_CASE("C: a session knows its inputs and outputs, and runs") {
  const SessionPtr session = session_of(model_of("g (float[N] x) => (y, z) { y = HardSigmoid (x) z = Hardmax (x) }"));
  REQUIRE(hardref_session_input_count(session.get()) == 1);
  CHECK(std::string(hardref_session_input_name(session.get(), 0)) == "x");
  CHECK(hardref_session_input_name(session.get(), 1) == nullptr);
  REQUIRE(hardref_session_output_count(session.get()) == 2);
  CHECK(std::string(hardref_session_output_name(session.get(), 0)) == "y");
  CHECK(std::string(hardref_session_output_name(session.get(), 1)) == "z");
  CHECK(hardref_session_output_name(session.get(), 2) == nullptr);

  const TensorPtr x = tensor_of("float[3]{-3, 5, 0}");
  const char* const name = "x";
  const hardref_tensor* const inputs[] = {x.get()};
  std::array<hardref_tensor*, 2> outputs{};
  REQUIRE(hardref_session_run(session.get(), &name, inputs, 1, outputs.data()) == HARDREF_OK);
  CHECK(text_of(TensorPtr(outputs[0])) == "float[3]{0, 1, 0.5}");
  CHECK(text_of(TensorPtr(outputs[1])) == "float[3]{0, 1, 0}");
}

TEST_CASE("C: a session that verifies gives the same") {
  const SessionPtr session =
      session_of(model_of("g (float[N] x) => (y) { y = HardSigmoid (x) }"), HARDREF_SESSION_VERIFY);
  CHECK(run(session, "x", tensor_of("float[3]{-3, 5, 0}")) == "float[3]{0, 1, 0.5}");
}

TEST_CASE("C: models come from files and from bytes") {
  const std::string path = HARDREF_SOURCE_DIR "/data/models/hardmax.onnx";
  hardref_model* model = nullptr;
  REQUIRE(hardref_model_from_file(path.c_str(), &model) == HARDREF_OK);
  const SessionPtr session = session_of(ModelPtr(model));
  CHECK(run(session, "x", tensor_of("float[1,2]{1, 2}")) == "float[1,2]{0, 1}");
  // ir_version 8, opset_import {version 13}, an empty graph.
  const unsigned char bytes[] = {0x08, 0x08, 0x42, 0x02, 0x10, 0x0d, 0x3a, 0x00};
  REQUIRE(hardref_model_from_bytes(bytes, sizeof bytes, &model) == HARDREF_OK);
  const SessionPtr empty = session_of(ModelPtr(model));
  CHECK(hardref_session_output_count(empty.get()) == 0);
  CHECK(hardref_session_run(empty.get(), nullptr, nullptr, 0, nullptr) == HARDREF_OK);
}

TEST_CASE("C: every status, with what was wrong") {
  hardref_tensor* tensor = nullptr;
  hardref_model* model = nullptr;
  hardref_session* session = nullptr;
  const std::int64_t negative = -1;
  const std::int64_t huge = std::int64_t{1} << 62;
  CHECK(failure(hardref_tensor_create(27, nullptr, 0, nullptr, &tensor)) ==
        "1: 27 is not the number of an element type");
  CHECK(failure(hardref_tensor_create(0, nullptr, 0, nullptr, &tensor)) == "1: 0 is not the number of an element type");
  CHECK(failure(hardref_tensor_create(1, nullptr, 1, nullptr, &tensor)) == "1: dims is NULL");
  CHECK(failure(hardref_tensor_create(1, nullptr, 0, nullptr, nullptr)) == "1: tensor is NULL");
  CHECK(failure(hardref_tensor_create(1, &negative, 1, nullptr, &tensor)) == "3: shape [-1] has a negative dimension");
  CHECK(failure(hardref_tensor_create(11, &huge, 1, nullptr, &tensor)).substr(0, 3) == "5: ");
  const char* const no_text = nullptr;
  const std::int64_t one = 1;
  CHECK(failure(hardref_tensor_create(8, &one, 1, &no_text, &tensor)) == "1: an element is NULL");
  CHECK(failure(hardref_tensor_from_text(nullptr, &tensor)) == "1: text is NULL");
  CHECK(failure(hardref_tensor_from_text("float", nullptr)) == "1: tensor is NULL");
  CHECK(failure(hardref_model_from_file("nowhere.onnx", &model)) ==
        "6: nowhere.onnx: cannot open: No such file or directory");
  CHECK(failure(hardref_model_from_file(nullptr, &model)) == "1: path is NULL");
  CHECK(failure(hardref_model_from_bytes(nullptr, 1, &model)) == "1: bytes is NULL");
  CHECK(failure(hardref_model_from_bytes("\xff", 1, &model)).substr(0, 3) == "2: ");
  CHECK(failure(hardref_model_from_text(nullptr, &model)) == "1: text is NULL");
  CHECK(failure(hardref_session_create(nullptr, 0, &session)) == "1: model is NULL");
  const ModelPtr unknown = model_of("g (float[N] x) => (y) { y = Erf (x) }");
  CHECK(failure(hardref_session_create(unknown.get(), 4, &session)) == "1: flags is 0x4, but only 0x3 is known");
  CHECK(failure(hardref_session_create(unknown.get(), 0, &session)) ==
        "4: 1:65: node 0 (Erf): no such operator here; known are Add, Cast, CastLike, Constant, Hardmax, HardSigmoid, "
        "Max, "
        "Min, Mul\n"
        "<ir_version: 8, opset_import: [\"\": 22]> g (float[N] x) => (y) { y = Erf (x) }\n" +
            std::string(64, ' ') + "^");
  CHECK(tensor == nullptr);
  CHECK(model == nullptr);
  CHECK(session == nullptr);
}

TEST_CASE("C: a run that fails says why and writes no output") {
  const SessionPtr session = session_of(model_of("g (float[N] x) => (y) { y = Hardmax (x) }"));
  const TensorPtr x = tensor_of("float[1]{1}");
  CHECK(run(session, "x", tensor_of("int32[1]{1}")) ==
        "3: input \"x\" has element type int32, but is declared as float");
  const char* const no_name = nullptr;
  const char* const name = "x";
  const hardref_tensor* const inputs[] = {x.get()};
  const hardref_tensor* const no_inputs[] = {nullptr};
  hardref_tensor* output = nullptr;
  CHECK(failure(hardref_session_run(nullptr, &name, inputs, 1, &output)) == "1: session is NULL");
  CHECK(failure(hardref_session_run(session.get(), nullptr, inputs, 1, &output)) == "1: names is NULL");
  CHECK(failure(hardref_session_run(session.get(), &name, nullptr, 1, &output)) == "1: inputs is NULL");
  CHECK(failure(hardref_session_run(session.get(), &no_name, inputs, 1, &output)) == "1: an input's name is NULL");
  CHECK(failure(hardref_session_run(session.get(), &name, no_inputs, 1, &output)) == "1: an input is NULL");
  CHECK(failure(hardref_session_run(session.get(), &name, inputs, 1, nullptr)) == "1: outputs is NULL");
  CHECK(output == nullptr);
}

TEST_CASE("C: the last error belongs to its thread, and outlives calls that succeed") {
  hardref_tensor* tensor = nullptr;
  CHECK(hardref_tensor_from_text(nullptr, &tensor) == HARDREF_USAGE);
  std::string elsewhere = "never set";
  std::thread([&] { elsewhere = hardref_last_error(); }).join();
  CHECK(elsewhere.empty());
  (void)tensor_of("float{1}");
  CHECK(std::string(hardref_last_error()) == "text is NULL");
}

TEST_CASE("C: nothing can be freed any time") {
  hardref_tensor_free(nullptr);
  hardref_model_free(nullptr);
  hardref_session_free(nullptr);
}

}  // namespace
