#include "walls/worn_shape.h"

#include "common/decompositions.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "meshes/mesh_seams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace grist {

static constexpr double OPEN_DIRECTIONS = 1e-3;    // e of the header

// A corner moves by at most so many of its depths: at the tip of a thin wedge.
static constexpr double LONGEST_WORN_WAY = 10.0;

// Cosines: a triangle that turns by more at once flips; neighbors that are opposed by more are folded.
static constexpr double FLIPPED = 0.5, FOLDED = -0.985;

static constexpr double LEAST_AREA = 1e-2;    // of a triangle, as a share of that in the file

// An edge is tested for cuts again when an end has moved by this share of its length.
static constexpr double TEST_AGAIN = 0.02;

// Cosine between a way through the solid and the normal where it ends: below this it ends at a face
// beside an edge, not at the other side.
static constexpr double OPPOSITE = 0.5;

// A triangle whose height on its longest edge is below this share of the edge is slender.
static constexpr double SLENDER = 0.05;
static constexpr int SWEEPS = 20;    // over slender triangles

static constexpr double SOLVER_ROUNDING = 1e-12;    // of the scale of all ways
static constexpr int MOST_STEPS = 30;

static const std::string REFINE =
    "deform more often, by a smaller factor, or with larger triangles";

Mesh own_mesh(const TriangleMesh &mesh)
{
  Mesh own;
  for (const TriangleMesh::Corner &c : mesh.corners()) own.vertices.push_back(c.place);
  for (int t = 0; t < mesh.own_triangles(); t++) {
    const auto &corners = mesh.triangles()[t].corners;
    own.faces.emplace_back(corners.begin(), corners.end());
  }
  return own;
}

// Corners of open edges that lie inside other open edges, images included.
static int t_junctions(const TriangleMesh &mesh)
{
  Mesh all;
  for (const TriangleMesh::Corner &c : mesh.corners()) all.vertices.push_back(c.place);
  for (const TriangleMesh::Triangle &t : mesh.triangles())
    all.faces.emplace_back(t.corners.begin(), t.corners.end());
  const double tolerance = WELD * extent(all).diagonal();
  TriangleList list = triangle_list(all, tolerance);
  return close_seams(list, tolerance);
}

WornShape::WornShape(MeshWall &wall, double thickness, double least) :
    wall(wall), thickness(thickness), least(least), worn(wall.mesh().surface_corners()),
    cut_before(wall.mesh().edges().size(), 0), moved(cut_before.size(), 0.0)
{
  const int junctions = t_junctions(mesh());
  if (junctions > 0)
    throw std::invalid_argument("deform " + std::to_string(junctions) +
                                " corners in the middle of edges (expected triangles that share "
                                "whole edges: see precision)");
  for (int t = 0; t < mesh().own_triangles(); t++) {
    first_areas.push_back(mesh().triangles()[t].area);
    for (const int e : mesh().triangles()[t].edges) cut_before[e] = is_cut(e);
    measured.push_back({thickness_behind(t), 0.0});
  }
  check_thickness(thickness);
  const std::string thin = thin_place();
  if (!thin.empty()) throw std::invalid_argument("deform: " + thin);
}

void WornShape::check_thickness(double given) const
{
  const bool is_sheet = mesh().open_edges() > 0 ||
      std::any_of(measured.begin(), measured.end(),
                  [](const Thickness &at) { return std::isinf(at.behind); });
  if (is_sheet && !(given > 0.0))
    throw std::invalid_argument(
        "deform has no thickness (expected thickness and a length: the mesh has open edges, or "
        "faces with no other side of the wall behind them)");
  if (!is_sheet && given > 0.0)
    throw std::invalid_argument("deform thickness " + number_text(given) +
                                " (leave it out: a closed mesh has the thickness of its solid)");
  if (is_sheet && given <= least)
    throw std::invalid_argument("deform least " + number_text(least) +
                                " (must be below the thickness, " + number_text(given) + ")");
}

// From the middle of an own triangle to the other side of the solid; infinite if there is none, and
// as long as the way if it leaves through the side of an edge.
double WornShape::thickness_behind(int triangle) const
{
  const TriangleMesh::Triangle &t = mesh().triangles()[triangle];
  const Vector3d middle = t.corner + (t.side_b + t.side_c) / 3.0;
  const Vector3d way = -2.0 * mesh().extent().diagonal() * t.normal;
  const auto at = wall.triangle_tree().first_crossing(
      middle, way, [triangle](int other) { return other != triangle; });
  const double facing = at.triangle < 0 ? -1.0 : dot(mesh().triangles()[at.triangle].normal, way);
  if (facing < 0.0) return std::numeric_limits<double>::infinity();
  return (facing < OPPOSITE * norm(way) ? 1.0 : at.share) * norm(way);
}

