# The Debian package: 'cpack' in a build folder, or './grist package'. Its libraries are those of the Debian that it is built on,
# so each release of Debian has its own package, named by it: grist_0.2.0-1~deb12_amd64.deb. 'apt install' of a package takes most of its time for
# what it depends on or recommends, so that both are as short as the demo allows.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME grist)
set(CPACK_PACKAGE_CONTACT "The Grist developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "LAMMPS with breakable bonded clusters and convex polyhedra")
set(CPACK_PACKAGE_DESCRIPTION
  "LAMMPS for grinding, hopper and silo work: spheres, bonded clusters that break, rigid convex polyhedra, walls from STL files, feeds,
 outflow and energy balance. With examples, their evaluation, the Python module and the core as a C++ library.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

# Which release of which distribution, as Debian's backports write it: ~deb12.
set(release unknown)
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release lines REGEX "^(ID|VERSION_ID)=")
  foreach(line ${lines})
    string(REGEX REPLACE "^([A-Z_]+)=\"?([^\"]*)\"?$" "\\1;\\2" pair "${line}")
    list(GET pair 0 name)
    list(GET pair 1 os_${name})
  endforeach()
  string(REPLACE debian deb release "${os_ID}${os_VERSION_ID}")
endif()
set(CPACK_DEBIAN_PACKAGE_RELEASE 1~${release})
if(release MATCHES "^deb[0-9]+$") # another release rejects it with one sentence
  set(CPACK_GRIST_DEBIAN ${os_VERSION_ID})
  set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_release.cmake)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/debian_preinst.in ${PROJECT_BINARY_DIR}/debian/preinst @ONLY)
  set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/preinst)
  set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
endif()

# mpirun, and with Open MPI what a run on one process starts, are in a package that no library asks for.
set(launcher openmpi-bin)
if("${MPI_CXX_LIBRARIES}" MATCHES mpich)
  set(launcher mpich)
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS ${launcher}) # the libraries are found by themselves
# Before matplotlib munkres, a small package that does for fonttools what scipy would: scipy brings a compiler. 'grist calibrate' says if it needs scipy.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, python3-numpy, python3-munkres, python3-matplotlib, python3-jinja2, python3-lz4")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-scipy, ffmpeg, paraview")
if(NOT GRIST_LAMMPS_LIBRARY)
  # They have /usr/bin/lmp and the Python module, too. Those of other releases stay, as this package is not installed there.
  set(versions "")
  if(release STREQUAL deb12)
    set(versions " (<< 20240000)")
  elseif(release MATCHES "^deb[0-9]+$")
    set(versions " (>= 20240000)")
  endif()
  set(CPACK_DEBIAN_PACKAGE_CONFLICTS "lammps${versions}, python3-lammps${versions}")
endif()

# So that Debian's Python finds the module.
install(CODE "
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\" AND NOT \"${GRIST_LAMMPS_LIBRARY}\")
    file(WRITE \"\$ENV{DESTDIR}/usr/lib/python3/dist-packages/grist.pth\" \"/usr/${CMAKE_INSTALL_LIBDIR}/grist/python\\n\")
  endif()")
install(FILES LICENSE DESTINATION share/doc/grist RENAME copyright)

include(CPack)
