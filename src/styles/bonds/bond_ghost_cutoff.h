/* The ghost cutoff that bonds need: ghosts must reach the far end of every bond, and the pair
   cutoff alone may be shorter. Bonds of clusters that fixes may insert count from the start. A
   cutoff that the user gave (comm_modify cutoff) is left alone; one that is too short for clusters
   to come is an error. In comm_modify mode multi each collection has its own reach; there bonds
   raise those that hold bonded atoms, whatever the user gave.
*/

#ifndef GRIST_STYLES_BOND_GHOST_CUTOFF_H
#define GRIST_STYLES_BOND_GHOST_CUTOFF_H

#include "pointers.h"

namespace LAMMPS_NS {

// Where LAMMPS sends ghosts by collections (comm_modify mode multi), comm_modify cutoff is not used,
// and the ghosts of a collection reach no farther than its own pairs need; with comm_modify
// reduce/multi those of small atoms reach hardly beyond their size. A bond or a cluster may be larger.
//
// Ghosts of all collections that hold bonded atoms reach `needed` [length] or farther from now on;
// those of all collections where molecule templates with bonds are defined, as their atoms may be
// inserted later. Nothing happens in other modes. Collective; between init and the setup of
// communication in a run: setup_pre_exchange().
void widen_bonded_collections(class LAMMPS *lmp, double needed);

// How far the ghosts of bonded atoms reach in any mode [length].
double ghost_reach_of_bonded(class LAMMPS *lmp);

class BondGhostCutoff : protected Pointers {
 public:
  explicit BondGhostCutoff(LAMMPS *lmp) : Pointers(lmp) {}

  // Before a run. Collective.
  void widen();

  // For comm_modify mode multi, at setup_pre_exchange(). Collective.
  void widen_collections() const { widen_bonded_collections(lmp, needed); }

  // True if the cutoff in force was set here, not by the user.
  bool is_set_here() const { return set_here; }

 private:
  bool set_here = false;
  double needed = 0.0;    // by the longest bond, skin included; 0 without bonds

  double reach_of_pairs() const;
  void check_given_cutoff() const;
  double longest_local_bond() const;
  double longest_bond_to_come() const;    // of clusters that fixes may insert
};

}    // namespace LAMMPS_NS

#endif
