// Shapes and poses that the tests of polyhedra share.

#ifndef GRIST_UNITTEST_GEOMETRY_POLYHEDRON_SCENES_H
#define GRIST_UNITTEST_GEOMETRY_POLYHEDRON_SCENES_H

#include "common/space.h"
#include "geometry/solids.h"

#include <random>
#include <vector>

namespace grist {

class Scenes {
 public:
  explicit Scenes(int seed) : random(seed) {}

  double uniform(double least, double greatest)
  {
    return std::uniform_real_distribution<double>(least, greatest)(random);
  }
  int index(size_t count) { return static_cast<int>(random() % count); }
  Vector3d vector() { return {gauss(random), gauss(random), gauss(random)}; }
  Vector3d direction() { return normalized(vector()); }
  Matrix3d rotation()
  {
    return rotation_matrix(
        normalized(Quaterniond{gauss(random), gauss(random), gauss(random), gauss(random)}));
  }
  Pose pose() { return {vector(), rotation()}; }

  std::vector<Vector3d> points(int count)
  {
    std::vector<Vector3d> result;
    for (int i = 0; i < count; i++) result.push_back(vector());
    return result;
  }

  // A pair of poses whose bounding spheres overlap.
  Pose near(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b)
  {
    const double distance = uniform(0.0, a.radius() + b.radius());
    return {pose_a.position + distance * direction(), rotation()};
  }

 private:
  std::mt19937_64 random;
  std::normal_distribution<double> gauss;
};

// Few and many faces, simple and crowded corners, flat and long.
inline std::vector<ConvexPolyhedron> many_shapes()
{
  Scenes scenes(11);
  std::vector<ConvexPolyhedron> shapes = {
      solids::cube(1.0),          solids::tetrahedron(1.5),   solids::octahedron(1.2),
      solids::dodecahedron(0.5),  solids::icosahedron(0.8),   solids::truncated_icosahedron(0.3),
      solids::box(0.2, 1.0, 1.5), solids::prism(7, 0.7, 1.0), solids::pyramid(5, 0.8, 1.0)};
  for (const int count : {4, 5, 8, 20, 60})
    shapes.push_back(ConvexPolyhedron::from_vertices(scenes.points(count)).scaled(0.5));
  return shapes;
}

// A whole scene, turned and moved.
inline Pose moved(const Matrix3d &rotation, const Vector3d &shift, const Pose &pose)
{
  return {shift + rotation * pose.position, rotation * pose.rotation};
}

inline Matrix3d turn(double angle, const Vector3d &axis)
{
  return rotation_matrix(angle, normalized(axis));
}

}    // namespace grist

#endif
