#!/usr/bin/env bash
# The ball mill with a weaker, a medium and a stronger rock, side by side, from the same filled drum.
#
#   rocks.sh LMP [RANKS [ARGS]]     LMP: the LAMMPS executable with Grist; number of processes, default 2; ARGS go to LAMMPS
#
# Each rock has a folder of its own where this is called; the plots of all three go to the first, medium.
set -euo pipefail

LMP=$(readlink -f "$1")
RANKS=${2:-2}
ARGS=("${@:3}")
HERE=$(dirname "$(readlink -f "$0")")

run() { # ROCK [ARGS]
  local rock=$1
  shift
  mkdir -p "$rock"
  echo "rocks.sh: $rock rock"
  (cd "$rock" && mpirun -np "$RANKS" "$LMP" -in "$HERE/in.ball_mill" -log log.lammps -screen none -var rock "$rock" "$@" "${ARGS[@]}" \
    </dev/null) || { grep -h -m 1 '^ERROR' "$rock/log.lammps" >&2; exit 1; }
}

run medium
for rock in weaker stronger; do run "$rock" -var frames 0 -var balance no -var fill no -var start ../medium/start.data; done
"${GRIST_PYTHON:-python3}" "$HERE/plot.py" medium weaker stronger
