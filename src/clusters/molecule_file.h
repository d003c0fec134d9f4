// A bonded cluster as the text of a LAMMPS molecule file.
//
// Numbers carry 17 digits, so that they read back as they were. Special neighbours are the bonded ones (1-2)
// alone: a bonded pair is the bond's business, every other pair of a cluster may touch.

#ifndef GRIST_CLUSTERS_MOLECULE_FILE_H
#define GRIST_CLUSTERS_MOLECULE_FILE_H

#include "clusters/cluster_builder.h"

#include <string>

namespace grist {

struct MoleculeNames {
  std::string title;    // first line of the file, without line break
  int atom_type = 1;    // of every element
  int bond_type = 1;    // of every bond
};

// Throws std::invalid_argument when a line would be longer than LAMMPS reads (an element has far too many bonds).
std::string molecule_text(const BondedCluster &cluster, const MoleculeNames &names);

// The same bonds, each with the element first that stores it when a bond is stored once (newton on): shared out
// so that no element stores many more than its half.
std::vector<std::pair<int, int>> bonds_by_owner(const BondedCluster &cluster);

}    // namespace grist

#endif
