/* atom_style bonded/cluster: spheres with mass, angular velocity and bonds that belong to breakable
   clusters.

   molecule  the parent cluster: the one that a sphere was created with; it never changes
   cluster   the current cluster: the smallest atom id among the spheres that are connected by bonds
             now; 0 for a sphere whose cluster is not known yet (see fix BOND/STATE, which keeps it)
   is_rigid  1 for an element of a cluster that fix rigid/cluster moves as a rigid body; it exerts
             no force on the others of its cluster. -1 while that fix holds a bonded cluster rigid:
             its bonds rest
*/

#ifdef ATOM_CLASS
// clang-format off
AtomStyle(bonded/cluster,AtomVecBondedCluster);
// clang-format on
#else

#ifndef LMP_ATOM_VEC_BONDED_CLUSTER_H
#define LMP_ATOM_VEC_BONDED_CLUSTER_H

#include "atom_vec.h"

namespace LAMMPS_NS {

// Holds the per-atom arrays that class Atom has no members for. A base class ahead of AtomVec,
// because AtomVec's destructor frees the arrays through their addresses and so must run first.
struct ClusterFields {
  tagint *cluster = nullptr;
  int *is_rigid = nullptr;
};

class AtomVecBondedCluster : public ClusterFields, public AtomVec {
 public:
  AtomVecBondedCluster(class LAMMPS *);
  void process_args(int, char **) override;
  void init() override;

  void grow_pointers() override;
  void create_atom_post(int) override;
  void unpack_restart_init(int) override;
  void data_atom_post(int) override;
  void pack_data_pre(int) override;
  void pack_data_post(int) override;
  int pack_comm_vel(int, int *, double *, int, int *) override;
  void unpack_comm_vel(int, int, double *) override;
  int pack_reverse(int, int, double *) override;
  void unpack_reverse(int, int *, double *) override;
  int property_atom(const std::string &name) override { return name == "cluster" ? 0 : -1; }
  void pack_property_atom(int, double *, int, int) override;

  // Whether both are elements of one rigid cluster, and not an element and the image of another.
  bool are_rigid(int i, int j) const;

 private:
  int *num_bond;
  int **nspecial;
  double *radius, *rmass;
  double **omega, **torque;

  double radius_saved, rmass_saved;    // of the atom that pack_data_pre() modified
};

}    // namespace LAMMPS_NS

#endif
#endif
