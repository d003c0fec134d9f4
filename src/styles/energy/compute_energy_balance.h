/* compute energy/balance: where the energy of a run is and where it went, and what does not add up. The books are kept by
   fix ENERGY/BALANCE.
*/

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(energy/balance,ComputeEnergyBalance);
// clang-format on
#else

#ifndef LMP_COMPUTE_ENERGY_BALANCE_H
#define LMP_COMPUTE_ENERGY_BALANCE_H

#include "compute.h"

namespace LAMMPS_NS {

class ComputeEnergyBalance : public Compute {
 public:
  ComputeEnergyBalance(class LAMMPS *, int, char **);
  ~ComputeEnergyBalance() override;
  void init() override;
  double compute_scalar() override;
  void compute_vector() override;

 private:
  class FixEnergyBalance *fix;

  class FixEnergyBalance *make_fix();
};

}    // namespace LAMMPS_NS

#endif
#endif
