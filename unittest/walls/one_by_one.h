// The contacts of a sphere with triangles whose nearest points are found one by one: the oracle of
// triangle_lanes.h.

#ifndef GRIST_UNITTEST_WALLS_ONE_BY_ONE_H
#define GRIST_UNITTEST_WALLS_ONE_BY_ONE_H

#include "walls/sphere_on_mesh.h"
#include "walls/wall_surface.h"

#include <cmath>
#include <vector>

namespace grist::testing {

class OneByOne {
 public:
  OneByOne(const TriangleMesh &mesh, bool one_sided) : mesh(mesh), contacts(mesh, one_sided) {}

  // `near`: by ascending distance, all that are nearer than the radius among them.
  const std::vector<MeshContact> &find(const std::vector<TriangleTree::Near> &near,
                                       const Vector3d &center, double radius)
  {
    triangles.clear();
    points.clear();
    for (size_t n = 0; n < near.size() && near[n].distance < radius; n++) {
      const TriangleMesh::Triangle &t = mesh.triangles()[near[n].triangle];
      const double height = dot(center - t.corner, t.normal);
      if (!(std::fabs(height) < radius)) continue;
      const TrianglePoint nearest = nearest_point(t, center);
      triangles.push_back(near[n].triangle);
      points.push_back({{nearest.point.x, nearest.point.y, nearest.point.z},
                        height,
                        squared_norm(nearest.point - center),
                        static_cast<double>(nearest.feature),
                        {}});
    }
    return contacts.find({triangles.data(), points.data(), static_cast<int>(triangles.size())},
                         center, radius);
  }

 private:
  const TriangleMesh &mesh;
  SphereOnMesh contacts;
  std::vector<int> triangles;
  std::vector<NearPoint> points;
};

// Whether a sphere is near a wall: a batch of one.
inline bool is_near(WallSurface &wall, const Vector3d &x, double reach)
{
  CenterBatch batch;
  batch.set(0, x, reach);
  batch.fill(1);
  return wall.near(batch, 1) != 0;
}

// Whether a sphere is the next of the list.
inline bool list_if_near(WallSurface &wall, const Vector3d &x, double reach)
{
  CenterBatch batch;
  batch.set(0, x, reach);
  batch.fill(1);
  return wall.list(batch, 1) != 0;
}

// The contacts of a sphere that is listed for them alone.
inline std::vector<WallContact> contacts_of(WallSurface &wall, const Vector3d &x, double radius)
{
  wall.begin_list();
  if (!list_if_near(wall, x, radius)) return {};
  return SingleSphere().find(wall, 0, x, radius);
}

}    // namespace grist::testing

#endif
