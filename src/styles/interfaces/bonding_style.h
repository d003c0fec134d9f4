/* What others ask of a bond style whose states fix BOND/STATE keeps: heat, stress, sensors, energy,
   pictures, rigid clusters. They find it by bond_with<BondingStyle>() and know no style by name.
*/

#ifndef GRIST_STYLES_BONDING_STYLE_H
#define GRIST_STYLES_BONDING_STYLE_H

#include "bonds/bond_dashpots.h"
#include "styles/interfaces/energy_style.h"
#include "styles/interfaces/loaded_bonds.h"

#include <vector>

namespace LAMMPS_NS {

class PairForceListener {
 public:
  virtual void pair_forces_are_complete() = 0;

 protected:
  ~PairForceListener() = default;
};

class BondingStyle : public EnergyStyle, public LoadedBonds {
 public:
  // Called after pair forces and before bond forces.
  grist::Listeners<PairForceListener> listeners;

  // Ghosts reach the far end of every bond in comm_modify mode multi, too. For
  // setup_pre_exchange(); collective.
  virtual void widen_ghosts() const = 0;

  // Bonds of this type only mark the elements of rigid clusters (bond_coeff N rigid).
  virtual bool is_rigid(int type) const = 0;

  // Whether strengths follow the temperatures of atoms, owned and ghost.
  virtual bool follows_temperature() const = 0;

  // Adds the power that each bond dissipates, half to each owned sphere, while record_energy() is
  // subscribed to [force length/time]: that at the instant, and that of which only the power by the velocities
  // of half a step before is known (grist::power_at_instant()). rates: as in add_powers().
  virtual void add_damping_halves(const grist::SphereRates *rates, double *power,
                                  double *half_a_step_before) const = 0;

  // Those whose power is known by half steps. Null: this style has none.
  virtual grist::BondDashpots *counted_dashpots() { return nullptr; }

  // Of the parallel bond, by type, with pressures as force/length^2: the law by which clusters are
  // held rigid. Null: this style has another one.
  virtual const std::vector<grist::BondMaterial> *parallel_laws() const { return nullptr; }

 protected:
  ~BondingStyle() = default;
};

}    // namespace LAMMPS_NS

#endif
