# What 'cmake --install' copies, and the Debian package made of it.
#
#   bin/lmp, bin/grist          the program; runs and reports of the installed examples
#   bin/lmp_grist, lib/grist    instead of bin/lmp where GRIST_LAMMPS_LIBRARY is given: the plugin, and the program that loads it
#   lib/libgrist_core.a         the core, with include/grist and lib/cmake/Grist: find_package(Grist), target Grist::core
#   lib/grist/python/lammps     LAMMPS' Python module, with the shared library beside it
#   share/grist                 examples, published cases, scripts, documentation, licenses, syntax files for editors
#
# No file names the folder it is installed in, so that the whole can be moved. LAMMPS' own rules, which add potentials and
# scripts for a shell with full paths, are left out.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(GRIST_SHARE ${CMAKE_INSTALL_DATADIR}/grist)

function(grist_install_core)
  install(TARGETS grist_core EXPORT Grist ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  foreach(room ${GRIST_CORE_ROOMS})
    install(DIRECTORY src/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/grist FILES_MATCHING PATTERN "*.h" PATTERN munjiza EXCLUDE
      PATTERN eigen_space.h EXCLUDE PATTERN cluster_matrices.h EXCLUDE) # headers of sources
  endforeach()
  install(DIRECTORY src/search/munjiza DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/grist/search FILES_MATCHING PATTERN "*.h")

  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/Grist)
  configure_package_config_file(cmake/GristConfig.cmake.in ${PROJECT_BINARY_DIR}/cmake/GristConfig.cmake
    INSTALL_DESTINATION ${folder} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/GristConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/GristConfig.cmake ${PROJECT_BINARY_DIR}/cmake/GristConfigVersion.cmake
    DESTINATION ${folder})
  install(EXPORT Grist NAMESPACE Grist:: FILE GristTargets.cmake DESTINATION ${folder})
endfunction()

