#include "search/sphere_scenes.h"

#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grist {

SphereView Scene::view() const
{
  return {count(), centers.data(), radii.data(), units.data(), skin, within_units};
}

void Scene::add(const Position &center, double radius, int unit)
{
  centers.insert(centers.end(), center.begin(), center.end());
  radii.push_back(radius);
  units.push_back(unit);
}

void Scene::add(const Scene &other)
{
  centers.insert(centers.end(), other.centers.begin(), other.centers.end());
  radii.insert(radii.end(), other.radii.begin(), other.radii.end());
  units.insert(units.end(), other.units.begin(), other.units.end());
}

double uniform(Random &random, double low, double high)
{
  return std::uniform_real_distribution<double>(low, high)(random);
}

Position random_position(Random &random, double edge)
{
  Position at;
  for (double &x : at) x = uniform(random, 0.0, edge);
  return at;
}

Scene random_spheres(Random &random, int count, double edge, double radius_min, double ratio)
{
  Scene scene;
  for (int i = 0; i < count; i++) {
    const double radius = radius_min * std::pow(ratio, uniform(random, 0.0, 1.0));
    scene.add(random_position(random, edge), radius);
  }
  return scene;
}

static Matrix3d random_turn(Random &random)
{
  std::normal_distribution<double> gauss;
  double q[4];
  for (double &number : q) number = gauss(random);
  return rotation_matrix(normalized(quaternion_at(q)));
}

static void add_turned(Scene &scene, const Matrix3d &turn, const Vector3d &arm,
                       const Position &center, double radius, int unit)
{
  const Vector3d at = vector_at(center.data()) + turn * arm;
  scene.add({at.x, at.y, at.z}, radius, unit);
}

Scene lattice_cube(Random &random, int n, double radius, const Position &center, int unit)
{
  Scene scene;
  const Matrix3d turn = random_turn(random);
  for (int k = 0; k < n * n * n; k++) {
    const Vector3d site{1.0 * (k % n), 1.0 * (k / n % n), 1.0 * (k / n / n)};
    const Vector3d arm = 2.0 * radius * (site - Vector3d::all(0.5 * (n - 1)));
    add_turned(scene, turn, arm, center, radius, unit);
  }
  return scene;
}

Scene random_cluster(Random &random, int count, double radius, const Position &half_axes,
                     const Position &center, int unit)
{
  Scene scene;
  const Matrix3d turn = random_turn(random);
  while (scene.count() < count) {
    Vector3d arm;
    for (int d = 0; d < 3; d++) arm[d] = uniform(random, -1.0, 1.0);
    if (squared_norm(arm) > 1.0) continue;
    for (int d = 0; d < 3; d++) arm[d] *= half_axes[d];
    add_turned(scene, turn, arm, center, radius, unit);
  }
  return scene;
}

Scene integer_lattice(int n, double spacing, double radius)
{
  Scene scene;
  for (int k = 0; k < n * n * n; k++)
    scene.add({spacing * (k % n), spacing * (k / n % n), spacing * (k / n / n)}, radius);
  return scene;
}

Scene clusters_and_spheres(Random &random)
{
  Scene scene;
  const double edge = 12.0;
  const auto place = [&] { return random_position(random, edge); };
  for (int unit = 0; unit < 3; unit++) scene.add(lattice_cube(random, 6, 0.3, place(), unit));
  scene.add(random_cluster(random, 200, 0.3, {2.0, 2.0, 2.0}, place(), 3));
  scene.add(random_cluster(random, 200, 0.3, {4.0, 0.7, 0.7}, place(), 4));
  scene.add(random_cluster(random, 200, 0.3, {2.5, 2.5, 0.5}, place(), 5));
  for (int unit = 6; unit < 40; unit++)
    scene.add(random_cluster(random, 4, 0.3, {0.5, 0.5, 0.5}, place(), unit));
  for (int n = 0; n < 100; n++) scene.add(place(), uniform(random, 0.2, 0.8));
  return scene;
}

Scene moved(Scene scene, const std::function<Position(const Position &)> &move)
{
  for (int i = 0; i < scene.count(); i++) {
    double *center = &scene.centers[3 * i];
    const Position to = move({center[0], center[1], center[2]});
    std::copy(to.begin(), to.end(), center);
  }
  return scene;
}

Scene scaled(Scene scene, double factor)
{
  for (double &x : scene.centers) x *= factor;
  for (double &radius : scene.radii) radius *= factor;
  scene.skin *= factor;
  return scene;
}

Scene shuffled(const Scene &scene, Random &random)
{
  std::vector<int> order(scene.count());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  Scene result;
  result.skin = scene.skin;
  result.within_units = scene.within_units;
  for (int i : order) {
    const double *center = &scene.centers[3 * i];
    result.add({center[0], center[1], center[2]}, scene.radii[i], scene.units[i]);
  }
  return result;
}

}    // namespace grist
