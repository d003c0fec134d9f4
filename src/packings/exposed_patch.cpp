#include "packings/exposed_patch.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grist {

namespace {

constexpr double SMALLEST_CAP = 5.0e-15;    // 1 - height; its area is lost in rounding
constexpr double SAME_CIRCLE = 1.0e-10;     // difference in axis and height of caps that are one

// A circle on the sphere, the border of a cap, counter-clockwise about its axis.
struct Circle {
  explicit Circle(const Cap &cap) :
      axis(cap.axis), height(cap.height), radius(std::sqrt(1.0 - cap.height * cap.height)),
      u(unit_orthogonal(axis)), v(cross(axis, u))
  {
  }
  Vector3d at(double angle) const
  {
    return height * axis + radius * (std::cos(angle) * u + std::sin(angle) * v);
  }

  Vector3d axis;
  double height, radius;
  Vector3d u, v;
};

struct Arc {
  double from, to;    // angles on the circle, from < to
};

bool same_circle(const Cap &a, const Cap &b)
{
  return std::fabs(a.height - b.height) < SAME_CIRCLE && norm(a.axis - b.axis) < SAME_CIRCLE;
}

// Finds the part of the circle that cap `other` covers: all, an arc (added to `covered`) or
// nothing. Returns whether it is all.
bool cover(const Circle &circle, const Cap &other, std::vector<Arc> &covered)
{
  const double x = circle.radius * dot(circle.u, other.axis);
  const double y = circle.radius * dot(circle.v, other.axis);
  const double most = std::sqrt(x * x + y * y);
  const double needed = other.height - circle.height * dot(circle.axis, other.axis);
  if (needed >= most) return false;
  if (needed <= -most) return true;

  const double half = std::acos(needed / most);
  double from = std::atan2(y, x) - half;
  if (from < 0.0) from += 2.0 * PI;
  const double to = from + 2.0 * half;
  covered.push_back({from, std::min(to, 2.0 * PI)});
  if (to > 2.0 * PI) covered.push_back({0.0, to - 2.0 * PI});
  return false;
}

// The rest of the whole circle.
std::vector<Arc> complement(std::vector<Arc> &covered)
{
  std::sort(covered.begin(), covered.end(),
            [](const Arc &a, const Arc &b) { return a.from < b.from; });
  std::vector<Arc> left;
  double reached = 0.0;
  for (const Arc &arc : covered) {
    if (arc.from > reached) left.push_back({reached, arc.from});
    reached = std::max(reached, arc.to);
  }
  if (reached < 2.0 * PI) left.push_back({reached, 2.0 * PI});
  return left;
}

// Where caps are equal, the circle of the first one counts.
std::vector<Arc> exposed_arcs(const std::vector<Cap> &caps, std::size_t self, const Circle &circle)
{
  std::vector<Arc> covered;
  for (std::size_t k = 0; k < caps.size(); k++) {
    if (k == self) continue;
    if (same_circle(caps[k], caps[self])) {
      if (k < self) return {};
      continue;
    }
    if (cover(circle, caps[k], covered)) return {};
  }
  return complement(covered);
}

// Signed area of a spherical triangle, positive counter-clockwise (Van Oosterom and Strackee 1983).
double triangle_area(const Vector3d &a, const Vector3d &b, const Vector3d &c)
{
  return 2.0 * std::atan2(dot(a, cross(b, c)), 1.0 + dot(a, b) + dot(b, c) + dot(c, a));
}

// Area that the shortest way from `pole` sweeps along a short arc.
double swept_area(const Vector3d &pole, const Circle &circle, const Arc &arc)
{
  const Vector3d a = circle.at(arc.from), b = circle.at(arc.to);
  const double segment =
      (arc.to - arc.from) * (1.0 - circle.height) - triangle_area(circle.axis, a, b);
  return triangle_area(pole, a, b) + segment;
}

// Gauss-Legendre on (-1, 1), positive nodes: exact to rounding for the third harmonics on a quarter
// of a circle.
constexpr int NODES = 5;
constexpr double NODE[NODES] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244,
                                0.8650633666889845, 0.9739065285171717};
constexpr double WEIGHT[NODES] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
                                  0.1494513491505806, 0.0666713443086881};

// Fluxes out of the patch of the gradients of n, n n, and of the harmonic part of n n (n .
// direction).
class Fluxes {
 public:
  explicit Fluxes(const Vector3d &given_direction) : direction(given_direction) {}

