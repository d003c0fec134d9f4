#!/usr/bin/env bash
# Starts a program on several processes: launch.sh MPIEXEC RANKS PROGRAM [ARGS]. Without arguments it prints the number of cores.
#
# Open MPI must be told before it starts more ranks than cores. On cores that others use too, ranks that wait give way, and ranks are not
# bound to cores: otherwise a rank may wait for minutes for one that has no core. A single rank is never bound: Open MPI would bind each to the
# first core, so that two runs side by side share it. Settings of the user are kept. The names are those of Open MPI 4 and 5; MPICH ignores them.
set -euo pipefail

running=1/1 # processes that run now, this shell among them
if [ -r /proc/loadavg ]; then read -r _ _ _ running _ </proc/loadavg; fi
cores=$(lscpu -p=CORE,SOCKET 2>/dev/null | grep -v '^#' | sort -u | wc -l) || cores=$(nproc) # without hyperthreads
((cores <= $(nproc))) || cores=$(nproc)
[ $# -gt 0 ] || { echo "$cores"; exit; }

launcher=("$1" -np "$2")
if (($2 > cores)) && [[ $("$1" --version 2>&1) =~ Open\ MPI|OpenRTE ]]; then launcher+=(--oversubscribe); fi
if (($2 == 1 || $2 > cores - (${running%/*} - 1))); then
  export OMPI_MCA_mpi_yield_when_idle="${OMPI_MCA_mpi_yield_when_idle-1}"
  export OMPI_MCA_hwloc_base_binding_policy="${OMPI_MCA_hwloc_base_binding_policy-none}"
  export PRTE_MCA_hwloc_default_binding_policy="${PRTE_MCA_hwloc_default_binding_policy-none}"
fi
exec "${launcher[@]}" "${@:3}"
