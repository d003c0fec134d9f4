/* compute packing: the volume of particles in slices, blocks or a region, overlaps counted once
   (packings/part_volumes.h).
*/

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(packing,ComputePacking);
// clang-format on
#else

#ifndef LMP_COMPUTE_PACKING_H
#define LMP_COMPUTE_PACKING_H

#include "compute.h"

#include "styles/packings/part_words.h"

#include <Eigen/Geometry>

#include <string>

namespace LAMMPS_NS {

class InputWords;
class PackedParticles;

class ComputePacking : public Compute {
 public:
  ComputePacking(class LAMMPS *, int, char **);
  ~ComputePacking() override;
  void init() override;
  double compute_scalar() override;
  void compute_array() override;
  double memory_usage() override;

 private:
  enum { X, Y, Z, VOLUME, SOLID, FRACTION, ERROR, COLUMNS };
  using Range = PartWords::Range;

  PartWords parts;
  std::string region_id;    // empty: none
  double tolerance;
  class Region *region = nullptr;

  void read_words(InputWords &words);
  void find_region();
  grist::PartGrid grid_around(const Eigen::AlignedBox3d &particles) const;
  Range range_along(int k, const Eigen::AlignedBox3d &particles) const;
  void measure();
  void measure_exactly(PackedParticles &particles, const grist::PartGrid &grid);
  void measure_by_samples(PackedParticles &particles, const grist::PartGrid &grid);
  bool sample(PackedParticles &particles, const grist::PartGrid &grid, int level);
  void set_row(int part, double volume, double solid, double error);
};

}    // namespace LAMMPS_NS

#endif
#endif
