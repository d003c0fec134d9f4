// Velocities of the full step of owned atoms, after all forces: those of the half step before and
// half a step of acceleration.

#ifndef LMP_FULL_STEP_RATES_H
#define LMP_FULL_STEP_RATES_H

#include "pointers.h"
#include "styles/energy/energy_sources.h"

#include "energy/sphere_rates.h"

#include <vector>

namespace LAMMPS_NS {

class FullStepRates : protected Pointers {
 public:
  std::vector<grist::SphereRates> &rates;    // by atom; those of owned ones are found

  FullStepRates(LAMMPS *lmp, std::vector<grist::SphereRates> &rates) : Pointers(lmp), rates(rates)
  {
  }

  // At the start of a run velocities are those of a full step. Collective, as below.
  void start(const EnergySources &sources);

  // In post_force, when the whole force on each owned atom is known.
  void complete(const EnergySources &sources)
  {
    if (!complete_alike(sources)) complete_one_by_one(sources);
  }

 private:
  bool complete_alike(const EnergySources &sources);
  void complete_one_by_one(const EnergySources &sources);
};

}    // namespace LAMMPS_NS

#endif
