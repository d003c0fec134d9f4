// The distances of a point to many planes at once.

#ifndef GRIST_GEOMETRY_PLANE_DISTANCES_H
#define GRIST_GEOMETRY_PLANE_DISTANCES_H

#include "geometry/convex_polyhedron.h"

#include <vector>

namespace grist {

class PlaneDistances {
 public:
  PlaneDistances() = default;

  // One plane at least.
  explicit PlaneDistances(const std::vector<HalfSpace> &planes);

  // Measures the signed distances of a point, positive outside of the half spaces; returns the
  // least.
  double measure(const Vector3d &point);

  double operator[](int plane) const { return distances[plane]; }

 private:
  CoordinateArrays normals;
  std::vector<double> offsets, distances;    // padded like the normals
};

}    // namespace grist

#endif
