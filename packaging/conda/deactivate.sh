# shellcheck shell=sh
# The shell reads this when the environment is deactivated. It removes what activate.sh has added.
case "${LAMMPS_PLUGIN_PATH:-}" in
  "${CONDA_PREFIX}/lib/grist") unset LAMMPS_PLUGIN_PATH ;;
  "${CONDA_PREFIX}/lib/grist:"*) export LAMMPS_PLUGIN_PATH="${LAMMPS_PLUGIN_PATH#"${CONDA_PREFIX}/lib/grist:"}" ;;
esac
