#include "styles/stress/particle_loads.h"

#include "records/contact_visitor.h"

#include "error.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"
#include "utils.h"

#include <cstring>

using namespace LAMMPS_NS;
using Eigen::Vector3d;

namespace {

class LoadVisitor : public grist::ContactVisitor {
 public:
  int number = 0;    // of the style whose contacts are shown
  explicit LoadVisitor(const ParticleLoads::Visit &take) : take(take) {}

  void visit(const grist::RecordedContact &c) override
  {
    const Vector3d &normal = c.contact.normal;
    const double arm_a = c.is_wall() ? c.contact.radius_a - c.contact.overlap : c.contact.arm_a;
    const Vector3d arm_b = c.is_wall() ? Vector3d(Vector3d::Zero())
                                       : Vector3d(c.contact.arm_b * normal);
    take({c.a, c.b, number, c.on.force, -arm_a * normal, arm_b, c.beside_bond});
  }
  void visit(const grist::RecordedOverlap &o) override
  {
    take({o.a, o.b, number, o.share_of_force() * o.on.force, o.overlap.centroid,
          o.overlap.centroid - o.distance, false});
  }

 private:
  const ParticleLoads::Visit &take;
};

}    // namespace

ParticleLoads::ParticleLoads(LAMMPS *lmp, const std::string &user) :
    lmp(lmp), user(user), styles(contact_styles(lmp))
{
  const Force *force = lmp->force;
  if (force->pair && !dynamic_cast<ContactStyle *>(force->pair) &&
      strcmp(force->pair_style, "zero") != 0)
    lmp->error->all(FLERR,
                    "{}: pair_style {} does not show its contacts (expected hertz/mindlin, "
                    "hooke/history, polyhedron or zero)",
                    user, force->pair_style);
  for (Fix *fix : lmp->modify->get_fix_list()) {
    const auto *wall = dynamic_cast<ContactStyle *>(fix);
    if (wall ? !wall->energy_refusal().empty() : utils::strmatch(fix->style, "^wall/gran"))
      lmp->error->all(FLERR, "{}: fix {} of style {} does not show its contacts", user, fix->id,
                      fix->style);
  }
  for (const NamedContacts &named : styles) {
    records.push_back(named.style->record_contacts());
    if (named.of_wall)
      known.add(named.of_wall);
    else
      known.add(force->pair);
  }
}

void ParticleLoads::for_each(const Visit &visit) const
{
  known.check(lmp, user);
  LoadVisitor visitor(visit);
  for (const NamedContacts &named : styles) {
    visitor.number++;
    named.style->show_contacts(visitor);
  }
}
