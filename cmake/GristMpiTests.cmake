# Tests under mpirun.
#
#   grist_mpi_test(program ranks label [arguments])   a test program; on one rank in two halves, for two cores; on 4 ranks a fifth of its tests,
#                                                     drawn anew each time, where there are fewer cores: all take 15 minutes on two cores
#   grist_mpi_suites(program files)                   each of its suites by itself on 1, 2 and 4 ranks: ctest -C suites -R NAME
#
# More ranks than cores are allowed (for correctness, never for timing), and so is root: CI machines and
# containers often run as root. Open MPI takes both from its environment, MPICH needs neither; that ranks in excess give way to
# each other while they wait is an Open MPI setting, and unittest/testing/patient_mpi.cpp for MPICH. New memory is filled with a pattern where the C
# library is glibc: memory that was not set does not happen to be zero. Their time limit is that of ctest (--timeout), which ./grist test
# sets by the speed of the machine.

# A program that is started alone begins no daemon of Open MPI, which takes a second.
set(GRIST_RUN_ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0;OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_rmaps_base_oversubscribe=1;OMPI_MCA_ess_singleton_isolated=1")

# Memory that a test gives back stays with the program for the next test: to fetch new pages from the system takes a sixth of the time.
set(GRIST_MEMORY_ENVIRONMENT "MALLOC_PERTURB_=165;MALLOC_TOP_PAD_=268435456;MALLOC_TRIM_THRESHOLD_=1073741824;MALLOC_MMAP_THRESHOLD_=33554432")
set(GRIST_MPI_ENVIRONMENT "${GRIST_RUN_ENVIRONMENT};${GRIST_MEMORY_ENVIRONMENT};PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe;OMPI_MCA_hwloc_base_binding_policy=none")

cmake_host_system_information(RESULT GRIST_CORES QUERY NUMBER_OF_LOGICAL_CORES)

# OPTIONS: of add_test. ENVIRONMENT: besides that of all.
function(grist_add_mpi_test name program ranks)
  cmake_parse_arguments(PARSE_ARGV 3 given "" LABEL "OPTIONS;ARGUMENTS;ENVIRONMENT")
  add_test(NAME ${name}
    COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS}
            $<TARGET_FILE:${program}> ${MPIEXEC_POSTFLAGS} ${given_ARGUMENTS}
    ${given_OPTIONS})
  set(environment ${given_ENVIRONMENT} ${GRIST_MPI_ENVIRONMENT})
  if(ranks GREATER GRIST_CORES) # to give way costs an eighth of the time where each rank has a core
    list(APPEND environment OMPI_MCA_mpi_yield_when_idle=1)
  endif()
  if(ranks EQUAL 2) # another pattern
    list(TRANSFORM environment REPLACE "MALLOC_PERTURB_=165" "MALLOC_PERTURB_=90")
  endif()
  set_tests_properties(${name} PROPERTIES LABELS ${given_LABEL} PROCESSORS ${ranks}
    ENVIRONMENT "${environment}")
endfunction()

function(grist_mpi_test program ranks label)
  if(NOT ranks EQUAL 1)
    set(sample)
    if(ranks EQUAL 4 AND GRIST_CORES LESS 4)
      set(sample --one-in 5)
    endif()
    grist_add_mpi_test(${program}_np${ranks} ${program} ${ranks} LABEL ${label} ARGUMENTS ${sample} ${ARGN})
    return()
  endif()
  foreach(half 0 1)
    grist_add_mpi_test(${program}_np1_half${half} ${program} 1 LABEL ${label}
      ENVIRONMENT GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=${half} ARGUMENTS ${ARGN})
  endforeach()
endfunction()

function(grist_mpi_suites program)
  set(suites)
  foreach(file ${ARGN})
    file(STRINGS ${file} lines REGEX "^TEST(_F|_P)?\\([A-Za-z0-9]+,")
    list(TRANSFORM lines REPLACE "^TEST[_FP]*\\(([A-Za-z0-9]+),.*" "\\1")
    list(APPEND suites ${lines})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  list(REMOVE_DUPLICATES suites)
  foreach(suite ${suites})
    foreach(ranks 1 2 4)
      grist_add_mpi_test(${suite}_np${ranks} ${program} ${ranks} LABEL suite OPTIONS CONFIGURATIONS suites
        ARGUMENTS "--gtest_filter=${suite}.*:*/${suite}.*")
    endforeach()
  endforeach()
endfunction()
