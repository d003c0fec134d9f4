#include "meshes/named_shapes.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace grist {

// Lengths that are left between two others: below, corners of a mesh would be welded.
static constexpr double LEAST_LEFT = 0.01;
static constexpr double ENOUGH = LEAST_LEFT * (1.0 - 1e-9);    // as decimal numbers are rounded

static constexpr double HEAD_HEIGHT =
    0.64;    // of a bolt, over the diameter of its shaft: ISO 4014

// Shares of the pitch of a gear: the tip of a tooth, and its root. Half way up, a tooth is narrower
// than the gap, so that gears turn in each other.
static constexpr double TOOTH_TIP = 0.3, TOOTH_ROOT = 0.6;

static constexpr int BEND_TURNS = 6;    // of the path of a hook

using ShapeOutline = std::vector<Vector2d>;
using ShapeFace = std::vector<int>;

// ---- how meshes are made

// Faces between two equal polygons, from the first, whose normal points to the second.
static void join_polygons(Mesh &mesh, const ShapeFace &from, const ShapeFace &to)
{
  assert(from.size() == to.size());
  for (size_t k = 0; k < from.size(); k++) {
    const size_t next = (k + 1) % from.size();
    mesh.faces.push_back({from[k], from[next], to[next], to[k]});
  }
}

static ShapeFace turned_polygon(ShapeFace face)
{
  std::reverse(face.begin(), face.end());
  return face;
}

static ShapeFace add_outline(Mesh &mesh, const ShapeOutline &outline, double z)
{
  ShapeFace face;
  for (const Vector2d &p : outline) {
    face.push_back(static_cast<int>(mesh.vertices.size()));
    mesh.vertices.push_back({p[0], p[1], z});
  }
  return face;
}

// The outline is counter-clockwise.
static Mesh outline_prism(const ShapeOutline &outline, double height)
{
  Mesh mesh;
  const ShapeFace low = add_outline(mesh, outline, -0.5 * height);
  const ShapeFace high = add_outline(mesh, outline, 0.5 * height);
  join_polygons(mesh, low, high);
  mesh.faces.push_back(turned_polygon(low));
  mesh.faces.push_back(high);
  return mesh;
}

// In place of a face: an arm as long as `reach`, which is along its normal. `taper` is the width of
// its end over that of the face.
static void add_arm(Mesh &mesh, const ShapeFace &face, const Vector3d &reach, double taper)
{
  Vector3d middle = Vector3d::zero();
  for (const int corner : face) middle += mesh.vertices[corner] / static_cast<double>(face.size());
  ShapeFace end;
  for (const int corner : face) {
    end.push_back(static_cast<int>(mesh.vertices.size()));
    mesh.vertices.push_back(middle + reach + taper * (mesh.vertices[corner] - middle));
  }
  join_polygons(mesh, face, end);
  mesh.faces.push_back(end);
}

