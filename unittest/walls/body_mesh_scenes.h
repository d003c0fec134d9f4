// A body on a mesh, listed anew at each place.

#ifndef GRIST_UNITTEST_WALLS_BODY_MESH_SCENES_H
#define GRIST_UNITTEST_WALLS_BODY_MESH_SCENES_H

#include "walls/body_on_mesh.h"

#include "common/constants.h"
#include "geometry/polyhedron_scenes.h"
#include "geometry/random_shape.h"
#include "meshes/plate_scenes.h"

#include <vector>

namespace grist::testing {

struct BodyOnMesh {
  explicit BodyOnMesh(const Mesh &soup, bool one_sided = true,
                      const Vector3d &period = Vector3d::zero()) :
      mesh(soup, 20.0 * DEGREE, period),
      wall(mesh, one_sided)
  {
  }

  const std::vector<PlateContact> &at(const ConvexPolyhedron &body, const Pose &pose)
  {
    static const std::vector<PlateContact> none;
    wall.begin_list();
    if (!wall.list_if_near(pose.position, 1.1 * body.radius())) return none;
    return wall.find(0, body, pose, workspace);
  }

  // Force of the law volume, over its stiffness.
  Vector3d force(const ConvexPolyhedron &body, const Pose &pose)
  {
    Vector3d sum = Vector3d::zero();
    for (const PlateContact &c : at(body, pose))
      sum -= c.share * c.overlap.volume * c.overlap.normal;
    return sum;
  }

  TriangleMesh mesh;
  BodyMesh wall;
  OverlapWorkspace workspace;
};

// One of ten, with about 20 corners.
inline const ConvexPolyhedron &stone(size_t number)
{
  static const std::vector<ConvexPolyhedron> stones = [] {
    std::vector<ConvexPolyhedron> made;
    RandomShape shape;
    shape.cuts = 9;
    for (shape.seed = 0; shape.seed < 10; shape.seed++) made.push_back(random_polyhedron(shape));
    return made;
  }();
  return stones[number];
}

// Sum over plates of what belongs to each alone.
inline double own_volume(const std::vector<PlateContact> &contacts)
{
  double sum = 0.0;
  for (const PlateContact &c : contacts) sum += c.volume;
  return sum;
}

}    // namespace grist::testing

#endif
