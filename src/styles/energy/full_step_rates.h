// Velocities of the full step of owned and ghost atoms, after all forces: those of the half step before and half a step of
// acceleration. Fixes that need them own one, and send it to ghosts.

#ifndef LMP_FULL_STEP_RATES_H
#define LMP_FULL_STEP_RATES_H

#include "pointers.h"
#include "styles/energy/energy_sources.h"

#include "energy/half_step.h"

#include <vector>

namespace LAMMPS_NS {

class FullStepRates : protected Pointers {
 public:
  static constexpr int NUMBERS = sizeof(grist::SphereRates) / sizeof(double);    // of an atom

  std::vector<grist::SphereRates>
      rates;    // owned and ghost; after begin() those of owned atoms are known after complete()

  using Pointers::Pointers;

  // At the start of a run velocities are those of a full step. Ghosts must then be sent.
  void start(const EnergySources &sources);

  // In post_force, when the whole force on each owned atom is known; ghosts must then be sent.
  void complete_owned(const EnergySources &sources);

  // Instead: nothing goes through memory where all atoms are spheres that are integrated alike. Then view() works rates out from forces, and
  // rates has those of ghosts and of what was completed.
  void begin(const EnergySources &sources);
  void complete();
  void complete(int i)
  {
    if (i < computed) rates[i] = view().rates(i);
  }

  // Of spheres, while forces and velocities are those of the step.
  grist::HalfStep view() const;

  int pack(int n, const int *list, double *buf) const;
  void unpack(int n, int first, const double *buf);

 private:
  int computed = 0;    // atoms below this are worked out
  Eigen::Vector3d field;

  void copy();    // as they are now
  bool find_field(const EnergySources &sources);
};

}    // namespace LAMMPS_NS

#endif
