/* That hardref.h is C, and what a program in C looks like: runs a model in ONNX text on the bytes of four floats. */
#include <hardref.h>
#include <stdio.h>

static int fail(const char* what) {
  fprintf(stderr, "%s: %s\n", what, hardref_last_error());
  return 1;
}

int main(void) {
  const char* text = "<ir_version: 8, opset_import: [\"\": 13]> g (float[2,2] x) => (float[2,2] y) { y = Hardmax (x) }";
  const int64_t dims[] = {2, 2};
  const float values[] = {1, 2, 4, 3};
  const char* names[] = {"x"};
  const hardref_tensor* inputs[1];
  hardref_model* model = NULL;
  hardref_session* session = NULL;
  hardref_tensor* x = NULL;
  hardref_tensor* y = NULL;
  char printed[64];

  if (hardref_model_from_text(text, &model) != HARDREF_OK) return fail("model");
  if (hardref_session_create(model, 0, &session) != HARDREF_OK) return fail("session");
  if (hardref_tensor_create(1, dims, 2, values, &x) != HARDREF_OK) return fail("tensor");
  inputs[0] = x;
  if (hardref_session_run(session, names, inputs, 1, &y) != HARDREF_OK) return fail("run");
  hardref_tensor_text(y, printed, sizeof printed);
  printf("%s = %s\n", hardref_session_output_name(session, 0), printed);

  hardref_tensor_free(y);
  hardref_tensor_free(x);
  hardref_session_free(session);
  hardref_model_free(model);
  return 0;
}
