# shellcheck shell=bash disable=SC2034,SC2153 # the file `grist` reads this one: NEEDED, PLUGIN and ROOT are its
# Fuzzing behind `./grist fuzz`. README.md beside this file says what the targets are.

FUZZERS=(clang libclang-rt-dev)
FUZZ_LIMITS=(-timeout=10 -rss_limit_mb=2048 -max_len=4096) # seconds and MB of one input, bytes

fuzz() { # NAME MINUTES
  case $1 in
    reports) fuzz_reports "$2" ;;
    restarts) fuzz_restarts "$2" ;;
    scripts) fuzz_scripts "$2" ;;
    *) fuzz_reader "$@" ;;
  esac
}

# New inputs go to build/fuzz/inputs, those that fail to build/fuzz/failed.
fuzz_reader() { # NAME MINUTES
  local folder=$ROOT/build/fuzz seeds=$ROOT/unittest/fuzz/corpora/$1
  PLUGIN=no
  NEEDED+=("${FUZZERS[@]}")
  build fuzz "fuzz_$1"
  mkdir -p "$folder/inputs/$1" "$folder/failed"
  local options=("${FUZZ_LIMITS[@]}" "-max_total_time=$((60 * $2))" "-artifact_prefix=$folder/failed/$1-" -print_final_stats=1)
  [ ! -f "$seeds.dict" ] || options+=("-dict=$seeds.dict")
  "$folder/unittest/fuzz/fuzz_$1" "${options[@]}" "$folder/inputs/$1" "$seeds" ||
    die "$1 fails for the input in build/fuzz/failed; when it is mended, a test keeps it"
  say "$1: no failure in $2 minute(s)"
}

# The readers of reports are in Python.
fuzz_reports() { # MINUTES
  find_python || die "$NO_PYTHON"
  run_python "$ROOT/unittest/fuzz/fuzz_reports.py" --minutes "$1" || die "a reader fails: see the lines above"
}

# Restart files are read by LAMMPS.
fuzz_restarts() { # MINUTES
  PLUGIN=no
  build release lmp
  find_python || die "$NO_PYTHON"
  run_python "$ROOT/unittest/fuzz/fuzz_restarts.py" "$(build_folder release)/lmp" --minutes "$1" ||
    die "a damaged restart file is not refused: see the lines above"
}

# Input scripts as well, with a seed that changes.
fuzz_scripts() { # MINUTES
  PLUGIN=no
  build release lmp
  find_python || die "$NO_PYTHON"
  run_python "$ROOT/unittest/fuzz/fuzz_scripts.py" "$(build_folder release)/lmp" mpirun --minutes "$1" --seed $((RANDOM * 100000)) --keep "$ROOT/build/fuzz/failed" ||
    die "a damaged script does not end as it should: see the lines above"
}
