/* How far ghosts of bonded atoms reach where LAMMPS sends them by collections (comm_modify mode
   multi).

   There comm_modify cutoff is not used, and the ghosts of a collection reach no farther than its
   own pairs need; with comm_modify reduce/multi those of small atoms reach hardly beyond their
   size. A bond or a cluster may be larger.
*/

#ifndef GRIST_STYLES_COLLECTION_REACH_H
#define GRIST_STYLES_COLLECTION_REACH_H

namespace LAMMPS_NS {

// Ghosts of all collections that hold bonded atoms reach `needed` [length] or farther from now on;
// those of all collections where molecule templates with bonds are defined, as their atoms may be
// inserted later. Nothing happens in other modes. Collective; between init and the setup of
// communication in a run: setup_pre_exchange().
void widen_bonded_collections(class LAMMPS *lmp, double needed);

// How far the ghosts of bonded atoms reach in any mode [length].
double ghost_reach_of_bonded(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
