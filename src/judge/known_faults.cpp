#include "judge/known_faults.h"

#include <array>
#include <cstdint>

#include "tensor/file.h"

namespace hardref {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNanToFloat4 = "expects NaN to become -0, which the table of float4e2m1 makes 6";
constexpr const char* kStringAttribute = "says opset 6, but its attribute to is the string of version 1";
constexpr const char* kDoubleHardmax = "declares and expects double outputs of a float Hardmax";
constexpr const char* kTruncated = "float to bfloat16 is truncated instead of rounded to nearest even";
constexpr const char* kSaturatedInfinity =
    "expects an infinity to saturate, which the tables of versions 19 to 23 make NaN in the FNUZ formats";
constexpr const char* kWholeRows = "a string tensor of shape [3,4] holds three texts that print whole rows";

constexpr const char* kModelFile = "model.onnx";
constexpr const char* kInput = "test_data_set_0/input_0.pb";
constexpr const char* kOutput = "test_data_set_0/output_0.pb";

struct Fault {
  const char* file;
  std::uintmax_t bytes;
  std::uint64_t hash;
  const char* reason;
};

// With where each file was published: ONNX's releases, the current one, and what Debian packages. More rows are printed
// by tests/published/fault_rows.py.
constexpr Fault kFaults[] = {
    // test_cast_FLOAT16_to_FLOAT4E2M1: current, v1.19.1, v1.20.1
    // test_cast_FLOAT_to_FLOAT4E2M1: current, v1.19.1, v1.20.1
    // test_castlike_FLOAT16_to_FLOAT4E2M1: current, v1.19.1, v1.20.1
    // test_castlike_FLOAT16_to_FLOAT4E2M1_expanded: current, v1.19.1, v1.20.1
    // test_castlike_FLOAT_to_FLOAT4E2M1: current, v1.19.1, v1.20.1
    // test_castlike_FLOAT_to_FLOAT4E2M1_expanded: current, v1.19.1, v1.20.1
    {kOutput, 24, 0x937764b3a186f50f, kNanToFloat4},
    // test_cast_DOUBLE_to_FLOAT: v1.1.2
    {kModelFile, 139, 0xbbde6079c49762d3, kStringAttribute},
    // test_cast_DOUBLE_to_FLOAT16: v1.1.2
    {kModelFile, 143, 0xa83b5890d85882d6, kStringAttribute},
    // test_cast_FLOAT16_to_DOUBLE: v1.1.2
    {kModelFile, 142, 0x7622b5faa3531e04, kStringAttribute},
    // test_cast_FLOAT16_to_FLOAT: v1.1.2
    {kModelFile, 140, 0x78581455defac522, kStringAttribute},
    // test_cast_FLOAT_to_DOUBLE: v1.1.2
    {kModelFile, 140, 0x1160564366c48084, kStringAttribute},
    // test_cast_FLOAT_to_FLOAT16: v1.1.2
    {kModelFile, 142, 0x695c55bb9f07c633, kStringAttribute},
    // test_hardmax_axis_0: v1.1.2
    {kOutput, 494, 0xa2d2f3be9a4ad108, kDoubleHardmax},
    // test_hardmax_axis_1: v1.1.2
    // test_hardmax_default_axis: v1.1.2
    {kOutput, 494, 0x5014fb3893d56948, kDoubleHardmax},
    // test_hardmax_axis_2: v1.1.2
    {kOutput, 494, 0x22053541f6722a55, kDoubleHardmax},
    // test_castlike_FLOAT_to_BFLOAT16: v1.10.2, v1.14.1, v1.16.2, v1.18.0, debian
    // test_castlike_FLOAT_to_BFLOAT16_expanded: v1.10.2, v1.14.1, v1.15.0, v1.16.2, v1.18.0, debian
    // test_cast_FLOAT_to_BFLOAT16: v1.14.1, v1.16.2, v1.18.0, v1.8.1, debian
    {kOutput, 40, 0x9d049563e06a25c1, kTruncated},
    // test_cast_FLOAT16_to_FLOAT8E4M3FNUZ: v1.14.1
    // test_cast_FLOAT_to_FLOAT8E4M3FNUZ: v1.14.1
    {kOutput, 25, 0x7c5e85360323d8f1, kSaturatedInfinity},
    // test_cast_FLOAT16_to_FLOAT8E5M2FNUZ: v1.14.1
    // test_cast_FLOAT_to_FLOAT8E5M2FNUZ: v1.14.1
    {kOutput, 25, 0xd3c5f1de5aa66d10, kSaturatedInfinity},
    // test_castlike_FLOAT_to_FLOAT8E4M3FNUZ: v1.14.1, v1.16.2, v1.18.0
    // test_castlike_FLOAT_to_FLOAT8E4M3FNUZ_expanded: v1.14.1, v1.15.0, v1.16.2, v1.18.0
    {kOutput, 25, 0x45d91d1e5bc5cd7e, kSaturatedInfinity},
    // test_castlike_FLOAT_to_FLOAT8E5M2FNUZ: v1.14.1, v1.16.2, v1.18.0
    // test_castlike_FLOAT_to_FLOAT8E5M2FNUZ_expanded: v1.14.1, v1.15.0, v1.16.2, v1.18.0
    {kOutput, 25, 0x0fd33dab5f0460fb, kSaturatedInfinity},
    // test_cast_FLOAT16_to_FLOAT8E4M3FNUZ: v1.16.2, v1.18.0
    // test_cast_FLOAT_to_FLOAT8E4M3FNUZ: v1.16.2, v1.18.0
    {kOutput, 29, 0x3c23f7e5013e05fc, kSaturatedInfinity},
    // test_cast_FLOAT16_to_FLOAT8E5M2FNUZ: v1.16.2, v1.18.0
    // test_cast_FLOAT_to_FLOAT8E5M2FNUZ: v1.16.2, v1.18.0
    {kOutput, 29, 0xb874334c825fe7d5, kSaturatedInfinity},
    // test_cast_FLOAT_to_STRING: v1.4.1
    {kOutput, 116, 0x6ef5471ca52010f9, kWholeRows},
    // test_cast_STRING_to_FLOAT: v1.4.1
    {kInput, 115, 0xa95121cedde958b1, kWholeRows},
};

// FNV-1a, which tells files apart. Who wants to deceive need not find another file with the same hash: --xfail is
// easier.
std::uint64_t hash_of(const fs::path& file) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte byte : read_file(file)) {
    hash ^= std::to_integer<std::uint64_t>(byte);
    hash *= 0x100000001b3;
  }
  return hash;
}

}  // namespace

std::optional<std::string_view> known_fault(const fs::path& test) {
  for (const char* name : {kModelFile, kInput, kOutput}) {
    std::error_code error;
    const fs::path file = test / name;
    const std::uintmax_t bytes = fs::file_size(file, error);
    std::optional<std::uint64_t> hash;  // few files have the size of one that is known
    for (const Fault& fault : kFaults) {
      if (error || fault.file != name || fault.bytes != bytes) continue;
      if (!hash) hash = hash_of(file);
      if (fault.hash == *hash) return fault.reason;
    }
  }
  return std::nullopt;
}

}  // namespace hardref
