# Grist's styles: one list of headers, from which both builds are made.
#
# The kind of a style follows from the name of its header, as in LAMMPS: fix_breakage.h is a FIX. Headers without a style
# (helpers such as lammps_compat.h) match no prefix. A command has no prefix in LAMMPS, so commands are named here.
#
#   grist_styles     the styles as objects, compiled once for both builds
#   style_KIND.h     in styles/ of the build folder, our styles before LAMMPS' own: read by those files of LAMMPS that know the styles
#   grist_style_KIND.h  beside them, our styles alone: read by the plugin

set(GRIST_STYLES ${CMAKE_CURRENT_SOURCE_DIR}/src/styles)
set(GRIST_STYLE_LISTS ${CMAKE_BINARY_DIR}/styles)
set(GRIST_COMMANDS parcels/coarse files/grist packings/cluster_template particles/particle_mix particles/create_polyhedra blocks/create_blocks
  search/neighbor_style meshes/write_mesh output/write_shapes)
set(GRIST_STYLE_KINDS atom body bond command compute dump fix nbin npair nstencil pair)

# The headers of one kind, by their paths from src/.
function(grist_style_headers kind out)
  if(kind STREQUAL command)
    list(TRANSFORM GRIST_COMMANDS REPLACE "(.+)" "styles/\\1.h" OUTPUT_VARIABLE headers)
  else()
    set(prefix ${kind})
    if(kind STREQUAL atom)
      set(prefix atom_vec)
    endif()
    file(GLOB headers RELATIVE ${PROJECT_SOURCE_DIR}/src CONFIGURE_DEPENDS ${GRIST_STYLES}/*/${prefix}_*.h)
  endif()
  set(${out} ${headers} PARENT_SCOPE)
endfunction()

function(grist_write_style_lists)
  foreach(kind ${GRIST_STYLE_KINDS})
    grist_style_headers(${kind} headers)
    list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"\n")
    list(JOIN headers "" ours)
    grist_write(${GRIST_STYLE_LISTS}/grist_style_${kind}.h "${ours}")
    if(EXISTS ${CMAKE_BINARY_DIR}/lammps/styles/style_${kind}.h)
      file(READ ${CMAKE_BINARY_DIR}/lammps/styles/style_${kind}.h theirs)
      grist_write(${GRIST_STYLE_LISTS}/style_${kind}.h "${ours}${theirs}")
    endif()
  endforeach()
endfunction()

# LAMMPS' virtual functions leave arguments unused by design.
set(GRIST_STYLE_OPTIONS ${GRIST_WARNINGS} -Wno-unused-parameter)

function(grist_add_styles)
  file(GLOB sources CONFIGURE_DEPENDS ${GRIST_STYLES}/*/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/styles/plugin/")
  list(REMOVE_ITEM sources ${GRIST_VTK_SOURCE})
  set_source_files_properties(${GRIST_STYLES}/files/grist.cpp PROPERTIES COMPILE_DEFINITIONS GRIST_VERSION="${PROJECT_VERSION}")
  grist_units(styles ${PROJECT_SOURCE_DIR}/src sources units)
  grist_take_objects(grist_styles units taken)
  set(GRIST_TAKEN_STYLES ${taken} PARENT_SCOPE) # for what links grist_styles
  add_library(grist_styles OBJECT ${units})
  target_link_libraries(grist_styles PRIVATE grist_lammps_headers)
  target_compile_options(grist_styles PRIVATE ${GRIST_STYLE_OPTIONS})
  grist_precompile(grist_styles CORE LAMMPS)
endfunction()
