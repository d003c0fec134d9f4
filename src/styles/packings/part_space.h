/* Slices, blocks or one part, of the box or of a region: where they are, and the volume of packed
   particles in them (packings/part_volumes.h).
*/

#ifndef LMP_PART_SPACE_H
#define LMP_PART_SPACE_H

#include "common/space.h"
#include "common/word_reader.h"
#include "packings/packed_solids.h"
#include "packings/part_grid.h"
#include "pointers.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class InputWords;
class PackedParticles;
class Region;

// The words of computes over slices and blocks: how many there are, and where they end.
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

class PartSpace : protected Pointers {
 public:
  PartWords parts;
  std::string region_id;    // empty: none

  // `user` begins errors.
  PartSpace(class LAMMPS *lmp, std::string user);

  // slices, blocks, range, region, tolerance.
  std::vector<grist::Keyword> keywords(InputWords &words);

  // At each use: the box may become triclinic, and the region may be deleted or another one.
  void init();

  Region *region() const { return region_now; }    // null: none

  // `particles`: box around them, for faces of the box that follow them; may be empty.
  grist::PartGrid grid_around(const grist::AlignedBox &particles) const;

  struct Volumes {
    double space, solid, error;    // standard error of `solid`; 0 without a region
  };
  // By part. Collective.
  std::vector<Volumes> measure(PackedParticles &particles, const grist::PartGrid &grid) const;
  std::vector<double> space_volumes(const grist::PartGrid &grid) const;

 private:
  using Range = PartWords::Range;
  const std::string user;
  double tolerance;
  Region *region_now = nullptr;

  Range range_along(int k, const grist::AlignedBox &particles) const;
  std::vector<Volumes> sample(const grist::PackedSolids &solids, const grist::PartGrid &grid,
                              int level) const;
};

}    // namespace LAMMPS_NS

#endif
