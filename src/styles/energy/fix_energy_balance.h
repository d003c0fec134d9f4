/* Internal fix ENERGY/BALANCE: keeps the books of compute energy/balance (mechanics/energy_ledger.h).

   It acts last of all fixes after forces, when the whole force on each atom is known: velocities of the full step are those
   of the half step before and half a kick. Contacts and bonds are gone through a second time, with both.

   While it exists walls remember the contacts of the last step; without it nothing is slower.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(ENERGY/BALANCE,FixEnergyBalance);
// clang-format on
#else

#ifndef LMP_FIX_ENERGY_BALANCE_H
#define LMP_FIX_ENERGY_BALANCE_H

#include "fix.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/energy/energy_sources.h"

#include "contacts/contact_energy.h"
#include "energy/energy_ledger.h"

#include <vector>

namespace LAMMPS_NS {

class FixEnergyBalance : public Fix, public BreakListener, public NeighborListener {
 public:
  static constexpr const char *ID = "GRIST_ENERGY_BALANCE";

  // What it knows of the time before a run.
  struct Books {
    grist::EnergyLedger ledger;    // of this rank
    grist::StoredEnergy start;     // of all ranks
    bool begun = false;
  };
  Books books;

  FixEnergyBalance(class LAMMPS *, int, char **);
  ~FixEnergyBalance() override;
  int setmask() override;
  void init() override;
  void setup(int) override;
  void post_force(int) override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  double memory_usage() override;

  void bond_broken(const BreakEvent &event) override;
  void became_ordinary(const class NeighList *list, int i, int j) override;

  // Collective. Right where velocities are those of a full step: at outputs and at the end of steps. Before the books
  // have begun, as for fixes that ask in their setup, what is stored now is the start.
  grist::EnergyBalance balance() const;

 private:
  EnergySources sources;
  std::vector<grist::SphereRates> rates;    // of the full step, owned and ghost

  void take_rates();
  void kick_owned();
  grist::EnergyFlows powers() const;
  grist::StoredEnergy stored() const;
  double kinetic() const;
  double gravitational() const;
  std::array<double, grist::EnergyLedger::SIZE> all_sums() const;
};

}    // namespace LAMMPS_NS

#endif
#endif
