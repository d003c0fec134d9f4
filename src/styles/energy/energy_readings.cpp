#include "styles/energy/energy_readings.h"

#include "styles/bonds/bond_parallel.h"
#include "styles/contacts/pair_contact_energy.h"
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

SphereRates LAMMPS_NS::rates_of(const Atom *atom, int i)
{
  return {Map<const Vector3d>(atom->v[i]), Map<const Vector3d>(atom->omega[i])};
}

static double kinetic_energy(LAMMPS *lmp)
{
  const Atom *atom = lmp->atom;
  double sum = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    sum += grist::twice_kinetic_energy(rates_of(atom, i), atom->rmass[i], atom->radius[i]);
  return 0.5 * lmp->force->mvv2e * sum;
}

// Of unwrapped positions, so that the energy does not jump where an atom crosses a periodic border.
static double gravitational_energy(LAMMPS *lmp, const EnergySources &sources)
{
  const Atom *atom = lmp->atom;
  double sum = 0.0;
  for (const GravityField &gravity : sources.gravity)
    for (int i = 0; i < atom->nlocal; i++) {
      if (!(atom->mask[i] & gravity.groupbit)) continue;
      Vector3d place;
      lmp->domain->unmap(atom->x[i], atom->image[i], place.data());
      sum -= atom->rmass[i] * gravity.acceleration.dot(place);
    }
  return sum;
}

grist::StoredEnergy LAMMPS_NS::stored_energy(LAMMPS *lmp, const EnergySources &sources)
{
  grist::ContactEnergy contacts;
  if (sources.pair) contacts.add(stored_energy(*sources.pair), 1.0);
  for (WallContactFix *wall : sources.walls)
    contacts.add(wall->contact_record()->stored_energy(), 1.0);
  grist::StoredEnergy out;
  out.kinetic = kinetic_energy(lmp);
  out.gravitational = gravitational_energy(lmp, sources);
  if (sources.bond) out.bond = sources.bond->stored_energy();
  out.normal = contacts.normal;
  out.shear = contacts.shear;
  out.roll = contacts.roll;
  return out;
}

grist::EnergyFlows LAMMPS_NS::energy_powers(const EnergySources &sources,
                                            const std::vector<SphereRates> &rates)
{
  grist::EnergyFlows out{};
  grist::ContactPower contacts;
  if (sources.pair) contacts.add(power_taken(*sources.pair, rates.data()), 1.0);
  for (WallContactFix *wall : sources.walls) {
    contacts.add(wall->contact_record()->power_taken(rates.data()), 1.0);
    out[grist::WALL_WORK] += wall->power_here();
  }
  out[grist::CONTACT_DAMPING] = contacts.damping;
  out[grist::SHEARING] = contacts.shearing;
  out[grist::ROLLING] = contacts.rolling;
  if (sources.bond) out[grist::BOND_DAMPING] = sources.bond->damping_power(rates.data());
  return out;
}
