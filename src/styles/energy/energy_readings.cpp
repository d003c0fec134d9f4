#include "styles/energy/energy_readings.h"

#include "styles/bonds/bond_parallel.h"
#include "styles/contacts/pair_contact_energy.h"
#include "styles/contacts/pair_sphere_contact.h"
#include "styles/energy/atom_rates.h"
#include "styles/rigid/fix_rigid_cluster.h"
#include "styles/walls/wall_contact_fix.h"

#include "contacts/contact_energy.h"

#include "atom.h"
#include "domain.h"
#include "force.h"
#include "lammps.h"

using namespace LAMMPS_NS;
using Eigen::Map;
using Eigen::Vector3d;
using grist::SphereRates;
using grist::SphereSelection;

static double twice_kinetic_energy(Atom &atom, const EnergySources &sources,
                                   const SphereRates &rates, int i)
{
  if (const StockRigid *bodies = stock_rigid_of(sources, i))
    return bodies->twice_kinetic_energy(i, rates);
  const double mass = atom.rmass[i];
  if (!sources.rigid || !sources.rigid->is_element(i)) return twice_kinetic_energy(atom, rates, i);
  return mass * (rates.velocity.squaredNorm() + sources.rigid->spin_energy(i, rates.omega));
}

// rates(i): of owned atom i.
template <class Rates>
static double kinetic_energy(LAMMPS *lmp, const EnergySources &sources, const Rates &rates,
                             const SphereSelection &of)
{
  Atom *atom = lmp->atom;
  double sum = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    if (of.has(i)) sum += twice_kinetic_energy(*atom, sources, rates(i), i);
  return 0.5 * lmp->force->mvv2e * sum;
}

// Of unwrapped positions, so that the energy does not jump where an atom crosses a periodic border.
static double gravitational_energy(LAMMPS *lmp, const EnergySources &sources,
                                   const SphereSelection &of)
{
  const Atom *atom = lmp->atom;
  double sum = 0.0;
  for (const GravityField &gravity : sources.gravity)
    for (int i = 0; i < atom->nlocal; i++) {
      if (!(atom->mask[i] & gravity.groupbit) || !of.has(i)) continue;
      Vector3d place;
      lmp->domain->unmap(atom->x[i], atom->image[i], place.data());
      sum -= atom->rmass[i] * gravity.acceleration.dot(place);
    }
  for (const auto &bodies : sources.stock_rigid)
    for (int i = 0; i < atom->nlocal; i++)
      if (bodies->has(i) && of.has(i)) sum += bodies->gravitational_energy(i);
  return sum;
}

// Without the kinetic energy.
static grist::StoredEnergy potential_energy(LAMMPS *lmp, const EnergySources &sources,
                                            const SphereSelection &of)
{
  grist::ContactEnergy contacts;
  if (sources.pair) contacts.add(stored_energy(*sources.pair, of), 1.0);
  for (WallContactFix *wall : sources.walls)
    contacts.add(wall->contact_record()->stored_energy(of), 1.0);
  grist::OverlapEnergy overlaps;
  for (const grist::OverlapRecord *record : sources.overlaps)
    overlaps.add(record->stored_energy(of), 1.0);
  grist::StoredEnergy out;
  out.gravitational = gravitational_energy(lmp, sources, of);
  if (sources.bond) out.bond = sources.bond->stored_energy(of);
  out.normal = contacts.normal + overlaps.normal;
  out.shear = contacts.shear + overlaps.shear;
  out.roll = contacts.roll;
  out.pressed = overlaps.pressed;
  return out;
}

grist::StoredEnergy LAMMPS_NS::stored_energy(LAMMPS *lmp, const EnergySources &sources)
{
  grist::StoredEnergy out = potential_energy(lmp, sources, {});
  const auto rates_now = [&](int i) {
    const StockRigid *bodies = stock_rigid_of(sources, i);
    return bodies ? bodies->rates_now(i) : rates_of(*lmp->atom, i);
  };
  out.kinetic = kinetic_energy(lmp, sources, rates_now, {});
  return out;
}

