// Clusters of one template, side by side: sixteen of them that have the same bonds share a range of
// blocks, so that lane l of block k holds bond k of cluster l. The kernel (bond_lanes.h) then reads
// each sphere once for all its bonds, and radii, materials and damping once for all lanes.
//
// Vocabulary:
// cluster   spheres that follow each other in memory, with the bonds between them and with none to
//           others
// element   number of a sphere in its cluster, from 0
// like      clusters are like each other if bonds of the same types join the same elements in the
//           same directions, and if elements have the same radii
// team      up to BOND_LANES clusters that are like each other, except for bonds that some have
//           lost, or that cross a border and are outside of the team. A lane whose cluster has lost
//           a bond, or is not there, has no live bond in that block.

#ifndef GRIST_BONDS_LIKE_CLUSTERS_H
#define GRIST_BONDS_LIKE_CLUSTERS_H

#include "bonds/bond_store.h"

#include <vector>

namespace grist {

// A bond of all clusters of a team.
struct TeamBond {
  int a, b;    // elements
  short type;
  float damping[3] = {0.0f, 0.0f, 0.0f};    // BondDamping's three coefficients
};

class BondTeam {
 public:
  BondTeam(int first_block, std::vector<TeamBond> bonds_in, int element_count);

  int first;    // block of its first bond; one block for each bond
  std::vector<TeamBond> bonds;
  std::vector<double> radius;    // by element
  std::vector<int>
      spheres;    // by element, then by lane; of a lane that has no live bond there, any
  std::vector<BondMask> held;    // by element: the lanes that have a live bond there
  const int *spheres_of(std::size_t element) const { return &spheres[element * BOND_LANES]; }
  bool shares_damping = false;    // else it differs in some lane, by rounding
  bool is_like = false;           // else its blocks must be evaluated as any others

  int end() const { return first + static_cast<int>(bonds.size()); }

  // Reads spheres, radii and damping from the blocks, which must have their ends. radius: by
  // sphere.
  void update(const BondBlocks &blocks, const double *radius_of_spheres);

 private:
  int &sphere_of(std::size_t element, int lane) { return spheres[element * BOND_LANES + lane]; }
  bool find_spheres(const BondBlocks &blocks);
  bool find_radii(const double *radius_of_spheres);
  void find_damping(const BondBlocks &blocks);
};

// A bond as it is listed.
struct ListedBond {
  int low, high;    // spheres, by place in memory
  short type;
  bool is_reversed;    // the sphere with the smaller atom id is `high`
  bool is_inside;      // may be in a team: both spheres are owned, and it crosses no border
};

// An order of bonds in which teams come first.
struct TeamOrder {
  std::vector<int> number;    // of each bond
  int count = 0;              // numbers in use, with those of lanes that no cluster has
  std::vector<BondTeam> teams;
};

// bonds: ascending by `low`. What lies together in memory and is joined is a cluster. radius: by
// sphere.
TeamOrder order_in_teams(const std::vector<ListedBond> &bonds, const double *radius);

}    // namespace grist

#endif
