#include "feeds/filling_scene.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

constexpr double SKIN_SHARE = 0.25;    // of the mean radius
constexpr int MOST_STEPS = 400;
constexpr double AT_REST = 1e-3;       // largest overlap over the mean radius
constexpr double OVERSHOOT = 1.002;    // of the distance wanted, so that it is reached
constexpr double GAIN = 1.3;      // of a step, over what the mean of a sphere's pushes asks for
constexpr double NARROW = 0.9;    // of half the width of a container: the most that is kept free
constexpr double LONGEST_STEP = 0.5;    // over the mean radius

class SoftFilling {
 public:
  SoftFilling(FillingScene &scene, double shrink) :
      scene(scene), spheres(scene.radii), skin(SKIN_SHARE * scene.mean_radius),
      pushes(scene.centers.size()), pushed(scene.centers.size())
  {
    const double half = 0.5 * scene.request.container->extent().sizes().minCoeff();
    for (int n = 0; n < scene.count; n++) {
      const SizedShape &particle = scene.particles[n];
      const double inner = particle.size * particle.shape->inner;
      spheres[n] *= shrink;
      room.push_back(particle.shape->solid ? std::max(inner, std::min(spheres[n], NARROW * half))
                                           : scene.radii[n]);
    }
    for (size_t n = scene.count; n < spheres.size(); n++)
      spheres[n] = scene.request.obstacles[n - scene.count].inner_radius();
  }

  void run()
  {
    for (int step = 0; step < MOST_STEPS; step++) {
      if (!pairs || is_list_outdated()) {
        pairs = &scene.near.find(scene.centers, spheres, scene.count, skin);
        listed_at = scene.centers;
        find_inner();
      }
      if (this->step() <= AT_REST * scene.mean_radius) return;
    }
  }

 private:
  FillingScene &scene;
  std::vector<double> spheres;    // radii that repel
  std::vector<double> room;       // of each particle to the surface
  const double skin;
  std::vector<Vector3d> pushes, listed_at;
  std::vector<int> pushed;
  std::vector<char> is_inner;    // off the surface wherever it goes until the next list
  const std::vector<PeriodicPair> *pairs = nullptr;

  // Sums of the pushes on each particle, and how many there were; returns the largest overlap.
  double find_pushes()
  {
    std::fill(pushes.begin(), pushes.end(), Vector3d::Zero());
    std::fill(pushed.begin(), pushed.end(), 0);
    double most = 0.0;
    for (const PeriodicPair &pair : *pairs) {
      const double wanted = spheres[pair.a] + spheres[pair.b];
      const Vector3d apart = scene.centers[pair.b] + pair.shift - scene.centers[pair.a];
      const double square = apart.squaredNorm();
      if (square >= wanted * wanted || pair.a == pair.b) continue;
      const double distance = std::sqrt(square);
      const bool fixed = !scene.is_particle(pair.b);
      const double push = (fixed ? 1.0 : 0.5) * (OVERSHOOT * wanted - distance);
      const Vector3d way = distance > 0.0 ? Vector3d(apart / distance) : Vector3d::UnitX();
      most = std::max(most, wanted - distance);
      pushes[pair.a] -= push * way;
      pushed[pair.a]++;
      pushes[pair.b] += push * way;
      pushed[pair.b]++;
    }
    return most;
  }

  double step()
  {
    double most = find_pushes();
    for (int n = 0; n < scene.count; n++) {
      Vector3d way = way_in(n);
      most = std::max(most, way.norm());
      if (pushed[n] > 0) way += GAIN * pushes[n] / std::max(1.0, 0.5 * pushed[n]);
      move(n, way);
    }
    return most;
  }

  // A place outside is not taken.
  void move(int n, Vector3d way)
  {
    const double length = way.norm(), longest = LONGEST_STEP * scene.mean_radius;
    if (length == 0.0) return;
    if (length > longest) way *= longest / length;
    const Vector3d place = scene.centers[n] + way;
    if (stays_inner(n, place) || scene.request.container->holds(scene.wrapped(place), 0.0))
      scene.centers[n] = place;
  }

  void find_inner()
  {
    is_inner.resize(scene.count);
    for (int n = 0; n < scene.count; n++)
      is_inner[n] =
          scene.request.container->way_in(scene.centers[n], room[n] + 0.5 * skin).isZero(0.0);
  }

  bool stays_inner(int n, const Vector3d &place) const
  {
    return is_inner[n] && (place - listed_at[n]).squaredNorm() <= 0.25 * skin * skin;
  }

  Vector3d way_in(int n) const
  {
    const Vector3d &center = scene.centers[n];
    if (stays_inner(n, center)) return Vector3d::Zero();
    return scene.request.container->way_in(scene.wrapped(center), room[n]);
  }

  // Centres are wrapped when they are listed, not between.
  bool is_list_outdated()
  {
    bool outdated = false;
    for (int n = 0; n < scene.count && !outdated; n++)
      outdated = (scene.centers[n] - listed_at[n]).squaredNorm() > 0.25 * skin * skin;
    if (outdated)
      for (int n = 0; n < scene.count; n++) scene.centers[n] = scene.wrapped(scene.centers[n]);
    return outdated;
  }
};

}    // namespace

void push_apart(FillingScene &scene, double shrink)
{
  SoftFilling(scene, shrink).run();
  for (int n = 0; n < scene.count; n++) scene.centers[n] = scene.wrapped(scene.centers[n]);
}

}    // namespace grist
