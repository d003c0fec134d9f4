// The input line of dump paraview.

#ifndef GRIST_STYLES_PARAVIEW_SETTINGS_H
#define GRIST_STYLES_PARAVIEW_SETTINGS_H

#include "styles/output/vtk_text.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

inline constexpr char DUMP_PARAVIEW[] = "Dump paraview";    // begins errors

struct ParaviewSettings {
  std::string file;    // of the series, ends in .pvd
  VtkFormat format;
  bool bonds = true, walls = true;

  // The line with the columns that dump custom understands: id, then what is given as fields.
  std::vector<std::string> words;
  std::vector<char *> arguments;    // of `words`
};

// dump ID group paraview N FILE.pvd keyword values ...
ParaviewSettings read_paraview_settings(class LAMMPS *lmp, int narg, char **arg);

}    // namespace LAMMPS_NS

#endif
