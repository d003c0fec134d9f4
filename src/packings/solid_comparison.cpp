#include "packings/solid_comparison.h"

#include "common/constants.h"
#include "common/decompositions.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

constexpr int SURFACE_SAMPLES = 4000;
constexpr int SPHERE_SAMPLES = 12000;    // of all spheres together, most of which lie in others

// Distance to the nearest sphere's surface from outside; inside, the depth below it. Exact outside.
double outside_of(const std::vector<SolidSphere> &spheres, const Vector3d &at)
{
  double least = 1.0e9;
  for (const SolidSphere &sphere : spheres)
    least = std::min(least, norm(at - sphere.center) - sphere.radius);
  return least;
}

class Distances {
 public:
  void add(double distance, double weight)
  {
    squares += weight * distance * distance;
    weights += weight;
    most = std::max(most, std::fabs(distance));
  }
  double rms() const { return weights > 0.0 ? std::sqrt(squares / weights) : 0.0; }
  double largest() const { return most; }

 private:
  double squares = 0.0, weights = 0.0, most = 0.0;
};

// Points on a spiral, evenly distributed over a sphere.
void add_sphere(const std::vector<SolidSphere> &spheres, const SolidSphere &sphere, int count,
                const Solid &solid, Distances &distances)
{
  const double turn = PI * (3.0 - std::sqrt(5.0));
  for (int n = 0; n < count; n++) {
    const double z = 1.0 - (2.0 * n + 1.0) / count, across = std::sqrt(1.0 - z * z);
    const Vector3d out{across * std::cos(turn * n), across * std::sin(turn * n), z};
    const Vector3d at = sphere.center + sphere.radius * out;
    if (outside_of(spheres, at) < -1.0e-9) continue;
    distances.add(solid.depth(at), sphere.radius * sphere.radius / count);
  }
}

}    // namespace

SolidComparison compare_with_solid(const std::vector<SolidSphere> &spheres, const Solid &solid)
{
  assert(!spheres.empty());
  const SphereUnion all = union_without_shares(spheres);
  const auto &m = all.second_moments;
  const Matrix3d second =
      Matrix3d::of_rows({m[0], m[3], m[4]}, {m[3], m[1], m[5]}, {m[4], m[5], m[2]});
  const Vector3d own = eigenvalues(solid.mass().inertia);
  const Vector3d made = eigenvalues(trace(second) * Matrix3d::identity() - second) *
      (solid.mass().volume / all.volume);

  Distances there, back;
  for (const Solid::Sample &sample : solid.samples(SURFACE_SAMPLES))
    there.add(outside_of(spheres, sample.place), 1.0);
  const int each = std::max(60, SPHERE_SAMPLES / static_cast<int>(spheres.size()));
  for (const SolidSphere &sphere : spheres) add_sphere(spheres, sphere, each, solid, back);

  const double unit = solid.unit(), volume_unit = unit * unit * unit;
  const double diameter = std::cbrt(6.0 / PI * solid.mass().volume);
  SolidComparison result;
  result.turned = solid.was_turned();
  result.volume = volume_unit * solid.mass().volume;
  for (int k = 0; k < 3; k++) {
    result.inertia[k] = volume_unit * unit * unit * own[k];
    result.inertia_error = std::max(result.inertia_error, std::fabs(made[k] / own[k] - 1.0));
  }
  result.volume_error = all.volume / solid.mass().volume - 1.0;
  result.shift = norm(all.centroid - solid.mass().centroid) / diameter;
  result.surface_rms =
      std::sqrt(0.5 * (there.rms() * there.rms() + back.rms() * back.rms())) / diameter;
  result.surface_max = std::max(there.largest(), back.largest()) / diameter;
  return result;
}

}    // namespace grist
