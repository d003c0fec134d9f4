// When the fragment of each atom formed, per owned atom.
//
// A fragment formed when the last bond broke that had one end in it and the other end elsewhere. So
// its birth does not depend on when the breaks are evaluated. An atom that is new forms a fragment
// at that time.

#ifndef LMP_FRAGMENT_BIRTHS_H
#define LMP_FRAGMENT_BIRTHS_H

#include "pointers.h"
#include "styles/bonds/fix_bond_state.h"

#include <vector>

namespace LAMMPS_NS {

class FragmentBirths : protected Pointers {
 public:
  FragmentBirths(class LAMMPS *lmp) : Pointers(lmp) {}

  // Collective. events: of all ranks, the same on every rank; cluster: current cluster ids of owned
  // atoms.
  void update(const std::vector<BreakEvent> &events, const tagint *cluster);

  void grow(int nmax) { birth.resize(nmax); }
  double &operator[](int i) { return birth[i]; }
  const double *data() const { return birth.data(); }
  double memory_usage() const { return static_cast<double>(birth.capacity() * sizeof(double)); }

 private:
  std::vector<double> birth;    // time units

  std::vector<tagint> clusters_at_ends(const std::vector<BreakEvent> &events,
                                       const tagint *cluster) const;
};

}    // namespace LAMMPS_NS

#endif
