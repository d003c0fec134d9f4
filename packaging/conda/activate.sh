# shellcheck shell=sh
# The shell reads this when the environment is activated. LAMMPS then loads Grist at its start.
export LAMMPS_PLUGIN_PATH="${CONDA_PREFIX}/lib/grist${LAMMPS_PLUGIN_PATH:+:${LAMMPS_PLUGIN_PATH}}"
