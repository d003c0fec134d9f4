# Compiler settings that hold for Grist and for LAMMPS alike, so that both sides of a comparison are built
# the same way.

if(GRIST_NATIVE)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-march=native GRIST_HAS_MARCH_NATIVE)
  if(GRIST_HAS_MARCH_NATIVE)
    add_compile_options(-march=native)
  endif()
endif()

# Null pointers and sizes of objects are AddressSanitizer's, too; 'vptr' is left out because it doubles the code.
if(GRIST_SANITIZE)
  set(GRIST_SANITIZERS -fsanitize=address,undefined -fno-sanitize=null,object-size,vptr)
  add_compile_options(${GRIST_SANITIZERS} -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(${GRIST_SANITIZERS})
endif()

# Warnings for our own sources only; LAMMPS's are not ours to judge.
set(GRIST_WARNINGS -Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND GRIST_WARNINGS -Wno-maybe-uninitialized) # it finds some in its own vector intrinsics and in Eigen
endif()

# Vectors of lanes are wider than what plain x86-64 hands over in registers; they never leave a source file.
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  list(APPEND GRIST_WARNINGS -Wno-psabi)
endif()
if(GRIST_WERROR)
  list(APPEND GRIST_WARNINGS -Werror)
endif()

# Compiler cache, when there is one: a second build folder or clone then costs seconds. Paths below the source tree are made relative,
# so that objects of one clone serve another; the folder in debug information is that of the clone that compiled them first.
#
# Depend mode takes what a file includes from the compiler's own list, so that no file is preprocessed apart. Settings go by the environment, the
# only way that all versions of ccache read. Precompiled headers need a script besides.
find_program(GRIST_CCACHE ccache)
find_program(GRIST_ENV env)
if(GRIST_CCACHE AND GRIST_ENV AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  execute_process(COMMAND ${GRIST_CCACHE} --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "ccache version ([0-9.]+)" AND CMAKE_MATCH_1 VERSION_LESS 3.7)
    message(STATUS "ccache ${CMAKE_MATCH_1} has no depend mode (3.7 has): it preprocesses each file, which takes a third more time")
  endif()
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GRIST_ENV} CCACHE_BASEDIR=${CMAKE_CURRENT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
    CCACHE_SLOPPINESS=pch_defines,time_macros)
  set(GRIST_PCH_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER} CCACHE_PCH_EXTSUM=1 ${CMAKE_CURRENT_SOURCE_DIR}/cmake/ccache.sh ${GRIST_CCACHE})
  list(APPEND CMAKE_CXX_COMPILER_LAUNCHER ${GRIST_CCACHE})
endif()

# A sample is compiled and tested where both are slow: every GRIST_TESTS_ONE_IN-th element of a list, from GRIST_TESTS_FIRST on.
set(GRIST_TESTS_ONE_IN 1 CACHE STRING "Compile and test every how many-th room")
set(GRIST_TESTS_FIRST 0 CACHE STRING "From which on, counted from 0")
function(grist_sample list)
  set(number 0)
  set(drawn)
  foreach(element ${${list}})
    math(EXPR place "(${number} - ${GRIST_TESTS_FIRST}) % ${GRIST_TESTS_ONE_IN}")
    math(EXPR number "${number} + 1")
    if(place EQUAL 0)
      list(APPEND drawn ${element})
    endif()
  endforeach()
  if(NOT drawn AND number GREATER 0) # at least one
    math(EXPR place "${GRIST_TESTS_FIRST} % ${number}")
    list(GET ${list} ${place} drawn)
  endif()
  set(${list} ${drawn} PARENT_SCOPE)
endfunction()

# A misspelt -D GRIST_... is an error: CMake itself takes any name. Entries of the cache that nothing has declared have no type. What only
# some builds declare, or what is given without a declaration, is named here.
set(GRIST_OTHER_OPTIONS GRIST_TEST_ROOMS GRIST_VTK GRIST_PRECOMPILED)
function(grist_refuse_unknown_options)
  get_property(names DIRECTORY PROPERTY CACHE_VARIABLES)
  set(known ${names} ${GRIST_OTHER_OPTIONS})
  set(unknown)
  foreach(name ${names})
    get_property(type CACHE ${name} PROPERTY TYPE)
    get_property(value CACHE ${name} PROPERTY VALUE)
    string(TOUPPER "${value}" value_upper)
    if(name MATCHES "^GRIST_" AND type STREQUAL "BOOL" AND NOT value_upper MATCHES "^(ON|OFF|TRUE|FALSE|YES|NO|Y|N|0|1)$")
      unset(${name} CACHE)
      message(FATAL_ERROR "${name}: ${value} (expected ON or OFF)")
    endif()
    if(name MATCHES "^GRIST_" AND type STREQUAL "UNINITIALIZED" AND NOT name IN_LIST GRIST_OTHER_OPTIONS)
      list(APPEND unknown ${name})
      unset(${name} CACHE)
    endif()
  endforeach()
  if(unknown)
    list(FILTER known INCLUDE REGEX "^GRIST_")
    list(FILTER known EXCLUDE REGEX "^GRIST_(CCACHE|ENV|HAS_.*|SYSTEM_.*)$")
    list(REMOVE_ITEM known ${unknown})
    list(REMOVE_DUPLICATES known)
    list(SORT known)
    list(JOIN known ", " known)
    list(JOIN unknown ", " unknown)
    message(FATAL_ERROR "No option ${unknown} (the options are ${known})")
  endif()
endfunction()
