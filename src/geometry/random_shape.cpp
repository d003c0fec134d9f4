#include "geometry/random_shape.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace grist {

static constexpr int MAX_DRAWS = 1000;

Distribution uniform_between(double least, double greatest)
{
  assert(least <= greatest);
  return [=](RandomNumbers &random, int) { return least + (greatest - least) * random.uniform(); };
}

Distribution uniform_azimuth()
{
  return uniform_between(0.0, 2.0 * PI);
}

Distribution isotropic_elevation()
{
  return [](RandomNumbers &random, int) { return std::asin(2.0 * random.uniform() - 1.0); };
}

Distribution log_normal(double mean, double deviation, double mean_step)
{
  assert(deviation >= 0.0);
  return [=](RandomNumbers &random, int cut) {
    return std::exp(mean + mean_step * cut + deviation * random.normal());
  };
}

std::vector<HalfSpace> box_planes(const Vector3d &edges)
{
  assert(are_positive(edges));
  std::vector<HalfSpace> planes;
  for (int k = 0; k < 3; k++)
    for (const double sign : {-1.0, 1.0})
      planes.push_back({sign * Vector3d::unit(k), 0.5 * edges[k]});
  return planes;
}

static double drawn(const char *what, const Distribution &distribution, RandomNumbers &random,
                    int cut)
{
  const double value = distribution(random, cut);
  if (!std::isfinite(value))
    throw std::invalid_argument(std::string("distribution of the ") + what + " gives " +
                                number_text(value) + " at cut " + std::to_string(cut));
  return value;
}

static double drawn_position(const RandomShape &shape, RandomNumbers &random, int cut)
{
  double z = 0.0;
  for (int n = 0; n < MAX_DRAWS; n++) {
    z = drawn("position", shape.position, random, cut);
    if (z > 0.0 && z < 1.0) return z;
  }
  throw std::invalid_argument("distribution of the position gives no value between 0 and 1 in " +
                              std::to_string(MAX_DRAWS) + " draws, the last " + number_text(z));
}

// Eq. 47.
static double outermost(const std::vector<Vector3d> &corners, const Vector3d &direction)
{
  double most = -std::numeric_limits<double>::infinity();
  for (const Vector3d &corner : corners) most = std::max(most, dot(direction, corner));
  return most;
}

ConvexPolyhedron random_polyhedron(const RandomShape &shape)
{
  if (shape.cuts < 0)
    throw std::invalid_argument("number of cuts " + std::to_string(shape.cuts) +
                                " (must not be negative)");
  RandomNumbers random(shape.seed);
  std::vector<HalfSpace> planes = shape.primary.empty() ? box_planes(Vector3d::ones())
                                                        : shape.primary;
  for (int cut = 0; cut < shape.cuts; cut++) {
    const double psi = drawn("azimuth", shape.azimuth, random, cut);
    const double phi = drawn("elevation", shape.elevation, random, cut);
    const Vector3d direction{std::cos(phi) * std::cos(psi), std::cos(phi) * std::sin(psi),
                             std::sin(phi)};
    const double z = drawn_position(shape, random, cut);
    planes.push_back({direction, z * outermost(region_corners(planes), direction)});
  }
  return ConvexPolyhedron::from_half_spaces(planes);
}

}    // namespace grist
