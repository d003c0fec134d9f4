// Bodies of several parts for tests of LAMMPS.

#ifndef GRIST_UNITTEST_STYLES_POLYHEDRA_COMPOUNDS_H
#define GRIST_UNITTEST_STYLES_POLYHEDRA_COMPOUNDS_H

#include "testing/bodies.h"

#include "compounds/compound_scenes.h"

#include <string>
#include <vector>

namespace grist::testing {

const char *const COMPOUNDS = "units si\natom_style body polyhedron 4 1200\nboundary f f f\n";

// With its frame at a place.
inline BodyLine compound_at(double mass, const PartCorners &parts, const Vector3d &at,
                            const Matrix3d &rotation = Matrix3d::identity())
{
  BodyLine body = {mass, {at.x, at.y, at.z}, {}, 0.0, {}};
  for (const std::vector<Vector3d> &part : parts) {
    body.parts.push_back(static_cast<int>(part.size()));
    for (const Vector3d &corner : part) {
      const Vector3d v = rotation * corner;
      body.vertices.push_back({v.x, v.y, v.z});
    }
  }
  return body;
}

// Reads these bodies; all pairs have this law, and no body moves yet.
inline std::string read_compounds(const std::string &data, const std::vector<BodyLine> &bodies,
                                  double size, const std::string &law)
{
  if (is_first_rank()) write_bodies(data, bodies, -size, size);
  return COMPOUNDS + ("read_data " + data) + "\npair_style polyhedron\npair_coeff * * " + law +
      "\nneighbor " + std::to_string(0.02 * size) +
      " bin\nneigh_modify delay 0 every 10 check no\nthermo 0\n";
}

}    // namespace grist::testing

#endif
