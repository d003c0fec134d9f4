// Where a sphere touches a triangle mesh: one contact for each place where the surface comes nearest to the centre.
//
// Vocabulary:
//   nearest place   of a face, an edge or a corner (a feature): nearer to the centre than everything around it on the
//                   surface. An edge next to a face that is nearer is none. So a sphere on a flat patch of any number
//                   of triangles has one contact, and one on a convex edge one
//   overlap         radius - distance
//   merged          nearest places on one patch (triangle_mesh.h) whose normals lie within the angle that makes
//                   patches: facets of a smooth hollow. They become one contact with the largest of their overlaps, a
//                   weighted mean of their normals, and the number of the deepest. Overlap and normal are continuous in
//                   the place of the sphere, the normal where no more than two facets are merged
//   one-sided       behind the triangles is solid. A centre in the solid has a negative distance to the nearest
//                   surface, if less than the radius, and the normal out of the solid
//
// All in the frame of the mesh.

#ifndef GRIST_WALLS_MESH_CONTACTS_H
#define GRIST_WALLS_MESH_CONTACTS_H

#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"

#include <vector>

namespace grist {

struct MeshContact {
  int feature;        // its number
  double distance;    // of the centre, less than the radius; negative behind a one-sided mesh
  Vector3d normal;    // unit vector from the mesh to the centre
};

class MeshContacts {
 public:
  MeshContacts(const TriangleMesh &mesh, bool one_sided, double smooth);

  // Contacts of a sphere with these triangles, which hold all that are nearer than the radius. Their distances are those
  // to a centre that has moved so far since, in ascending order. The result lives until the next call.
  const std::vector<MeshContact> &find(const TriangleTree::Near *near, int count,
                                       const Vector3d &center, double radius, double moved = 0.0);

 private:
  struct Place {
    MeshContact contact;
    Vector3d point;
    int group;    // places that are merged have the same
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

  void look_at(int triangle, const Vector3d &center, double radius);
  bool is_hidden_by(int triangle, const Vector3d &point, const Vector3d &to_center) const;
  bool is_nearest(const int *triangles, int count, const Vector3d &point,
                  const Vector3d &to_center) const;
  void add(const Ridge &ridge, const Vector3d &point, const Vector3d &to_center);
  void drop_hidden();
  bool belong_together(const Place &a, const Place &b, double radius) const;
  void merge(double radius);
};

}    // namespace grist

#endif
