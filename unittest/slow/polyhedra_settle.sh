#!/usr/bin/env bash
# 400 random polyhedra settle in a box, on 1, 2 and 4 ranks: no warning, nothing lost, at rest, their weight on the floor.
#   polyhedra_settle.sh LMP MPIEXEC INPUT      (four minutes on two cores)
set -euo pipefail

lmp=$1 mpiexec=$2 input=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0
for ranks in 1 2 4; do
  more=()
  if ((ranks > $(nproc))) && [[ $("$mpiexec" --version 2>&1) =~ Open\ MPI|OpenRTE ]]; then more=(--oversubscribe); fi
  "$mpiexec" "${more[@]}" -np "$ranks" "$lmp" -in "$input" -log none >out
  grep -E '^(SETTLED|WARNING|ERROR)' out | sed "s/^/$ranks ranks: /"
  grep -q '^SETTLED still 1 carried 1' out && ! grep -qE '^WARNING|nan' out || failed=1
done
exit $failed