# LAMMPS with Grist in it. Libraries in folders that the loader does not know, such as an MPI of one's own, stay on the run path.
function(grist_install_lammps)
  set_target_properties(grist_lmp PROPERTIES INSTALL_RPATH_USE_LINK_PATH TRUE)
  install(TARGETS grist_lmp RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(EXISTS ${GRIST_LAMMPS_TREE}/doc/lammps.1)
    install(FILES ${GRIST_LAMMPS_TREE}/doc/lammps.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME lmp.1)
  endif()
  install(FILES ${GRIST_LAMMPS_TREE}/LICENSE DESTINATION ${GRIST_SHARE}/licenses RENAME LAMMPS)
endfunction()

# The plugin, with links: one where the system looks for libraries, so that `plugin load gristplugin.so` finds it, and one to the program.
function(grist_install_link target link)
  install(CODE "
    set(link \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${link}\")
    get_filename_component(folder \"\${link}\" DIRECTORY)
    file(MAKE_DIRECTORY \"\${folder}\")
    file(REMOVE \"\${link}\")
    file(RELATIVE_PATH target \"/${link}/..\" \"/${target}\")
    file(CREATE_LINK \"\${target}\" \"\${link}\" SYMBOLIC)")
endfunction()

function(grist_install_plugin)
  set(folder ${CMAKE_INSTALL_LIBDIR}/grist)
  install(TARGETS grist_plugin grist_plugin_styles LIBRARY DESTINATION ${folder})
  install(PROGRAMS ${PROJECT_BINARY_DIR}/plugin/lmp_grist DESTINATION ${folder})
  install(TARGETS grist_plugin_lmp RUNTIME DESTINATION ${folder} OPTIONAL)
  grist_install_link(${folder}/gristplugin.so ${CMAKE_INSTALL_LIBDIR}/gristplugin.so)
  grist_install_link(${folder}/lmp_grist ${CMAKE_INSTALL_BINDIR}/lmp_grist)
  file(WRITE ${PROJECT_BINARY_DIR}/plugin_folder "${folder}\n") # from the prefix
  install(FILES ${PROJECT_BINARY_DIR}/plugin_folder DESTINATION ${GRIST_SHARE})
endfunction()

# The command grist, examples, published cases, scripts, documentation.
function(grist_install_tools)
  install(PROGRAMS grist DESTINATION ${GRIST_SHARE})
  grist_install_link(${GRIST_SHARE}/grist ${CMAKE_INSTALL_BINDIR}/grist)
  file(WRITE ${PROJECT_BINARY_DIR}/launcher "${MPIEXEC_EXECUTABLE}\n") # which of several MPI the program was built with
  install(FILES ${PROJECT_BINARY_DIR}/launcher README.md CHANGELOG.md CITATION.cff DESTINATION ${GRIST_SHARE})
  install(DIRECTORY examples validation scripts doc DESTINATION ${GRIST_SHARE} USE_SOURCE_PERMISSIONS
    PATTERN __pycache__ EXCLUDE PATTERN site EXCLUDE PATTERN develop EXCLUDE) # what needs the source
  install(FILES LICENSE DESTINATION ${GRIST_SHARE}/licenses RENAME Grist)
  grist_install_editors()
endfunction()

# Colors of input scripts: LAMMPS' own files for vim and Kate, with Grist's commands added.
function(grist_install_editors)
  set(tools ${GRIST_LAMMPS_TREE}/tools)
  set(folder ${PROJECT_BINARY_DIR}/editors)
  if(NOT EXISTS ${tools}/vim/lammps.vim OR NOT EXISTS ${tools}/kate/lammps.xml)
    return()
  endif()
  list(TRANSFORM GRIST_COMMANDS REPLACE ".*/" "" OUTPUT_VARIABLE commands)
  list(JOIN commands " " words)
  file(WRITE ${folder}/vim/after/syntax/lammps.vim "\" Grist's commands\nsyn keyword lammpsLattice ${words}\n")
  file(READ ${tools}/kate/lammps.xml kate)
  list(JOIN commands "</item>\n    <item>" items)
  string(REPLACE "<item>atom_modify</item>" "<item>atom_modify</item>\n    <item>${items}</item>" kate "${kate}")
  file(WRITE ${folder}/kate/lammps.xml "${kate}")

  install(DIRECTORY ${folder}/ DESTINATION ${GRIST_SHARE}/editors)
  install(FILES ${tools}/vim/lammps.vim DESTINATION ${GRIST_SHARE}/editors/vim/syntax)
  install(FILES ${tools}/vim/filetype.vim DESTINATION ${GRIST_SHARE}/editors/vim/ftdetect RENAME lammps.vim)
endfunction()

# LAMMPS as a shared library for Python, of the objects that lmp is made of: nothing is compiled a second time. LAMMPS' module
# looks for the library in its own folder first, so that the folder python of a build or an installation is all that Python needs.
function(grist_add_python)
  set(folder ${PROJECT_BINARY_DIR}/python/lammps)
  add_library(grist_python SHARED $<TARGET_OBJECTS:lammps>)
  target_link_libraries(grist_python PRIVATE grist_lammps)
  set_target_properties(grist_python PROPERTIES OUTPUT_NAME lammps LINKER_LANGUAGE CXX
    LIBRARY_OUTPUT_DIRECTORY ${folder} INSTALL_RPATH_USE_LINK_PATH TRUE)
  add_custom_command(TARGET grist_python POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${GRIST_LAMMPS_TREE}/python/lammps ${folder})
  set(installed ${CMAKE_INSTALL_LIBDIR}/grist/python)
  install(TARGETS grist_python LIBRARY DESTINATION ${installed}/lammps)
  install(DIRECTORY ${GRIST_LAMMPS_TREE}/python/lammps DESTINATION ${installed} PATTERN __pycache__ EXCLUDE)
endfunction()
