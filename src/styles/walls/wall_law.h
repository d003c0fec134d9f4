/* Contact laws of spheres on walls, as a wall of spheres (wall_contact_fix.h) calls them. */

#ifndef GRIST_STYLES_WALL_LAW_H
#define GRIST_STYLES_WALL_LAW_H

#include "styles/guard/run_limits.h"
#include "styles/walls/wall_heat.h"

#include "contacts/contact_limits.h"
#include "contacts/contact_options.h"
#include "contacts/sphere_contact.h"
#include "contacts/wall_touches.h"
#include "energy/losses.h"
#include "records/contact_record.h"
#include "records/overlap_record.h"
#include "walls/contact_resistance.h"
#include "walls/rigid_motion.h"
#include "walls/wall_contact.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace grist {
struct Keyword;
}

namespace LAMMPS_NS {

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

  // Force on the sphere.
  virtual Force force(const SphereAtWall &contact, double *history) = 0;

  // The law by blocks of contacts, or null where it has none. Once init() was called.
  virtual class SphereWallLaw *blocks() { return nullptr; }

  // For fix guard: how far the sphere overlaps, and contact times where the law knows them.
  virtual void survey(const SphereAtWall &contact, grist::ContactSurvey &to) const;

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

// The contact laws of the pair styles of spheres (contacts/contact_laws.h).
class SphereWallLaw : public WallLaw {
 public:
  // The law that the word arg[iarg] and what follows it ask for. None where the word is unknown,
  // and where a number or NULL follows: then hooke/history is the model of fix wall/gran
  // (granular_wall_law.h).
  static std::optional<grist::ContactKind> find_kind(int narg, char **arg, int iarg);

  // Reads keywords (contact_keywords.h) and `others` of the wall to the end of the words. `user`
  // begins error texts.
  SphereWallLaw(class LAMMPS *lmp, grist::ContactKind kind, class InputWords &words,
                std::string user, const std::vector<grist::Keyword> &others = {});
  ~SphereWallLaw() override;

  void init() override;
  void begin_step(bool advance) override;
  int width() const override { return WIDTH; }
  grist::ContactForm form() const override
  {
    return contact_form.value_or(grist::ContactForm::CONSISTENT);
  }
  int width_in_use() const override
  {
    if (laws.empty()) return WIDTH;    // before the first run
    const grist::HistoryLayout as = mode().history();
    return remembers_touch ? WIDTH : as.twist > 0 || as.memory > 0 ? TOUCHED : as.width;
  }
  double reach(double radius) const override;
  bool pulls_beyond_touch() const override;
  Force force(const SphereAtWall &contact, double *history) override;
  void survey(const SphereAtWall &contact, grist::ContactSurvey &to) const override;
  bool knows_tangents() const override { return true; }
  grist::ContactTangent tangent(const SphereAtWall &contact, double least) const override;
  const grist::Recording *recording() const override { return &record.recording; }
  void show_contacts(grist::ContactVisitor &visitor) const override { record.show(visitor); }
  bool may_lose_at_once() const override { return remembers_touch; }

  WallHeat *heat() override { return &wall_heat; }

  // Blocks need the same parts of rolling and cohesion for all types.
  SphereWallLaw *blocks() override { return parts.clash < 0 ? this : nullptr; }
  static constexpr int LANES = grist::ContactBlock::LANES;
  // Arrays are as those of grist::WallTouches: up to its next whole vector they have contacts.
  struct BlockContacts {
    int count;
    const int *i;
    const double *radius, *mass;
    const grist::WallContacts &found;    // from number `first` on
    int first;
    double *history[LANES];
  };

  // Advances the histories of one contact or more and returns the forces, one lane a contact. All
  // of them act. `reference`: the point that the wall's torque is about.
  const grist::ContactBlock &evaluate(const BlockContacts &contacts,
                                      const grist::Vector3d &reference);

  // While someone subscribes, and no one to recording(), which costs more, steps of blocks keep what
  // the power of their contacts follows from.
  const grist::Recording &flow_recording() const { return of_flows; }
  bool has_flows() const { return keeps_flows; }    // of the last step
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates) const
  {
    losses.add_powers(to, rates);
  }

  // Energy of a contact with this history. Not of laws that may lose some at once.
  grist::ContactEnergy stored_energy(const SphereAtWall &contact, const double *history) const;

  // Whether a contact within reach acts, where cohesion reaches beyond touch. One that has ended
  // forgets.
  bool reaches_beyond() const { return reaches_beyond_touch; }
  bool acts(const SphereAtWall &contact, double *history);

  // An atom with the mass that counts.
  SphereAtWall row(int i, double mass, const grist::WallContact &at) const;

 private:
  // A SphereContactHistory, and whether it has touched (JKR).
  static constexpr int TOUCHED = grist::SphereContactHistory::SIZE, WIDTH = TOUCHED + 1;

  LAMMPS *lmp;
  grist::ContactKind kind;
  std::string user;
  WallHeat wall_heat;    // set while keywords are read
  std::unique_ptr<class ContactKeywords> keywords;
  std::optional<grist::ContactForm> contact_form;    // of all types, from the first run on
  std::vector<grist::ContactLaw> laws;               // by type, from 1
  grist::CommonParts parts;                          // of all types
  bool reaches_beyond_touch, remembers_touch, advances;
  grist::ContactRecord record;
  grist::Recording of_flows;
  grist::Losses<grist::ContactEntries> losses{grist::LossPartner::WALL};
  bool keeps_flows = false;

  bool one_law = false;    // all types have the same
  std::unique_ptr<grist::ContactBlock> block;
  bool defaults_are_said = false;

  grist::ContactMode mode() const;
  bool has(bool grist::ContactPart::*property) const;
  void make_block();
  const grist::ContactLaw &law_of(const SphereAtWall &contact) const;
  void record_contact(const SphereAtWall &contact, const grist::SphereContactForce &on,
                      const double *history);
  std::vector<grist::Keyword> with_heat(class InputWords &words,
                                        const std::vector<grist::Keyword> &others);
  void say_defaults();
  double conductance_for(int type, const class PairSphereContact *pair) const;
  grist::ContactLaw law_for(int type, const class PairSphereContact *pair) const;
  double half_step() const;
  const double *masses_against(const BlockContacts &contacts, double *room) const;
  double mass_against(double mass, const grist::Vector3d &center,
                      const grist::WallContact &at) const;
  grist::SphereContact contact_of(const SphereAtWall &at_wall) const;
};

}    // namespace LAMMPS_NS

#endif
