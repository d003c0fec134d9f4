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
//                   differ by less than 50 degrees, directly or by others between them: they are
//                   facets of a smooth hollow. The merged contact is the shortest way by which the
//                   sphere gets out of all of them: its length is the overlap, its direction the
//                   normal. So a force that depends on the overlap has a potential, whatever the
//                   law, and is continuous; a cone is as stiff by any number of facets. The contact
//                   has the number of the deepest place. Places that leave no way out, as in a tube
//                   narrower than the sphere, are not merged
//   sharp fold      an edge between patches, or a corner where patches meet. Each of the patches of
//                   a hollow sharp fold has its own contacts: those with its border do not end
//                   where another patch is nearer
//   one-sided       behind the triangles is solid. A center in the solid, at less than a radius
//                   from the surface, has a negative distance to it, and the normal points out of
//                   the solid
//
// All vectors are in the frame of the mesh.

#ifndef GRIST_WALLS_SPHERE_ON_MESH_H
#define GRIST_WALLS_SPHERE_ON_MESH_H

#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"
#include "walls/shortest_way.h"
#include "walls/triangle_lanes.h"

#include <vector>

namespace grist {

struct MeshContact {
  int feature;        // its number
  double distance;    // of the center, less than the radius; negative behind a one-sided mesh
  Vector3d normal;    // unit vector from the mesh to the center
};

class SphereOnMesh {
 public:
  SphereOnMesh(const TriangleMesh &mesh, bool one_sided);

  // Triangles whose nearest points to the center of a sphere are known, by ascending distance: all
  // that are nearer than the radius among them.
  struct Tested {
    const int *triangles;
    const NearPoint *points;
    int count;
  };

  // Contacts of the sphere. The result is valid until the next call.
  const std::vector<MeshContact> &find(const Tested &tested, const Vector3d &center, double radius);

 private:
  struct Place {
    MeshContact contact;
    Vector3d point;
    Vector3d along;    // unit vector of an edge, else zero
    int patch;         // of a border that is nearest on this patch alone, or -1
    int group = 0;     // the same for places that are merged
  };
  // An edge or a corner: `outward` is in front of the mesh.
  struct Ridge {
    int number;
    const Vector3d &outward;
    bool on_border;
    Vector3d along;    // as in Place
    const int *triangles;
    int count;
  };
  const TriangleMesh &mesh;
  bool one_sided;
  std::vector<Place> places;
  std::vector<Barrier> barriers;
  std::vector<MeshContact> contacts;
  Tested tested = {};    // in find()

  void add_contact(const MeshContact &contact);
  void test_triangle(int n, const Vector3d &center, double radius);
  Vector3d nearest_on(int triangle, const Vector3d &center) const;
  void test_ridge(const TriangleMesh::Triangle &of, const Ridge &ridge, const Vector3d &point,
                  const Vector3d &to_center);
  bool is_hidden_by(int triangle, const Vector3d &point, const Vector3d &to_center) const;
  bool rises_from(const TriangleMesh::Triangle &other, const TriangleMesh::Triangle &of,
                  const Vector3d &center) const;
  Place &add(int feature, double distance, const Vector3d &normal, const Vector3d &point,
             int patch);
  void add(const Ridge &ridge, const Vector3d &point, const Vector3d &to_center, int patch);
  void drop_hidden();
  bool are_merged(const Place &a, const Place &b, double radius) const;
  void find_groups(double radius);
  void merge(const Vector3d &center, double radius);
  bool find_way_out(int group, const Vector3d &center, double radius, Vector3d &way);
};

}    // namespace grist

#endif
