/* The C interface of hardref, for programs and languages that do not speak C++: opaque handles over hardref.hpp, which
   says what models, tensors and sessions are. It has no types or rules of its own.

   A function that can fail returns a status and writes its result through the last argument, which is left alone when
   it fails. A handle belongs to who received it and goes back to its _free. Functions without a status accept NULL for
   a handle, of which all is 0 or NULL. */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-use-using): this is C */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hardref_status {
  HARDREF_OK = 0,
  HARDREF_USAGE = 1,         /* a call that makes no sense */
  HARDREF_INVALID_MODEL = 2, /* the model breaks the standard */
  HARDREF_INVALID_INPUT = 3, /* a tensor does not fit the model, or is broken itself */
  HARDREF_UNSUPPORTED = 4,   /* an operator, version or element type that hardref does not have */
  HARDREF_LIMIT = 5,         /* a limit was reached, or memory has run out */
  HARDREF_IO = 6,            /* a file could not be read */
  HARDREF_INTERNAL = 7       /* a fault of hardref */
} hardref_status;

typedef struct hardref_tensor hardref_tensor;
typedef struct hardref_model hardref_model;
typedef struct hardref_session hardref_session;

/* "1.2.3" */
const char* hardref_version(void);

/* What the last call that failed on this thread had to say, "" before the first one. Holds until the next one fails. */
const char* hardref_last_error(void);

/* ---- Tensors ---- */

/* type is a number of TensorProto.DataType. elements are copied: row-major, little or big endian as the machine is, a
   byte for each element of fewer than 8 bits, char pointers to NUL-terminated text for strings. NULL stands for zeros,
   or empty strings. */
hardref_status hardref_tensor_create(int32_t type, const int64_t* dims, size_t rank, const void* elements,
                                     hardref_tensor** tensor);
/* A literal in ONNX text, float[2]{0.5, 1}. */
hardref_status hardref_tensor_from_text(const char* text, hardref_tensor** tensor);
void hardref_tensor_free(hardref_tensor* tensor);

int32_t hardref_tensor_type(const hardref_tensor* tensor);
size_t hardref_tensor_rank(const hardref_tensor* tensor);
const int64_t* hardref_tensor_dims(const hardref_tensor* tensor);
size_t hardref_tensor_size(const hardref_tensor* tensor); /* number of elements */
/* The elements as hardref_tensor_create takes them; NULL for strings. */
const void* hardref_tensor_data(const hardref_tensor* tensor);
/* One element of a tensor of strings; NULL for any other element type, and beyond the last element. */
const char* hardref_tensor_string(const hardref_tensor* tensor, size_t index);
/* Writes the tensor as ONNX text, cut to capacity - 1 bytes and a NUL, and returns how many bytes all of it has. buffer
   may be NULL where capacity is 0. */
size_t hardref_tensor_text(const hardref_tensor* tensor, char* buffer, size_t capacity);

/* ---- Models ---- */

hardref_status hardref_model_from_file(const char* path, hardref_model** model);
hardref_status hardref_model_from_bytes(const void* bytes, size_t size, hardref_model** model);
hardref_status hardref_model_from_text(const char* text, hardref_model** model);
void hardref_model_free(hardref_model* model);

/* ---- Sessions ---- */

enum {
  /* Run the native kernel of every function operator as well, and fail where its bits differ from those of the body. */
  HARDREF_SESSION_VERIFY = 1,
  /* Take inputs whose shapes contradict what the model declares, with a warning. */
  HARDREF_SESSION_ANY_SHAPE = 2
};

typedef struct hardref_session_options {
  uint32_t flags; /* 0, or a sum of the above */
  /* If not NULL, told what is legal but doubtful in the model, once for each combination of types and shapes that the
     session is given: with context, by the thread that runs. message is gone afterwards. */
  void (*on_warning)(const char* message, void* context);
  void* context;
} hardref_session_options;

/* The model may be freed before the session. */
hardref_status hardref_session_create_with(const hardref_model* model, const hardref_session_options* options,
                                           hardref_session** session);
/* As above, with flags alone. */
hardref_status hardref_session_create(const hardref_model* model, uint32_t flags, hardref_session** session);
void hardref_session_free(hardref_session* session);

/* The inputs without an initializer, and the outputs, in the model's order. NULL beyond the last one. */
size_t hardref_session_input_count(const hardref_session* session);
const char* hardref_session_input_name(const hardref_session* session, size_t index);
size_t hardref_session_output_count(const hardref_session* session);
const char* hardref_session_output_name(const hardref_session* session, size_t index);

/* Runs on count inputs, given by name in any order, and writes a new tensor for each output. Several threads may run
   one session at once. */
hardref_status hardref_session_run(const hardref_session* session, const char* const* names,
                                   const hardref_tensor* const* inputs, size_t count, hardref_tensor** outputs);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-use-using) */
