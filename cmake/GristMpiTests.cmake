# grist_mpi_test(program ranks label [arguments]): runs a test program under mpirun; on one rank in two halves, for two cores.
#
# More ranks than cores are allowed (for correctness, never for timing), and so is root: CI machines and
# containers often run as root. Open MPI takes both from its environment, MPICH needs neither; that ranks in excess give way to
# each other while they wait is an Open MPI setting, and unittest/testing/patient_mpi.cpp for MPICH. New memory is filled with a pattern where the C
# library is glibc: what nobody has set is no lucky zero.

function(grist_mpi_test program ranks label)
  set(most_seconds 900)
  if(GRIST_SANITIZE)
    set(most_seconds 3600)
  endif()
  set(halves 0)
  if(ranks EQUAL 1)
    set(halves 0 1)
  endif()
  foreach(half ${halves})
    set(name ${program}_np${ranks})
    set(shards)
    if(ranks EQUAL 1)
      string(APPEND name _half${half})
      set(shards "GTEST_TOTAL_SHARDS=2;GTEST_SHARD_INDEX=${half};")
    endif()
    add_test(NAME ${name}
      COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS}
              $<TARGET_FILE:${program}> ${MPIEXEC_POSTFLAGS} ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS ${label} PROCESSORS ${ranks} TIMEOUT ${most_seconds}
      ENVIRONMENT "${shards}OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_rmaps_base_oversubscribe=1;PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe;OMPI_MCA_hwloc_base_binding_policy=none;OMPI_MCA_mpi_yield_when_idle=1;MALLOC_PERTURB_=165;ASAN_OPTIONS=detect_leaks=0")
  endforeach()
endfunction()
