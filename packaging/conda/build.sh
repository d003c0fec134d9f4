#!/usr/bin/env bash
# Builds Grist's plugin and installs it into $PREFIX. rattler-build calls this in the folder with the sources grist and lammps, and
# sets PREFIX, RECIPE_DIR, CPU_COUNT and CMAKE_ARGS (compilers, prefix, CMAKE_INSTALL_LIBDIR=lib).
set -euo pipefail

# For 'dump paraview', add vtk-base to 'host' in recipe.yaml and set GRIST_VTK to ON.
# CMAKE_ARGS is a list of words.
# shellcheck disable=SC2086
cmake -S grist -B build -G Ninja ${CMAKE_ARGS:-} \
  -D GRIST_LAMMPS_LIBRARY="$PREFIX/lib/liblammps.so" \
  -D GRIST_LAMMPS_DIR="$PWD/lammps" \
  -D GRIST_NATIVE=OFF -D GRIST_BUILD_TESTS=OFF -D GRIST_VTK=OFF
cmake --build build --parallel "${CPU_COUNT:-2}"
cmake --install build --prefix "$PREFIX"

# Activating the environment sets LAMMPS_PLUGIN_PATH.
for action in activate deactivate; do
  mkdir -p "$PREFIX/etc/conda/$action.d"
  cp "$RECIPE_DIR/$action.sh" "$PREFIX/etc/conda/$action.d/grist.sh"
done
