#!/usr/bin/env bash
# Installs what is missing, builds the program, and shows what it does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools/packages.sh
cmake --preset release
cmake --build --preset release --target hardref_cli

# Prints the command as one would type it, then runs it.
show() {
  printf '\n$ build/release/tools/hardref'
  for word in "$@"; do
    if [[ $word == *[!A-Za-z0-9_./-]* ]]; then word="'$word'"; fi
    printf ' %s' "$word"
  done
  printf '\n'
  build/release/tools/hardref "$@"
}
show run data/models/hard_sigmoid.onnx -i 'x=float[5]{-3, -1, 0, 1, 3}'
show run data/models/hardmax.onnx -i 'x=float[2,3]{1, 3, 3, 5, 0, 2}'
show show --expanded data/models/hard_sigmoid.onnx
show test data/backend
