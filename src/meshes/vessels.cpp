#include "meshes/vessels.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "common/space.h"
#include "meshes/mesh.h"
#include "meshes/polygon_triangles.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace grist {

template <class Value>
[[noreturn]] static void refuse(const std::string &what, const Value &value,
                                const std::string &expected)
{
  std::ostringstream text;
  text << what << " " << value << " (" << expected << ")";
  throw std::invalid_argument(text.str());
}

static void check_positive(const std::string &what, double value)
{
  if (!(value > 0.0) || !std::isfinite(value)) refuse(what, value, "must be positive");
}

static void check_not_negative(const std::string &what, double value)
{
  if (!(value >= 0.0) || !std::isfinite(value)) refuse(what, value, "must not be negative");
}

static void check_facets(int facets)
{
  if (facets < 3 || facets > MOST_FACETS)
    refuse("facets", facets, "must be 3 to " + std::to_string(MOST_FACETS));
}

namespace {

// A section of a vessel across its axis, counter-clockwise seen from above.
struct Ring {
  std::vector<Vector2d> corners;
  double height;
};

}    // namespace

// A floor looks up, a ceiling down.
static void add_end(Mesh &mesh, const std::vector<Vector2d> &corners, int first, bool floor)
{
  for (const auto &[a, b, c] : polygon_triangles(corners)) {
    if (floor)
      mesh.faces.push_back({first + a, first + b, first + c});
    else
      mesh.faces.push_back({first + a, first + c, first + b});
  }
}

// The surface through rings of equally many corners, from the lowest upwards, seen from inside.
static Mesh lofted(const std::vector<Ring> &rings, bool floor, bool ceiling)
{
  assert(!rings.empty());
  Mesh mesh;
  const int corners = static_cast<int>(rings.front().corners.size());
  for (const Ring &ring : rings)
    for (const Vector2d &p : ring.corners) mesh.vertices.push_back({p[0], p[1], ring.height});
  const int last = corners * (static_cast<int>(rings.size()) - 1);
  for (int ring = 0; ring < last; ring += corners)
    for (int n = 0; n < corners; n++) {
      const int a = ring + n, b = ring + (n + 1) % corners;
      mesh.faces.push_back({a, a + corners, b});
      mesh.faces.push_back({b, a + corners, b + corners});
    }
  if (floor) add_end(mesh, rings.front().corners, 0, true);
  if (ceiling) add_end(mesh, rings.back().corners, last, false);
  return mesh;
}