// Whether an edge meets a triangle that it has no corner of.
bool WornShape::is_cut(int edge) const
{
  const TriangleMesh::Edge &e = mesh().edges()[edge];
  const Vector3d &from = mesh().corners()[e.from].place;
  const auto is_apart = [&](int triangle) {
    const auto &c = mesh().triangles()[triangle].corners;
    return std::none_of(c.begin(), c.end(), [&e](int k) { return k == e.from || k == e.to; });
  };
  const Vector3d way = mesh().corners()[e.to].place - from;
  return wall.triangle_tree().first_crossing(from, way, is_apart).triangle >= 0;
}

void WornShape::set_corners(const std::vector<WornCorner> &corners)
{
  assert(corners.size() == worn.size());
  assert(corners.size() == worn.size());
  worn = corners;
  shift_wall();
  std::fill(moved.begin(), moved.end(), std::numeric_limits<double>::infinity());
  for (Thickness &at : measured) at.behind = 0.0;    // to be measured again
}

// Returns the own triangles that have changed.
std::vector<int> WornShape::shift_wall()
{
  std::vector<Vector3d> shifts;
  for (const WornCorner &c : worn) shifts.push_back(vector_at(c.shift));
  std::vector<int> changed = wall.shift_corners(shifts);
  changed.erase(std::lower_bound(changed.begin(), changed.end(), mesh().own_triangles()),
                changed.end());
  return changed;
}

// ---- how far corners move

namespace {

// The longest edge of a triangle, and where the corner beside it is.
struct LongestEdge {
  int from;         // 0 to 2: the edge from this corner to the next
  double place;     // along the edge, as a share of it
  double height;    // as a share of it

  explicit LongestEdge(const TriangleMesh::Triangle &t)
  {
    const std::array<Vector3d, 3> sides = {t.side_b, t.side_c - t.side_b, -t.side_c};
    from = 0;
    for (int k = 1; k < 3; k++)
      if (squared_norm(sides[k]) > squared_norm(sides[from])) from = k;
    const double square = squared_norm(sides[from]);
    place = -dot(sides[from], sides[(from + 2) % 3]) / square;
    height = 2.0 * t.area / square;
  }
};

}    // namespace

// At slender triangles the corner beside the longest edge moves as the edge does there, so that they
// do not turn over: their corners are nearer to each other than the places where depths are known. The
// more, the more slender. The sum of ways times areas stays.
void WornShape::straighten(const std::vector<int> &slender, const std::vector<double> &areas,
                           std::vector<Vector3d> &ways) const
{
  struct Line {
    std::array<int, 3> corners;    // the edge's, and the one beside it
    std::array<double, 3> parts;
    double stiffness;
  };
  std::vector<Line> lines;
  for (const int n : slender) {
    const TriangleMesh::Triangle &t = mesh().triangles()[n];
    const LongestEdge longest(t);
    Line line{{}, {longest.place - 1.0, -longest.place, 1.0}, 0.0};
    double give = 0.0;
    for (int k = 0; k < 3; k++) {
      line.corners[k] = mesh().surface_corner(t.corners[(longest.from + k) % 3]);
      give += line.parts[k] * line.parts[k] / areas[line.corners[k]];
    }
    line.stiffness = (1.0 - longest.height / SLENDER) / give;
    lines.push_back(line);
  }
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    for (const Line &line : lines) {
      Vector3d apart = Vector3d::zero();
      for (int k = 0; k < 3; k++) apart += line.parts[k] * ways[line.corners[k]];
      for (int k = 0; k < 3; k++)
        ways[line.corners[k]] -= line.parts[k] * line.stiffness / areas[line.corners[k]] * apart;
    }
    std::reverse(lines.begin(), lines.end());
  }
}

