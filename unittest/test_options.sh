# shellcheck shell=bash disable=SC2034,SC2153 # the file `grist` reads this one: LOG, PLUGIN and ROOT are its
# The tests behind the options of `./grist test`: a function test_NAME for --NAME. The words are read by scripts/main.py, which sets ONE_IN and FIRST:
# every how many-th test is run, from which on.
ONE_IN=${ONE_IN:-1} FIRST=${FIRST:-0}
[ "$ONE_IN" = 1 ] || say "of the tests one in $ONE_IN: --one-in $ONE_IN $FIRST"

SANITIZERS=(clang libclang-rt-dev)           # what './grist test --sanitized' needs besides
EMULATORS=(g++-aarch64-linux-gnu qemu-user googletest) # what './grist test --aarch64' needs besides

# Run a test program in several parts, as many at a time as there are cores. All run, also after one that a signal has ended.
in_parts() { # LAUNCHER... PROGRAM [GOOGLE TEST ARGS]
  local cores parts
  cores=$(nproc)
  parts=$((4 * cores * ONE_IN))
  seq "$FIRST" "$ONE_IN" $((parts - 1)) |
    xargs -P "$cores" -I PART env GTEST_TOTAL_SHARDS="$parts" GTEST_SHARD_INDEX=PART sh -c '"$@" || exit 1' part "$@" --gtest_brief=1 ||
    die "tests failed: see the lines above"
}

# One program of several: what fails is counted, so that the others are tried, too.
FAULTS=0
go_on() { ("$@") || FAULTS=$((FAULTS + 1)); }

# More ranks than cores: those that wait give way.
on_ranks() { # RANKS PROGRAM [GOOGLE TEST ARGS]
  local start=$SECONDS
  find_mpiexec
  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    in_parts "$ROOT/scripts/launch.sh" "$MPIEXEC" "$@"
  say "$(basename "$2") on $1 rank(s): right ($(seconds_since "$start"))"
}

# The tests of the styles with a LAMMPS without Grist, which loads the plugin.
test_plugin() { # [GOOGLE TEST ARGS]
  local ranks
  build release test_plugin
  for ranks in 1 2 4; do go_on on_ranks "$ranks" "$(build_folder release)/unittest/test_plugin" "$@"; done
  [ $FAULTS = 0 ] || exit 1
}

# All of Grist by the second compiler, with its sanitizers, asserts, and warnings as errors. The styles are a plugin of the LAMMPS that the
# release has built, and use its core: under the sanitizers kernels take twenty times as long. Of a sample, objects of the rooms that are not drawn
# are those of the release, too.
test_sanitized() { # [GOOGLE TEST ARGS]
  local folder ranks others=()
  PLUGIN=no
  [ "$ONE_IN" = 1 ] || others=(grist_styles test_core)
  build release grist_stock grist_core "${others[@]}"
  NEEDED+=("${SANITIZERS[@]}")
  CMAKE_OPTIONS=(-D "GRIST_TESTS_ONE_IN=$ONE_IN" -D "GRIST_TESTS_FIRST=$FIRST") # of the rooms: they take as long to compile as to run
  ONE_IN=1 FIRST=0
  build clang
  folder=$(build_folder clang)/unittest
  go_on in_parts "$folder/test_core" "$@"
  [ $FAULTS != 0 ] || say "test_core under the sanitizers: right"
  export ASAN_OPTIONS=detect_leaks=0:detect_container_overflow=0 # LAMMPS, on the other side, knows nothing of either
  for ranks in 1 2; do go_on on_ranks "$ranks" "$folder/test_plugin" "$@"; done
  [ $FAULTS = 0 ] || exit 1
}

# The tests of the core alone, built for 64-bit Arm and run under emulation.
test_aarch64() { # [GOOGLE TEST ARGS]
  NEEDED+=("${EMULATORS[@]}")
  build aarch64 test_core
  in_parts qemu-aarch64 -L /usr/aarch64-linux-gnu "$(build_folder aarch64)/unittest/test_core" "$@"
  say "the core's tests on 64-bit Arm: right"
}

