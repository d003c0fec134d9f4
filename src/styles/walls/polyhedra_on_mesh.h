/* Polyhedra on a triangle mesh (walls/body_on_mesh.h). The number of a surface is that of its plate.
*/

#ifndef GRIST_STYLES_BODY_SPHERE_ON_MESH_H
#define GRIST_STYLES_BODY_SPHERE_ON_MESH_H

#include "styles/polyhedra/polyhedron_bodies.h"
#include "styles/walls/compound_histories.h"
#include "styles/walls/polyhedra_on_wall.h"

#include "walls/body_on_mesh.h"
#include "walls/mesh_wall.h"

#include <memory>
#include <set>
#include <vector>

namespace LAMMPS_NS {

class PolyhedraOnMesh : public PolyhedraOnWall {
 public:
  PolyhedraOnMesh(PolyhedronBodies &bodies, const grist::MeshWall &wall, bool one_sided);
  void list(const std::vector<int> &atoms, double beyond_radius) override;
  const std::vector<Contact> &find(int n, int i) override;

  // After the mesh has changed its shape. The list must be made again. Rows that the memory has
  // marked as former go on at all plates that share triangles with theirs: a plate may be cut, and
  // plates that are nearly coplanar may join. Where several go on at one plate, their mean does.
  void refit();

  // Histories of the plates that the body was on continue.
  double *histories(int i, grist::ContactMemory &memory) override;
  void store(int i, grist::ContactMemory &memory) const override;
  bool began(int k, const grist::ContactMemory &) const override
  {
    return is_compound ? compound.began(k) : !known[k];
  }

 private:
  PolyhedronBodies &bodies;
  const grist::MeshWall &wall;
  bool one_sided;
  std::unique_ptr<grist::BodyMesh> mesh;
  // By number of a plate: those that its triangles were part of before refit().
  std::vector<std::set<int>> plates_before;
  enum { NOT_LISTED = -1 };
  std::vector<int> of_list;    // number in `mesh`, or this
  grist::OverlapWorkspace workspace;
  std::vector<Contact> contacts;
  std::vector<int> surfaces;
  std::vector<double> rows;
  std::vector<char> known;

  bool is_compound = false;    // the body of the last find()
  grist::CompoundContacts compound;
  CompoundHistories compound_histories;
  std::vector<grist::Pose> parts;    // in the frame of the mesh

  grist::Pose in_mesh(int n, const grist::Pose &pose) const;
  void find_compound(int n, int i);
  void add_contact(int n, int i, const grist::Overlap &in_mesh, int plate, double share);
};

}    // namespace LAMMPS_NS

#endif
