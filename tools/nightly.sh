#!/usr/bin/env bash
# What takes too long for every commit: every float32 input, data races, clang-tidy of the whole tree, and the README's
# two commands in a minimal Debian. Run by hand, for an hour or two on two cores: tools/nightly.sh [STEP...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

every_float32() {
  cmake --preset release
  cmake --build --preset release --target hardref_float32
  ctest --preset exhaustive
}

data_races() {
  cmake --preset tsan
  cmake --build --preset tsan --target hardref_tests
  build/tsan/tests/hardref_tests "[threads]"
}

# The program and the tests are built first for the headers that the build makes.
clang_tidy() {
  cmake --preset clang
  cmake --build --preset clang
  run-clang-tidy -quiet -p build/clang "$PWD/(src|tools|tests)/"
}

minimal_debian() { tools/debootstrap_check.sh; }

tools/packages.sh --checks
steps=("$@")
if ((${#steps[@]} == 0)); then steps=(every_float32 data_races clang_tidy minimal_debian); fi
for step in "${steps[@]}"; do
  printf '\n==== %s (after %d s)\n' "$step" "$SECONDS"
  "$step"
done
