// The keywords of fix break/polyhedra.

#ifndef GRIST_BREAKAGE_BREAK_SETTINGS_H
#define GRIST_BREAKAGE_BREAK_SETTINGS_H

#include "breakage/breakage_model.h"
#include "breakage/piece_volumes.h"

#include <cstdint>
#include <memory>
#include <string>

namespace grist {

struct BreakSettings {
  std::unique_ptr<BreakageModel> model;
  PieceSizeLaw sizes;
  PieceLimits limits;
  bool by_cells = false;    // Laguerre cells instead of cracks
  std::uint64_t seed = 1;
  std::string file;       // of events; empty: none
  bool append = false;    // to an existing one
};

// MODEL keyword value ..., to the end of the line.
BreakSettings read_break_settings(class WordReader &&words);

}    // namespace grist

#endif
