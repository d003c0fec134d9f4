#include "styles/energy/other_forces.h"

#include "common/space.h"
#include "styles/access/styles_with.h"
#include "styles/energy/atom_rates.h"

#include "records/contact_sums.h"

#include "atom.h"
#include "force.h"
#include "pair.h"
#include "update.h"

#include <utility>

using namespace LAMMPS_NS;
using grist::SphereRates;

static constexpr int NUMBERS = 6;    // of an atom in a snapshot

static double power_on(const double *force, const double *torque, const SphereRates &rates)
{
  return dot(grist::vector_at(force), rates.velocity) + dot(grist::vector_at(torque), rates.omega);
}

void OtherForces::init(const EnergySources &sources)
{
  of_fixes = sources.other_fixes;
  of_pair = sources.other_pair;
  before_bonds.reset();
  if (auto *bond = of_pair ? bond_with<BondingStyle>(lmp) : nullptr)
    before_bonds = bond->listeners.subscribe(*this);
}

void OtherForces::take(Snapshot &snapshot) const
{
  const int count = atom->nlocal + (force->newton ? atom->nghost : 0);
  snapshot.resize(static_cast<size_t>(NUMBERS) * count);
  for (int i = 0; i < count; i++)
    for (int d = 0; d < 3; d++) {
      snapshot[NUMBERS * i + d] = atom->f[i][d];
      snapshot[NUMBERS * i + 3 + d] = atom->torque[i][d];
    }
}

// Weights that an integrator has added to the forces before fixes act on them.
void OtherForces::remove_weights(const EnergySources &sources, Snapshot &snapshot) const
{
  for (const GravityField &gravity : sources.motion.gravity) {
    if (gravity.part != GravityField::Part::FORCES_BEFORE_FIXES) continue;
    for (int i = 0; i < atom->nlocal; i++)
      if (atom->mask[i] & gravity.groupbit)
        grist::add_to(&snapshot[NUMBERS * i], -(atom->rmass[i] * gravity.acceleration));
  }
}

// This is called after all integrators have added weights: fix ENERGY/BALANCE is the last one.
void OtherForces::before_reverse_comm(const EnergySources &sources)
{
  for (const auto &[is_taken, snapshot] :
       {std::pair(of_pair && !before_bonds, &pair_forces), std::pair(of_fixes, &known_forces)}) {
    if (!is_taken) continue;
    take(*snapshot);
    remove_weights(sources, *snapshot);
  }
}

double OtherForces::power_of(const Snapshot &snapshot, const std::vector<SphereRates> &rates)
{
  double sum = 0.0;
  for (size_t i = 0; NUMBERS * i < snapshot.size(); i++)
    sum += power_on(&snapshot[NUMBERS * i], &snapshot[NUMBERS * i + 3], rates[i]);
  return sum;
}

double OtherForces::power_of_pair(const std::vector<SphereRates> &rates) const
{
  return of_pair ? power_of(pair_forces, rates) : 0.0;
}

double OtherForces::power_of_fixes(const EnergySources &sources,
                                   const std::vector<SphereRates> &rates) const
{
  if (!of_fixes) return 0.0;
  double sum = -power_of(known_forces, rates);
  for (int i = 0; i < atom->nlocal; i++) sum += power_on(atom->f[i], atom->torque[i], rates[i]);
  for (const GravityField &gravity : sources.motion.gravity)
    for (int i = 0; gravity.in_forces() && i < atom->nlocal; i++)
      if (atom->mask[i] & gravity.groupbit)
        sum -= atom->rmass[i] * dot(gravity.acceleration, rates[i].velocity);
  grist::PowerOfWalls of_walls(rates.data());
  for (const ContactStyle *style : sources.contacts)
    if (!dynamic_cast<const Pair *>(style)) style->show_contacts(of_walls);
  for (const EnergyStyle *style : sources.styles) sum -= style->power_at_walls(rates.data());
  return sum - of_walls.sum;
}

double OtherForces::take_work_on_driven(const EnergySources &sources, bool at_start)
{
  if (!sources.driven) return 0.0;
  double kinetic = 0.0, power = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & sources.driven)) continue;
    const SphereRates rates = rates_of(*atom, i);
    kinetic += 0.5 * force->mvv2e * twice_kinetic_energy(*atom, rates, i);
    power += power_on(atom->f[i], atom->torque[i], rates);
  }
  const double work = kinetic - driven_kinetic - 0.5 * update->dt * (power + driven_power);
  driven_kinetic = kinetic;
  driven_power = power;
  return at_start ? 0.0 : work;
}
