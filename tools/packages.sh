#!/usr/bin/env bash
# Installs what hardref's build and tests need and this machine lacks, on Debian 12 or later and its relatives. The list
# of packages stands here alone. With --checks, also what .ci/run needs besides.
set -euo pipefail

packages=(
  cmake ninja-build g++                                  # CMake 3.25, C++20
  libprotobuf-dev protobuf-compiler libfmt-dev           # the library
  libcli11-dev nlohmann-json3-dev libzip-dev             # the program
  libpugixml-dev                                         # its reports
  catch2 libgmp-dev                                      # the tests
  libonnx-dev libonnx-testdata python3-numpy             # what they compare with
)
checks=(
  clang clang-format clang-tidy python3-onnx
  chromium fonts-dejavu-core python3-websocket           # the page of a report, opened in a browser
  libxml2-utils                                          # JUnit XML against its schema
  python3-venv                                           # ONNX Runtime, and below networks, for expanded models
)
# Node.js from elsewhere brings npm along, and Debian's cannot stand beside it.
command -v npm >/dev/null || checks+=(npm)

case "${1-}" in
  "") ;;
  --checks) packages+=("${checks[@]}") ;;
  *)
    echo "usage: tools/packages.sh [--checks]" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "tools/packages.sh: this machine has no apt-get, so nothing is installed. hardref needs what Debian calls" >&2
  echo "  ${packages[*]}" >&2
  echo "CMake names the first one that it does not find." >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  # Packages of several architectures print one state after the other.
  [[ $state == installed* ]] || missing+=("$package")
done
if ((${#missing[@]} == 0)); then exit 0; fi

as_root=(env)
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "tools/packages.sh: neither root nor sudo here. As root, run" >&2
    echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo env)
fi

echo "Installing ${missing[*]}"
"${as_root[@]}" apt-get --quiet update
"${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes --no-install-recommends install "${missing[@]}"
