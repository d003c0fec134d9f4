#include "styles/energy/energy_readings.h"

#include "common/space.h"
#include "styles/energy/atom_rates.h"

#include "records/contact_sums.h"

#include "atom.h"
#include "domain.h"
#include "force.h"
#include "lammps.h"

using namespace LAMMPS_NS;
using grist::SphereRates;
using grist::SphereSelection;
using grist::Vector3d;

// rates(i): of owned atom i.
template <class Rates>
static double kinetic_energy(LAMMPS *lmp, const EnergySources &sources, const Rates &rates,
                             const SphereSelection &of)
{
  Atom *atom = lmp->atom;
  double sum = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!of.has(i)) continue;
    const BodyMotion *bodies = sources.bodies_of(i);
    sum += bodies ? bodies->twice_kinetic_energy(i, rates(i))
                  : twice_kinetic_energy(*atom, rates(i), i);
  }
  return 0.5 * lmp->force->mvv2e * sum;
}

// Uses unwrapped positions, so that the energy does not jump where an atom crosses a periodic
// border.
static double gravitational_energy(LAMMPS *lmp, const EnergySources &sources,
                                   const SphereSelection &of)
{
  const Atom *atom = lmp->atom;
  double sum = 0.0;
  for (const GravityField &gravity : sources.motion.gravity)
    for (int i = 0; i < atom->nlocal; i++) {
      if (!(atom->mask[i] & gravity.groupbit) || !of.has(i)) continue;
      Vector3d place;
      lmp->domain->unmap(atom->x[i], atom->image[i], place.data());
      sum -= atom->rmass[i] * dot(gravity.acceleration, place);
    }
  for (const BodyMotion *bodies : sources.motion.bodies)
    for (int i = 0; i < atom->nlocal; i++)
      if (of.has(i) && bodies->has(i)) sum += bodies->gravitational_energy(i);
  return sum;
}

// Without the kinetic energy.
static grist::StoredEnergy potential_energy(LAMMPS *lmp, const EnergySources &sources,
                                            const SphereSelection &of)
{
  grist::StoredEnergy out;
  out.gravitational = gravitational_energy(lmp, sources, of);
  for (const EnergyStyle *style : sources.styles) style->add_stored(out, of);
  return out;
}

grist::StoredEnergy LAMMPS_NS::stored_energy(LAMMPS *lmp, const EnergySources &sources)
{
  grist::StoredEnergy out = potential_energy(lmp, sources, {});
  const auto rates_now = [&](int i) {
    const BodyMotion *bodies = sources.bodies_of(i);
    return bodies ? bodies->rates_now(i) : rates_of(*lmp->atom, i);
  };
  out.kinetic = kinetic_energy(lmp, sources, rates_now, {});
  return out;
}

static grist::EnergyFlows powers_of(const EnergySources &sources,
                                    const std::vector<SphereRates> &rates,
                                    const SphereSelection &of)
{
  grist::EnergyFlows out{};
  for (const EnergyStyle *style : sources.styles) style->add_powers(out, rates.data(), of);
  return out;
}

grist::EnergyFlows LAMMPS_NS::energy_powers(const EnergySources &sources,
                                            const std::vector<SphereRates> &rates)
{
  return powers_of(sources, rates, {});
}

double LAMMPS_NS::lost_at_once(const EnergySources &sources, const std::vector<SphereRates> &rates,
                               const SphereSelection &of)
{
  double sum = 0.0;
  for (const ContactStyle *style : sources.contacts)
    if (style->may_lose_at_once()) sum += style->lost_at_once(rates.data(), of);
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
  out.powers = powers_of(sources, rates, marked);
  return out;
}

double LAMMPS_NS::power_on_unmarked(const EnergySources &sources,
                                    const std::vector<SphereRates> &rates,
                                    const std::vector<char> &marks)
{
  grist::PowerOnOthers power(rates.data(), SphereSelection(marks));
  for (const ContactStyle *style : sources.contacts) style->show_contacts(power);
  return power.sum;
}
