#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "error.h"
#include "hardref.h"
#include "hardref.hpp"
#include "model/model.h"
#include "tensor/floating_point.h"
#include "tensor/types.h"
#include "text/text.h"

struct hardref_tensor {
  hardref::Tensor tensor;
};

struct hardref_model {
  hardref::Model model;
};

struct hardref_session {
  hardref::Session session;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

namespace hardref {
namespace {

thread_local std::string last_error;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): errno's kind

hardref_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return HARDREF_USAGE;
    case ErrorKind::kInvalidModel:
      return HARDREF_INVALID_MODEL;
    case ErrorKind::kInvalidInput:
      return HARDREF_INVALID_INPUT;
    case ErrorKind::kUnsupported:
      return HARDREF_UNSUPPORTED;
    case ErrorKind::kLimit:
      return HARDREF_LIMIT;
    case ErrorKind::kIo:
      return HARDREF_IO;
    case ErrorKind::kInternal:
      return HARDREF_INTERNAL;
  }
  return HARDREF_INTERNAL;
}

// No exception may leave a function that C calls, and its processor has to be as it was.
template <class Function>
hardref_status guarded(const Function& function) noexcept {
  const IeeeArithmetic arithmetic;
  try {
    try {
      function();
      return HARDREF_OK;
    } catch (const Error& error) {
      last_error = error.what();
      return status_of(error.kind());
    } catch (const std::bad_alloc&) {
      last_error = "out of memory";
      return HARDREF_LIMIT;
    } catch (const std::exception& error) {
      last_error = error.what();
      return HARDREF_INTERNAL;
    }
  } catch (...) {
    return HARDREF_INTERNAL;  // there was no memory for the message either
  }
}

void require(const void* argument, const char* name) {
  if (argument == nullptr) fail(ErrorKind::kUsage, "{} is NULL", name);
}

DataType checked_type(std::int32_t number) {
  const auto type = static_cast<DataType>(number);
  if (!AllTypes::kSet.contains(type)) fail(ErrorKind::kUsage, "{} is not the number of an element type", number);
  return type;
}

void fill(Tensor& tensor, const void* elements) {
  if (elements == nullptr) return;
  if (tensor.type() != DataType::kString) {
    // Elements of no bytes may have no address.
    if (tensor.byte_size() != 0) std::memcpy(tensor.data(), elements, tensor.byte_size());
    return;
  }
  const auto* texts = static_cast<const char* const*>(elements);
  for (std::string& value : tensor.values<std::string>()) {
    require(*texts, "an element");
    value = *texts++;
  }
}

bool holds_strings(const hardref_tensor& tensor) { return tensor.tensor.type() == DataType::kString; }

const char* name_at(const std::vector<std::string>& names, std::size_t index) {
  return index < names.size() ? names[index].c_str() : nullptr;
}

SessionOptions options_of(const hardref_session_options& given) {
  constexpr std::uint32_t kKnown = HARDREF_SESSION_VERIFY | HARDREF_SESSION_ANY_SHAPE;
  if ((given.flags & ~kKnown) != 0) {
    fail(ErrorKind::kUsage, "flags is {:#x}, but only {:#x} is known", given.flags, kKnown);
  }
  SessionOptions options{.verify = (given.flags & HARDREF_SESSION_VERIFY) != 0,
                         .any_shape = (given.flags & HARDREF_SESSION_ANY_SHAPE) != 0};
  if (given.on_warning != nullptr) {
    options.on_warning = [given](std::string_view message) {
      given.on_warning(std::string(message).c_str(), given.context);
    };
  }
  return options;
}

}  // namespace
}  // namespace hardref

using hardref::guarded;
using hardref::require;

