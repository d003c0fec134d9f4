#include "styles/walls/wall_bridges.h"

#include "styles/walls/single_contacts.h"

#include "walls/contact_resistance.h"

using namespace LAMMPS_NS;
using grist::Vector3d;

// The pull acts along the normal, on the center of the sphere.
double BridgesOfWall::add_pulls(Atom &atom, const WallList &list, SingleContacts &single,
                                const WallStep &step, const WallInertia *inertia,
                                const grist::RigidVelocity &body,
                                grist::ContactResistance *resistance) const
{
  double power = 0.0;
  const auto liquid = bridges.lock();
  if (!liquid) return power;
  liquid->begin_step(list);
  for (size_t n = 0; n < list.spheres().size(); n++) {
    const int i = list.spheres()[n];
    const double reach = liquid->reach(i, step.histories.count(i) > 0);
    if (reach == 0.0) continue;
    SphereAtWall contact = {i, single.sphere(i), {}};
    const auto &found = single.find(list, static_cast<int>(n), reach, step.surface);
    const auto &pulls = liquid->pulls(i, contact.sphere, found, step.surface, inertia);
    for (size_t k = 0; k < found.size(); k++) {
      contact.at = found[k];
      const Vector3d place = contact.at.place(contact.sphere.position);
      if (resistance)
        resistance->add(place - step.surface.reference_point(), contact.at.normal,
                        {0.0, 0.0, pulls[k].resistance, 0.0});
      if (pulls[k].force == 0.0) continue;
      const WallLaw::Force pull = {-pulls[k].force * contact.at.normal, Vector3d::zero(),
                                   Vector3d::zero(), true};
      step.add_force(atom, contact, pull);
      power += dot(pull.force, contact.at.velocity - body.at(place));
      if (step.tally) step.tally->tally_pull(contact, pull);
    }
  }
  return power;
}