// The own triangles at corners that move: those that wear with their neighbors.
WornShape::Moving WornShape::moving(const std::vector<double> &volumes) const
{
  Moving moving;
  std::vector<char> moves(worn.size(), 0);
  const auto is_there = [&](int n) {
    const auto &c = mesh().triangles()[n].corners;
    return std::any_of(c.begin(), c.end(), [&](int k) { return moves[mesh().surface_corner(k)]; });
  };
  const auto add_corners = [&](int n) {
    for (const int c : mesh().triangles()[n].corners) moves[mesh().surface_corner(c)] = 1;
  };
  const int own = mesh().own_triangles();
  for (int n = 0; n < own; n++)
    if (volumes[n] > 0.0) add_corners(n);
  for (int n = 0; n < own; n++)
    if (is_there(n) && LongestEdge(mesh().triangles()[n]).height < SLENDER)
      moving.slender.push_back(n);
  for (const int n : moving.slender) add_corners(n);
  for (int n = 0; n < own; n++)
    if (is_there(n)) moving.triangles.push_back(n);
  return moving;
}

std::vector<Vector3d> WornShape::ways_of(const std::vector<double> &volumes, const Moving &moving,
                                         std::vector<double> &depths) const
{
  std::vector<Vector3d> ways(worn.size(), Vector3d::zero()), gradients = ways;
  std::vector<double> worn_there(worn.size(), 0.0), areas = worn_there;
  std::vector<Matrix3d> squares(worn.size(), Matrix3d::zero());
  for (const int n : moving.triangles) {
    const TriangleMesh::Triangle &t = mesh().triangles()[n];
    const double area = t.area / 3.0;
    const Matrix3d square = outer_product(area * t.normal, t.normal);
    for (const int k : t.corners) {
      const int c = mesh().surface_corner(k);
      worn_there[c] += volumes[n] / 3.0;
      areas[c] += area;
      gradients[c] += area * t.normal;
      squares[c] += square;
    }
  }
  for (size_t c = 0; c < worn.size(); c++) {
    if (!(worn_there[c] > 0.0)) continue;
    const Matrix3d all = squares[c] + OPEN_DIRECTIONS * areas[c] * Matrix3d::identity();
    const Vector3d way = solve_symmetric(all, gradients[c]);
    const double length = norm(way), change = dot(way, gradients[c]);
    if (!(change > 0.0)) continue;    // faces on each other: the others recede for it
    ways[c] = -worn_there[c] * std::min(1.0 / change, LONGEST_WORN_WAY / (areas[c] * length)) * way;
  }
  straighten(moving.slender, areas, ways);
  for (size_t c = 0; c < worn.size(); c++)
    if (areas[c] > 0.0) depths[c] = -dot(ways[c], gradients[c]) / areas[c];
  return ways;
}

// The factor of all ways at which they remove a volume: the surface sweeps, by triangle,
//   integral over the factor of (mean way) . (area vector)
double WornShape::scale_of(const std::vector<Vector3d> &ways, const std::vector<int> &triangles,
                           double volume) const
{
  double linear = 0.0, square = 0.0, cube = 0.0;
  for (const int n : triangles) {
    const TriangleMesh::Triangle &t = mesh().triangles()[n];
    const auto way = [&](int k) -> const Vector3d & {
      return ways[mesh().surface_corner(t.corners[k])];
    };
    const Vector3d mean = (way(0) + way(1) + way(2)) / 3.0;
    const Vector3d b = way(1) - way(0), c = way(2) - way(0);
    linear -= 0.5 * dot(mean, cross(t.side_b, t.side_c));
    square -= 0.25 * dot(mean, cross(t.side_b, c) + cross(b, t.side_c));
    cube -= dot(mean, cross(b, c)) / 6.0;
  }
  double scale = 1.0;
  for (int step = 0; step < MOST_STEPS; step++) {
    const double error = ((cube * scale + square) * scale + linear) * scale - volume;
    const double change = error / ((3.0 * cube * scale + 2.0 * square) * scale + linear);
    scale -= change;
    if (!(std::fabs(change) > SOLVER_ROUNDING)) break;
  }
  return scale;
}