extern "C" {

const char* hardref_version(void) { return HARDREF_VERSION; }

const char* hardref_last_error(void) { return hardref::last_error.c_str(); }

hardref_status hardref_tensor_create(int32_t type, const int64_t* dims, size_t rank, const void* elements,
                                     hardref_tensor** tensor) {
  return guarded([&] {
    require(tensor, "tensor");
    if (rank != 0) require(dims, "dims");
    hardref::Tensor created(hardref::checked_type(type), hardref::Shape(dims, dims + rank));
    hardref::fill(created, elements);
    *tensor = new hardref_tensor{std::move(created)};
  });
}

hardref_status hardref_tensor_from_text(const char* text, hardref_tensor** tensor) {
  return guarded([&] {
    require(text, "text");
    require(tensor, "tensor");
    *tensor = new hardref_tensor{hardref::model::parse_tensor(text)};
  });
}

void hardref_tensor_free(hardref_tensor* tensor) { delete tensor; }

int32_t hardref_tensor_type(const hardref_tensor* tensor) {
  return tensor == nullptr ? 0 : static_cast<int32_t>(tensor->tensor.type());
}

size_t hardref_tensor_rank(const hardref_tensor* tensor) {
  return tensor == nullptr ? 0 : tensor->tensor.shape().size();
}

const int64_t* hardref_tensor_dims(const hardref_tensor* tensor) {
  return tensor == nullptr ? nullptr : tensor->tensor.shape().data();
}

size_t hardref_tensor_size(const hardref_tensor* tensor) { return tensor == nullptr ? 0 : tensor->tensor.size(); }

const void* hardref_tensor_data(const hardref_tensor* tensor) {
  return tensor == nullptr || hardref::holds_strings(*tensor) ? nullptr : tensor->tensor.data();
}

const char* hardref_tensor_string(const hardref_tensor* tensor, size_t index) {
  if (tensor == nullptr || !hardref::holds_strings(*tensor) || index >= tensor->tensor.size()) return nullptr;
  return tensor->tensor.values<std::string>()[index].c_str();
}

size_t hardref_tensor_text(const hardref_tensor* tensor, char* buffer, size_t capacity) {
  std::string text;
  if (tensor != nullptr) hardref::guarded([&] { text = hardref::to_text(tensor->tensor); });
  if (capacity != 0 && buffer != nullptr) {
    const size_t copied = std::min(text.size(), capacity - 1);
    text.copy(buffer, copied);
    buffer[copied] = '\0';
  }
  return text.size();
}

hardref_status hardref_model_from_file(const char* path, hardref_model** model) {
  return guarded([&] {
    require(path, "path");
    require(model, "model");
    *model = new hardref_model{hardref::Model::from_file(path)};
  });
}

hardref_status hardref_model_from_bytes(const void* bytes, size_t size, hardref_model** model) {
  return guarded([&] {
    if (size != 0) require(bytes, "bytes");
    require(model, "model");
    *model = new hardref_model{hardref::Model::from_bytes({static_cast<const std::byte*>(bytes), size})};
  });
}

hardref_status hardref_model_from_text(const char* text, hardref_model** model) {
  return guarded([&] {
    require(text, "text");
    require(model, "model");
    *model = new hardref_model{hardref::Model::from_text(text)};
  });
}

void hardref_model_free(hardref_model* model) { delete model; }

hardref_status hardref_session_create(const hardref_model* model, uint32_t flags, hardref_session** session) {
  const hardref_session_options options{flags, nullptr, nullptr};
  return hardref_session_create_with(model, &options, session);
}

hardref_status hardref_session_create_with(const hardref_model* model, const hardref_session_options* options,
                                           hardref_session** session) {
  return guarded([&] {
    require(model, "model");
    require(options, "options");
    require(session, "session");
    hardref::Session created(model->model, hardref::options_of(*options));
    const auto inputs = hardref::model::names_of(created.required_inputs());
    *session = new hardref_session{std::move(created), inputs, hardref::model::names_of(model->model.outputs())};
  });
}

void hardref_session_free(hardref_session* session) { delete session; }

size_t hardref_session_input_count(const hardref_session* session) {
  return session == nullptr ? 0 : session->inputs.size();
}

const char* hardref_session_input_name(const hardref_session* session, size_t index) {
  return session == nullptr ? nullptr : hardref::name_at(session->inputs, index);
}

size_t hardref_session_output_count(const hardref_session* session) {
  return session == nullptr ? 0 : session->outputs.size();
}

const char* hardref_session_output_name(const hardref_session* session, size_t index) {
  return session == nullptr ? nullptr : hardref::name_at(session->outputs, index);
}

hardref_status hardref_session_run(const hardref_session* session, const char* const* names,
                                   const hardref_tensor* const* inputs, size_t count, hardref_tensor** outputs) {
  return guarded([&] {
    require(session, "session");
    if (count != 0) {
      require(names, "names");
      require(inputs, "inputs");
    }
    if (!session->outputs.empty()) require(outputs, "outputs");
    std::vector<hardref::NamedTensor> given;
    for (size_t i = 0; i < count; ++i) {
      require(names[i], "an input's name");
      require(inputs[i], "an input");
      given.push_back({names[i], inputs[i]->tensor});
    }
    std::vector<std::unique_ptr<hardref_tensor>> results;
    for (hardref::NamedTensor& result : session->session.run(given)) {
      results.push_back(std::make_unique<hardref_tensor>(hardref_tensor{std::move(result.tensor)}));
    }
    for (size_t i = 0; i < results.size(); ++i) outputs[i] = results[i].release();
  });
}

}  // extern "C"
