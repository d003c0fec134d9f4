// Velocities of the full step of owned and ghost atoms, after all forces: those of the half step
// before and half a step of acceleration. Fixes that need them own one, and send it to ghosts.

#ifndef LMP_FULL_STEP_RATES_H
#define LMP_FULL_STEP_RATES_H

#include "pointers.h"
#include "styles/energy/energy_sources.h"

#include "energy/sphere_rates.h"

#include <vector>

namespace LAMMPS_NS {

class FullStepRates : protected Pointers {
 public:
  static constexpr int NUMBERS = sizeof(grist::SphereRates) / sizeof(double);    // of an atom

  std::vector<grist::SphereRates> rates;    // owned and ghost

  using Pointers::Pointers;

  // At the start of a run velocities are those of a full step. Ghosts must then be sent.
  void start(const EnergySources &sources);

  // In post_force, when the whole force on each owned atom is known. Ghosts must then be sent.
  void complete(const EnergySources &sources)
  {
    if (!complete_alike(sources)) complete_one_by_one(sources);
  }

  int pack(int n, const int *list, double *buf) const;
  void unpack(int n, int first, const double *buf);

 private:
  void copy();    // as they are now
  bool complete_alike(const EnergySources &sources);
  void complete_one_by_one(const EnergySources &sources);
};

}    // namespace LAMMPS_NS

#endif
