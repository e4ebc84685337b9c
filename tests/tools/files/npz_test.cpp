// .npz archives: what numpy.load would read, what is refused, and that sizes are not believed.
#include "files/npz.h"

#include "judge/npy.h"
#include "tensor/little_endian.h"
#include "tools/support.h"

namespace hardref::test {
namespace {

using tools::NpzArchive;
using tools::serialize_npz;

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffU;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xedb88320U & (0U - (crc & 1U)));
  }
  return ~crc;
}

std::string number(std::uint64_t value, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

// An entry of a ZIP file, stored, or a file of one, by the format's own description, with whatever sizes and checksum
// it is told.
struct Entry {
  std::string name = "x.npy";
  std::string content;
  std::uint32_t declared = 0;
  std::uint32_t stored = 0;
  std::uint32_t crc = 0;
  std::uint16_t method = 0;

  explicit Entry(std::string bytes)
      : content(std::move(bytes)),
        declared(static_cast<std::uint32_t>(content.size())),
        stored(static_cast<std::uint32_t>(content.size())),
        crc(crc32(content)) {}

  [[nodiscard]] std::string local() const { return "PK\x03\x04" + number(20, 2) + common() + name + content; }
  // The line of the directory for an entry at that offset.
  [[nodiscard]] std::string central(std::size_t offset) const {
    return "PK\x01\x02" + number(20, 2) + number(20, 2) + common() + number(0, 2) + number(0, 2) + number(0, 2) +
           number(0, 4) + number(offset, 4) + name;
  }
  static std::string end(std::size_t count, std::size_t bytes, std::size_t offset) {
    return "PK\x05\x06" + number(0, 4) + number(count, 2) + number(count, 2) + number(bytes, 4) + number(offset, 4) +
           number(0, 2);
  }
  [[nodiscard]] std::string zip() const { return local() + central(0) + end(1, central(0).size(), local().size()); }

 private:
  [[nodiscard]] std::string common() const {
    return number(0, 2) + number(method, 2) + number(0, 2) + number(0x21, 2) + number(crc, 4) + number(stored, 4) +
           number(declared, 4) + number(name.size(), 2) + number(0, 2);
  }
};

const Tensor& one_to_three() {
  static const Tensor kTensor = Tensor::of<float>({3}, {1, 2, 3});
  return kTensor;
}

class Archive : public ScratchFolder {
 public:
  // The error of reading, with FILE in place of the path, or the tensor.
  [[nodiscard]] std::string read(std::string_view bytes, const std::string& key = "x") const {
    write_text(path_of(), bytes);
    std::string text;
    std::string message = message_of([&] { return text = to_text(NpzArchive(path_of()).read(key)); });
    if (message == "no error") return text;
    const std::size_t at = message.find(path_of().string());
    if (at != std::string::npos) message.replace(at, path_of().string().size(), "FILE");
    return message;
  }
  [[nodiscard]] std::filesystem::path path_of() const { return *this / "a.npz"; }
};

TEST_CASE("npz: an archive by the book") {
  const Archive archive;
  CHECK(archive.read(Entry(serialize_npy(one_to_three())).zip()) == "float[3]{1, 2, 3}");
  CHECK(NpzArchive(archive.path_of()).keys() == std::vector<std::string>{"x"});
  CHECK(archive.read(Entry(serialize_npy(one_to_three())).zip(), "") == "float[3]{1, 2, 3}");
}

TEST_CASE("npz: what is written is read, and is the same bytes each time") {
  const Archive archive;
  const Tensor ints = Tensor::of<std::int64_t>({1, 1}, {-7});
  const std::array tensors{std::pair(std::string("a/b"), one_to_three().view()),
                           std::pair(std::string("c"), ints.view())};
  const std::string bytes = serialize_npz(tensors);
  CHECK(serialize_npz(tensors) == bytes);
  CHECK(archive.read(bytes, "a/b") == "float[3]{1, 2, 3}");
  CHECK(archive.read(bytes, "c") == "int64[1,1]{-7}");
  CHECK(NpzArchive(archive.path_of()).keys() == std::vector<std::string>{"a/b", "c"});
  CHECK(archive.read(bytes, "d") == "invalid_input: FILE: no array d in it; there are [a/b, c]");
  CHECK(archive.read(bytes, "") ==
        "invalid_input: FILE: holds 2 arrays, so one must be named as FILE.npz:KEY; there are [a/b, c]");
}

TEST_CASE("npz: what is no archive") {
  const Archive archive;
  CHECK(archive.read("no archive at all, but long enough to hold a directory") ==
        "invalid_input: FILE: cannot open as a .npz file: Not a zip archive");
  CHECK(message_of([&] { NpzArchive(archive / "missing.npz"); }) ==
        "io: " + (archive / "missing.npz").string() + ": cannot open: No such file or directory");
  CHECK(archive.read(Entry("not numpy").zip()) ==
        "invalid_input: FILE: x: not a .npy file: it does not begin with \\x93NUMPY");
}

TEST_CASE("npz: declared sizes are not believed") {
  const Archive archive;
  const std::string npy = serialize_npy(one_to_three());
  Entry entry(npy);
  entry.method = 8;
  entry.declared = 0x80000001U;
  CHECK(archive.read(entry.zip()) ==
        "limit: FILE: x: declares 2147483649 bytes, the most that are read are 2147483648");
  entry.declared = 0x80000000U;
  CHECK(archive.read(entry.zip()) == "invalid_input: FILE: x: declares 2147483648 bytes, which " +
                                         std::to_string(npy.size()) + " compressed bytes cannot hold");
  entry = Entry(npy);
  entry.crc ^= 1U;
  CHECK(archive.read(entry.zip()) == "invalid_input: FILE: x: cannot read: CRC error");
}

TEST_CASE("npz: an entry that is longer or shorter than it declares") {
  const Archive archive;
  const std::string npy = serialize_npy(one_to_three());
  // One block of deflate that is not compressed.
  const auto deflated = [&](std::size_t declared) {
    Entry entry(number(1, 1) + number(npy.size(), 2) + number(~npy.size(), 2) + npy);
    entry.method = 8;
    entry.declared = static_cast<std::uint32_t>(declared);
    entry.crc = crc32(npy);
    return archive.read(entry.zip());
  };
  CHECK(deflated(npy.size()) == "float[3]{1, 2, 3}");
  CHECK(deflated(npy.size() - 1) == "invalid_input: FILE: x: declares 139 bytes, but holds more");
  CHECK(deflated(npy.size() + 1) == "invalid_input: FILE: x: declares 141 bytes, but holds 140");
  CHECK(deflated(0) == "invalid_input: FILE: x: declares 0 bytes, but holds more");
}

// An archive of one float[1] for each member, with the numbers from 0 on, whatever their names.
std::string archive_of(const std::vector<std::string>& names) {
  std::string locals;
  std::string directory;
  for (std::size_t i = 0; i < names.size(); ++i) {
    Entry entry(serialize_npy(Tensor::of<float>({1}, {static_cast<float>(i)})));
    entry.name = names[i];
    directory += entry.central(locals.size());
    locals += entry.local();
  }
  return locals + directory + Entry::end(names.size(), directory.size(), locals.size());
}

// What numpy.load says about the same archives stands beside.
TEST_CASE("npz: names are what NumPy makes of them") {
  const Archive archive;
  using Keys = std::vector<std::string>;
  const auto keys_of = [&](const std::vector<std::string>& names) {
    write_text(archive.path_of(), archive_of(names));
    return NpzArchive(archive.path_of()).keys();
  };
  const auto read = [&](const std::string& key) { return to_text(NpzArchive(archive.path_of()).read(key)); };
  // ['a', 'b'], and a member without the ending is an array as others are
  CHECK(keys_of({"a.npy", "b"}) == Keys{"a", "b"});
  CHECK(read("b") == "float[1]{1}");
  CHECK(read("a") == "float[1]{0}");
  CHECK(read("a.npy") == "float[1]{0}");
  // b is the member of that very name
  CHECK(keys_of({"b.npy", "b"}) == Keys{"b.npy", "b"});
  CHECK(read("b") == "float[1]{1}");
  CHECK(read("b.npy") == "float[1]{0}");
  // of members with one name the last counts
  CHECK(keys_of({"x.npy", "y.npy", "x.npy"}) == Keys{"y", "x"});
  CHECK(read("x") == "float[1]{2}");
  CHECK(keys_of({"folder/", "folder/z.npy"}) == Keys{"folder/z"});
  CHECK(keys_of({".npy"}) == Keys{""});
}

TEST_CASE("npz: raw bytes are what is declared") {
  const Archive archive;
  const Tensor one = Tensor::of<BFloat16>({1}, {BFloat16{0x3f80}});
  write_text(archive.path_of(), serialize_npz(std::array{std::pair(std::string("x"), one.view())}));
  CHECK(to_text(NpzArchive(archive.path_of()).read("x", DataType::kBfloat16)) == "bfloat16[1]{1.0}");
  CHECK(to_text(NpzArchive(archive.path_of()).read("x")) == "uint16[1]{16256}");
}

TEST_CASE("npz: an archive may come from bytes, and not from what is no file") {
  const std::string bytes = archive_of({"a.npy"});
  const auto span = as_byte_span(bytes);
  CHECK(to_text(NpzArchive("stream", {span.begin(), span.end()}).read("")) == "float[1]{0}");
  CHECK(message_of([] { NpzArchive("/dev/null"); }) == "io: /dev/null: is a device, expected a regular file");
}

TEST_CASE("npz: a value is split at the extension") {
  CHECK(tools::split_npz("dir/a.npz:x:y") == std::pair(std::string("dir/a.npz"), std::string("x:y")));
  CHECK(tools::split_npz("a.npz") == std::nullopt);
  CHECK(tools::split_npz("a.npy") == std::nullopt);
}

}  // namespace
}  // namespace hardref::test