std::string WornShape::wear(const std::vector<double> &volumes)
{
  assert(static_cast<int>(volumes.size()) == mesh().own_triangles());
  assert(static_cast<int>(volumes.size()) == mesh().own_triangles());
  double volume = 0.0;
  for (const double v : volumes) volume += v;
  if (!(volume > 0.0)) return "";
  const Moving here = moving(volumes);
  std::vector<double> depths(worn.size(), 0.0);
  const std::vector<Vector3d> ways = ways_of(volumes, here, depths);
  const double scale = scale_of(ways, here.triangles, volume);
  if (!(scale > 0.5 && scale < 2.0))
    return named(
        static_cast<int>(std::max_element(volumes.begin(), volumes.end()) - volumes.begin()),
        "wears by more than its neighbors leave (" + REFINE + ")");
  normals_before.resize(mesh().own_triangles());
  for (int t = 0; t < mesh().own_triangles(); t++) normals_before[t] = mesh().triangles()[t].normal;
  for (size_t c = 0; c < worn.size(); c++) {
    for (int d = 0; d < 3; d++) worn[c].shift[d] += scale * ways[c][d];
    worn[c].depth += scale * depths[c];
  }
  const std::vector<int> changed = shift_wall();
  add_ways(ways, scale);
  return fault(changed);
}

void WornShape::add_ways(const std::vector<Vector3d> &ways, double scale)
{
  std::vector<double> lengths;
  for (const Vector3d &way : ways) lengths.push_back(scale * norm(way));
  travelled += *std::max_element(lengths.begin(), lengths.end());
  for (size_t e = 0; e < moved.size(); e++) {
    const TriangleMesh::Edge &edge = mesh().edges()[e];
    moved[e] += std::max(lengths[mesh().surface_corner(edge.from)],
                         lengths[mesh().surface_corner(edge.to)]);
  }
}

// ---- what is wrong with a shape

std::string WornShape::named(int triangle, const std::string &problem) const
{
  const TriangleMesh::Triangle &t = mesh().triangles()[triangle];
  const Vector3d middle = t.corner + (t.side_b + t.side_c) / 3.0;
  return "triangle " + std::to_string(triangle + 1) + " at " + number_text(middle[0]) + " " +
      number_text(middle[1]) + " " + number_text(middle[2]) + " " + problem;
}

std::string WornShape::fault(const std::vector<int> &changed)
{
  for (const int t : changed) {
    const std::string problem = fault_of(t);
    if (!problem.empty()) return problem;
  }
  return thin_place();
}

std::string WornShape::fault_of(int n)
{
  const TriangleMesh::Triangle &t = mesh().triangles()[n];
  if (!(dot(t.normal, normals_before[n]) > FLIPPED)) return named(n, "flips (" + REFINE + ")");
  if (!(t.area > LEAST_AREA * first_areas[n])) return named(n, "is worn away (" + REFINE + ")");
  for (int k = 0; k < 3; k++) {
    const int neighbor = t.neighbors[k];
    if (neighbor >= 0) {
      const int other = mesh().triangles()[neighbor].origin;
      if (other > n) continue;    // said by the other one
      if (dot(t.normal, mesh().triangles()[other].normal) < FOLDED &&
          dot(normals_before[n], normals_before[other]) >= FOLDED)
        return named(n, "folds onto triangle " + std::to_string(other + 1) + " (" + REFINE + ")");
    }
    if (cuts_now(t.edges[k]))
      return named(n, "cuts through the wall (" + REFINE + ", or end the run before with least)");
  }
  return "";
}

// Whether an edge cuts a triangle, where it has moved enough to be tested.
bool WornShape::cuts_now(int edge)
{
  const TriangleMesh::Edge &e = mesh().edges()[edge];
  const double length = norm(mesh().corners()[e.to].place - mesh().corners()[e.from].place);
  if (moved[edge] < TEST_AGAIN * length || cut_before[edge]) return false;
  moved[edge] = 0.0;
  return is_cut(edge);
}

// A lower bound of the thickness behind a triangle, and the thickness where the bound is not above
// the least: both sides have moved since it was measured.
double WornShape::least_behind(int triangle)
{
  Thickness &at = measured[triangle];
  const double bound = at.behind - 2.0 * (travelled - at.travelled);
  if (bound > least) return bound;
  at = {thickness_behind(triangle), travelled};
  return at.behind;
}

// Where the wall is thinner than the least thickness.
std::string WornShape::thin_place()
{
  const auto report = [this](int t, double left) {
    return named(t, "is " + number_text(left) + " thick (at least " + number_text(least) + ")");
  };
  for (int t = 0; t < mesh().own_triangles(); t++) {
    double left = least > 0.0 ? least_behind(t) : std::numeric_limits<double>::infinity();
    if (thickness > 0.0)
      for (const int c : mesh().triangles()[t].corners)
        left = std::min(left, thickness - worn[mesh().surface_corner(c)].depth);
    if (!(left > least)) return report(t, left);
  }
  return "";
}

}    // namespace grist
