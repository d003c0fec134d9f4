# Rooms compiled together: the files of a folder in a few units, each a file that includes them. A unit reads the headers once, and instantiates
# templates once: it takes less than half of the time that its files take apart. A developer leaves it off, so that a change of one file compiles
# one file.
#
#   grist_units(NAME BASE GIVEN OUT)   the units of the files in the list GIVEN, below the folder BASE, and the files that stay apart
#
# A file with compiler settings of its own stays apart (set_source_files_properties before the call). Includes are relative to BASE, so that the
# compiler cache finds a unit of another clone. Names that a file keeps to itself must differ within a folder.

option(GRIST_UNITS "Compile the files of a room together" OFF)
set(GRIST_UNIT_BYTES 90000) # of source in a unit: some ten seconds of one core

# Writes a file only where its content is new, so that nothing is compiled again for the same list.
function(grist_write file text)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

function(grist_units name base given out)
  if(NOT GRIST_UNITS)
    set(${out} ${${given}} PARENT_SCOPE)
    return()
  endif()
  set(units)
  set(folders)
  foreach(source ${${given}})
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(definitions OR options)
      list(APPEND units ${source})
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    list(APPEND folders ${folder})
    list(APPEND "in_${folder}" ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    grist_units_of_folder(${name} ${base} ${folder} "${in_${folder}}" more)
    list(APPEND units ${more})
  endforeach()
  set(${out} ${units} PARENT_SCOPE)
endfunction()

# Neighbors by name stay together; the units of a folder are equally large.
function(grist_units_of_folder name base folder sources out)
  set(total 0)
  foreach(source ${sources})
    file(SIZE ${source} size_${source})
    math(EXPR total "${total} + ${size_${source}}")
  endforeach()
  math(EXPR count "(${total} + ${GRIST_UNIT_BYTES} - 1) / ${GRIST_UNIT_BYTES}")
  file(RELATIVE_PATH room ${base} ${folder})
  set(units)
  set(before 0)
  foreach(source ${sources})
    math(EXPR number "${before} * ${count} / ${total}")
    math(EXPR before "${before} + ${size_${source}}")
    file(RELATIVE_PATH path ${base} ${source})
    string(APPEND text_${number} "#include \"${path}\"\n")
    list(APPEND units ${PROJECT_BINARY_DIR}/units/${name}/${room}_${number}.cpp)
  endforeach()
  list(REMOVE_DUPLICATES units)
  foreach(unit ${units})
    string(REGEX REPLACE ".*_([0-9]+)[.]cpp$" "\\1" number ${unit})
    grist_write(${unit} "${text_${number}}")
  endforeach()
  set(${out} ${units} PARENT_SCOPE)
endfunction()

# The files of LAMMPS that can share a unit (lammps_units.py), where there is a Python.
function(grist_units_of_lammps)
  find_package(Python3 COMPONENTS Interpreter QUIET)
  if(NOT GRIST_UNITS OR NOT Python3_FOUND)
    return()
  endif()
  get_target_property(sources lammps SOURCES)
  list(JOIN sources "\n" text)
  file(WRITE ${PROJECT_BINARY_DIR}/units/lammps_sources.txt "${text}\n")
  execute_process(
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/lammps_units.py ${GRIST_LAMMPS_TREE}/src ${PROJECT_BINARY_DIR}/units/lammps
            ${GRIST_UNIT_BYTES}
    INPUT_FILE ${PROJECT_BINARY_DIR}/units/lammps_sources.txt OUTPUT_VARIABLE units OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" units "${units}")
  set_property(TARGET lammps PROPERTY SOURCES ${units})
endfunction()
