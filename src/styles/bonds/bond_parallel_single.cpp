// Bond style parallel: single bonds, for compute bond/local and compute stress/cluster.

#include "styles/bonds/bond_parallel.h"

#include "atom.h"
#include "bonds/bond_law.h"
#include "bonds/bond_loads.h"
#include "bonds/strength_scatter.h"
#include "force.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/common/lammps_compat.h"

#include <cmath>

using namespace LAMMPS_NS;
using grist::BondMaterial;
using grist::BondState;

/* ----------------------------------------------------------------------
   energy of one bond, the force along it over its length, and its loads in svector, as last
   evaluated
------------------------------------------------------------------------- */

double BondParallel::single(int type, double rsq, int i, int j, double &fforce)
{
  fforce = 0.0;
  extras.fill(0.0);
  BondState state;
  if (type <= 0 || is_rigid(type) || !find_state(i, j, state)) return 0.0;
  const double length = std::sqrt(rsq);
  const grist::BondSection section(laws[type], atom->radius[i], atom->radius[j],
                                   state.length_initial);
  const BondMaterial law = grist::with_strength_factor(
      laws[type],
      grist::strength_factor(laws[type].weibull, laws[type].seed, atom->tag[i], atom->tag[j]));
  const double energy = grist::elastic_energy(section, state, length);
  const grist::BondLoads loads = grist::bond_loads(section, state, length);
  const grist::BondStresses stresses = grist::bond_stresses(law, section, loads);
  fforce = -loads.tension / length;
  extras[TENSION] = loads.tension;
  extras[SHEAR] = loads.shear;
  extras[BENDING] = loads.bending;
  extras[TWISTING] = loads.twisting;
  extras[STRESS_NORMAL] = force->nktv2p * stresses.normal;
  extras[STRESS_SHEAR] = force->nktv2p * stresses.shear;
  extras[STRENGTH_SHARE] = grist::share_of_strength(law, stresses);
  extras[ENERGY] = energy;
  return energy;
}

// Finds the state of the bond of owned atom i with j, with the normal of the current positions:
// that of the stored state may be older.
bool BondParallel::find_state(int i, int j, BondState &state) const
{
  if (i >= atom->nlocal) return false;
  for (int m = 0; m < atom->num_bond[i]; m++) {
    if (atom->bond_atom[i][m] != atom->tag[j] || !fix_state->states.state_of_slot(i, m, state))
      continue;
    Eigen::Vector3d apart = Eigen::Vector3d(atom->x[j]) - Eigen::Vector3d(atom->x[i]);
    minimum_image(domain, apart.data());
    state.normal = (atom->tag[i] < atom->tag[j] ? 1.0 : -1.0) * apart.normalized();
    return true;
  }
  return false;
}

/* ---------------------------------------------------------------------- */

std::vector<BondParallel::Pull> BondParallel::elastic_pulls() const
{
  using Eigen::Vector3d;
  std::vector<Pull> pulls;
  for (const grist::BondBlock &block : fix_state->states.bonds.blocks)
    for (int lane = 0; lane < grist::BOND_LANES; lane++) {
      if (!(block.live >> lane & 1)) continue;
      const int a = block.a[lane], b = block.b[lane];
      const Vector3d apart = Vector3d(atom->x[b]) - Vector3d(atom->x[a]);
      const double length = apart.norm();
      const Vector3d normal = apart / length;
      const grist::BondSection section(laws[block.type[lane]], atom->radius[a], atom->radius[b],
                                       block.length_initial[lane]);
      const grist::BondArms<double> arm(grist::share_of_a(atom->radius[a], atom->radius[b]),
                                        length);
      const Vector3d force = grist::lane_vector(block.shear_force, lane) +
          section.tension * (length - block.length_initial[lane]) * normal;
      pulls.push_back({a, b, force, arm.a * normal, -arm.b * normal});
    }
  return pulls;
}
