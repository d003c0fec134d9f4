#include "styles/breakage/body_loads.h"

#include "styles/walls/overlap_records.h"

#include "atom.h"
#include "error.h"

using namespace LAMMPS_NS;
using grist::OverlapRecord;
using grist::Vector3d;

void BodyLoads::keep(bool now)
{
  for (const NamedRecord &named : overlap_records(lmp)) named.record->keep_loads(now);
}

void BodyLoads::gather(int groupbit, const std::string &user)
{
  for (const int i : touched_bodies)
    if (i < static_cast<int>(loads.size())) loads[i] = {};
  touched_bodies.clear();
  loads.resize(atom->nlocal);
  const int *const mask = atom->mask;
  for (const NamedRecord &named : overlap_records(lmp)) {
    for (const OverlapRecord::Load &load : named.record->loads()) {
      if (!load.latches)
        error->one(FLERR,
                   "{}: {} is not of the hysteretic law (give its contacts 'hysteretic e', "
                   "without which the energy of a hit is not known)",
                   user, named.name);
      const bool other = load.b != OverlapRecord::WALL;
      const bool a_breaks = mask[load.a] & groupbit, b_breaks = other && (mask[load.b] & groupbit);
      const double share = a_breaks && b_breaks ? 0.5 : 1.0;
      if (a_breaks) add(load.a, load, share);
      if (b_breaks) add(load.b, load, share);
    }
  }
}

void BodyLoads::add(int i, const OverlapRecord::Load &load, double share)
{
  if (i >= atom->nlocal) return;    // its own rank has the contact, too
  Load &sum = loads[i];
  if (sum.contacts++ == 0) touched_bodies.push_back(i);
  sum.energy += share * load.energy;
  sum.approach += share * load.approach;
  if (load.energy > (sum.strongest ? sum.strongest->energy : 0.0)) sum.strongest = &load;
}

Vector3d BodyLoads::strongest_contact(int i) const
{
  const OverlapRecord::Load *load = loads[i].strongest;
  if (!load) return Vector3d::Zero();
  if (load->a == i) return load->centroid;
  return load->centroid + Vector3d(atom->x[load->a]) - Vector3d(atom->x[i]);
}
