/* compute energy/balance: the energy stored, dissipated and supplied in a run, and the residual.
   Fix ENERGY/BALANCE, which it creates, sums the flows over time.
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
  int every = 1;    // steps from one sample to the next

  class FixEnergyBalance *make_fix();
  double heat_made() const;
};

}    // namespace LAMMPS_NS

#endif
#endif
