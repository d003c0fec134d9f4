// The input line of fix breakage: its keywords and their defaults.

#ifndef GRIST_FRAGMENTS_BREAKAGE_SETTINGS_H
#define GRIST_FRAGMENTS_BREAKAGE_SETTINGS_H

#include <cstdint>
#include <string>
#include <vector>

namespace grist {

struct BreakageSettings {
  int interval = 1;    // N, in steps

  std::string events_file, fragments_file, sizes_file;    // empty: not written
  bool append = false;                                    // to existing files

  // When fragments and sizes are written.
  std::int64_t every = 0;       // at multiples of this many steps; 0: not by steps
  std::vector<double> times;    // ascending

  int fines_below = 0;     // fragments of fewer elements are fines; 0: not given
  double below = 0.0;      // fragments of a smaller size are fines; 0: not given
  bool by_sieve = true;    // the size of a fragment is its sieve diameter, not the equivalent one

  bool writes_fragments_or_sizes() const { return !fragments_file.empty() || !sizes_file.empty(); }
};

// N keyword value ...
BreakageSettings read_breakage_settings(class WordReader &&words);

}    // namespace grist

#endif
