/* Single bonds of bond style parallel, in the state that they have now: for computes, and for fixes
   that release bonds. */

#ifndef GRIST_STYLES_SINGLE_BONDS_H
#define GRIST_STYLES_SINGLE_BONDS_H

#include "common/space.h"
#include "pointers.h"
#include "styles/interfaces/bonding_style.h"

#include "bonds/bond_block.h"

#include <array>
#include <vector>

namespace LAMMPS_NS {

// Factor of both strengths of the bond of atoms i and j, by their ids and temperatures.
float single_strength(const class Atom *atom, const grist::BondMaterial &law, int i, int j);

class SingleBonds : protected Pointers {
 public:
  // Loads of a bond, in the order of compute bond/local b1, b2, ...
  enum Load {
    TENSION,           // normal force
    SHEAR,             // shear force
    BENDING,           // bending moment
    TWISTING,          // twisting moment
    STRESS_NORMAL,     // largest normal stress, in pressure units
    STRESS_SHEAR,      // largest shear stress, in pressure units
    STRENGTH_SHARE,    // of its strength that the bond uses
    ENERGY,            // elastic
    DAMAGE,            // 0 to 1: share of stiffness, or of the energy of fracture, that is lost
    LOADS
  };
  using Loads = std::array<double, LOADS>;

  // laws: by bond type, with pressures as force/length^2.
  SingleBonds(LAMMPS *lmp, const std::vector<grist::BondMaterial> &laws,
              const class BondStates &states) :
      Pointers(lmp),
      laws(laws), states(states)
  {
  }

  // Bond n: adds its forces, at the positions that it has now, to its owned ends.
  void add_forces_of(int n) const;
  double energy_of(int n) const;    // elastic

  // As in BondingStyle.
  std::optional<BondReading> reading(int i, int m, int j) const;
  std::vector<BondPull> elastic_pulls() const;

  // The bond of owned atom i with j, of this length squared, as last evaluated. False if it has no
  // state.
  bool find_loads(int type, double rsq, int i, int j, Loads &loads) const;

 private:
  const std::vector<grist::BondMaterial> &laws;
  const BondStates &states;

  grist::BondMaterial law_of(int type, int i, int j) const;
  Loads loads_of(int type, int i, int j, const grist::BondState &state, double length) const;
  bool find_state(int i, int m, int j, grist::BondState &state) const;
};

}    // namespace LAMMPS_NS

#endif
