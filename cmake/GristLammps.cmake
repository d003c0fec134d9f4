# Where the LAMMPS source comes from, and how it joins this build.
#
# In this order: -D GRIST_LAMMPS_DIR=<tree>; the cached tree; the Debian source package (fetch_lammps.sh).

set(GRIST_LAMMPS_OLDEST 20250204) # 4Feb2025: the oldest LAMMPS that Grist is written for

# The version of a LAMMPS tree as a number like 20250204, from its src/version.h. Stops where the tree is no
# LAMMPS or an older one.
function(grist_check_lammps tree out)
  set(version_file ${tree}/src/version.h)
  if(NOT EXISTS ${version_file} OR NOT EXISTS ${tree}/cmake/CMakeLists.txt)
    message(FATAL_ERROR "GRIST_LAMMPS_DIR: ${tree} is no LAMMPS source tree (no src/version.h with cmake/CMakeLists.txt).")
  endif()
  file(STRINGS ${version_file} line REGEX "LAMMPS_VERSION")
  set(months Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec)
  set(month -1)
  if(line MATCHES "\"([0-9]+) ([A-Z][a-z][a-z])[a-z]* ([0-9][0-9][0-9][0-9])\"")
    set(day ${CMAKE_MATCH_1})
    set(year ${CMAKE_MATCH_3})
    list(FIND months ${CMAKE_MATCH_2} month)
  endif()
  if(month EQUAL -1)
    message(FATAL_ERROR "GRIST_LAMMPS_DIR: ${version_file} names no LAMMPS version (found: '${line}').")
  endif()
  math(EXPR number "${year} * 10000 + (${month} + 1) * 100 + ${day}")
  if(number LESS GRIST_LAMMPS_OLDEST)
    list(GET months ${month} name)
    message(FATAL_ERROR "GRIST_LAMMPS_DIR: ${tree} is LAMMPS ${day}${name}${year}, and Grist needs 4Feb2025 or newer.")
  endif()
  set(${out} ${number} PARENT_SCOPE)
endfunction()

# The folder of the LAMMPS source, fetched if need be.
function(grist_find_lammps out)
  if(GRIST_LAMMPS_DIR)
    get_filename_component(tree "${GRIST_LAMMPS_DIR}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
    set(${out} ${tree} PARENT_SCOPE)
    return()
  endif()

  # Its messages go to the terminal as they come; its only output is the folder.
  execute_process(
    COMMAND bash ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/fetch_lammps.sh
    OUTPUT_VARIABLE tree OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "The LAMMPS source could not be fetched (the reason stands above).")
  endif()
  set(${out} ${tree} PARENT_SCOPE)
endfunction()

# Adds LAMMPS as a subdirectory, with the packages that Grist needs.
macro(grist_add_lammps)
  find_package(MPI COMPONENTS CXX)
  if(NOT MPI_CXX_FOUND)
    message(FATAL_ERROR "Grist needs MPI with its C++ compiler wrapper (on Debian: libopenmpi-dev openmpi-bin).")
  endif()

  grist_find_lammps(GRIST_LAMMPS_TREE)
  grist_check_lammps(${GRIST_LAMMPS_TREE} GRIST_LAMMPS_VERSION)
  message(STATUS "LAMMPS ${GRIST_LAMMPS_VERSION} in ${GRIST_LAMMPS_TREE}")

  set(packages GRANULAR BPM MOLECULE RIGID BODY)
  if(IS_DIRECTORY ${GRIST_LAMMPS_TREE}/src/GRAPHICS)
    list(APPEND packages GRAPHICS) # dump image, in newer versions
  endif()
  foreach(package ${packages})
    set(PKG_${package} ON CACHE BOOL "LAMMPS package that Grist uses" FORCE)
  endforeach()
  set(BUILD_MPI ON CACHE BOOL "Grist runs under MPI" FORCE)
  set(BUILD_OMP OFF CACHE BOOL "Grist runs MPI ranks, not threads")
  set(WITH_CURL OFF CACHE BOOL "not needed")
  set(CMAKE_TUNE_FLAGS "" CACHE STRING "LAMMPS is tuned by GRIST_NATIVE, as Grist is")

  # Without its rules of installation (GristInstall.cmake has ours), but part of what is built.
  add_subdirectory(${GRIST_LAMMPS_TREE}/cmake ${CMAKE_BINARY_DIR}/lammps EXCLUDE_FROM_ALL)
  set_target_properties(lmp lammps PROPERTIES EXCLUDE_FROM_ALL FALSE)
endmacro()
