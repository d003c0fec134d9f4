#!/usr/bin/env bash
# Fetch the LAMMPS source that Grist is built with, once, into a cache folder; print the unpacked folder.
#
#   cmake/fetch_lammps.sh [CACHE_DIR]    default: $GRIST_CACHE_DIR, $XDG_CACHE_HOME/grist, ~/.cache/grist
#
# The source is that of the package "lammps" of Debian 13 (LAMMPS 4Feb2025). It comes from the mirror that
# this machine already uses for apt, through private apt folders: no root, no change to the system's apt.
# The pinned SHA256 decides what is accepted, so a wrong or changed file is never built. The finished tree is
# moved into place in one step: an interrupted fetch leaves nothing that a later one would take for a tree.
# shellcheck disable=SC2016  # $(SITE) and its like are apt's, not the shell's
set -euo pipefail

VERSION=20250204
SUITE=trixie
SHA256=3671165bd52fad36734e0a9136c5bc5ecb225e03988f8c89aa13366a8b53b1c7
MEGABYTES=132
HINT="or give the folder of a LAMMPS source tree (4Feb2025 or newer) with -D GRIST_LAMMPS_DIR=<folder>"

say() { echo "fetch_lammps: $*" >&2; }
fail() { say "$*"; exit 1; }

if [ $# -gt 0 ]; then cache=$1
elif [ -n "${GRIST_CACHE_DIR:-}" ]; then cache=$GRIST_CACHE_DIR
elif [ -n "${XDG_CACHE_HOME:-}" ]; then cache=$XDG_CACHE_HOME/grist
else cache=${HOME:?"fetch_lammps: no home folder to cache LAMMPS in; set GRIST_CACHE_DIR"}/.cache/grist
fi
mkdir -p "$cache" || fail "cannot write the cache folder $cache: set GRIST_CACHE_DIR to another one"
cache=$(cd "$cache" && pwd)
tree=$cache/lammps-$VERSION

is_tree() { [ -f "$1/src/version.h" ] && [ -f "$1/cmake/CMakeLists.txt" ]; }
if is_tree "$tree"; then echo "$tree"; exit 0; fi

for tool in apt-get sha256sum flock xz; do
  command -v "$tool" >/dev/null || fail "$tool is missing, with which LAMMPS would be fetched: install it, $HINT"
done

# One fetch at a time: of two builds that start together, the second takes what the first has fetched.
exec 9>"$cache/.lock"
flock --nonblock 9 || { say "waiting for another fetch into $cache"; flock 9; }
if is_tree "$tree"; then echo "$tree"; exit 0; fi
rm -rf "$cache"/fetch.*    # what a killed fetch may have left

work=$(mktemp -d "$cache/fetch.XXXXXX")
ticker=
trap 'rm -rf "$work"; [ -z "$ticker" ] || kill "$ticker" 2>/dev/null || true' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/parts" "$work/tree"

private_apt() {
  apt-get -q -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts="$work/parts" \
          -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache" -o Dir::State::status=/dev/null \
          -o APT::Sandbox::User= -o APT::Update::Error-Mode=any "$@" >"$work/apt.log" 2>&1
}
apt_reason() { grep -m 1 '^E:' "$work/apt.log" || tail -n 1 "$work/apt.log"; }

# The mirrors that serve this machine's own Debian packages, whatever they are called. apt knows the origin
# of a mirror once 'apt-get update' has run; before that, those of the installed release are tried.
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null || true)
sites=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u)
[ -n "$sites" ] || sites=$(apt-get update --print-uris | sed -n "s|^'\(.*\)/dists/$release/InRelease'.*|\1|p")
[ -n "$sites" ] || fail "apt knows no Debian archive on this machine: add one, $HINT"

say "getting LAMMPS $VERSION from this machine's Debian mirror ($MEGABYTES MB)"
while sleep 10 2>/dev/null; do say "$(du -sm "$work" | cut -f 1) of $MEGABYTES MB"; done >/dev/null 9>&- &
ticker=$!
cd "$work"
for site in $sites; do
  echo "deb-src [trusted=yes] $site $SUITE main" >"$work/sources.list"
  if private_apt update && private_apt source --tar-only lammps; then break; fi
done
kill "$ticker"
ticker=

tarball=$(find "$work" -maxdepth 1 -name 'lammps_*.orig.tar.xz' | sed -n 1p)
[ -n "$tarball" ] || fail "apt could not fetch the source ($(apt_reason)): try again, $HINT"
got=$(sha256sum "$tarball" | cut -d ' ' -f 1)
[ "$got" = "$SHA256" ] || fail "$(basename "$tarball") has the SHA256 $got (expected $SHA256): try again, $HINT"

# Everything but what neither a build nor an installation reads: two thirds of the tree.
say "unpacking"
tar -xJf "$tarball" -C "$work/tree" --strip-components=1 --no-same-owner --anchored --no-wildcards-match-slash \
    --exclude='*/examples' --exclude='*/unittest' --exclude='*/doc/src' --exclude='*/doc/Manual.pdf' \
    --exclude='*/bench/?*' || fail "the source could not be unpacked into $cache (is the disk full?)"
is_tree "$work/tree" || fail "$(basename "$tarball") holds no LAMMPS source tree"
rm -rf "$tree"
mv "$work/tree" "$tree"
say "LAMMPS is in $tree"
echo "$tree"
