#!/usr/bin/env bash
# Installs what is missing, then configures, builds and runs all tests: tools/test.sh [release | dev | clang]
# (CMakePresets.json says what these are; clang needs clang).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools/packages.sh
cmake --workflow --preset "${1-release}"
