// The contacts that are open now, and what each has dissipated since its first touch: powers summed
// by the trapezoid rule as in energy_ledger.h, from zero power at the step before the first touch
// to zero power at the step after the last.
//
// In each step: begin_step(), add() for every contact that touches, then take_unseen() for the
// contacts that have ended.
//
// A contact may begin or end because one of its particles comes or goes while they touch. Then half
// a step has no force on one side, and the energy of the springs is not lost by the contact: it
// enters or leaves with the particle.
//
// A contact that another rank evaluates from some step on ends here and begins there. The sums of
// both are parts of one contact: by the trapezoid rule they add up to what one rank would have
// found.

#ifndef GRIST_ENERGY_OPEN_CONTACTS_H
#define GRIST_ENERGY_OPEN_CONTACTS_H

#include "energy/collision_spectrum.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace grist {

// Two particles by their ids, a < b; or a particle and a wall.
struct ContactKey {
  std::int64_t a, b;    // b < 0: wall number -1 - b

  static ContactKey of_pair(std::int64_t id, std::int64_t other)
  {
    assert(id != other);
    return id < other ? ContactKey{id, other} : ContactKey{other, id};
  }
  static ContactKey of_wall(std::int64_t id, int wall)
  {
    assert(wall >= 0);
    return {id, -1 - std::int64_t{wall}};
  }
  bool operator==(const ContactKey &other) const { return a == other.a && b == other.b; }
  bool operator<(const ContactKey &other) const { return a != other.a ? a < other.a : b < other.b; }
};

struct ContactKeyHash {
  std::size_t operator()(const ContactKey &key) const
  {
    const auto mixed = static_cast<std::uint64_t>(key.a) * 0x9E3779B97F4A7C15ULL;
    return std::hash<std::uint64_t>()(mixed ^ static_cast<std::uint64_t>(key.b));
  }
};

struct OpenContact {
  ContactKey key;
  int kind;             // a number of the caller
  ContactLoss lost;     // so far
  ContactLoss power;    // at the last step
  bool seen;            // in this step
  bool is_new;          // since begin_step()
};

class OpenContacts {
 public:
  // dt: the length of the step that ends now; 0 at the start of a run.
  void begin_step(double dt);

  // A contact that touches in this step, and its power now. Several with one key are one contact.
  void add(const ContactKey &key, int kind, const ContactLoss &power);

  // Energy that a contact loses at once in this step, in which it may begin, touch or end.
  void add_at_once(const ContactKey &key, int kind, double energy)
  {
    find(key, kind).lost.total += energy;
  }

  // A contact of a particle that is new in this step, instead of add(); and what its springs hold.
  void add_brought(const ContactKey &key, int kind, const ContactLoss &power);
  void bring(const ContactKey &key, const ContactLoss &held);

  // After add(), where a particle is removed before the next step; and what its springs hold.
  void take_along(const ContactKey &key, const ContactLoss &held);

  // A part of a contact from elsewhere. True if the contact has begun here in this step: then it
  // takes the part.
  bool adopt(const OpenContact &part);

  // At the start of a run that continues from a restart file, where the power of the step is known.
  void set_power(const ContactKey &key, const ContactLoss &power);

  // Contacts that were not seen in this step, ordered by their keys. They are no longer open.
  std::vector<OpenContact> take_unseen();

  std::vector<OpenContact> all() const;    // ordered by their keys
  void replace(const std::vector<OpenContact> &all);
  std::size_t count() const { return contacts.size(); }

 private:
  std::unordered_map<ContactKey, OpenContact, ContactKeyHash> contacts;
  double dt = 0.0;

  OpenContact &find(const ContactKey &key, int kind);
};

// Ordered by keys, one of each: parts with the same key are added.
std::vector<OpenContact> merged(std::vector<OpenContact> parts);

}    // namespace grist

#endif
