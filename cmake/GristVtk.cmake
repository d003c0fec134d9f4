# Files for ParaView are written by VTK's own writers (dump paraview). They stand apart in a library
# of one source file, so that LAMMPS and the styles are compiled the same with VTK and without. Without it the styles say what to install.

option(GRIST_VTK "Compile dump paraview with VTK, where it is installed" ON)

set(GRIST_VTK_SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/src/styles/output/vtk_text.cpp)

option(GRIST_VTK_COMES "VTK is being installed beside a first build, which compiles the rest until it is configured again without this" OFF)

if(GRIST_VTK AND NOT GRIST_VTK_COMES)
  find_package(VTK 9 QUIET COMPONENTS CommonCore CommonDataModel CommonExecutionModel IOCore IOXML IOXMLParser)
endif()
if(GRIST_VTK_COMES)
  message(STATUS "dump paraview: VTK is being installed")
elseif(GRIST_VTK AND VTK_FOUND)
  message(STATUS "dump paraview: VTK ${VTK_VERSION}")
else()
  message(STATUS "dump paraview: without VTK (on Debian: libvtk9-dev)")
endif()

# Links VTK where it is installed, and defines GRIST_VTK.
function(grist_link_vtk target)
  if(GRIST_VTK AND NOT GRIST_VTK_COMES AND VTK_FOUND)
    target_compile_definitions(${target} PRIVATE GRIST_VTK)
    target_link_libraries(${target} PRIVATE ${VTK_LIBRARIES})
  endif()
endfunction()

function(grist_add_vtk)
  add_library(grist_vtk STATIC ${GRIST_VTK_SOURCE})
  target_link_libraries(grist_vtk PRIVATE grist_lammps_headers)
  target_compile_options(grist_vtk PRIVATE ${GRIST_WARNINGS})
  grist_link_vtk(grist_vtk)
endfunction()