static Vector2d on_circle(double radius, double angle)
{
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

static std::vector<Vector2d> circle(double diameter, int facets)
{
  assert(diameter > 0.0 && facets >= 3);
  std::vector<Vector2d> corners;
  for (int n = 0; n < facets; n++)
    corners.push_back(on_circle(0.5 * diameter, 2.0 * PI * n / facets));
  return corners;
}

static std::vector<Vector2d> rectangle(double length, double width)
{
  const double a = 0.5 * length, b = 0.5 * width;
  return {{-a, -b}, {a, -b}, {a, b}, {-a, b}};
}

namespace {

// One bar of a drum, in the direction x; all of it is symmetric in y.
struct BarSection {
  double radius;         // of the drum
  Vector2d base, top;    // corners, y > 0

  explicit BarSection(const Drum &drum) :
      radius(0.5 * drum.diameter), base{std::sqrt(radius * radius -
                                                  0.25 * drum.bar_base * drum.bar_base),
                                        0.5 * drum.bar_base},
      top{radius - drum.bar_height, 0.5 * drum.bar_width}
  {
  }
  double base_angle() const { return std::atan2(base[1], base[0]); }
  double top_angle() const { return std::atan2(top[1], top[0]); }
};

}    // namespace

// arc: angle of the circle between two bars (radians).
static int facets_between_bars(const Drum &drum, double arc)
{
  return std::max(1, static_cast<int>(std::lround(drum.facets * arc / (2.0 * PI))));
}

// In this order, each check may rely on those before.
static void check_bars(const Drum &drum)
{
  check_positive("height", drum.bar_height);
  check_positive("width", drum.bar_width);
  check_positive("base", drum.bar_base);
  const double radius = 0.5 * drum.diameter;
  if (!(drum.bar_height < radius))
    refuse("height", drum.bar_height, "bars reach the axis, at " + number_text(radius));
  if (!(drum.bar_base < drum.diameter))
    refuse("base", drum.bar_base, "wider than the drum, " + number_text(drum.diameter));
  const BarSection bar(drum);
  if (!(bar.top[0] < bar.base[0]))
    refuse("height", drum.bar_height,
           "must be above " + number_text(radius - bar.base[0]) +
               ", the wall's rise between the flanks");
  if (!(norm(bar.top) < radius)) refuse("width", drum.bar_width, "bars stand out of the drum");

  const double half_pitch = PI / drum.bars, widest = std::max(bar.base_angle(), bar.top_angle());
  if (!(widest < half_pitch))
    refuse("bars", drum.bars,
           "they overlap: each takes " + number_text(2.0 * widest * 180.0 / PI) + " of " +
               number_text(2.0 * half_pitch * 180.0 / PI) + " degrees");
  const double arc = 2.0 * (half_pitch - bar.base_angle());
  const Vector2d next = on_circle(radius, bar.base_angle() + arc / facets_between_bars(drum, arc));
  const Vector2d wall = next - bar.base, flank = bar.top - bar.base;
  if (!(wall[0] * flank[1] - wall[1] * flank[0] > 0.0))
    refuse("facets", drum.facets, "too few: the wall between two bars cuts off their corners");
}

static Vector2d turned(const Vector2d &p, double angle)
{
  const double sine = std::sin(angle), cosine = std::cos(angle);
  return {cosine * p.x - sine * p.y, sine * p.x + cosine * p.y};
}

std::vector<Vector2d> drum_profile(const Drum &drum)
{
  check_positive("diameter", drum.diameter);
  check_facets(drum.facets);
  if (drum.bars < 0 || drum.bars > MOST_FACETS)
    refuse("bars", drum.bars, "must be 0 to " + std::to_string(MOST_FACETS));
  if (!std::isfinite(drum.phase)) refuse("phase", drum.phase, "must be finite");
  std::vector<Vector2d> corners;
  if (drum.bars == 0) {
    corners = circle(drum.diameter, drum.facets);
  } else {
    check_bars(drum);
    const BarSection bar(drum);
    const double pitch = 2.0 * PI / drum.bars, arc = pitch - 2.0 * bar.base_angle();
    const int facets = facets_between_bars(drum, arc);
    for (int k = 0; k < drum.bars; k++) {
      for (const Vector2d &p : {Vector2d{bar.base[0], -bar.base[1]},
                                Vector2d{bar.top[0], -bar.top[1]}, bar.top, bar.base})
        corners.push_back(turned(p, k * pitch));
      for (int n = 1; n < facets; n++)
        corners.push_back(on_circle(bar.radius, k * pitch + bar.base_angle() + n * arc / facets));
    }
  }
  for (Vector2d &p : corners) p = turned(p, drum.phase);
  return corners;
}

Mesh drum_mesh(const Drum &drum)
{
  check_positive("length", drum.length);
  const std::vector<Vector2d> profile = drum_profile(drum);
  return lofted({{profile, -0.5 * drum.length}, {profile, 0.5 * drum.length}}, drum.caps,
                drum.caps);
}

static void check_outlet(double outlet, double top)
{
  if (outlet > top) refuse("outlet", outlet, "wider than the top, " + number_text(top));
}

Mesh round_hopper_mesh(const RoundHopper &hopper)
{
  check_positive("diameter", hopper.diameter);
  check_not_negative("height of the cylinder", hopper.cylinder_height);
  check_not_negative("height of the cone", hopper.cone_height);
  check_not_negative("outlet", hopper.outlet);
  check_outlet(hopper.outlet, hopper.diameter);
  check_facets(hopper.facets);
  if (hopper.cone_height > 0.0) check_positive("outlet", hopper.outlet);
  if (hopper.cone_height + hopper.cylinder_height == 0.0)
    refuse("height", 0.0, "cone and cylinder have none");

  std::vector<Ring> rings;
  const bool flat = hopper.cone_height == 0.0, hole = hopper.outlet > 0.0;
  if (hole && !(flat && hopper.outlet == hopper.diameter))
    rings.push_back({circle(hopper.outlet, hopper.facets), 0.0});
  rings.push_back({circle(hopper.diameter, hopper.facets), hopper.cone_height});
  if (hopper.cylinder_height > 0.0)
    rings.push_back({rings.back().corners, hopper.cone_height + hopper.cylinder_height});
  return lofted(rings, hopper.lid || !hole, hopper.cover);
}

double cone_height(double diameter, double outlet, double half_angle)
{
  if (!(half_angle > 0.0 && half_angle < 0.5 * PI))
    refuse("angle", half_angle * 180.0 / PI, "must be above 0 and below 90 degrees");
  check_outlet(outlet, diameter);
  if (outlet == diameter)
    refuse("angle", half_angle * 180.0 / PI, "the outlet is as wide as the top");
  return 0.5 * (diameter - outlet) / std::tan(half_angle);
}

Mesh rectangular_hopper_mesh(const RectangularHopper &hopper)
{
  for (const size_t k : {0, 1}) {
    check_positive("top", hopper.top[k]);
    check_positive("outlet", hopper.outlet[k]);
    check_outlet(hopper.outlet[k], hopper.top[k]);
  }
  check_positive("height", hopper.height);
  check_not_negative("upper", hopper.upper_height);
  const auto top = rectangle(hopper.top[0], hopper.top[1]);
  std::vector<Ring> rings = {{rectangle(hopper.outlet[0], hopper.outlet[1]), 0.0},
                             {top, hopper.height}};
  if (hopper.upper_height > 0.0) rings.push_back({top, hopper.height + hopper.upper_height});
  return lofted(rings, hopper.lid, hopper.cover);
}

Mesh box_mesh(const OpenBox &box)
{
  for (const double edge : box.size) check_positive("size", edge);
  const auto floor = rectangle(box.size[0], box.size[1]);
  return lofted({{floor, 0.0}, {floor, box.size[2]}}, true, box.cover);
}

Mesh plate_mesh(const std::array<double, 2> &size)
{
  for (const double edge : size) check_positive("size", edge);
  return lofted({{rectangle(size[0], size[1]), 0.0}}, true, false);
}

Mesh placed(Mesh mesh, int axis, const Vector3d &center)
{
  assert(is_number_of(axis, 3));
  if (!is_finite(center)) throw std::invalid_argument("center is not finite");
  for (Vector3d &p : mesh.vertices) {
    const Vector3d local = p;
    for (int k = 0; k < 3; k++) p[(axis + 1 + k) % 3] = local[k];
    p += center;
  }
  check_bounds(extent(mesh));
  return mesh;
}

}    // namespace grist
