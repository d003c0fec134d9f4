// A bonded cluster as the text of a LAMMPS molecule file.
//
// Numbers have 17 digits, so that they read back as the same doubles. Only bonded elements are
// special neighbours (1-2): all other pairs of a cluster may touch.

#ifndef GRIST_PACKINGS_MOLECULE_FILE_H
#define GRIST_PACKINGS_MOLECULE_FILE_H

#include "packings/bonded_cluster.h"

#include <string>

namespace grist {

struct MoleculeNames {
  std::string title;    // first line of the file, without line break
  int atom_type = 1;    // of every element
  int bond_type = 1;    // of every bond
};

// The title gets the share of its shape that a cluster fills, if it was made from one.
// Throws std::invalid_argument if a line would be longer than LAMMPS reads (an element has far too
// many bonds).
std::string molecule_text(const BondedCluster &cluster, const MoleculeNames &names);

// The share from a title as it was read; 1 if it has none.
double volume_fraction_of(const std::string &title);

// The same bonds, each with the element first that stores it where a bond is stored once (newton
// on): distributed so that no element stores many more than half of its bonds.
std::vector<std::pair<int, int>> bonds_by_owner(const BondedCluster &cluster);

}    // namespace grist

#endif
