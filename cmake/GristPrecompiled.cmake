# Precompiled headers: reading headers takes most of the time of a build of single files. Units of files (GristUnits.cmake) do without.
# -D GRIST_PRECOMPILED=OFF shows whether each file includes what it uses; './grist check' does so for a tenth of the sources.

option(GRIST_PRECOMPILED "Precompile the headers that most files include" ON)

set(GRIST_HEADERS_CORE <algorithm> <array> <cmath> <cstdint> <cstring> <functional> <limits> <map> <memory> <numeric> <optional>
  <stdexcept> <string> <unordered_map> <utility> <vector> "common/space.h")
set(GRIST_HEADERS_LAMMPS <mpi.h> "lammps.h" "atom.h" "atom_vec_body.h" "comm.h" "domain.h" "error.h" "fix.h" "force.h" "memory.h"
  "modify.h" "neighbor.h" "neigh_list.h" "pair.h" "update.h" "fmt/format.h")
set(GRIST_HEADERS_TESTS <gtest/gtest.h> <fstream> <random> <sstream>)

# Of LAMMPS' own files: the standard headers, and those of its own that most of them include.
set(GRIST_HEADERS_OF_LAMMPS <mpi.h> <cmath> <cstring> <map> <string> <vector> "atom.h" "comm.h" "domain.h" "error.h" "force.h"
  "memory.h" "modify.h" "neighbor.h" "update.h" "fmt/format.h")

# grist_precompile(target SETS...): the sets of headers above.
function(grist_precompile target)
  if(GRIST_PRECOMPILED AND (NOT GRIST_UNITS OR ARGN STREQUAL OF_LAMMPS))
    set(headers)
    foreach(name ${ARGN})
      list(APPEND headers ${GRIST_HEADERS_${name}})
    endforeach()
    # In quotes as in a source, or CMake would look for them in the folder of the target.
    list(TRANSFORM headers REPLACE "^([^<].*)$" "\"\\1\"")
    target_precompile_headers(${target} PRIVATE ${headers})
    if(GRIST_PCH_LAUNCHER)
      set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${GRIST_PCH_LAUNCHER}")
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -fpch-preprocess -Winvalid-pch) # for ccache
    endif()
  endif()
endfunction()
