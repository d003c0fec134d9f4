# cpack runs this on the Debian package that it has made, CPACK_GRIST_DEBIAN being the release of Debian.
#
# apt compares what a package depends on before any script of the package runs, and on another release it would print a list of libraries that are not
# installable. So each dependency gets the alternative that the release is another one: "libvtk9.1 | base-files (<< 12~) | base-files (>= 13~)".
# There apt installs nothing else, and the script preinst (debian_preinst.in) says which package to take. On its own release the alternative means nothing.
math(EXPR next "${CPACK_GRIST_DEBIAN} + 1")
set(elsewhere " | base-files (<< ${CPACK_GRIST_DEBIAN}~) | base-files (>= ${next}~)")
foreach(package ${CPACK_PACKAGE_FILES})
  set(folder ${CPACK_TEMPORARY_DIRECTORY}-unpacked)
  file(REMOVE_RECURSE ${folder})
  execute_process(COMMAND dpkg-deb --raw-extract ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${folder}/DEBIAN/control control)
  foreach(field Depends Recommends)
    string(REGEX MATCH "\n${field}: [^\n]*" line "${control}")
    string(REPLACE "," "${elsewhere}," changed "${line}${elsewhere}")
    string(REPLACE "${line}" "${changed}" control "${control}")
  endforeach()
  file(WRITE ${folder}/DEBIAN/control "${control}")
  execute_process(COMMAND dpkg-deb --root-owner-group -Zxz --build ${folder} ${package} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
  file(REMOVE_RECURSE ${folder})
endforeach()
