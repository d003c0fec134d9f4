/* What others ask of a bond style whose states fix BOND/STATE keeps: heat, stress, sensors, energy,
   pictures, rigid clusters. They find it by bond_with<BondingStyle>() and know no style by name.

   Slot m of an owned atom i is a place in its list of bonds, j the other end, the image of it that is
   nearest to i. A bond across a border of ranks is on both of them.
*/

#ifndef GRIST_STYLES_BONDING_STYLE_H
#define GRIST_STYLES_BONDING_STYLE_H

#include "bonds/bond_loads.h"
#include "styles/interfaces/energy_style.h"

#include <optional>
#include <vector>

namespace LAMMPS_NS {

// The elastic force of a bond on its end a, and where it acts.
struct BondPull {
  int a, b;
  grist::Vector3d force;           // on a; b takes the opposite
  grist::Vector3d arm_a, arm_b;    // from the centres to the bond centre
};

struct BondSize {
  double radius, length;    // of its section; when it was made, 0 before the first run [length]
};

// What a bond bears at the present positions, and the share of its strength that it uses.
struct BondReading {
  grist::BondLoads loads;
  double strength_share;
};

class PairForceListener {
 public:
  virtual void pair_forces_are_complete() = 0;

 protected:
  ~PairForceListener() = default;
};

class BondingStyle : public EnergyStyle {
 public:
  // Called after pair forces and before bond forces.
  grist::Listeners<PairForceListener> listeners;

  // Ghosts reach the far end of every bond in comm_modify mode multi, too. For
  // setup_pre_exchange(); collective.
  virtual void widen_ghosts() const = 0;

  // Whether it knows its bonds: from the first init of this instance on.
  virtual bool is_initialized() const = 0;

  // Bonds of this type only mark the elements of rigid clusters (bond_coeff N rigid).
  virtual bool is_rigid(int type) const = 0;

  // Whether strengths follow the temperatures of atoms, owned and ghost.
  virtual bool follows_temperature() const = 0;

  virtual BondSize size_of(int i, int m, int j) const = 0;

  // Empty: it bears nothing, as it is of a held or rigid cluster, or not made yet.
  virtual std::optional<BondReading> reading(int i, int m, int j) const = 0;

  // Of each intact bond of this rank.
  virtual std::vector<BondPull> elastic_pulls() const = 0;

  // Adds the power that each bond dissipates, half to each owned sphere, while record_energy() is
  // subscribed to [force length/time]. rates: as in add_powers().
  virtual void add_damping_halves(const grist::SphereRates *rates, double *power) const = 0;

  // Of the parallel bond, by type, with pressures as force/length^2: the law by which clusters are
  // held rigid. Null: this style has another one.
  virtual const std::vector<grist::BondMaterial> *parallel_laws() const { return nullptr; }

 protected:
  ~BondingStyle() = default;
};

}    // namespace LAMMPS_NS

#endif
