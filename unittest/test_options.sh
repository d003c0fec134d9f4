# shellcheck shell=bash disable=SC2034,SC2153 # the file `grist` reads this one: LOG, PLUGIN and ROOT are its
# The tests behind the options of `./grist test`: a function test_NAME for --NAME.

SANITIZERS=(clang libclang-rt-dev)           # what './grist test --sanitized' needs besides
EMULATORS=(g++-aarch64-linux-gnu qemu-user googletest) # what './grist test --aarch64' needs besides

# Every how many-th test is run, from which on: all, unless a sample is asked for.
ONE_IN=1 FIRST=0
read_sample() { # [--one-in N [SEED]] ...; sets TEST_ARGS to what is left
  if [ "${1:-}" = --one-in ]; then
    [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || misuse "--one-in needs a number, not '${2:-}'"
    ONE_IN=$2 FIRST=$((RANDOM % $2))
    shift 2
    if [[ ${1:-} =~ ^[0-9]+$ ]]; then FIRST=$((10#$1 % ONE_IN)); shift; fi
    say "of the tests one in $ONE_IN: --one-in $ONE_IN $FIRST"
  fi
  TEST_ARGS=("$@")
}

# Run a test program in several parts, as many at a time as there are cores.
in_parts() { # LAUNCHER... PROGRAM [GOOGLE TEST ARGS]
  local cores parts
  cores=$(nproc)
  parts=$((4 * cores * ONE_IN))
  seq "$FIRST" "$ONE_IN" $((parts - 1)) |
    xargs -P "$cores" -I PART env GTEST_TOTAL_SHARDS="$parts" GTEST_SHARD_INDEX=PART "$@" --gtest_brief=1 ||
    die "tests failed: see the lines above"
}

# More ranks than cores: those that wait give way.
on_ranks() { # RANKS PROGRAM [GOOGLE TEST ARGS]
  local start=$SECONDS
  find_mpiexec
  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    in_parts "$ROOT/scripts/launch.sh" "$MPIEXEC" "$@"
  say "$(basename "$2") on $1 rank(s): right ($(seconds_since "$start"))"
}

# The tests of the styles with a LAMMPS without Grist, which loads the plugin.
test_plugin() { # [--one-in N [SEED]] [GOOGLE TEST ARGS]
  local ranks
  read_sample "$@"
  build release test_plugin
  for ranks in 1 2 4; do on_ranks "$ranks" "$(build_folder release)/unittest/test_plugin" "${TEST_ARGS[@]}"; done
}

# All of Grist by the second compiler, with its sanitizers, asserts, and warnings as errors. The styles are a plugin of the LAMMPS that the
# release has built, and use its core: under the sanitizers kernels take twenty times as long.
test_sanitized() { # [--one-in N [SEED]] [GOOGLE TEST ARGS]
  local folder ranks
  PLUGIN=no
  read_sample "$@"
  build release grist_stock grist_core
  NEEDED+=("${SANITIZERS[@]}")
  CMAKE_OPTIONS=(-D "GRIST_TESTS_ONE_IN=$ONE_IN" -D "GRIST_TESTS_FIRST=$FIRST") # of the files: they take as long to compile as to run
  ONE_IN=1 FIRST=0
  build clang
  folder=$(build_folder clang)/unittest
  in_parts "$folder/test_core" "${TEST_ARGS[@]}"
  say "test_core under the sanitizers: right"
  export ASAN_OPTIONS=detect_leaks=0:detect_container_overflow=0 # LAMMPS, on the other side, knows nothing of either
  for ranks in 1 2; do on_ranks "$ranks" "$folder/test_plugin" "${TEST_ARGS[@]}"; done
}

# The tests of the core alone, built for 64-bit Arm and run under emulation.
test_aarch64() { # [GOOGLE TEST ARGS]
  NEEDED+=("${EMULATORS[@]}")
  build aarch64 test_core
  in_parts qemu-aarch64 -L /usr/aarch64-linux-gnu "$(build_folder aarch64)/unittest/test_core" "$@"
  say "the core's tests on 64-bit Arm: right"
}

leave_debian13() {
  local folder
  for folder in proc sys; do
    if mountpoint -q "$ROOT/build/debian13/$folder"; then umount "$ROOT/build/debian13/$folder"; fi
  done
}

# What a user of Debian 13 gets: the README's first two commands on what is committed, in a new root folder.
test_debian13() {
  [ $# -eq 0 ] || misuse "--debian13 takes no arguments, not '$*'"
  [ "$(id -u)" -eq 0 ] || die "--debian13 makes a root folder of Debian 13 and needs root"
  local root=$ROOT/build/debian13 site start command
  LOG=$ROOT/build/debian13.log
  mkdir -p "$ROOT/build"
  install_missing debootstrap
  site=$(apt-get indextargets --format "\$(SITE)" 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u | head -n 1)
  [ -n "$site" ] || die "apt knows no Debian archive on this machine"
  leave_debian13
  rm -rf "$root"
  say "making a Debian 13 in build/debian13"
  logged quiet "debootstrap" debootstrap --variant=minbase --include=git,ca-certificates trixie "$root" "$site"
  git clone -q "$ROOT" "$root/grist"
  mount -t proc proc "$root/proc"
  mount -t sysfs sysfs "$root/sys" # hwloc, which Open MPI asks for the processors
  trap leave_debian13 EXIT
  for command in demo test; do
    start=$SECONDS
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root /grist/grist "$command" || die "./grist $command failed in Debian 13"
    say "./grist $command in Debian 13: right ($(seconds_since "$start"))"
  done
}

# Whether the tests of the core notice changed operators and constants.
test_mutants() { # [ARGS]
  PLUGIN=no
  build release test_core
  mkdir -p "$ROOT/build/mutants"
  "$GRIST_PYTHON" "$ROOT/unittest/mutants/run_mutants.py" "$(build_folder release)" "$ROOT/build/mutants" "$@"
}
