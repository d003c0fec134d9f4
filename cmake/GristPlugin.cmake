# Grist as a plugin for a LAMMPS that is there already: two files that belong together.
#
#   gristplugin.so      the loader: what `plugin load` opens. It compares the LAMMPS that runs with the one that the styles were compiled for.
#   libgriststyles.so   the styles and the core. It stays in memory until the program ends.
#   lmp_grist           starts the lmp of the system, or that beside it, with the plugin in it
#   lmp                 in packages: the main program of LAMMPS, for its library. Debian's package lammps with its lmp brings 130 MB more.

function(grist_add_plugin)
  set(folder ${CMAKE_BINARY_DIR}/plugin)
  file(GLOB sources CONFIGURE_DEPENDS ${GRIST_STYLES}/plugin/*.cpp)
  set(loader ${GRIST_STYLES}/plugin/plugin_loader.cpp)
  list(REMOVE_ITEM sources ${loader})

  add_library(grist_plugin_styles SHARED ${sources} ${GRIST_TAKEN_STYLES})
  target_include_directories(grist_plugin_styles PRIVATE ${GRIST_STYLE_LISTS})
  target_compile_definitions(grist_plugin_styles PRIVATE GRIST_VERSION="${PROJECT_VERSION}")
  target_compile_options(grist_plugin_styles PRIVATE ${GRIST_STYLE_OPTIONS})
  # All of the core, as the tests of the styles link this library; our own functions are called directly, not by the table of symbols.
  set(core $<TARGET_FILE:grist_core>)
  if(GRIST_CORE_LIBRARY) # of another build: what sanitizers do to kernels takes minutes
    set(core ${GRIST_CORE_LIBRARY})
  else()
    add_dependencies(grist_plugin_styles grist_core)
  endif()
  target_link_libraries(grist_plugin_styles PRIVATE grist_styles grist_vtk PUBLIC grist_lammps_headers)
  target_link_options(grist_plugin_styles PRIVATE -Wl,--whole-archive,${core},--no-whole-archive -Wl,-z,nodelete -Wl,-Bsymbolic-functions)
  set_target_properties(grist_plugin_styles PROPERTIES LINK_DEPENDS ${core})
  if(GRIST_LAMMPS_LIBRARY)
    target_link_libraries(grist_plugin_styles PRIVATE grist_stock)
  endif()
  set_target_properties(grist_plugin_styles PROPERTIES OUTPUT_NAME griststyles LIBRARY_OUTPUT_DIRECTORY ${folder})

  add_library(grist_plugin SHARED ${loader})
  grist_loader_settings()
  target_include_directories(grist_plugin PRIVATE ${PROJECT_SOURCE_DIR}/src ${GRIST_LAMMPS_TREE}/src ${MPI_CXX_INCLUDE_DIRS})
  target_compile_options(grist_plugin PRIVATE ${GRIST_WARNINGS})
  target_link_libraries(grist_plugin PRIVATE ${CMAKE_DL_LIBS})
  set_target_properties(grist_plugin PROPERTIES PREFIX "" OUTPUT_NAME gristplugin SUFFIX ".so"
    LIBRARY_OUTPUT_DIRECTORY ${folder} CXX_VISIBILITY_PRESET hidden)
  add_dependencies(grist_plugin grist_plugin_styles)
  find_program(GRIST_SYSTEM_LMP lmp)
  if(NOT GRIST_SYSTEM_LMP)
    set(GRIST_SYSTEM_LMP lmp)
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/lmp_grist.in ${folder}/lmp_grist @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

  if(GRIST_LAMMPS_LIBRARY)
    add_executable(grist_plugin_lmp EXCLUDE_FROM_ALL ${GRIST_LAMMPS_TREE}/src/main.cpp)
    set_target_properties(grist_plugin_lmp PROPERTIES OUTPUT_NAME lmp RUNTIME_OUTPUT_DIRECTORY ${folder} INSTALL_RPATH_USE_LINK_PATH TRUE)
    target_link_libraries(grist_plugin_lmp PRIVATE grist_lammps_headers grist_stock)
  endif()
endfunction()

# What the loader compares with the LAMMPS that runs.
function(grist_loader_settings)
  set(openmp 0)
  if(GRIST_LAMMPS_OPENMP)
    set(openmp 1)
  endif()
  target_compile_definitions(grist_plugin PRIVATE LAMMPS_${GRIST_LAMMPS_SIZES}
    GRIST_LAMMPS_NUMBER=${GRIST_LAMMPS_VERSION} GRIST_LAMMPS_OPENMP=${openmp} OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
endfunction()
