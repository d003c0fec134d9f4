/* compute mixing: how well a component is mixed over blocks (packings/mixing_index.h).
*/

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(mixing,ComputeMixing);
// clang-format on
#else

#ifndef LMP_COMPUTE_MIXING_H
#define LMP_COMPUTE_MIXING_H

#include "compute.h"

#include "styles/commands/named_group.h"
#include "styles/packings/part_space.h"

#include <optional>

namespace LAMMPS_NS {

class ComputeMixing : public Compute {
 public:
  ComputeMixing(class LAMMPS *, int, char **);
  ~ComputeMixing() override { delete[] vector; }
  void init() override;
  double compute_scalar() override;
  void compute_vector() override;

 private:
  PartWords parts;
  std::optional<NamedGroup> component;
  int least = 1;

  int block_of(const double *x) const;    // -1: outside the range
  void measure();
};

}    // namespace LAMMPS_NS

#endif
#endif