# What a user of Debian 13 gets: the README's first two commands on what is committed, in a new root folder.
test_debian13() {
  [ $# -eq 0 ] || misuse "--debian13 takes no arguments, not '$*'"
  local root=$ROOT/build/debian13 start command
  # shellcheck source=packaging/debian.sh disable=SC1091
  source "$ROOT/packaging/debian.sh"
  need_root "--debian13"
  begin_log "$ROOT/build/debian13.log"
  make_root 13 "$root" git,ca-certificates
  git clone -q "$ROOT" "$root/grist"
  for command in demo test; do
    start=$SECONDS
    in_root "$root" /grist/grist "$command" || die "./grist $command failed in Debian 13"
    say "./grist $command in Debian 13: right ($(seconds_since "$start"))"
  done
}

# What a user of a package gets in a new root folder of its Debian: `apt install ./FILE && grist demo`, as README.md has it, with the picture within three
# minutes, packages included. On another Debian one sentence says which package to take, and nothing is installed.
FIRST_RUN_SECONDS=180
test_package() { # FILE
  local file=${1:-} version release other
  # shellcheck source=packaging/debian.sh disable=SC1091
  source "$ROOT/packaging/debian.sh"
  [ $# -eq 1 ] || misuse "--package needs the file of a Debian package of Grist and nothing else, not '$*'"
  [ -f "$file" ] || misuse "there is no file $file"
  version=$(dpkg-deb --showformat "\${Package} \${Version}" -W "$file" 2>/dev/null) || true
  [[ $version == "grist "* ]] || misuse "$file is no Debian package of Grist"
  release=${version##*~deb}
  [ -n "${DEBIAN_NAMES[$release]:-}" ] || misuse "$file is for no release of Debian that Grist has packages for: ${!DEBIAN_NAMES[*]}"
  need_root "--package"
  begin_log "$ROOT/build/test-package.log"
  first_run "$file" "$release"
  for other in "${!DEBIAN_NAMES[@]}"; do
    [ "$other" = "$release" ] || rejected_elsewhere "$file" "$release" "$other"
  done
}

# The demo is not run as root.
first_run() { # FILE RELEASE
  local root=$ROOT/build/first-run-debian$2 start installed
  make_root "$2" "$root" ca-certificates
  in_root "$root" useradd --create-home user
  cp "$1" "$root/tmp"
  start=$SECONDS
  timed "apt update" in_root "$root" apt -q update
  timed "apt install" in_root "$root" env -C /tmp apt -q -y install "./${1##*/}"
  installed=$(grep -E '^(Need to get|  Download size:)' "$LOG" | tail -n 1)
  say "${installed#  }, $(in_root "$root" dpkg-query -f '.\n' -W | wc -l) packages in all"
  timed "grist demo" in_root "$root" env -C /home/user HOME=/home/user runuser -u user -- grist demo
  start=$((SECONDS - start))
  compgen -G "$root/home/user/results/*/report.html" >/dev/null || die "grist demo left no report in Debian $2"
  [ -n "$(find "$root/home/user/results" -name '*.png' -size +8k)" ] || die "grist demo left no picture in Debian $2"
  ((start <= FIRST_RUN_SECONDS)) || die "the first run in Debian $2 took $start s, more than $FIRST_RUN_SECONDS s"
  say "the first run in Debian $2: right ($start s)"
  rm -rf "$root"
}

timed() { # WHAT COMMAND...
  local start=$SECONDS
  logged quiet "$@"
  say "$1: $(seconds_since "$start")"
}

rejected_elsewhere() { # FILE RELEASE OTHER
  local root=$ROOT/build/first-run-debian$3 output
  make_root "$3" "$root" ca-certificates
  cp "$1" "$root/tmp"
  logged quiet "apt update" in_root "$root" apt -q update
  if output=$(in_root "$root" env -C /tmp apt -q -y install "./${1##*/}" 2>&1); then die "the package for Debian $2 was installed in Debian $3"; fi
  printf '%s\n' "$output" >>"$LOG"
  output=$(grep "^grist: this package is for Debian $2, .* Debian .*: install the package with ~deb$3 in its name\$" <<<"$output") ||
    die "no sentence about the package for Debian $2 in Debian $3 [whole output: $LOG]"
  [ ! -e "$root/usr/bin/grist" ] || die "the package for Debian $2 left files in Debian $3"
  say "in Debian $3: $output"
  rm -rf "$root"
}

# Whether the tests of the core notice changed operators and constants.
test_mutants() { # [ARGS]
  PLUGIN=no
  build release test_core
  mkdir -p "$ROOT/build/mutants"
  "$GRIST_PYTHON" "$ROOT/unittest/mutants/run_mutants.py" "$(build_folder release)" "$ROOT/build/mutants" "$@"
}

# Features in pairs: all of them and triples that are drawn, or what ARGS say (--seconds N: a sample by a seed that is drawn and printed).
test_pairs() { # [ARGS]
  PLUGIN=no
  build release lmp
  find_mpiexec
  [ $# -gt 0 ] || set -- --all --triples 200
  "$GRIST_PYTHON" "$ROOT/unittest/pairs/run_pairs.py" "$(build_folder release)/lmp" "$MPIEXEC" --keep "$ROOT/build/pairs" "$@"
}
