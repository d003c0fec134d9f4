#include "styles/bonds/single_bonds.h"

#include "atom.h"
#include "bonds/bond_law.h"
#include "bonds/bond_loads.h"
#include "common/space.h"
#include "error.h"
#include "force.h"
#include "styles/access/lammps_compat.h"
#include "styles/bonds/bond_states.h"

#include <cassert>
#include <cmath>

using namespace LAMMPS_NS;
using grist::BondBlock;
using grist::BondMaterial;
using grist::BondState;
using grist::Vector3d;

float LAMMPS_NS::single_strength(const Atom *atom, const BondMaterial &law, int i, int j)
{
  const bool is_hot = grist::has<grist::FollowsTemperature>(law);
  const double temperature = is_hot ? 0.5 * (atom->temperature[i] + atom->temperature[j]) : 0.0;
  return grist::strength_factor(law, {atom->tag[i], atom->tag[j], temperature});
}

// With its own strengths.
BondMaterial SingleBonds::law_of(int type, int i, int j) const
{
  assert(type > 0 && type < static_cast<int>(laws.size()));
  if (grist::has<grist::FollowsTemperature>(laws[type]) && !atom->temperature_flag)
    error->one(
        FLERR,
        "Bond style parallel: the temperatures by which bond type {} weakens have gone since "
        "the last run (add fix heat/gran, and run 0 first)",
        type);
  return grist::with_strength_factor(laws[type], single_strength(atom, laws[type], i, j));
}

void SingleBonds::add_forces_of(int n) const
{
  assert(n >= 0 && n < states.count());
  const auto &bonds = states.bonds;
  const BondBlock &block = bonds.block_of(n);
  const int lane = grist::BondBlocks::lane_of(n), ends[2] = {block.a[lane], block.b[lane]};
  const auto at = [&](double **vectors, int end) { return grist::vector_at(vectors[ends[end]]); };
  BondState state = bonds.state(n);
  const BondMaterial law = law_of(block.type[lane], ends[0], ends[1]);
  const grist::BondForces on = grist::update_bond(
      law, block.damping_of(lane),
      {at(atom->x, 1) - at(atom->x, 0), at(atom->v, 1) - at(atom->v, 0), at(atom->omega, 0),
       at(atom->omega, 1), atom->radius[ends[0]], atom->radius[ends[1]], 0.0, 0.0, 0.0},
      state);
  const Vector3d torques[2] = {on.torque_a, on.torque_b};
  for (int end = 0; end < 2; end++) {
    if (ends[end] >= atom->nlocal) continue;
    grist::add_to(atom->f[ends[end]], (end == 0 ? 1.0 : -1.0) * on.force_a);
    grist::add_to(atom->torque[ends[end]], torques[end]);
  }
}

double SingleBonds::energy_of(int n) const
{
  assert(n >= 0 && n < states.count());
  const auto &bonds = states.bonds;
  const BondBlock &block = bonds.block_of(n);
  const int lane = grist::BondBlocks::lane_of(n), a = block.a[lane], b = block.b[lane];
  const BondState state = bonds.state(n);
  const grist::BondSection section(laws[block.type[lane]], atom->radius[a], atom->radius[b],
                                   state.length_initial);
  const double length = norm(grist::vector_at(atom->x[b]) - grist::vector_at(atom->x[a]));
  return grist::elastic_energy(section, state, length);
}

std::vector<BondPull> SingleBonds::elastic_pulls() const
{
  std::vector<BondPull> pulls;
  int n = 0;    // of the first lane
  for (const grist::BondBlock &block : states.bonds.blocks) {
    for (int lane = 0; lane < grist::BOND_LANES; lane++) {
      if (!(block.live >> lane & 1)) continue;
      const int a = block.a[lane], b = block.b[lane];
      const Vector3d apart = grist::vector_at(atom->x[b]) - grist::vector_at(atom->x[a]);
      const double length = norm(apart);
      const Vector3d normal = apart / length;
      const grist::BondSection section(laws[block.type[lane]], atom->radius[a], atom->radius[b],
                                       block.length_initial[lane]);
      const double share_a = grist::share_of_a(atom->radius[a], atom->radius[b]);
      const grist::BondArms<double> arm(share_a, length);
      BondState state = states.bonds.state(n + lane);
      state.normal = normal;
      const Vector3d force = grist::elastic_forces(section, state, share_a, length).force_a;
      pulls.push_back({a, b, force, arm.a * normal, -arm.b * normal});
    }
    n += grist::BOND_LANES;
  }
  return pulls;
}

std::optional<BondReading> SingleBonds::reading(int i, int m, int j) const
{
  BondState state;
  if (!find_state(i, m, j, state)) return {};
  Vector3d apart = grist::vector_at(atom->x[j]) - grist::vector_at(atom->x[i]);
  minimum_image(domain, apart.data());
  const Loads of = loads_of(atom->bond_type[i][m], i, j, state, norm(apart));
  return BondReading{{of[TENSION], of[SHEAR], of[BENDING], of[TWISTING]}, of[STRENGTH_SHARE]};
}

bool SingleBonds::find_loads(int type, double rsq, int i, int j, Loads &loads) const
{
  for (int m = 0; i < atom->nlocal && m < atom->num_bond[i]; m++) {
    BondState state;
    if (atom->bond_atom[i][m] != atom->tag[j] || !find_state(i, m, j, state)) continue;
    loads = loads_of(type, i, j, state, std::sqrt(rsq));
    return true;
  }
  return false;
}

SingleBonds::Loads SingleBonds::loads_of(int type, int i, int j, const BondState &state,
                                         double length) const
{
  const grist::BondSection section(laws[type], atom->radius[i], atom->radius[j],
                                   state.length_initial);
  const BondMaterial law = law_of(type, i, j);
  const grist::BondLoads of = grist::bond_loads(section, state, length);
  const grist::BondStresses stresses = grist::bond_stresses(law, section, of);
  Loads loads;
  loads[TENSION] = of.tension;
  loads[SHEAR] = of.shear;
  loads[BENDING] = of.bending;
  loads[TWISTING] = of.twisting;
  loads[STRESS_NORMAL] = force->nktv2p * stresses.normal;
  loads[STRESS_SHEAR] = force->nktv2p * stresses.shear;
  loads[STRENGTH_SHARE] = grist::share_of_strength(law, section, state, length);
  loads[ENERGY] = grist::elastic_energy(section, state, length);
  loads[DAMAGE] = grist::damage_of(law, section, state.memory);
  return loads;
}

// The state of the bond in slot m of owned atom i with j, with the normal of the current positions:
// that of the stored state may be older.
bool SingleBonds::find_state(int i, int m, int j, BondState &state) const
{
  if (!states.state_of_slot(i, m, state)) return false;
  Vector3d apart = grist::vector_at(atom->x[j]) - grist::vector_at(atom->x[i]);
  minimum_image(domain, apart.data());
  state.normal = (atom->tag[i] < atom->tag[j] ? 1.0 : -1.0) * normalized(apart);
  return true;
}
