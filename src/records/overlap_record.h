// The contacts of bodies in one step, with each other or with walls, kept for the energy balance
// and fix collisions, and the energy that they put into bodies, kept for breakage.

#ifndef GRIST_RECORDS_OVERLAP_RECORD_H
#define GRIST_RECORDS_OVERLAP_RECORD_H

#include "common/subscription.h"
#include "records/contact_visitor.h"

#include <vector>

namespace grist {

// Work that a contact of the hysteretic law has put into bodies, and its approach and force now.
struct OverlapLoad : TouchingPair {
  LoadingWork energy;    // the share counted
  double speed;          // of approach, half a step before the force
  double pressed;        // normal force; the share counted
  Vector3d centroid;     // relative to the position of a
  Vector3d normal;       // from a to b
  bool latches;          // the law is hysteretic; otherwise the work is 0
};

class OverlapRecord {
 public:
  Recording contacts, loads;

  bool is_on() const { return contacts.is_on() || loads.is_on(); }
  void begin_step()
  {
    kept_contacts.clear();
    kept_loads.clear();
  }

  // Keeps the contact for those who subscribed.
  void add(const RecordedOverlap &overlap);

  void show(ContactVisitor &visitor) const
  {
    for (const RecordedOverlap &overlap : kept_contacts) visitor.visit(overlap);
  }
  const std::vector<OverlapLoad> &loads_now() const { return kept_loads; }

 private:
  std::vector<RecordedOverlap> kept_contacts;
  std::vector<OverlapLoad> kept_loads;
};

}    // namespace grist

#endif
