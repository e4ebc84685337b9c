"""NumPy's side of npy_peer_test.cpp.

write FOLDER   writes .npy files of every element type, memory order, byte order and format version, beside each its
               elements in rows and little-endian as .raw, and a line "NAME TYPE SHAPE" for each in files.txt
read FOLDER    reads the .npy files of the lines in files.txt and compares them with their .raw files
"""

import pathlib
import sys

import numpy as np

TYPES = {
    "bool": "b1",
    "int8": "i1",
    "int16": "i2",
    "int32": "i4",
    "int64": "i8",
    "uint8": "u1",
    "uint16": "u2",
    "uint32": "u4",
    "uint64": "u8",
    "float16": "f2",
    "float": "f4",
    "double": "f8",
    "complex64": "c8",
    "complex128": "c16",
}
SHAPES = [(), (1,), (5,), (0,), (2, 0, 3), (2, 3), (3, 1, 2), (2, 3, 4), (1, 2, 1, 3, 2)]
VERSIONS = [(1, 0), (2, 0), (3, 0)]


def shape_text(shape):
    return "[" + ",".join(str(extent) for extent in shape) + "]"


def write(folder):
    random = np.random.RandomState(1)
    lines = []
    for type_name, code in TYPES.items():
        for shape in SHAPES:
            little = np.dtype("<" + code)
            count = int(np.prod(shape, dtype=int))
            # Any bits, so that every NaN and infinity of a 16-bit type may come.
            raw = random.bytes(count * little.itemsize)
            if code == "b1":
                raw = bytes(byte & 1 for byte in raw)
            array = np.frombuffer(raw, little).reshape(shape)
            for order in "CF":
                for byte_order in "<>":
                    version = VERSIONS[len(lines) % len(VERSIONS)]
                    name = f"{len(lines)}"
                    with open(folder / f"{name}.npy", "wb") as file:
                        stored = np.array(array.astype(byte_order + code), order=order)
                        np.lib.format.write_array(file, stored, version=version)
                    (folder / f"{name}.raw").write_bytes(raw)
                    lines.append(f"{name} {type_name} {shape_text(shape)}\n")
    (folder / "files.txt").write_text("".join(lines))
    print(f"wrote {len(lines)}")


def read(folder):
    agreeing = 0
    for line in (folder / "files.txt").read_text().splitlines():
        name, type_name, shape = line.split()
        array = np.load(folder / f"{name}.npy", allow_pickle=False)
        expected = (np.dtype("<" + TYPES[type_name]), shape, (folder / f"{name}.raw").read_bytes())
        found = (array.dtype, shape_text(array.shape), array.tobytes())
        if found == expected:
            agreeing += 1
        else:
            print(f"{line}: expected {expected}, found {found}")
    print(f"{agreeing} agree")


if __name__ == "__main__":
    {"write": write, "read": read}[sys.argv[1]](pathlib.Path(sys.argv[2]))
