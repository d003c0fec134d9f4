# How our styles get into LAMMPS: their headers are appended to LAMMPS's global properties, one a style kind,
# before LAMMPS is added; LAMMPS then writes them into its own style_*.h. Their sources join the library target.
#
# The kind follows from the file name, as in LAMMPS: fix_breakage.h is a FIX. Headers that hold no style
# (helpers such as lammps_compat.h) match no prefix. A command has no prefix in LAMMPS, so commands are named here.
# LAMMPS includes a style's header by its base name alone: base names are unique, and every room is on its include path.

set(GRIST_COMMANDS clusters/cluster_template feeds/particle_mix polyhedra/create_polyhedra search/neighbor_style meshes/write_mesh output/write_shapes)

function(grist_register_styles folder)
  foreach(kind ATOM_VEC BOND COMPUTE DUMP FIX PAIR NBIN NSTENCIL NPAIR BODY REGION)
    string(TOLOWER ${kind} prefix)
    file(GLOB headers CONFIGURE_DEPENDS ${folder}/*/${prefix}_*.h)
    foreach(header ${headers})
      set_property(GLOBAL APPEND PROPERTY ${kind} ${header})
    endforeach()
  endforeach()
  foreach(command ${GRIST_COMMANDS})
    set_property(GLOBAL APPEND PROPERTY COMMAND ${folder}/${command}.h)
  endforeach()
endfunction()

function(grist_add_style_sources folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*/*.cpp)
  list(REMOVE_ITEM sources ${GRIST_VTK_SOURCE})
  file(GLOB rooms LIST_DIRECTORIES TRUE CONFIGURE_DEPENDS ${folder}/*)
  list(FILTER rooms EXCLUDE REGEX "\\.md$")
  # LAMMPS's virtual functions leave arguments unused by design.
  set_source_files_properties(${sources} TARGET_DIRECTORY lammps
    PROPERTIES COMPILE_OPTIONS "${GRIST_WARNINGS};-Wno-unused-parameter;${GRIST_STYLE_SANITIZERS}")
  target_sources(lammps PRIVATE ${sources})
  target_include_directories(lammps PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src ${rooms})
  target_link_libraries(lammps PRIVATE grist_core grist_vtk)
endfunction()
