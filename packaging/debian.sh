# shellcheck shell=bash disable=SC2034,SC2153 # the file `grist` reads this one: LOG and ROOT are its
# Debian packages: their version, and new root folders of Debian's releases, in which they are built (`./grist package --debian 13`) and tried
# (`./grist test --package`). Other functions are those of `grist`.

declare -A DEBIAN_NAMES=([12]=bookworm [13]=trixie) # for which there are packages

# The version of a package. A commit with the tag v0.2.0 gives 0.2.0. Any other gives 0.2.0+git20261203.1305.1a2b3c4, by the time of the commit in
# UTC: it is newer than 0.2.0, the last release, and older than the next one. Source without git, as in the archive of a release: 0.2.0.
package_version() {
  local release tags commit
  release=$(sed -n 's/^project(grist VERSION \([0-9.]*\) .*/\1/p' "$ROOT/CMakeLists.txt")
  if [ ! -e "$ROOT/.git" ]; then echo "$release"; return; fi
  tags=$(git -C "$ROOT" tag --points-at HEAD --list 'v[0-9]*') || die "no version for the package: git does not read $ROOT"
  commit=$(TZ=UTC git -C "$ROOT" log -1 --abbrev=7 --date=format-local:%Y%m%d.%H%M --format=%cd.%h)
  if [ -n "$(git -C "$ROOT" status --porcelain --untracked-files=no)" ]; then echo "$release+git$commit+changed"
  elif [ -z "$tags" ]; then echo "$release+git$commit"
  elif grep -qx "v$release" <<<"$tags"; then echo "$release"
  else die "this commit has the tag ${tags//$'\n'/ }, but CMakeLists.txt has the version $release: change one of them"
  fi
}

# A minimal system from the archive of Debian that this machine uses.
make_root() { # RELEASE FOLDER PACKAGES, with commas
  local site name=${DEBIAN_NAMES[$1]}
  has apt-get || die "a root folder of Debian is made from the archive that apt uses, and there is no apt-get here"
  install_missing debootstrap
  site=$(apt-get indextargets --format "\$(SITE)" 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u | head -n 1)
  [ -n "$site" ] || die "apt knows no Debian archive on this machine"
  rm -rf "$2"
  say "making a Debian $1 in ${2#"$ROOT/"}"
  logged quiet "debootstrap" debootstrap --variant=minbase --include="$3" "$name" "$2" "$site"
}

# Run a command in a root folder. What it mounts nobody else sees, and it is gone when the command ends. hwloc, which Open MPI asks for the
# processors, reads /sys.
in_root() { # FOLDER COMMAND...
  # shellcheck disable=SC2016 # expanded by sh
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && mount -t sysfs sysfs "$0/sys" && mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm" &&
    exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"' "$@"
}

need_root() { # WHAT
  [ "$(id -u)" -eq 0 ] || die "$1 makes root folders of Debian and must be run as root: sudo ./grist ..."
}

# What is committed, built in a new Debian.
package_for_debian() { # RELEASE
  local root=$ROOT/build/package-debian$1 out=$ROOT/build/packages start=$SECONDS files
  [ -z "${GRIST_LAMMPS_DIR:-}" ] || misuse "--debian builds with the LAMMPS of that Debian, and GRIST_LAMMPS_DIR names another one: unset it"
  [ -e "$ROOT/.git" ] || die "--debian builds what is committed, and $ROOT is no git repository: on a Debian $1 call ./grist package"
  need_root "package --debian"
  begin_log "$out/debian$1.log"
  package_version >/dev/null
  [ -z "$(git -C "$ROOT" status --porcelain)" ] || say "the package is that of the last commit, without what changed since"
  make_root "$1" "$root" git,ca-certificates
  git clone -q "$ROOT" "$root/grist"
  in_root "$root" env "CXXFLAGS=${CXXFLAGS:-}" /grist/grist package ${GRIST_FROM_SOURCE:+--from-source} || die "the package for Debian $1 was not built: see the lines above"
  rm -f "$out"/grist_*~deb"$1"_*.deb
  cp "$root"/grist/build/package/grist_*.deb "$out"
  files=("$out"/grist_*~deb"$1"_*.deb)
  rm -rf "$root"
  say "package for Debian $1 made in $(seconds_since "$start"): ${files[0]}"
}

# For any processor of this architecture; CXXFLAGS=-march=... in the environment of the first call makes it one for newer ones.
package() {
  local folder version targets=(grist_lmp grist_python grist_core)
  version=$(package_version)
  folder=$(build_folder package)
  NEEDED+=(dpkg-dev file)
  if [ "$PLUGIN" = yes ]; then targets=(grist_plugin grist_plugin_lmp grist_core); fi
  build package "${targets[@]}"
  rm -f "$folder"/grist_*.deb
  logged quiet "the package" cpack --config "$folder/CPackConfig.cmake" -R "$version" -B "$folder"
  say "package: $(echo "$folder"/grist_*.deb)"
}
