// Loads on each body of this rank by the contacts of a step: the energy of loading, the energy that
// its motion will add, and the strongest contact. Two bodies that can break share the energy of
// their contact equally; walls and other bodies are assumed to be hard, and all energy goes into
// the body that can break.

#ifndef LMP_BODY_LOADS_H
#define LMP_BODY_LOADS_H

#include "pointers.h"

#include "overlaps/approach.h"
#include "records/contact_record.h"

#include <cassert>
#include <vector>

namespace LAMMPS_NS {

class BodyLoads : protected Pointers {
 public:
  struct Load {
    int contacts = 0;
    grist::LoadingWork energy;
    const grist::OverlapLoad *strongest = nullptr;    // contact; null if none has an energy
  };

  explicit BodyLoads(class LAMMPS *lmp) : Pointers(lmp), group(0) {}

  // At the start of a run: the pair style and the walls keep loads from now on.
  void record();

  // Gathers the loads of owned bodies that are touched and have the bit in their mask. It is an
  // error if a contact does not have the hysteretic law.
  void gather(int groupbit, const std::string &user);

  const Load &operator[](int i) const
  {
    assert(i >= 0 && i < static_cast<int>(loads.size()));
    return loads[i];
  }

  // Energy that the motion of a body can still put into its contacts. Visits all contacts of this
  // rank: only for bodies that break.
  double approach(int i) const;

  // The centroid of the strongest contact of a body, relative to its position.
  grist::Vector3d strongest_contact(int i) const;

 private:
  std::vector<Load> loads;    // by owned atom
  std::vector<int> touched_bodies;

  std::vector<grist::Subscription> records;
  int group;    // bit of the bodies that can break

  bool breaks(int i) const;
  // The share of a load that counts for each body that can break.
  double share(const grist::OverlapLoad &load) const
  {
    assert(breaks(load.a) || breaks(load.b));
    return breaks(load.a) && breaks(load.b) ? 0.5 : 1.0;
  }
  void add(int i, const grist::OverlapLoad &load);
  grist::BodyInertia inertia(int i) const;
  grist::ApproachingContact seen_from(int i, const grist::OverlapLoad &load) const;
};

}    // namespace LAMMPS_NS

#endif
