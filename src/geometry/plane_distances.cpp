#include "geometry/plane_distances.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <Eigen/Core>

namespace grist {

PlaneDistances::PlaneDistances(const std::vector<HalfSpace> &planes)
{
  assert(!planes.empty());
  std::vector<Vector3d> vectors;
  for (const HalfSpace &plane : planes) {
    vectors.push_back(plane.normal);
    offsets.push_back(plane.offset);
  }
  normals.assign(vectors);
  offsets.resize(normals.x.size(), offsets.front());
  distances.resize(normals.x.size());
}

double PlaneDistances::measure(const Vector3d &point)
{
  assert(!distances.empty());
  using Values = Eigen::Map<const Eigen::ArrayXd>;
  const int n = static_cast<int>(distances.size());
  Eigen::Map<Eigen::ArrayXd> to(distances.data(), n);
  to = Values(normals.x.data(), n) * point[0] + Values(normals.y.data(), n) * point[1] +
      Values(normals.z.data(), n) * point[2] - Values(offsets.data(), n);
  return to.minCoeff();
}

}    // namespace grist
