// Where a sphere touches a triangle mesh: one contact for each local minimum of the distance from
// the center.
//
// Vocabulary:
//   nearest place   a point on a face, an edge or a corner (a feature) that is nearer to the center
//                   than the surface around it. If a face next to an edge is nearer, the edge has
//                   no nearest place. So a sphere on a flat patch has one contact, whatever the
//                   number of triangles, and so has a sphere on a convex edge
//   overlap         radius - distance
//   merged          nearest places on one patch (triangle_mesh.h) are merged if their normals
//                   differ by less than the angle that defines patches: they are facets of a smooth
//                   hollow. The merged contact has the largest of their overlaps, a weighted mean
//                   of their normals, and the number of the deepest. Its overlap is continuous in
//                   the position of the sphere. Its normal is continuous where at most two facets
//                   are merged
//   one-sided       behind the triangles is solid. A center in the solid, at less than a radius
//                   from the surface, has a negative distance to it, and the normal points out of
//                   the solid
//
// All vectors are in the frame of the mesh.

#ifndef GRIST_WALLS_MESH_CONTACTS_H
#define GRIST_WALLS_MESH_CONTACTS_H

#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"

#include <vector>

namespace grist {

struct MeshContact {
  int feature;        // its number
  double distance;    // of the center, less than the radius; negative behind a one-sided mesh
  Vector3d normal;    // unit vector from the mesh to the center
};

class MeshContacts {
 public:
  MeshContacts(const TriangleMesh &mesh, bool one_sided, double smooth);

  // Contacts of a sphere. `near` must hold all triangles that are nearer than the radius, by
  // ascending distance. The center has moved by at most `moved` since these distances were
  // measured. The result is valid until the next call.
  const std::vector<MeshContact> &find(const TriangleTree::Near *near, int count,
                                       const Vector3d &center, double radius, double moved = 0.0);

 private:
  struct Place {
    MeshContact contact;
    Vector3d point;
    int group;    // the same for places that are merged
  };
  // An edge or a corner: `outward` is in front of the mesh.
  struct Ridge {
    int number;
    const Vector3d &outward;
    bool on_border;
  };
  const TriangleMesh &mesh;
  bool one_sided;
  double cosine_smooth;
  std::vector<Place> places;
  std::vector<MeshContact> contacts;

  void test_triangle(int triangle, const Vector3d &center, double radius);
  bool is_hidden_by(int triangle, const Vector3d &point, const Vector3d &to_center) const;
  bool is_nearest(const int *triangles, int count, const Vector3d &point,
                  const Vector3d &to_center) const;
  void add(const Ridge &ridge, const Vector3d &point, const Vector3d &to_center);
  void drop_hidden();
  bool are_merged(const Place &a, const Place &b, double radius) const;
  void merge(double radius);
};

}    // namespace grist

#endif
