/* The law of bodies of atom style body polyhedron on walls: that of pair_style polyhedron
   (overlaps/overlap_contact.h). Forces on polyhedra, whose contacts polyhedra_on_wall.h finds, and on
   spheres among them.
*/

#ifndef GRIST_STYLES_POLYHEDRON_WALL_LAW_H
#define GRIST_STYLES_POLYHEDRON_WALL_LAW_H

#include "styles/polyhedra/polyhedron_bodies.h"
#include "styles/walls/wall_law.h"

#include "overlaps/overlap_contact.h"

#include <string>

namespace grist {
struct Keyword;
}

namespace LAMMPS_NS {

class PolyhedronWallLaw : public OneByOneLaw {
 public:
  // Reads the law, its keywords (overlap_law_keywords.h) and `others` of the wall to the end of the
  // words. `user` begins error texts.
  PolyhedronWallLaw(class LAMMPS *lmp, class InputWords &words, std::string user,
                    const std::vector<grist::Keyword> &others = {});

  // Elastic energy of the contacts of this step on this rank.
  double energy() const { return elastic; }

  PolyhedronBodies bodies;    // of this rank

  void init() override;
  void begin_step(bool advance) override;
  int width() const override { return grist::ContactHistory::SIZE; }
  grist::ContactForm form() const override { return grist::ContactForm::CONSISTENT; }
  const grist::Recording *recording() const override { return &record.contacts; }
  void show_contacts(grist::ContactVisitor &visitor) const override { record.show(visitor); }
  grist::OverlapRecord *overlap_record() override { return &record; }
  bool may_lose_at_once() const override { return loses_at_once(law); }
  TimeLimitKind limit_kind() const override { return TimeLimitKind::OVERLAP_CONTACT; }

  // Force on a sphere.
  Force force(const SphereAtWall &contact, double *history) override;
  void survey(const SphereAtWall &contact, grist::ContactSurvey &to) const override;

  bool knows_tangents() const override { return true; }
  grist::ContactTangent tangent(const SphereAtWall &contact, double least) const override;

  // The same of body i at its overlap with a wall that touches an image of it.
  grist::ContactTangent tangent(int i, const grist::Overlap &overlap, const grist::Vector3d &image,
                                double share) const;

  // Force on body i at its overlap with a wall whose velocity at the centroid of the overlap is
  // that of `at`. Only the given share of the force acts.
  Force force(int i, const grist::Overlap &overlap, const grist::WallContact &at, double share,
              double *history);
  void survey(int i, const grist::Overlap &overlap, grist::ContactSurvey &to) const;

 private:
  LAMMPS *lmp;
  std::string user;
  grist::OverlapContactLaw law;
  double dt = 0.0;    // 0 at setup
  double elastic = 0.0;
  grist::OverlapRecord record;

  double mass(int i) const;
  double mass_against(int i, const grist::Overlap &overlap, const grist::Vector3d &image) const;
};

}    // namespace LAMMPS_NS

#endif
