#include "compounds/inscribed_ball.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace grist {

// Balls grow from the middles of parts and joints by steps away from what is nearest, each a part of
// the radius; the best ones go on by steps that shrink. Where the body is convex the radius is a
// concave function of the place, so that they end at its largest value.
static constexpr int FEW = 8, MANY = 64;
static constexpr size_t BEST = 4;
static constexpr double FIRST_STEP = 0.5, SHRINK = 0.92;

static Vector3d nearest_on_segment(const Vector3d &x, const Vector3d &a, const Vector3d &b)
{
  const Vector3d side = b - a;
  const double square = squared_norm(side);
  return a + (square > 0.0 ? std::clamp(dot(x - a, side) / square, 0.0, 1.0) : 0.0) * side;
}

static Vector3d nearest_on_polygon(const Vector3d &x, const FlatPolygon &polygon,
                                   const HalfSpace &plane)
{
  const Vector3d below = x - plane.distance(x) * plane.normal;
  Vector3d best = below;
  double least = std::numeric_limits<double>::infinity();
  bool is_inside = true;
  for (size_t k = 0; k < polygon.corners.size(); k++) {
    const Vector3d &a = polygon.corners[k], &b = polygon.corners[(k + 1) % polygon.corners.size()];
    if (dot(cross(b - a, below - a), plane.normal) >= 0.0) continue;
    is_inside = false;
    const Vector3d at = nearest_on_segment(x, a, b);
    if (squared_norm(at - x) >= least) continue;
    least = squared_norm(at - x);
    best = at;
  }
  return is_inside ? below : best;
}

// Of the surface.
static Vector3d nearest_place(const Vector3d &x, const BodySurface &surface)
{
  Vector3d best = x;
  double least = std::numeric_limits<double>::infinity();
  for (int n = 0; n < surface.count(); n++) {
    const BodySurface::Plate &plate = surface[n];
    if (std::fabs(plate.plane.distance(x)) >= least) continue;
    for (const FlatPolygon &polygon : plate.polygons) {
      const Vector3d at = nearest_on_polygon(x, polygon, plate.plane);
      if (norm(at - x) >= least) continue;
      least = norm(at - x);
      best = at;
    }
  }
  return best;
}

namespace {
struct Ball {
  Vector3d center;
  double radius;    // of the largest one that it was
};
}    // namespace

static void grow(Ball &ball, int steps, double shrink, const BodySurface &surface)
{
  Vector3d center = ball.center;
  double share = FIRST_STEP;
  for (int step = 0; step < steps; step++, share *= shrink) {
    const Vector3d away = center - nearest_place(center, surface);
    if (norm(away) > ball.radius) ball = {center, norm(away)};
    center += share * away;    // in the ball, so in the body
  }
}

double inscribed_radius(const Division &parts, const BodySurface &surface)
{
  assert(parts.count() > 0 && surface.count() > 0);
  std::vector<Ball> balls;
  for (int part = 0; part < parts.count(); part++) balls.push_back({parts[part].place.position, 0});
  for (const CellJoint &joint : parts.joints()) balls.push_back({middle_of(joint.polygon), 0});
  for (Ball &ball : balls) grow(ball, FEW, 1.0, surface);
  std::sort(balls.begin(), balls.end(),
            [](const Ball &a, const Ball &b) { return a.radius > b.radius; });
  balls.resize(std::min(balls.size(), BEST));
  double largest = 0.0;
  for (Ball &ball : balls) {
    grow(ball, MANY, SHRINK, surface);
    largest = std::max(largest, ball.radius);
  }
  return largest;
}

}    // namespace grist
