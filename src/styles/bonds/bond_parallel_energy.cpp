// Energy of the bonds of bond style parallel, for output and for compute energy/balance.

#include "styles/bonds/bond_parallel.h"

#include "atom.h"
#include "force.h"
#include "neighbor.h"
#include "styles/bonds/fix_bond_state.h"
#include "update.h"

#include "bonds/bond_energy.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using grist::BOND_LANES;
using grist::BondBlock;
using grist::BondMaterial;

void BondParallel::add_untaken_energy(const BondBlock &block, grist::BondMask failed,
                                      const grist::BondBlockForces &on)
{
  if (update->setupflag) return;
  for (int lane = 0; lane < BOND_LANES; lane++)
    if ((failed >> lane & 1) && block.a[lane] < atom->nlocal)
      untaken_energy +=
          0.5 * update->dt * grist::elastic_power(block, on, lane, laws, spheres(), update->dt);
}

void BondParallel::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  if (fix_state->states.count() == 0) return;
  to.bond += grist::stored_energy(fix_state->states.bonds.blocks, laws, spheres(), of);
}

bool BondParallel::is_damped() const
{
  return std::any_of(laws.begin(), laws.end(),
                     [](const BondMaterial &law) { return law.damping > 0.0; });
}

// For a selection, bonds are evaluated again: velocities must still be those of the last
// evaluation.
void BondParallel::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                              const grist::SphereSelection &of) const
{
  if (of.has_all())
    to[grist::BOND_DAMPING] += dashpots.dissipated_power(rates, atom->nlocal);
  else if (is_damped() && fix_state->states.count() > 0)
    to[grist::BOND_DAMPING] +=
        grist::damping_power(fix_state->states.bonds.blocks, laws, spheres(),
                             update->setupflag ? 0.0 : update->dt, rates, of);
}

void BondParallel::take_events(grist::EnergyLedger &ledger)
{
  ledger.add_broken_bond(fix_state->take_broken_energy() - std::exchange(untaken_energy, 0.0));
}

/* ----------------------------------------------------------------------
   energy and virial for output
------------------------------------------------------------------------- */

void BondParallel::tally_atoms(const grist::BondKernel &kernel, const BondBlock &block,
                               const grist::BondBlockForces &on)
{
  for (int lane = 0; lane < BOND_LANES; lane++)
    if (block.live >> lane & 1)
      ev_tally_xyz(block.a[lane], block.b[lane], atom->nlocal, force->newton_bond,
                   kernel.energy(block, on, lane), on.force_a[0][lane], on.force_a[1][lane],
                   on.force_a[2][lane], -on.distance[0][lane], -on.distance[1][lane],
                   -on.distance[2][lane]);
}

void BondParallel::add_tallied()
{
  for (int lane = 0; lane < BOND_LANES; lane++) {
    if (eflag_global) energy += tallied->energy[lane];
    for (int k = 0; vflag_global && k < 6; k++) virial[k] += tallied->virial[k][lane];
  }
}
