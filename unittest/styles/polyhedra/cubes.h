// Cubes for tests of contacts of polyhedra.

#ifndef GRIST_UNITTEST_STYLES_POLYHEDRA_CUBES_H
#define GRIST_UNITTEST_STYLES_POLYHEDRA_CUBES_H

#include "testing/bodies.h"

#include "geometry/solids.h"

#include <string>

namespace grist::testing {

constexpr double EDGE = 0.02, MASS = 0.03;

inline BodyLine cube_at(const Matrix3d &rotation, const Vector3d &at)
{
  BodyLine body = {MASS, {at.x, at.y, at.z}, {}, 0.0};
  const grist::ConvexPolyhedron cube = grist::solids::cube(EDGE);
  for (const Vector3d &vertex : cube.vertices()) {
    const Vector3d v = rotation * vertex;
    body.vertices.push_back({v.x, v.y, v.z});
  }
  return body;
}

const char *const BODIES = "units si\natom_style body polyhedron 4 60\n";

// One cube alone in a box of 0.6 m, by way of this data file.
inline std::string one_cube(const std::string &data, const Matrix3d &rotation, const Vector3d &at,
                            const std::string &law)
{
  write_bodies(data, {cube_at(rotation, at)}, -0.3, 0.3);
  return BODIES + ("boundary f f f\nread_data " + data) +
      "\npair_style polyhedron\npair_coeff * * " + law + "\nfix move all nve/body\n";
}

}    // namespace grist::testing

#endif
