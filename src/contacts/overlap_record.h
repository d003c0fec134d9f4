// The contacts of bodies in one step, with each other or with walls, kept for the energy balance and fix collisions, and what they put into bodies, kept for
// breakage. A style that evaluates them is an OverlapRecorder.

#ifndef GRIST_CONTACTS_OVERLAP_RECORD_H
#define GRIST_CONTACTS_OVERLAP_RECORD_H

#include "contacts/overlap_energy.h"
#include "energy/sphere_rates.h"
#include "energy/sphere_selection.h"

#include <vector>

namespace grist {

class OverlapRecord {
 public:
  static constexpr int WALL = -1;

  struct Entry {
    int a, b;        // bodies; b may be WALL
    double share;    // of this rank in the contact
    const OverlapContactLaw *law;
    Overlap overlap;
    Vector3d distance;         // position of b minus that of a
    ContactMotion motion;      // as evaluated
    ContactHistory history;    // after the step
    ContactForce on;
    SphereRates wall;    // at the centroid
  };

  // What a contact of the hysteretic law has put in, and how it goes on.
  struct Load {
    int a, b;
    double energy;        // the share of a wall in a contact counted
    double speed;         // of approach, half a step before the force
    double pressed;       // normal force; the share counted
    Vector3d centroid;    // relative to the position of a
    Vector3d normal;      // from a to b
    bool latches;         // the law is hysteretic; otherwise the energy is 0
  };

  // Both off at first; what there is is dropped where one is turned off.
  void turn_on(bool now);
  bool is_on() const { return on; }
  void keep_loads(bool now);
  bool keeps_loads() const { return keeps; }
  const std::vector<Load> &loads() const { return kept_loads; }

  void begin_step()
  {
    entries.clear();
    kept_loads.clear();
  }
  void add_load(int a, int b, const OverlapContactLaw &law, const Overlap &overlap,
                const ContactMotion &motion, const ContactHistory &history, double share);
  void add(const Entry &entry) { entries.push_back(entry); }

  const std::vector<Entry> &contacts() const { return entries; }

  // Sums over the contacts of these bodies. `rates`: by body, at the instant of the positions.
  OverlapEnergy stored_energy(const SphereSelection &of = {}) const;
  OverlapPower power_taken(const SphereRates *rates, const SphereSelection &of = {}) const;
  double power_of_walls(const SphereSelection &of = {}) const;    // on the bodies

  double power_of_walls_on(const SphereRates *rates) const;    // of all their forces

  // What the hysteretic law of energy lost in this step.
  double lost(const SphereSelection &of = {}) const;

  // Of contacts between a body that is selected and one that is not, on the latter.
  double power_on_others(const SphereRates *rates, const SphereSelection &of) const;

 private:
  bool on = false, keeps = false;
  std::vector<Entry> entries;
  std::vector<Load> kept_loads;

  static bool counts(const Entry &entry, const SphereSelection &of)
  {
    return of.has(entry.a) || (entry.b != WALL && of.has(entry.b));
  }
};

// Of one contact, without the share of this rank.
OverlapPower power_taken(const OverlapRecord::Entry &entry, const SphereRates *rates);

// A style whose contacts of bodies can be recorded. Entries are those of the last evaluation of forces.
class OverlapRecorder {
 public:
  OverlapRecord *overlap_record() { return &record; }

 protected:
  OverlapRecord record;
  ~OverlapRecorder() = default;
};

}    // namespace grist

#endif
