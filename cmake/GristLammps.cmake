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

  # As LAMMPS prints it: 4 Feb 2025 - Update 1
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" version "${line}")
  file(STRINGS ${version_file} line REGEX "define LAMMPS_UPDATE")
  string(REGEX REPLACE ".*\"(.*)\".*" " - \\1" update "${line}")
  set(GRIST_LAMMPS_PLAIN_VERSION "${version}" PARENT_SCOPE)
  set(GRIST_LAMMPS_FULL_VERSION "${version}${update}" PARENT_SCOPE)
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

# The packages of LAMMPS that Grist needs. PLUGIN is there for the tests of the plugin.
set(GRIST_PACKAGES GRANULAR BPM MOLECULE RIGID BODY PLUGIN)

macro(grist_find_mpi)
  find_package(MPI COMPONENTS CXX)
  if(NOT MPI_CXX_FOUND)
    # What was missed is not kept: it is looked for again once MPI is installed.
    get_cmake_property(kept CACHE_VARIABLES)
    list(FILTER kept INCLUDE REGEX "^MPI_")
    foreach(variable ${kept})
      unset(${variable} CACHE)
    endforeach()
    message(FATAL_ERROR "Grist needs MPI with its C++ compiler wrapper (on Debian: libopenmpi-dev openmpi-bin).")
  endif()
endmacro()

# What compiling styles against LAMMPS needs, whether it is built here or installed.
function(grist_add_lammps_headers)
  add_library(grist_lammps_headers INTERFACE)
  target_include_directories(grist_lammps_headers INTERFACE ${PROJECT_SOURCE_DIR}/src)
  target_include_directories(grist_lammps_headers SYSTEM INTERFACE ${GRIST_LAMMPS_TREE}/src)
  foreach(package ${GRIST_PACKAGES})
    target_include_directories(grist_lammps_headers SYSTEM INTERFACE ${GRIST_LAMMPS_TREE}/src/${package})
  endforeach()
  target_compile_definitions(grist_lammps_headers INTERFACE
    LAMMPS_${GRIST_LAMMPS_SIZES} OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(grist_lammps_headers INTERFACE MPI::MPI_CXX Eigen3::Eigen)
  if(GRIST_LAMMPS_OPENMP) # it changes the layout of some of LAMMPS' classes
    find_package(OpenMP REQUIRED COMPONENTS CXX)
    target_compile_options(grist_lammps_headers INTERFACE ${OpenMP_CXX_FLAGS})
    target_compile_definitions(grist_lammps_headers INTERFACE EIGEN_DONT_PARALLELIZE)
  endif()
endfunction()

# Those of its files that know the list of styles are compiled with ours in the list, and without only where LAMMPS alone is built.
set(GRIST_REGISTERED_FILES atom atom_vec_body force input lammps modify neighbor output)

# Adds LAMMPS as a subdirectory, untouched: its own library 'lammps', with the packages that Grist needs.
macro(grist_add_lammps)
  foreach(package ${GRIST_PACKAGES})
    set(PKG_${package} ON CACHE BOOL "LAMMPS package that Grist uses" FORCE)
  endforeach()
  if(IS_DIRECTORY ${GRIST_LAMMPS_TREE}/src/GRAPHICS)
    set(PKG_GRAPHICS ON CACHE BOOL "dump image, in newer versions" FORCE)
  endif()
  set(BUILD_MPI ON CACHE BOOL "Grist runs under MPI" FORCE)
  set(BUILD_OMP OFF CACHE BOOL "Grist runs MPI ranks, not threads")
  set(WITH_CURL OFF CACHE BOOL "not needed")
  set(CMAKE_TUNE_FLAGS "" CACHE STRING "LAMMPS is tuned by GRIST_NATIVE, as Grist is")
  set(LAMMPS_SIZES smallbig CACHE STRING "LAMMPS integer sizes")
  string(TOUPPER ${LAMMPS_SIZES} GRIST_LAMMPS_SIZES)
  set(GRIST_LAMMPS_OPENMP ${BUILD_OMP})
  set(GRIST_LAMMPS_LOADS_PLUGINS ON)

  # Without its rules of installation (GristInstall.cmake has ours) and without its own program.
  add_subdirectory(${GRIST_LAMMPS_TREE}/cmake ${CMAKE_BINARY_DIR}/lammps EXCLUDE_FROM_ALL)
  set_target_properties(lmp PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lammps)
  list(TRANSFORM GRIST_REGISTERED_FILES REPLACE "(.+)" "${GRIST_LAMMPS_TREE}/src/\\1.cpp" OUTPUT_VARIABLE GRIST_REGISTERED_SOURCES)
  get_target_property(sources lammps SOURCES)
  list(REMOVE_ITEM sources ${GRIST_REGISTERED_SOURCES})
  set_property(TARGET lammps PROPERTY SOURCES ${sources})
  grist_units_of_lammps()
  get_target_property(sources lammps SOURCES)
  grist_optimise_steps(lammps ${sources})
  grist_precompile(lammps OF_LAMMPS)
endmacro()

# Files of LAMMPS, by the begins of their names, that work in each step. The others, which read input and write output, are compiled with -O1: that
# takes two thirds of the time.
set(GRIST_LAMMPS_STEP "^(atom|body|bond|comm[_.]|domain|each_step|fix|gran|grid|irregular|modify|my_|n|pair|region|tabular|verlet)")

function(grist_optimise_steps target)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    return()
  endif()
  foreach(source ${ARGN})
    get_filename_component(name ${source} NAME)
    if(name MATCHES "[.]cpp$" AND NOT name MATCHES "${GRIST_LAMMPS_STEP}")
      set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS -O1)
    endif()
  endforeach()
