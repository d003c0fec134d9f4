/* The contact laws of the pair styles of spheres (contacts/contact_laws.h) on walls, in blocks of
   contacts.
*/

#ifndef GRIST_STYLES_SPHERE_WALL_LAW_H
#define GRIST_STYLES_SPHERE_WALL_LAW_H

#include "styles/walls/wall_law.h"

#include "contacts/contact_options.h"
#include "contacts/wall_touches.h"
#include "energy/losses.h"
#include "records/contact_record.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace grist {
struct Keyword;
}

namespace LAMMPS_NS {

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
  bool pulls_beyond_touch() const override { return has(&grist::ContactPart::acts_apart); }
  void survey(const SphereAtWall &contact, grist::ContactSurvey &to) const override;
  bool knows_tangents() const override { return true; }
  grist::ContactTangent tangent(const SphereAtWall &contact, double least) const override;
  const grist::Recording *recording() const override { return &record.recording; }
  void show_contacts(grist::ContactVisitor &visitor) const override { record.show(visitor); }
  bool may_lose_at_once() const override { return remembers_touch; }

  WallHeat *heat() override { return &wall_heat; }

  SphereWallLaw *in_blocks() override { return this; }
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
  bool defaults_are_reported = false;

  grist::ContactMode mode() const;
  bool has(bool grist::ContactPart::*property) const;
  void make_block();
  const grist::ContactLaw &law_of(const SphereAtWall &contact) const;
  void record_contact(const SphereAtWall &contact, const grist::SphereContactForce &on,
                      const double *history);
  std::vector<grist::Keyword> with_heat(class InputWords &words,
                                        const std::vector<grist::Keyword> &others);
  void report_defaults();
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
