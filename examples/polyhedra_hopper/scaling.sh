#!/usr/bin/env bash
# Computing time against number of particles and of processes (Nassauer et al. 2013, Figs. 8 and 7).
#
#   scaling.sh LMP [RANKS...]     LMP: the LAMMPS executable with Grist; numbers of processes, default 1 2
#
# Hoppers of 200, 400 and 800 particles are run for 0.4 s. What is timed is what follows: 1000 steps of each, and 200 of
# 5 x 5 hoppers of 800 side by side, 20,000 particles; the shortest of three times counts. timings.csv and timings.png go
# to the folder where this is called.
set -euo pipefail

LMP=$(readlink -f "$1")
shift
[ $# -gt 0 ] || set -- 1 2
HERE=$(dirname "$(readlink -f "$0")")

measure() { # RESTART COPIES STEPS
  local ranks best contacts
  for ranks in "${RANKS[@]}"; do
    best=''
    for _ in 1 2 3; do
      mpirun -np "$ranks" "$LMP" -in "$HERE/in.timing" -log log.timed -screen none -var restart "$1" -var copies "$2" \
        -var steps "$3" </dev/null
      best=$({ cat time.timed; echo "$best"; } | grep , | sort -t, -g -k4 | head -n 1)
    done
    contacts=$(awk '/^ITEM: ENTRIES/ { rows = 1; next } rows && $1 > 0 { n++ } END { print n }' overlaps.timed)
    echo "$best,$(awk -v n="$contacts" -v of="${best%%,*}" 'BEGIN { printf "%.3f", n / of }')" | tee -a timings.csv
  done
}

RANKS=("$@")
echo particles,ranks,steps,seconds,contacts_per_particle | tee timings.csv
for particles in 200 400 800; do
  "$LMP" -in "$HERE/in.polyhedra_hopper" -log log.lammps -screen none -var particles "$particles" -var t_save 0.4 \
    -var t_frame 0 </dev/null
  mv flowing.restart "$particles.restart"
  measure "$particles.restart" 1 1000
done
measure 800.restart 5 200
rm -f overlaps.timed time.timed log.timed ./*.restart
"${GRIST_PYTHON:-python3}" "$HERE/plot.py" .
