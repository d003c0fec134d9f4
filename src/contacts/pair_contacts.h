// All contacts of a set of spheres, for one step: which pairs touch, their forces by blocks
// (contact_block.h), and the sums for each sphere. The same for any contact law.
//
// Vocabulary:
//   pair     two spheres that may touch before the next rebuild of the pairwise list: a row's own
//            sphere a, and b
//   row      the pairs of one sphere a, one after another
//   history  the numbers that a touching pair remembers (SphereContactHistory); zero where a pair does
//            not touch
//   bonding  of a pair that acts beside its intact bond: the distance of its centres from which
//            its overlap counts. Touch is then at that distance, if it is less than the sum of radii
//
// Forces are added pair by pair in the order of the pairs, so that they do not depend on the length
// of a block.

#ifndef GRIST_CONTACTS_PAIR_CONTACTS_H
#define GRIST_CONTACTS_PAIR_CONTACTS_H

#include "contacts/contact_scene.h"
#include "contacts/sphere_contact.h"
#include "energy/losses.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

namespace grist {

class ContactPairs {
 public:
  struct Row {
    int a;
    int end;    // first pair after this row; the row starts where the one before it ends
  };
  struct Bonding {
    bool is_intact = false;
    double counts_from = std::numeric_limits<double>::infinity();    // from touch
  };
  std::vector<Row> rows;
  std::vector<int> partner;       // b of each pair
  std::vector<char> touching;     // at the last evaluation; also where cohesion acts beyond touch
  std::vector<double> history;    // width() numbers a pair
  std::vector<int> members;    // spheres that occur in pairs, ascending; then those of late pairs

  // Pairs that began or ended at the last evaluation, of a law that remembers touch (JKR).
  struct Change {
    int a, b;
    bool now;
  };
  std::vector<Change> changes;

  std::vector<Bonding> bondings;    // by pair; empty if none has acted beside a bond

  // To rebuild: clear(), for each row its pairs and then the row, and forget_all() at the end.
  void clear();
  void add(int b)
  {
    assert(b >= 0);
    partner.push_back(b);
  }
  void add(int b, const Bonding &bonding);    // beside its bond
  void end_row(int a)
  {
    assert(a >= 0 && begin(rows.size()) <= size());
    rows.push_back({a, size()});
  }
  void forget_all(const HistoryLayout &as);    // ContactMode::history()

  // One more pair, in a row of its own, at any time after that.
  void append(int a, int b);

  int size() const { return static_cast<int>(partner.size()); }
  int begin(size_t row) const { return row == 0 ? 0 : rows[row - 1].end; }
  int width() const { return layout.width; }

  Bonding bonding(int pair) const { return bondings.empty() ? Bonding() : bondings[pair]; }

  SphereContactHistory remembered(int pair) const;
  void remember(int pair, const SphereContactHistory &what);

 private:
  HistoryLayout layout = {false, 0, false};
  bool has_bondings = false;
  std::vector<char> is_member;    // of spheres as far as any was asked for

  void find_members();
  bool mark(int sphere);    // whether it is new
};

// The overlap from which that of a pair counts; `radii`: their sum.
inline double reference_overlap(const ContactPairs::Bonding &bonding, double radii)
{
  return std::max(0.0, radii - bonding.counts_from);
}

// Called for every touching pair, for pressure and other sums.
class ContactTally {
 public:
  // `force` on a; `apart` from b to a.
  virtual void contact(int a, int b, const double *force, const double *apart) = 0;

 protected:
  ~ContactTally() = default;
};

// What heat follows from, of one contact.
struct ContactHeat {
  int a, b;
  double held;      // energy of the springs whose work counts as loss until they return it
  double radius;    // contact radius, through which it conducts
};

// Where forces and torques are added, three numbers a sphere.
struct ContactSink {
  double *force, *torque;
  int receivers;          // a sphere b takes its part only if its index is below this
  ContactTally *tally;    // or null
  Losses<ContactEntries> *losses = nullptr;    // or null: what the contacts take is added here, too
  std::vector<ContactHeat> *heat = nullptr;    // or null: in the order of the entries of `losses`
};

void add_contact_forces(const ContactScene &scene, ContactPairs &pairs, const ContactSink &sink);

// 1/(1/Ia + 1/Ib); with a frozen sphere, that of the other.
double effective_inertia(const SphereMotion &a, const SphereMotion &b, double radius_a,
                         double radius_b);

}    // namespace grist

#endif
