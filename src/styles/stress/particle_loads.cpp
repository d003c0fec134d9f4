#include "styles/stress/particle_loads.h"

#include "styles/contacts/pair_sphere_contact.h"
#include "styles/walls/overlap_records.h"
#include "styles/walls/wall_contact_fix.h"

#include "contacts/contact_record.h"
#include "contacts/overlap_record.h"

#include "error.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "utils.h"

#include <cstring>

using namespace LAMMPS_NS;
using Eigen::Vector3d;
using grist::ContactRecord;
using grist::OverlapRecord;
using grist::SphereContactHistory;

ParticleLoads::ParticleLoads(LAMMPS *lmp, const std::string &user) :
    spheres(dynamic_cast<PairSphereContact *>(lmp->force->pair))
{
  const Force *force = lmp->force;
  const bool shows = spheres || dynamic_cast<grist::OverlapRecorder *>(force->pair);
  if (force->pair && !shows && strcmp(force->pair_style, "zero") != 0)
    lmp->error->all(FLERR,
                    "{}: pair_style {} does not show its contacts (expected hertz/mindlin, "
                    "hooke/history, polyhedron or zero)",
                    user, force->pair_style);
  for (const NamedRecord &named : overlap_records(lmp)) {
    named.record->turn_on(true);
    bodies.push_back(named.record);
  }
  for (Fix *fix : lmp->modify->get_fix_list()) {
    auto *wall = dynamic_cast<WallContactFix *>(fix);
    if (wall && wall->contact_record()) {
      wall->contact_record()->turn_on(true);
      sphere_walls.push_back(wall->contact_record());
    } else if (!overlap_record_of(fix) && (wall || utils::strmatch(fix->style, "^wall/gran"))) {
      lmp->error->all(FLERR, "{}: fix {} of style {} does not show its contacts", user, fix->id,
                      fix->style);
    }
  }
}

void ParticleLoads::for_each(const Visit &visit) const
{
  if (spheres) visit_pairs(visit);
  int number = 0;
  for (const ContactRecord *wall : sphere_walls) {
    for (const ContactRecord::Entry &e : wall->contacts())
      visit({e.sphere, OverlapRecord::WALL, number, e.on.force,
             -(e.contact.radius_a - e.contact.overlap) * e.contact.normal, Vector3d::Zero()});
    number++;
  }
  for (const OverlapRecord *record : bodies) {
    for (const OverlapRecord::Entry &e : record->contacts()) {
      const double share = e.b == OverlapRecord::WALL ? e.share : 1.0;
      visit({e.a, e.b, number, share * e.on.force, e.overlap.centroid,
             e.overlap.centroid - e.distance});
    }
    number++;
  }
}

void ParticleLoads::visit_pairs(const Visit &visit) const
{
  spheres->for_each_touching([&](int i, int j, SphereContactHistory remembered) {
    const grist::SphereContact contact = spheres->contact_of(i, j);
    const grist::SphereContactForce on = contact_force(spheres->law_of(i, j), contact, remembered);
    visit({i, j, 0, on.force, -contact.arm_a * contact.normal, contact.arm_b * contact.normal});
  });
}
