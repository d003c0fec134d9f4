/* Contact laws of walls, as a wall (wall_contact_fix.h) calls them: those that are evaluated in
   blocks (sphere_wall_law.h), and those that take one contact at a time.
*/

#ifndef GRIST_STYLES_WALL_LAW_H
#define GRIST_STYLES_WALL_LAW_H

#include "styles/commands/number_or_variable.h"
#include "styles/guard/run_limits.h"

#include "contacts/contact_limits.h"
#include "contacts/sphere_contact.h"
#include "records/contact_record.h"
#include "walls/contact_resistance.h"
#include "walls/rigid_motion.h"
#include "walls/wall_contact.h"

#include <optional>
#include <vector>

namespace LAMMPS_NS {

// What a wall of spheres is to heat: keywords temperature and flux; neither: it takes none.
struct WallHeat {
  std::optional<NumberOrVariable> temperature;
  std::optional<NumberOrVariable> flux;    // [power], to all spheres that touch, together
  std::vector<double> conductance;         // by type, from 1; over the contact radius
};

// A sphere of this rank, with the mass that counts, and where it touches the wall.
struct SphereAtWall {
  int i;
  grist::MovingSphere sphere;
  grist::WallContact at;
};

// A wall of finite mass.
class WallInertia {
 public:
  // That counts in a contact of a mass with the wall at a place, which pushes the wall along this
  // direction.
  virtual double effective_mass(double mass, const grist::Vector3d &place,
                                const grist::Vector3d &push) const = 0;

  // Velocity of the full step, less that which contacts were evaluated with. Once all forces are
  // known.
  virtual grist::RigidVelocity late_velocity() const = 0;

 protected:
  ~WallInertia() = default;
};

class WallLaw {
 public:
  const WallInertia *inertia = nullptr;    // null: infinite
  grist::Vector3d center_velocity =
      grist::Vector3d::zero();    // in this step, of the point that the wall turns about

  // On the sphere: force, torque about its centre, and the part of the torque that acts against the
  // rotation of the wall by friction of rolling and twisting.
  struct Force {
    grist::Vector3d force, torque, rolling;
    bool touching;
  };

  virtual ~WallLaw() = default;

  // Kind of the time limit that fix guard checks.
  virtual TimeLimitKind limit_kind() const { return TimeLimitKind::CONTACT; }

  // At the start of each run.
  virtual void init() {}
  virtual void begin_step(bool advance) = 0;

  // Numbers of a history in memory. It begins with zeros.
  virtual int width() const = 0;

  // Numbers of a history, from the first, that are sent and written. The rest are zero.
  virtual int width_in_use() const { return width(); }

  // In the two forms, histories have different meanings, and the wall's velocity is read at
  // different points (sphere_contact.h). Valid once init() was called.
  virtual grist::ContactForm form() const { return grist::ContactForm::STOCK; }

  // How near a wall must be to act on a sphere.
  virtual double reach(double radius) const { return radius; }
  virtual bool pulls_beyond_touch() const { return false; }

  // One of both is not null.
  virtual class SphereWallLaw *in_blocks() { return nullptr; }
  virtual class OneByOneLaw *one_by_one() { return nullptr; }

  // For fix guard: how far the sphere overlaps, and contact times where the law knows them.
  virtual void survey(const SphereAtWall &contact, grist::ContactSurvey &to) const
  {
    const double overlap = contact.sphere.radius - contact.at.distance;
    if (overlap > 0.0) to.add_overlap(overlap / contact.sphere.radius);
  }

  // Whether it knows the stiffness of a contact; at its overlap or, near touch, at least this one.
  virtual bool knows_tangents() const { return false; }
  virtual grist::ContactTangent tangent(const SphereAtWall &, double) const { return {}; }

  // While someone subscribes, the contacts of a step are kept; null: the law cannot report
  // energies.
  virtual const grist::Recording *recording() const { return nullptr; }
  virtual void show_contacts(grist::ContactVisitor &) const {}

  // As ContactStyle has it.
  virtual bool may_lose_at_once() const { return false; }

  // Null: a law that knows no heat.
  virtual WallHeat *heat() { return nullptr; }

  // Contacts of a law of bodies; null for other laws.
  virtual grist::OverlapRecord *overlap_record() { return nullptr; }
};

class OneByOneLaw : public WallLaw {
 public:
  OneByOneLaw *one_by_one() override { return this; }

  // Force on the sphere.
  virtual Force force(const SphereAtWall &contact, double *history) = 0;
};

}    // namespace LAMMPS_NS

#endif
