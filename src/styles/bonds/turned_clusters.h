/* Clusters that were turned between two runs, by displace_atoms, read_dump and the like: a rotation
   by hand is no strain.

   Spheres have no orientation, so that a turn can only be read off the bonds: the rotation that
   fits the normals of a cluster best, before and now. What it leaves is strain. Of a straight row
   of spheres the turn about its own line cannot be read off.
*/

#ifndef GRIST_STYLES_TURNED_CLUSTERS_H
#define GRIST_STYLES_TURNED_CLUSTERS_H

#include "bonds/bond_store.h"
#include "lmptype.h"

namespace LAMMPS_NS {

// At setup, before forces are computed: turns the states of the bonds of each turned cluster.
// `cluster`: ids of owned and ghost atoms. Collective.
void follow_turned_clusters(class LAMMPS *lmp, grist::BondBlocks &bonds, const tagint *cluster);

}    // namespace LAMMPS_NS

#endif