static ShapeOutline regular_outline(int corners, double radius, double first_angle = 0.0)
{
  ShapeOutline outline;
  for (int k = 0; k < corners; k++) {
    const double angle = first_angle + 2.0 * PI * k / corners;
    outline.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return outline;
}

// Of length 1, left of the way from a to b.
static Vector2d left_of(const Vector2d &a, const Vector2d &b)
{
  const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
  return {(a[1] - b[1]) / length, (b[0] - a[0]) / length};
}

// A rod along a path in the plane z = 0. The width is less than would fold it where it turns.
static Mesh rod_along(const ShapeOutline &path, double width, int corners)
{
  assert(path.size() >= 2 && corners % 4 == 0);
  const ShapeOutline section =
      regular_outline(corners, 0.5 * width / std::cos(PI / corners), PI / corners);
  Mesh mesh;
  ShapeFace last;
  for (size_t n = 0; n < path.size(); n++) {
    const size_t before = n > 0 ? n - 1 : 0, behind = std::min(n, path.size() - 2);
    const Vector2d u = left_of(path[before], path[before + 1]);
    const Vector2d v = left_of(path[behind], path[behind + 1]);
    const double stretch = 1.0 / (1.0 + u[0] * v[0] + u[1] * v[1]);
    ShapeFace ring;
    for (const Vector2d &p : section) {
      ring.push_back(static_cast<int>(mesh.vertices.size()));
      mesh.vertices.push_back({path[n][0] + p[0] * stretch * (u[0] + v[0]),
                               path[n][1] + p[0] * stretch * (u[1] + v[1]), p[1]});
    }
    if (n == 0)
      mesh.faces.push_back(turned_polygon(ring));
    else
      join_polygons(mesh, last, ring);
    last = ring;
  }
  mesh.faces.push_back(last);
  return mesh;
}

// A face of these corners seen from outside, the body being around the origin.
static ShapeFace outward_face(const Mesh &mesh, ShapeFace face)
{
  const Vector3d &a = mesh.vertices[face[0]], &b = mesh.vertices[face[1]],
                 &c = mesh.vertices[face[2]];
  return dot(a, cross(b - a, c - a)) > 0.0 ? face : turned_polygon(face);
}

// ---- the shapes

static void require_left(const char *shape, const char *what, double length, const char *over,
                         double other)
{
  require(length - other >= ENOUGH, std::string("shape ") + shape + " " + what, length,
          "must be above the " + std::string(over) + ", " + number_text(other) + ", by " +
              number_text(LEAST_LEFT) + " or more");
}

static Mesh make_l(const std::vector<double> &values)
{
  const double arm = values[0], thickness = values[1];
  require_left("L", "arm", arm, "thickness", thickness);
  return outline_prism(
      {{0, 0}, {1, 0}, {1, thickness}, {thickness, thickness}, {thickness, arm}, {0, arm}},
      values[2]);
}

static Mesh make_u(const std::vector<double> &values)
{
  const double leg = values[0], t = values[1];
  require_left("U", "leg", leg, "thickness", t);
  return outline_prism(
      {{0, 0}, {1, 0}, {1, leg}, {1 - t, leg}, {1 - t, t}, {t, t}, {t, leg}, {0, leg}}, values[2]);
}

static Mesh make_cross(const std::vector<double> &values)
{
  const double a = 0.5, b = 0.5 * values[0];
  return outline_prism({{a, -b},
                        {a, b},
                        {b, b},
                        {b, a},
                        {-b, a},
                        {-b, b},
                        {-a, b},
                        {-a, -b},
                        {-b, -b},
                        {-b, -a},
                        {b, -a},
                        {b, -b}},
                       values[1]);
}

static Mesh make_jack(const std::vector<double> &values)
{
  const double half = 0.5 * values[0], reach = 0.5 - half;
  Mesh mesh;
  for (int n = 0; n < 8; n++)
    mesh.vertices.push_back({n & 1 ? half : -half, n & 2 ? half : -half, n & 4 ? half : -half});
  for (int k = 0; k < 3; k++) {
    const int x = 1 << k, y = 1 << (k + 1) % 3, z = 1 << (k + 2) % 3;
    add_arm(mesh, {0, z, y + z, y}, -reach * Vector3d::unit(k), values[1]);
    add_arm(mesh, {x, x + y, x + y + z, x + z}, reach * Vector3d::unit(k), values[1]);
  }
  return mesh;
}

static Mesh make_star(const std::vector<double> &values)
{
  const int points = static_cast<int>(values[0]);
  const double convex = std::cos(PI / points);
  require(convex - values[1] >= ENOUGH, "shape star inner", values[1],
          "must be 0.01 to " + number_text(convex - LEAST_LEFT) + " for " + std::to_string(points) +
              " points, where it is not convex");
  const ShapeOutline outer = regular_outline(points, 0.5);
  const ShapeOutline inner = regular_outline(points, 0.5 * values[1], PI / points);
  ShapeOutline outline;
  for (int k = 0; k < points; k++) outline.insert(outline.end(), {outer[k], inner[k]});
  return outline_prism(outline, values[2]);
}

static Mesh make_gear(const std::vector<double> &values)
{
  const int teeth = static_cast<int>(values[0]);
  const double pitch = 2.0 * PI / teeth, root = 0.5 * values[1], tip = 0.5;
  const auto corners = [&](double radius, double share) {
    return regular_outline(teeth, radius, 0.5 * share * pitch);
  };
  const ShapeOutline tooth[4] = {corners(root, -TOOTH_ROOT), corners(tip, -TOOTH_TIP),
                                 corners(tip, TOOTH_TIP), corners(root, TOOTH_ROOT)};
  ShapeOutline outline;
  for (int k = 0; k < teeth; k++)
    for (const ShapeOutline &corner : tooth) outline.push_back(corner[k]);
  return outline_prism(outline, values[2]);
}

// Also a tube.
static Mesh make_ring(const std::vector<double> &values)
{
  const int wedges = static_cast<int>(values[0]);
  const ShapeOutline outer = regular_outline(wedges, 0.5);
  const ShapeOutline inner = regular_outline(wedges, 0.5 * values[1]);
  const double half = 0.5 * values[2];
  Mesh mesh;
  const ShapeFace low = add_outline(mesh, outer, -half), high = add_outline(mesh, outer, half);
  const ShapeFace top = add_outline(mesh, inner, half), bottom = add_outline(mesh, inner, -half);
  join_polygons(mesh, low, high);
  join_polygons(mesh, high, top);
  join_polygons(mesh, top, bottom);
  join_polygons(mesh, bottom, low);
  return mesh;
}

// The shank along y, its end at y = 1; the bend around (bend, 0), and the tip up again. The path
// touches the circle of the bend from outside.
static Mesh make_hook(const std::vector<double> &values)
{
  const double bend = values[0], width = values[1];
  require(width <= 1.9 * bend, "shape hook thickness", width,
          "must be at most 1.9 times the bend: " + number_text(1.9 * bend));
  ShapeOutline path = {{0.0, 1.0}};
  const double turn = PI / BEND_TURNS;
  for (int k = 0; k < BEND_TURNS; k++) {
    const double angle = PI + (k + 0.5) * turn, radius = bend / std::cos(0.5 * turn);
    path.push_back({bend + radius * std::cos(angle), radius * std::sin(angle)});
  }
  path.push_back({2.0 * bend, values[2]});
  return rod_along(path, width, static_cast<int>(values[3]));
}

// Width and legs are over all.
static Mesh make_staple(const std::vector<double> &values)
{
  const double leg = values[0], width = values[1], half = 0.5 * (1.0 - width);
  require_left("staple", "leg", leg, "thickness", width);
  return rod_along({{-half, leg}, {-half, 0.5 * width}, {half, 0.5 * width}, {half, leg}}, width,
                   static_cast<int>(values[2]));
}

// The shaft upward from z = 0, the head below.
static Mesh make_bolt(const std::vector<double> &values)
{
  const int corners = static_cast<int>(values[2]), each = corners / 6;
  const ShapeOutline hexagon = regular_outline(6, values[1] / std::sqrt(3.0));
  const ShapeOutline round = regular_outline(corners, 0.5);
  Mesh mesh;
  const ShapeFace low = add_outline(mesh, hexagon, -HEAD_HEIGHT);
  const ShapeFace high = add_outline(mesh, hexagon, 0.0);
  const ShapeFace root = add_outline(mesh, round, 0.0), end = add_outline(mesh, round, values[0]);
  mesh.faces.push_back(turned_polygon(low));
  join_polygons(mesh, low, high);
  for (int k = 0; k < 6; k++) {
    ShapeFace face = {high[k], high[(k + 1) % 6]};
    for (int n = (k + 1) * each; n >= k * each; n--) face.push_back(root[n % corners]);
    mesh.faces.push_back(face);
  }
  join_polygons(mesh, root, end);
  mesh.faces.push_back(end);
  return mesh;
}

// A square column with two arms at its top, along x, and two at its bottom, along y.
static Mesh make_dolos(const std::vector<double> &values)
{
  const double half = 0.5 * values[0], reach = 0.5 - half;
  const ShapeOutline square = {{half, -half}, {half, half}, {-half, half}, {-half, -half}};
  Mesh mesh;
  ShapeFace level[4];
  const double heights[4] = {-0.5, -0.5 + values[0], 0.5 - values[0], 0.5};
  for (int n = 0; n < 4; n++) level[n] = add_outline(mesh, square, heights[n]);
  mesh.faces.push_back(turned_polygon(level[0]));
  mesh.faces.push_back(level[3]);
  join_polygons(mesh, level[1], level[2]);
  const Vector3d out[4] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  for (int n = 0; n < 3; n += 2)
    for (int k = 0; k < 4; k++) {
      const int next = (k + 1) % 4;
      const ShapeFace side = {level[n][k], level[n][next], level[n + 1][next], level[n + 1][k]};
      if ((k % 2 == 0) == (n == 2))
        add_arm(mesh, side, reach * out[k], values[1]);
      else
        mesh.faces.push_back(side);
    }
  return mesh;
}

// A tetrahedron with its corners cut at a third of the edges: a leg on each of its hexagons.
static Mesh make_tetrapod(const std::vector<double> &values)
{
  const Vector3d corner[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  const double edge = std::sqrt(8.0) / 3.0, inner = 1.0 / std::sqrt(3.0);
  const double reach = std::sqrt(3.0) * edge / values[0];
  Mesh mesh;
  int at[4][4] = {};    // the corner on the edge between two, near the first
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      if (i == j) continue;
      at[i][j] = static_cast<int>(mesh.vertices.size());
      mesh.vertices.push_back((2.0 * corner[i] + corner[j]) / 3.0);
    }
  for (int k = 0; k < 4; k++) {
    const int a = (k + 1) % 4, b = (k + 2) % 4, c = (k + 3) % 4;
    mesh.faces.push_back(outward_face(mesh, {at[k][a], at[k][b], at[k][c]}));
    const ShapeFace base =
        outward_face(mesh, {at[a][b], at[b][a], at[b][c], at[c][b], at[c][a], at[a][c]});
    add_arm(mesh, base, (inner - reach) * normalized(corner[k]), values[1]);
  }
  for (Vector3d &p : mesh.vertices) p /= reach;
  return mesh;
}

// ---- the table

namespace {

template <int LEAST, int MOST, int STEP> constexpr bool is_count(double v)
{
  return v >= LEAST && v <= MOST && v == static_cast<int>(v) && static_cast<int>(v) % STEP == 0;
}

constexpr NumberRange SHARE = {[](double v) { return v >= 0.01 && v <= 0.99; },
                               "must be 0.01 to 0.99"};
constexpr NumberRange HALF = {[](double v) { return v >= 0.01 && v <= 0.49; },
                              "must be 0.01 to 0.49"};
constexpr NumberRange TAPER = {[](double v) { return v >= 0.01 && v <= 1.0; }, "must be 0.01 to 1"};
constexpr NumberRange WIDE = {[](double v) { return v >= 0.01 && v <= 2.0; }, "must be 0.01 to 2"};
constexpr NumberRange RATIO = {[](double v) { return v >= 0.01 && v <= 100.0; },
                               "must be 0.01 to 100"};
constexpr NumberRange TIP = {[](double v) { return v >= 0.0 && v <= 100.0; }, "must be 0 to 100"};
constexpr NumberRange HEAD = {[](double v) { return v >= 1.01 && v <= 100.0; },
                              "must be 1.01 to 100"};
constexpr NumberRange MANY = {is_count<3, 1000, 1>, "must be a whole number, 3 to 1000"};
constexpr NumberRange FOURS = {is_count<4, 100, 4>, "must be a multiple of 4 up to 100"};
constexpr NumberRange SIXES = {is_count<6, 120, 6>, "must be a multiple of 6 up to 120"};

}    // namespace

const std::vector<NamedShape> &named_shapes()
{
  static const std::vector<NamedShape> shapes = {
      {"L",
       "two arms at a right angle",
       {{"arm", 1.0, RATIO, "length of the second arm over that of the first"},
        {"thickness", 0.3, SHARE, "of the arms over the length of the first"},
        {"height", 0.3, RATIO, "over the length of the first arm"}},
       make_l},
      {"U",
       "two legs on a back",
       {{"leg", 1.0, RATIO, "length of the legs over the width, both over all"},
        {"thickness", 0.25, HALF, "of legs and back over the width"},
        {"height", 0.25, RATIO, "over the width"}},
       make_u},
      {"cross",
       "four arms in a plane",
       {{"thickness", 0.3, SHARE, "of the arms over the span"},
        {"height", 0.3, RATIO, "over the span"}},
       make_cross},
      {"jack",
       "six arms along three axes",
       {{"thickness", 0.3, SHARE, "of the arms over the span"},
        {"taper", 1.0, TAPER, "width of an arm at its end over that at its root"}},
       make_jack},
      {"star",
       "points in a plane",
       {{"points", 5, MANY, "their number"},
        {"inner", 0.4, SHARE, "radius of the notches over that of the points"},
        {"height", 0.3, RATIO, "over the diameter of the circle through the points"}},
       make_star},
      {"gear",
       "teeth with straight flanks on a disc",
       {{"teeth", 12, MANY, "their number"},
        {"root", 0.75, SHARE, "radius between the teeth over that of their tips"},
        {"height", 0.25, RATIO, "over the diameter of the circle through the tips"}},
       make_gear},
      {"ring",
       "a regular polygon with a hole of the same form",
       {{"wedges", 16, MANY, "number of corners, and of convex parts"},
        {"inner", 0.6, SHARE, "radius of the hole over that of the ring"},
        {"height", 0.25, RATIO, "over the diameter of the circle through its corners"}},
       make_ring},
      {"tube",
       "a long ring",
       {{"wedges", 16, MANY, "number of corners, and of convex parts"},
        {"inner", 0.8, SHARE, "radius of the hole over that of the tube"},
        {"height", 1.5, RATIO, "over the diameter of the circle through its corners"}},
       make_ring},
      {"hook",
       "a rod, straight and bent back by half a circle",
       {{"bend", 0.3, RATIO, "radius of the bend over the length of the shank"},
        {"thickness", 0.15, RATIO, "of the rod over the length of the shank"},
        {"tip", 0.2, TIP, "length behind the bend over that of the shank"},
        {"corners", 8, FOURS, "of the rod"}},
       make_hook},
      {"staple",
       "a thin rod, bent to a U",
       {{"leg", 0.5, RATIO, "length of the legs over the width, both over all"},
        {"thickness", 0.08, HALF, "of the rod over the width"},
        {"corners", 4, FOURS, "of the rod"}},
       make_staple},
      {"bolt",
       "a hexagonal head and a shaft",
       {{"length", 3.0, RATIO, "of the shaft over its diameter"},
        {"head", 1.6, HEAD, "width between flat sides over the diameter of the shaft"},
        {"corners", 12, SIXES, "of the shaft"}},
       make_bolt},
      {"dolos",
       "a square shank between two bars that are at a right angle to it and to each other",
       {{"waist", 0.32, HALF, "thickness of the shank over the height"},
        {"taper", 0.625, TAPER, "width of a bar at its ends over that at the shank"}},
       make_dolos},
      {"tetrapod",
       "four legs of hexagonal section",
       {{"thickness", 0.5, WIDE, "of a leg at its root over its reach from the middle"},
        {"taper", 0.7, TAPER, "width of a leg at its end over that at its root"}},
       make_tetrapod}};
  return shapes;
}

const NamedShape *find_named_shape(const std::string &name)
{
  for (const NamedShape &shape : named_shapes())
    if (name == shape.name) return &shape;
  return nullptr;
}

Mesh named_shape_mesh(const NamedShape &shape, const std::vector<double> &values)
{
  const std::string what = std::string("shape ") + shape.name;
  std::vector<double> all = values;
  if (values.size() > shape.arguments.size())
    throw std::invalid_argument(what + " with " + std::to_string(values.size()) +
                                " numbers (takes at most " +
                                std::to_string(shape.arguments.size()) + ")");
  for (size_t n = 0; n < shape.arguments.size(); n++) {
    const NamedShape::Argument &argument = shape.arguments[n];
    if (n == all.size()) all.push_back(argument.initial);
    require(argument.range.allows(all[n]), what + " " + argument.name, all[n],
            argument.range.expected);
  }
  return shape.make(all);
}

}    // namespace grist
