/* bond_style parallel: the Potyondy-Cundall parallel bond from material values (huang2020 Eqs.
   1-7).

   The law itself is bonds/bond_law.h; the state of the bonds, their breaking and the clusters they
   form are kept by fix BOND/STATE. This style reads coefficients, passes arrays to the kernel, and
   tallies.
*/

#ifdef BOND_CLASS
// clang-format off
BondStyle(parallel,BondParallel);
// clang-format on
#else

#ifndef LMP_BOND_PARALLEL_H
#define LMP_BOND_PARALLEL_H

#include "bond.h"

#include "bonds/bond_block.h"
#include "bonds/bond_dashpots.h"
#include "styles/bonds/bond_ghost_cutoff.h"
#include "styles/bonds/single_bonds.h"
#include "styles/bonds/special_weights.h"
#include "styles/guard/run_limits.h"
#include "styles/interfaces/bonding_style.h"
#include "styles/interfaces/energy_style.h"

#include <vector>

namespace LAMMPS_NS {

class BondParallel : public Bond, public BondingStyle, public GuardedStyle {
 public:
  BondParallel(class LAMMPS *);
  ~BondParallel() override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  void compute(int, int) override;
  double equilibrium_distance(int) override;
  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_data(FILE *) override;
  double single(int, double, int, int, double &) override;
  void add_limits(RunLimits &) override;

  void widen_ghosts() const override { ghost_cutoff.widen_collections(); }
  bool is_initialized() const override { return fix_state != nullptr; }
  bool is_rigid(int type) const override { return type > 0 && materials[type].rigid; }
  bool follows_temperature() const override { return is_hot; }
  BondSize size_of(int i, int m, int j) const override;
  std::optional<BondReading> reading(int i, int m, int j) const override;
  std::vector<BondPull> elastic_pulls() const override { return single_bonds().elastic_pulls(); }
  void add_damping_halves(const grist::SphereRates *rates, double *power,
                          double *half_a_step_before) const override;
  const std::vector<grist::BondMaterial> *parallel_laws() const override { return &laws; }

  // Energies and powers of intact bonds. A selection has all spheres of a cluster or none. While
  // someone subscribes, each evaluation sums the power of dashpots, which then needs no second one.
  grist::Subscription record_energy() override { return recording.subscribe(); }
  bool has_powers_at_once() const override { return true; }
  grist::BondDashpots *counted_dashpots() override { return &dashpots; }
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const override;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const override;
  void take_events(grist::EnergyLedger &ledger) override;

 private:
  std::vector<grist::BondMaterial> materials;    // by bond type, 0 unused; as the user gave them
  std::vector<grist::BondMaterial> laws;         // the same with pressures as force/length^2
  class FixBondState *fix_state;
  BondGhostCutoff ghost_cutoff;
  SpecialWeights weights;
  bool has_memories = false, has_strengths = false, is_hot = false;    // some bonds, of their own
  grist::BondLosses lost = {};    // as in BondEvaluation, not yet taken
  std::vector<double> flow;       // of each owned atom in the last step, half of its bonds' each
  grist::Recording recording;
  grist::BondDashpots dashpots;
  SingleBonds::Loads loads{};    // svector

  void allocate();
  template <template <class> class PROPERTY> int type_with() const;
  void find_state_fix();
  void follow_changes();
  void set_rigid_types();
  void set_contacts();
  double inertial_mass(int i) const;
  bool is_damped() const;
  SingleBonds single_bonds() const;
  void initialize_new_bonds();
  void follow_temperatures();
  void set_strength(int n);
  grist::BondedSpheres spheres() const;
  void tally_atoms(const grist::BondKernel &kernel, const grist::BondBlock &block,
                   const grist::BondBlockForces &on, const grist::BondMemories *memories);
  void add_tallied(const grist::BondTally &sums);
};

}    // namespace LAMMPS_NS

#endif
#endif
