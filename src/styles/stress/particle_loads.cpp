#include "styles/stress/particle_loads.h"

#include "common/space.h"
#include "contacts/contact_laws.h"
#include "records/contact_visitor.h"
#include "styles/access/styles_with.h"

#include "error.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"
#include "update.h"
#include "utils.h"

#include <cassert>
#include <cstring>
#include <utility>

using namespace LAMMPS_NS;
using grist::Vector3d;

namespace {

class LoadVisitor : public grist::ContactVisitor {
 public:
  int wall = 0;    // number of the one whose contacts are shown
  explicit LoadVisitor(const ParticleLoads::Visit &take) : take(take) {}

  void visit(const grist::RecordedContact &c) override
  {
    const Vector3d &normal = c.contact.normal;
    const double arm_a = c.is_wall() ? c.contact.radius_a - c.contact.overlap : c.contact.arm_a;
    const Vector3d arm_b = c.is_wall() ? Vector3d::zero() : c.contact.arm_b * normal;
    take({c.a, c.b, wall, c.on.force, -arm_a * normal, arm_b, normal, c.contact.overlap,
          c.beside_bond});
  }
  void visit(const grist::RecordedOverlap &o) override
  {
    const double depth = o.overlap.area > 0.0 ? o.overlap.volume / o.overlap.area : 0.0;
    take({o.a, o.b, wall, o.share_of_force() * o.on.force, o.overlap.centroid,
          o.overlap.centroid - o.distance, -o.overlap.normal, depth, false});
  }

 private:
  const ParticleLoads::Visit &take;
};

}    // namespace

class ParticleLoads::PairLoads final : public ContactWatch {
 public:
  PairLoads(const Update *update, IsRead is_read) : update(update), is_read(std::move(is_read)) {}

  void evaluated(const ContactStyle &style) override
  {
    of_step = -1;
    if (update->setupflag || !is_read()) return;
    of_step = update->ntimestep;
    loads.clear();
    const Visit keep = [this](const ContactLoad &load) { loads.push_back(load); };
    LoadVisitor visitor(keep);
    style.show_contacts(visitor);
  }

  bool are_there() const { return of_step == update->ntimestep; }
  void show(const Visit &visit) const
  {
    for (const ContactLoad &load : loads) visit(load);
  }

 private:
  const Update *update;
  IsRead is_read;
  std::vector<ContactLoad> loads;
  bigint of_step = -1;
};

ParticleLoads::ParticleLoads(LAMMPS *lmp, const std::string &user, IsRead is_read) :
    lmp(lmp), user(user), styles(contact_styles(lmp)),
    of_pair(std::make_shared<PairLoads>(lmp->update, std::move(is_read)))
{
  assert(of_pair);
  const Force *force = lmp->force;
  if (force->pair && !pair_with<ContactStyle>(lmp) && strcmp(force->pair_style, "zero") != 0)
    lmp->error->all(FLERR, "{}: pair_style {} does not show its contacts (expected {})", user,
                    force->pair_style, grist::listed_springs({"polyhedron", "zero"}));
  for (Fix *fix : fixes_of(*lmp->modify)) {
    const auto *wall = dynamic_cast<ContactStyle *>(fix);
    if (wall ? !wall->energy_refusal().empty() : utils::strmatch(fix->style, "^wall/gran"))
      lmp->error->all(FLERR,
                      "{}: fix {} of style {} does not show its contacts (expected a wall of {}, "
                      "with keywords)",
                      user, fix->id, fix->style, grist::listed_springs({"polyhedron"}));
  }
  for (const NamedContacts &named : styles) {
    records.push_back(named.style->record_contacts());
    if (!named.of_wall) records.push_back(named.style->watches.subscribe(*of_pair));
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
    if (named.of_wall)
      visitor.wall++;
    else if (of_pair->are_there()) {
      of_pair->show(visit);
      continue;
    }
    named.style->show_contacts(visitor);
  }
}
