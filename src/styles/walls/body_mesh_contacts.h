/* The polyhedra of a wall list on a triangle mesh: their contacts (walls/body_mesh.h), forces and histories. */

#ifndef GRIST_STYLES_BODY_MESH_CONTACTS_H
#define GRIST_STYLES_BODY_MESH_CONTACTS_H

#include "styles/walls/body_wall_law.h"

#include "walls/body_mesh.h"
#include "walls/contact_memory.h"
#include "walls/mesh_wall.h"

#include <vector>

namespace LAMMPS_NS {

class BodyMeshContacts {
 public:
  // In space. The number of the surface of `at` is that of the plate.
  struct Contact {
    grist::Overlap overlap;
    grist::SurfaceContact at;
    double share;
  };

  BodyMeshContacts(BodyWallLaw &law, const grist::MeshWall &wall, bool one_sided);

  // After the wall list is made, of these atoms: which of them are polyhedra, and what they are near.
  void list(const std::vector<int> &atoms, double beyond_radius);

  bool is_polyhedron(int n) const { return of_list[n] != SPHERE; }    // number n of the wall list

  // Of number n of the list, which is atom i, in this step. Valid until the next call.
  const std::vector<Contact> &find(int n, int i);

  // Histories of the contacts found last, one after another: those of the plates that the body was on continue. They may be written to,
  // and are then kept by store().
  double *histories(int i, const grist::ContactMemory &memory);
  void store(int i, grist::ContactMemory &memory) const;

  // Whether contact k has no history from before.
  bool began(int k) const { return !known[k]; }

 private:
  BodyWallLaw &law;
  const grist::MeshWall &wall;
  grist::BodyMesh mesh;
  enum { SPHERE = -1, FAR = -2 };
  std::vector<int> of_list;    // number in `mesh`, or one of these
  grist::OverlapWorkspace workspace;
  std::vector<Contact> contacts;
  std::vector<int> surfaces;
  std::vector<double> rows;
  std::vector<char> known;

  grist::Pose in_mesh(int n, int i) const;
};

}    // namespace LAMMPS_NS

#endif
