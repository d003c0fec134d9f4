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
#include "styles/bonds/bond_ghost_cutoff.h"
#include "styles/bonds/bond_state_user.h"
#include "styles/common/energy_style.h"
#include "styles/guard/run_limits.h"

#include <array>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class PairForceListener {
 public:
  virtual void pair_forces_are_complete() = 0;

 protected:
  ~PairForceListener() = default;
};

class BondParallel : public Bond, public BondStateUser, public GuardedStyle, public EnergyStyle {
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

  // Values that single() puts into svector, in this order: compute bond/local b1, b2, ...
  enum Extra {
    TENSION,           // normal force
    SHEAR,             // shear force
    BENDING,           // bending moment
    TWISTING,          // twisting moment
    STRESS_NORMAL,     // largest normal stress, in pressure units
    STRESS_SHEAR,      // largest shear stress, in pressure units
    STRENGTH_SHARE,    // of its strength that the bond uses
    ENERGY,            // elastic
    EXTRAS
  };

  // Bonds of this type only mark the elements of rigid clusters (bond_coeff N rigid).
  bool is_rigid(int type) const { return type > 0 && materials[type].rigid; }

  // Material of a type, with pressures as force/length^2.
  const grist::BondMaterial &law(int type) const { return laws[type]; }

  // Adds the forces of bond n, at the positions and the state that it has now, to its owned ends.
  void add_forces_of(int n);
  double energy_of(int n) const;    // elastic, of its state now

  // The elastic force of each intact bond of this rank on its end a, and where it acts. Border
  // bonds are on both ranks.
  struct Pull {
    int a, b;
    Eigen::Vector3d force;           // on a; b takes the opposite
    Eigen::Vector3d arm_a, arm_b;    // from the centres to the bond centre
  };
  std::vector<Pull> elastic_pulls() const;

  void widen_ghosts() const override { ghost_cutoff.widen_collections(); }

  // Energies and powers of intact bonds. A selection has all spheres of a cluster or none. While
  // someone subscribes, each evaluation keeps what dashpots exert, so that their whole power needs
  // no second evaluation.
  grist::Recording::Subscription record_energy() override { return recording.subscribe(); }
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const override;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const override;
  void take_events(grist::EnergyLedger &ledger) override;

  // Called after pair forces and before bond forces; may be null.
  void set_listener(PairForceListener *who) { listener = who; }

 private:
  std::vector<grist::BondMaterial> materials;    // by bond type, 0 unused; as the user gave them
  std::vector<grist::BondMaterial> laws;         // the same with pressures as force/length^2
  class FixBondState *fix_state;
  BondGhostCutoff ghost_cutoff;
  bool scattered;         // some strengths scatter
  double length_limit;    // ghost cutoff: a longer bond, or a NaN, is an error
  bool weight_is_lent;    // special_bonds coul 1-2 is 0 instead of 1, for create_bonds many
  // A bond that breaks exerts no force, so that the second half of the growth of its energy in that
  // step was not taken from the motion. Sum over bonds that broke on this rank, each once over all
  // ranks.
  double untaken_energy = 0.0;
  grist::BondTally *tallied = nullptr;    // of the current evaluation
  grist::Recording recording;
  grist::BondDashpots dashpots;
  PairForceListener *listener = nullptr;
  std::array<double, EXTRAS> extras{};    // svector

  void allocate();
  void check_special_bonds() const;
  void find_state_fix();
  void follow_changes();
  void set_rigid_types();
  void lend_weight();
  void make_order_fix();
  double inertial_mass(int i) const;
  bool is_damped() const;
  bool find_state(int i, int j, grist::BondState &state) const;
  void initialize_new_bonds();
  void set_strength(int n);
  const grist::BondStrengths *strengths_of(int k) const;
  grist::BondedSpheres spheres() const;
  void compute_block(grist::BondKernel &kernel, int k);
  void compute_team(grist::BondKernel &kernel, const grist::BondTeam &team,
                    const grist::BondTeam *next);
  int compute_teams(grist::BondKernel &kernel);
  void compute_live(grist::BondKernel &kernel);
  void compute_all(grist::BondKernel &kernel);
  void add_untaken_energy(const grist::BondBlock &block, grist::BondMask failed,
                          const grist::BondBlockForces &on);
  void handle_events(int k, const grist::BondEvents &attention, const grist::BondKernel &kernel,
                     const grist::BondBlockForces &on);
  void tally_atoms(const grist::BondKernel &kernel, const grist::BondBlock &block,
                   const grist::BondBlockForces &on);
  void add_tallied();
  [[noreturn]] void error_bad_length(tagint tag_a, tagint tag_b, double length) const;
};

}    // namespace LAMMPS_NS

#endif
#endif
