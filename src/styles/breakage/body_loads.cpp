#include "styles/breakage/body_loads.h"

#include "common/preconditions.h"
#include "styles/access/atom_style.h"
#include "styles/interfaces/energy_style.h"

#include "geometry/half_space.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "error.h"
#include "force.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::OverlapLoad;
using grist::Vector3d;

// The styles of the run that have contacts of bodies.
static std::vector<NamedContacts> body_contacts(LAMMPS *lmp)
{
  std::vector<NamedContacts> styles = contact_styles(lmp);
  styles.erase(std::remove_if(styles.begin(), styles.end(),
                              [](const NamedContacts &of) { return !of.style->overlap_record(); }),
               styles.end());
  return styles;
}

void BodyLoads::record()
{
  records.clear();
  for (const NamedContacts &named : body_contacts(lmp))
    records.push_back(named.style->overlap_record()->loads.subscribe());
}

bool BodyLoads::breaks(int i) const
{
  assert(i == OverlapLoad::WALL || is_owned_or_ghost(atom, i));
  return i != OverlapLoad::WALL && (atom->mask[i] & group);
}

void BodyLoads::gather(int groupbit, const std::string &user)
{
  group = groupbit;
  for (const int i : touched_bodies)
    if (i < static_cast<int>(loads.size())) loads[i] = {};
  touched_bodies.clear();
  loads.resize(atom->nlocal);
  for (const NamedContacts &named : body_contacts(lmp)) {
    for (const OverlapLoad &load : named.style->overlap_record()->loads_now()) {
      if (!load.latches)
        error->one(FLERR,
                   "{}: {} is not of the hysteretic law (give its contacts 'hysteretic e', "
                   "without which the energy of a hit is not known)",
                   user, named.name);
      if (breaks(load.a)) add(load.a, load);
      if (breaks(load.b)) add(load.b, load);
    }
  }
}

void BodyLoads::add(int i, const OverlapLoad &load)
{
  assert((i == load.a || i == load.b) && breaks(i));
  if (i >= atom->nlocal) return;    // its own rank has the contact, too
  Load &sum = loads[i];
  if (sum.contacts++ == 0) touched_bodies.push_back(i);
  sum.energy.work += share(load) * load.energy.work;
  sum.energy.stored += share(load) * load.energy.stored;
  if (load.energy.stored > (sum.strongest ? sum.strongest->energy.stored : 0.0))
    sum.strongest = &load;
}

// Inertia in the units of mass of forces and velocities, also of ghosts.
grist::BodyInertia BodyLoads::inertia(int i) const
{
  assert(is_owned_or_ghost(atom, i));
  const double mass = atom->rmass[i] / force->ftm2v;
  if (atom->body[i] < 0) return grist::BodyInertia::of_sphere(mass, atom->radius[i]);
  const auto *avec = atom_style<AtomVecBody>(atom);
  const AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
  const grist::Pose pose = grist::Pose::from_quaternion(Vector3d::zero(), bonus.quat);
  return grist::BodyInertia::of(mass, pose.rotation,
                                grist::vector_at(bonus.inertia) / force->ftm2v);
}

grist::ApproachingContact BodyLoads::seen_from(int i, const OverlapLoad &load) const
{
  assert((i == load.a || i == load.b) && grist::is_unit(load.normal));
  const double sign = i == load.a ? 1.0 : -1.0;
  grist::ApproachingContact out = {load.centroid, sign * load.normal, load.speed, load.pressed,
                                   0.0,           share(load)};
  if (load.b == OverlapLoad::WALL) return out;
  const Vector3d arm_b =
      load.centroid + grist::vector_at(atom->x[load.a]) - grist::vector_at(atom->x[load.b]);
  if (i == load.b) out.arm = arm_b;
  out.other = i == load.a ? inertia(load.b).inverse_mass_at(arm_b, load.normal)
                          : inertia(load.a).inverse_mass_at(load.centroid, load.normal);
  return out;
}

double BodyLoads::approach(int i) const
{
  assert(is_owned(atom, i));
  std::vector<grist::ApproachingContact> contacts;
  for (const NamedContacts &named : body_contacts(lmp))
    for (const OverlapLoad &load : named.style->overlap_record()->loads_now())
      if (load.a == i || load.b == i) contacts.push_back(seen_from(i, load));
  return approach_energy(inertia(i), contacts, update->dt);
}

Vector3d BodyLoads::strongest_contact(int i) const
{
  assert(i >= 0 && i < static_cast<int>(loads.size()));
  const OverlapLoad *load = loads[i].strongest;
  if (!load) return Vector3d::zero();
  if (load->a == i) return load->centroid;
  return load->centroid + grist::vector_at(atom->x[load->a]) - grist::vector_at(atom->x[i]);
}
