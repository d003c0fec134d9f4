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

#include "styles/packings/part_space.h"

namespace LAMMPS_NS {

class ComputePacking : public Compute {
 public:
  ComputePacking(class LAMMPS *, int, char **);
  ~ComputePacking() override;
  void init() override;
  double compute_scalar() override;
  void compute_array() override;
  double memory_usage() override
  {
    return static_cast<double>(size_array_rows) * COLUMNS * sizeof(double);
  }

 private:
  enum { X, Y, Z, VOLUME, SOLID, FRACTION, ERROR, COLUMNS };

  PartSpace space;

  void measure();
};

}    // namespace LAMMPS_NS

#endif
#endif
