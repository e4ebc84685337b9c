#!/usr/bin/env bash
# Runs the README's two commands on the committed tree in a minimal Debian 12 that debootstrap makes in a temporary
# folder: what they need, they must install themselves. Needs root and debootstrap; takes the mirror from this machine's
# apt, or as first argument.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ((EUID != 0)) || ! command -v debootstrap >/dev/null; then
  echo "tools/debootstrap_check.sh: needs root, and the package debootstrap" >&2
  exit 1
fi
mirror=${1-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)}

work=$(mktemp -d)
root=$work/root
cleanup() {
  for mounted in dev/pts proc; do
    if mountpoint --quiet "$root/$mounted"; then umount "$root/$mounted"; fi
  done
  rm --recursive --force --one-file-system "$work"
}
trap cleanup EXIT

# No mirror found: debootstrap has its own.
debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"}

# How this machine reaches the network: proxies come from apt's settings and the environment, names from its resolver.
apt-config dump Acquire >"$root/etc/apt/apt.conf.d/99host"
cp --dereference /etc/resolv.conf /etc/hosts "$root/etc/"
mountpoint --quiet "$root/proc" || mount -t proc proc "$root/proc"
mount -t devpts devpts "$root/dev/pts"

mkdir "$root/hardref"
git archive HEAD | tar --extract --directory "$root/hardref"

for command in tools/quickstart.sh tools/test.sh; do
  printf '\n==== %s\n' "$command"
  chroot "$root" "/hardref/$command"
done
printf '\nBoth commands succeeded in a minimal Debian 12, %s packages at the end.\n' \
  "$(chroot "$root" dpkg-query --show | wc -l)"