// Contacts: those of the pair style. Bonds: the power of their dashpots. Without the work of walls.
static grist::EnergyFlows dissipated_powers(const EnergySources &sources,
                                            grist::ContactPower contacts, double bonds,
                                            const std::vector<SphereRates> &rates,
                                            const SphereSelection &of)
{
  grist::EnergyFlows out{};
  for (WallContactFix *wall : sources.walls)
    contacts.add(wall->contact_record()->power_taken(rates.data(), of), 1.0);
  grist::OverlapPower overlaps;
  for (const grist::OverlapRecord *record : sources.overlaps)
    overlaps.add(record->power_taken(rates.data(), of), 1.0);
  out[grist::CONTACT_DAMPING] = contacts.damping + overlaps.damping;
  out[grist::PRESSING] = overlaps.pressing;
  out[grist::SHEARING] = contacts.shearing + overlaps.shearing;
  out[grist::ROLLING] = contacts.rolling;
  out[grist::BOND_DAMPING] = bonds;
  return out;
}

grist::EnergyFlows LAMMPS_NS::energy_powers(const EnergySources &sources,
                                            const std::vector<SphereRates> &rates)
{
  const grist::ContactPower contacts = sources.pair ? sources.pair->flow_power(rates.data())
                                                    : grist::ContactPower();
  const double bonds = sources.bond ? sources.bond->drag_power(rates.data()) : 0.0;
  grist::EnergyFlows out = dissipated_powers(sources, contacts, bonds, rates, {});
  for (const WallContactFix *wall : sources.walls) out[grist::WALL_WORK] += wall->power_here();
  for (const grist::OverlapRecord *record : sources.overlaps)
    out[grist::WALL_WORK] += record->power_of_walls();
  return out;
}

double LAMMPS_NS::lost_by_overlaps(const EnergySources &sources, const SphereSelection &of)
{
  double sum = 0.0;
  for (const grist::OverlapRecord *record : sources.overlaps) sum += record->lost(of);
  return sum;
}

double LAMMPS_NS::taken_by_changes(const EnergySources &sources,
                                   const std::vector<SphereRates> &rates)
{
  double sum = sources.pair ? taken_by_changes(*sources.pair, rates.data()) : 0.0;
  for (WallContactFix *wall : sources.walls)
    sum += wall->contact_record()->taken_by_changes(rates.data());
  return sum;
}

grist::EnergyPart LAMMPS_NS::energy_part(LAMMPS *lmp, const EnergySources &sources,
                                         const std::vector<SphereRates> &rates,
                                         const std::vector<char> &marks)
{
  const SphereSelection marked(marks);
  grist::EnergyPart out;
  out.stored = potential_energy(lmp, sources, marked);
  out.stored.kinetic = kinetic_energy(
      lmp, sources, [&rates](int i) { return rates[i]; }, marked);
  grist::ContactPower contacts;
  if (sources.pair) contacts = power_taken(*sources.pair, rates.data(), marked);
  double bonds = 0.0;
  if (sources.bond) bonds = sources.bond->damping_power(rates.data(), marked);
  out.powers = dissipated_powers(sources, contacts, bonds, rates, marked);
  for (WallContactFix *wall : sources.walls)
    out.powers[grist::WALL_WORK] += wall->contact_record()->power_of_wall(marked);
  for (const grist::OverlapRecord *record : sources.overlaps)
    out.powers[grist::WALL_WORK] += record->power_of_walls(marked);
  return out;
}

double LAMMPS_NS::power_on_unmarked(const EnergySources &sources,
                                    const std::vector<SphereRates> &rates,
                                    const std::vector<char> &marks)
{
  const SphereSelection marked(marks);
  double sum = sources.pair ? power_on_others(*sources.pair, rates.data(), marked) : 0.0;
  for (const grist::OverlapRecord *record : sources.overlaps)
    sum += record->power_on_others(rates.data(), marked);
  return sum;
}
