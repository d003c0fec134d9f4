// The keywords of fix break/polyhedra.

#ifndef LMP_BREAK_SETTINGS_H
#define LMP_BREAK_SETTINGS_H

#include "breakage/breakage_model.h"
#include "breakage/piece_volumes.h"

#include <cstdint>
#include <memory>
#include <string>

namespace LAMMPS_NS {

struct BreakSettings {
  std::unique_ptr<grist::BreakageModel> model;
  grist::PieceSizeLaw sizes;
  grist::PieceLimits limits;
  bool by_cells = false;    // Laguerre cells instead of cracks
  std::uint64_t seed = 1;
  std::string file;    // of events; empty: none
};

// Reads the words of a fix; errors begin with `user`.
BreakSettings read_break_settings(class LAMMPS *lmp, const std::string &user, int narg, char **arg);

}    // namespace LAMMPS_NS

#endif
