// The words of computes over slices and blocks: how many there are, and where they end.

#ifndef LMP_PART_WORDS_H
#define LMP_PART_WORDS_H

#include "packings/part_grid.h"

#include <array>
#include <optional>

namespace LAMMPS_NS {

class InputWords;

struct PartWords {
  struct Range {
    double low, high;
  };

  grist::PartGrid::Place counts = {1, 1, 1};
  std::array<std::optional<Range>, 3> ranges;    // none: ends of the box

  int count() const { return counts[0] * counts[1] * counts[2]; }

  void read_slices(InputWords &words);
  void read_blocks(InputWords &words);
  void read_range(InputWords &words);
};

}    // namespace LAMMPS_NS

#endif