endfunction()

# LAMMPS with our styles in it, 'grist_lammps' to link with.
function(grist_add_registered target)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${GRIST_REGISTERED_SOURCES})
  grist_optimise_steps(${target} ${GRIST_REGISTERED_SOURCES})
  target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:lammps,INCLUDE_DIRECTORIES>)
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:lammps,COMPILE_DEFINITIONS>)
  target_link_libraries(${target} PRIVATE MPI::MPI_CXX)
  if(TARGET gitversion)
    add_dependencies(${target} gitversion) # lammps.cpp includes the header that it writes
  endif()
endfunction()

function(grist_add_builtin)
  grist_add_registered(grist_registered)
  target_include_directories(grist_registered BEFORE PRIVATE ${GRIST_STYLE_LISTS})
  target_link_libraries(grist_registered PRIVATE grist_lammps_headers)

  add_executable(grist_lmp ${GRIST_LAMMPS_TREE}/src/main.cpp)
  set_target_properties(grist_lmp PROPERTIES OUTPUT_NAME lmp RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR} ENABLE_EXPORTS ON)
  add_library(grist_lammps INTERFACE)
  target_sources(grist_lammps INTERFACE $<TARGET_OBJECTS:grist_registered> $<TARGET_OBJECTS:grist_styles>)
  target_link_libraries(grist_lammps INTERFACE lammps grist_core grist_vtk grist_lammps_headers)
  target_link_libraries(grist_lmp PRIVATE grist_lammps)
endfunction()

# LAMMPS alone, of the same objects, as a shared library and a program: what the plugin is tested with.
function(grist_add_stock_lammps)
  set(folder ${CMAKE_BINARY_DIR}/stock)
  grist_add_registered(grist_unregistered)
  add_library(grist_stock SHARED EXCLUDE_FROM_ALL $<TARGET_OBJECTS:lammps> $<TARGET_OBJECTS:grist_unregistered>)
  target_link_libraries(grist_stock PRIVATE lammps)
  set_target_properties(grist_stock PROPERTIES OUTPUT_NAME lammps LINKER_LANGUAGE CXX LIBRARY_OUTPUT_DIRECTORY ${folder})
  add_executable(grist_stock_lmp EXCLUDE_FROM_ALL ${GRIST_LAMMPS_TREE}/src/main.cpp)
  set_target_properties(grist_stock_lmp PROPERTIES OUTPUT_NAME lmp RUNTIME_OUTPUT_DIRECTORY ${folder})
  target_link_libraries(grist_stock_lmp PRIVATE grist_lammps_headers grist_stock)
endfunction()

# An installed library of LAMMPS, GRIST_LAMMPS_LIBRARY, of the version whose source gives the headers. What its headers depend on is
# read from the texts in it: version, sizes of integers, OpenMP.
macro(grist_use_lammps)
  if(NOT EXISTS ${GRIST_LAMMPS_LIBRARY})
    message(FATAL_ERROR "GRIST_LAMMPS_LIBRARY: there is no file ${GRIST_LAMMPS_LIBRARY}.")
  endif()
  grist_check_library(${GRIST_LAMMPS_LIBRARY})
  add_library(grist_stock SHARED IMPORTED)
  set_target_properties(grist_stock PROPERTIES IMPORTED_LOCATION ${GRIST_LAMMPS_LIBRARY})
endmacro()

function(grist_check_library library)
  set(version ${GRIST_LAMMPS_PLAIN_VERSION})
  file(STRINGS ${library} found REGEX "^${version}$")
  if(NOT found)
    message(FATAL_ERROR "GRIST_LAMMPS_LIBRARY: ${library} is not LAMMPS ${version}, whose headers are in ${GRIST_LAMMPS_TREE} (give the source of the same version with GRIST_LAMMPS_DIR).")
  endif()
  file(STRINGS ${library} sizes REGEX "^-DLAMMPS_(SMALLBIG|BIGBIG|SMALLSMALL)$")
  list(REMOVE_DUPLICATES sizes)
  string(REPLACE "-DLAMMPS_" "" sizes "${sizes}")
  file(STRINGS ${library} openmp_library REGEX "^lib[a-z]*omp[0-9]*\\.so")
  set(openmp OFF)
  if(openmp_library)
    set(openmp ON)
  endif()
  message(STATUS "LAMMPS ${version} (${sizes}, OpenMP ${openmp}) in ${library}")
  file(STRINGS ${library} loads_plugins REGEX "^lammpsplugin_init$")
  set(GRIST_LAMMPS_LOADS_PLUGINS "${loads_plugins}" PARENT_SCOPE) # it has the command 'plugin'
  set(GRIST_LAMMPS_SIZES ${sizes} PARENT_SCOPE)
  set(GRIST_LAMMPS_OPENMP ${openmp} PARENT_SCOPE)
endfunction()
