#include "packings/sphere_union.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/space.h"
#include "packings/exposed_patch.h"
#include "packings/volume_shares.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace grist {

namespace {

struct Ball {
  Vector3d center;
  double radius;
};

// The spheres about their middle, in units of their extent, so that no power is too large or too
// small.
struct Frame {
  explicit Frame(const std::vector<SolidSphere> &spheres);
  Ball inside(const SolidSphere &sphere) const
  {
    const Vector3d from = sphere.center - middle;
    return {Vector3d{from.x, from.y, from.z} / unit, sphere.radius / unit};
  }

  Vector3d middle = Vector3d::zero();
  double unit = 0.0;
};

Frame::Frame(const std::vector<SolidSphere> &spheres)
{
  for (const SolidSphere &sphere : spheres)
    middle = middle + (1.0 / spheres.size()) * sphere.center;
  for (const SolidSphere &sphere : spheres) {
    const Vector3d from = sphere.center - middle;
    unit = std::max({unit, std::fabs(from.x), std::fabs(from.y), std::fabs(from.z), sphere.radius});
  }
}

void check_spheres(const std::vector<SolidSphere> &spheres)
{
  if (spheres.empty()) throw std::invalid_argument("no spheres (at least one is needed)");
  for (const SolidSphere &sphere : spheres) {
    const Vector3d &at = sphere.center;
    if (!(sphere.radius > 0.0) || !std::isfinite(sphere.radius))
      throw std::invalid_argument("radius " + number_text(sphere.radius) +
                                  " (must be a positive, finite number)");
    if (!std::isfinite(at.x) || !std::isfinite(at.y) || !std::isfinite(at.z))
      throw std::invalid_argument("center " + number_text(at.x) + " " + number_text(at.y) + " " +
                                  number_text(at.z) + " (must be finite)");
  }
}

bool contains(const Ball &large, const Ball &small)
{
  constexpr double ROUNDING = 1.0e-10;    // over the radius
  return norm(large.center - small.center) + small.radius <= large.radius * (1.0 + ROUNDING);
}

// Pairs of balls that overlap, by a sweep along x.
std::vector<std::vector<int>> overlapping(const std::vector<Ball> &balls)
{
  std::vector<int> order(balls.size());
  std::iota(order.begin(), order.end(), 0);
  const auto low = [&](int n) { return balls[n].center[0] - balls[n].radius; };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return low(a) < low(b); });

  std::vector<std::vector<int>> partners(balls.size());
  for (std::size_t m = 0; m < order.size(); m++) {
    const Ball &a = balls[order[m]];
    for (std::size_t n = m + 1; n < order.size(); n++) {
      const Ball &b = balls[order[n]];
      if (low(order[n]) >= a.center[0] + a.radius) break;
      const double reach = a.radius + b.radius;
      if (squared_norm(a.center - b.center) >= reach * reach) continue;
      partners[order[m]].push_back(order[n]);
      partners[order[n]].push_back(order[m]);
    }
  }
  return partners;
}

// Balls that lie in another one are left out; of equal ones the first stays.
std::vector<bool> nested_balls(const std::vector<Ball> &balls,
                               const std::vector<std::vector<int>> &partners)
{
  std::vector<bool> nested(balls.size(), false);
  for (int i = 0; i < static_cast<int>(balls.size()); i++)
    for (int j : partners[i])
      if (contains(balls[j], balls[i]) && (j < i || !contains(balls[i], balls[j])))
        nested[i] = true;
  return nested;
}

Cap cap_of(const Ball &ball, const Ball &other)
{
  const Vector3d apart = other.center - ball.center;
  const double distance = norm(apart);
  const double height =
      (distance * distance + (ball.radius - other.radius) * (ball.radius + other.radius)) /
      (2.0 * distance * ball.radius);
  return {apart / distance, std::min(1.0, std::max(-1.0, height))};
}

// Volume and moments about the middle of the frame.
struct Moments {
  double volume = 0.0;
  Vector3d first = Vector3d::zero();
  Matrix3d second = Matrix3d::zero();

  void add_surface(const Ball &ball, const std::vector<Cap> &caps);
};

// Divergence theorem with the fields x / 3, x x / 4 and x x x / 5; on the ball x = center + radius
// n.
void Moments::add_surface(const Ball &ball, const std::vector<Cap> &caps)
{
  const Vector3d &c = ball.center;
  const double r = ball.radius;
  const PatchMoments patch = patch_moments(caps, c);
  const double x_n = dot(c, patch.first) + r * patch.solid_angle;
  const Vector3d n_x_n = patch.second * c + r * patch.first;
  const Matrix3d nn_x_n = patch.third + r * patch.second;
  volume += r * r / 3.0 * x_n;
  first += r * r / 4.0 * (x_n * c + r * n_x_n);
  second += r * r / 5.0 *
      (x_n * (outer_product(c, c)) + r * (outer_product(c, n_x_n) + outer_product(n_x_n, c)) +
       r * r * nn_x_n);
}

Moments moments_of(const std::vector<Ball> &balls)
{
  const auto partners = overlapping(balls);
  const std::vector<bool> nested = nested_balls(balls, partners);
  Moments sum;
  std::vector<Cap> caps;
  for (std::size_t n = 0; n < balls.size(); n++) {
    if (nested[n]) continue;
    caps.clear();
    for (int other : partners[n])
      if (!nested[other]) caps.push_back(cap_of(balls[n], balls[other]));
    sum.add_surface(balls[n], caps);
  }
  return sum;
}

// The union has at least the volume of the largest ball and at most that of all together. Where
// distances are very long against radii, rounding leaves no digit of it.
void check_volume(const std::vector<Ball> &balls, double volume)
{
  constexpr double ROUNDING = 1e-6;
  double largest = 0.0, all = 0.0;
  for (const Ball &ball : balls) {
    const double one = sphere_volume(ball.radius);
    largest = std::max(largest, one);
    all += one;
  }
  if (!(volume >= largest * (1.0 - ROUNDING) && volume <= all * (1.0 + ROUNDING)))
    throw std::invalid_argument("spheres are too far from each other for their radii (their volume "
                                "is lost in rounding)");
}

}    // namespace

SphereUnion union_without_shares(const std::vector<SolidSphere> &spheres)
{
  check_spheres(spheres);
  const Frame frame(spheres);
  std::vector<Ball> balls;
  for (const SolidSphere &sphere : spheres) balls.push_back(frame.inside(sphere));
  const Moments sum = moments_of(balls);
  check_volume(balls, sum.volume);
  const Vector3d centroid = sum.first / sum.volume;
  const Matrix3d about = sum.second - sum.volume * (outer_product(centroid, centroid));

  const double unit = frame.unit, volume_unit = unit * unit * unit;
  const auto scaled = [&](int i, int j) { return volume_unit * about(i, j) * unit * unit; };
  return {volume_unit * sum.volume,
          frame.middle + unit * Vector3d{centroid[0], centroid[1], centroid[2]},
          {scaled(0, 0), scaled(1, 1), scaled(2, 2), scaled(0, 1), scaled(0, 2), scaled(1, 2)},
          {}};
}

SphereUnion union_of_spheres(const std::vector<SolidSphere> &spheres)
{
  SphereUnion solid = union_without_shares(spheres);
  solid.shares = volume_shares(spheres, solid.volume, solid.centroid);
  return solid;
}

}    // namespace grist