  void add(const Circle &circle, const Arc &arc)
  {
    const double middle = 0.5 * (arc.from + arc.to), half = 0.5 * (arc.to - arc.from);
    for (int k = 0; k < NODES; k++) {
      add_point(circle, circle.at(middle - half * NODE[k]), half * WEIGHT[k]);
      add_point(circle, circle.at(middle + half * NODE[k]), half * WEIGHT[k]);
    }
  }

  PatchMoments moments(double solid_angle) const
  {
    PatchMoments result;
    const Matrix3d one = Matrix3d::identity();
    result.solid_angle = solid_angle;
    result.first = (-1.0 / 2.0) * first;
    result.second = (-1.0 / 6.0) * second + (solid_angle / 3.0) * one;
    const Vector3d &m = result.first;
    result.third = (-1.0 / 12.0) * third +
        0.2 * (dot(m, direction) * one + outer_product(m, direction) + outer_product(direction, m));
    return result;
  }

 private:
  // The outward normal of the patch, times the radius of the circle, is axis - height n.
  void add_point(const Circle &circle, const Vector3d &n, double weight)
  {
    const Vector3d out = weight * (circle.axis - circle.height * n);
    const Matrix3d mixed = outer_product(out, n) + outer_product(n, out);
    const double along = dot(n, direction), out_along = dot(out, direction);
    first += out;
    second += mixed;
    third += along * mixed + out_along * (outer_product(n, n)) -
        0.2 *
            (out_along * Matrix3d::identity() + outer_product(out, direction) +
             outer_product(direction, out));
  }

  Vector3d direction, first = Vector3d::zero();
  Matrix3d second = Matrix3d::zero(), third = Matrix3d::zero();
};

// The caps that matter, the largest first: neither tiny nor inside an earlier one.
std::vector<Cap> relevant(std::vector<Cap> caps)
{
  for ([[maybe_unused]] const Cap &cap : caps)
    assert(is_unit(cap.axis) && std::abs(cap.height) <= 1.0);
  caps.erase(std::remove_if(caps.begin(), caps.end(),
                            [](const Cap &cap) { return 1.0 - cap.height < SMALLEST_CAP; }),
             caps.end());
  std::sort(caps.begin(), caps.end(),
            [](const Cap &a, const Cap &b) { return a.height < b.height; });
  const auto contains = [](const Cap &large, const Cap &small) {
    const double sines =
        std::sqrt((1.0 - large.height * large.height) * (1.0 - small.height * small.height));
    return dot(large.axis, small.axis) > large.height * small.height + sines + SAME_CIRCLE;
  };
  std::vector<Cap> kept;
  for (const Cap &cap : caps) {
    const bool inside = std::any_of(kept.begin(), kept.end(),
                                    [&](const Cap &other) { return contains(other, cap); });
    if (!inside) kept.push_back(cap);
  }
  return kept;
}

// Calls visit(circle, arc) for each piece of the patch's boundary, and returns the solid angle.
// `caps` are relevant().
//
// Triangles start opposite the middle of the largest cap: no exposed arc is near where they are not
// unique, and with arcs of at most a quarter of a circle this place is never between an arc and its
// chord.
template <class Visit> double walk_boundary(const std::vector<Cap> &caps, const Visit &visit)
{
  if (caps.empty()) return 4.0 * PI;
  const Vector3d pole = -caps[0].axis;
  double solid_angle = 0.0;
  for (std::size_t n = 0; n < caps.size(); n++) {
    const Circle circle(caps[n]);
    for (const Arc &arc : exposed_arcs(caps, n, circle)) {
      const int pieces = 1 + static_cast<int>((arc.to - arc.from) / (0.5 * PI));
      const double step = (arc.to - arc.from) / pieces;
      for (int k = 0; k < pieces; k++) {
        const Arc piece = {arc.from + k * step, arc.from + (k + 1) * step};
        visit(circle, piece);
        solid_angle -= swept_area(pole, circle, piece);    // the patch is to the right of the arc
      }
    }
  }
  return solid_angle;
}

}    // namespace

PatchMoments patch_moments(std::vector<Cap> caps, const Vector3d &direction)
{
  Fluxes fluxes(direction);
  const auto add = [&](const Circle &circle, const Arc &arc) { fluxes.add(circle, arc); };
  const double solid_angle = walk_boundary(relevant(std::move(caps)), add);
  return fluxes.moments(solid_angle);
}

double patch_solid_angle(std::vector<Cap> caps)
{
  return walk_boundary(relevant(std::move(caps)), [](const Circle &, const Arc &) {});
}

}    // namespace grist
