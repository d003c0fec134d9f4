#include "meshes/solid_cell.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

// The margin of the whole cell, over the extent.
static constexpr double MARGIN = 0.01;

// Corners of cells are cut at planes within rounding.
static constexpr double EXACT = 1e-15;

// Nearer to a plane than this, a corner is on it or else leaves a sliver.
static constexpr double SLIVER = 1e-5;

// Two directions are the same if the sine of the angle between them is smaller.
static constexpr double SAME_DIRECTION = 1e-4;

SolidCell whole_cell(const SolidSurface &surface)
{
  AlignedBox box;
  for (const Vector3d &p : surface.corners) box.extend(p);
  const Vector3d margin = Vector3d::all(MARGIN * box.diagonal());
  SolidCell cell;
  cell.body = ConvexCell::box({box.low - margin, box.high + margin});
  cell.regions = surface.region_of;
  for (const std::array<int, 3> &t : surface.triangles) {
    for (const int corner : t) cell.corners.push_back(surface.corners[corner]);
    cell.ends.push_back(static_cast<int>(cell.corners.size()));
  }
  cell.edges = surface.hollow_edges;
  return cell;
}

CutCounts cut_counts(const SolidCell &cell, const HalfSpace &plane, double tolerance)
{
  CutCounts counts;
  for (int n = 0; n < cell.polygons(); n++) {
    bool front = false, back = false, is_near = false;
    for (int k = cell.begin_of(n); k < cell.ends[n]; k++) {
      const double d = plane.distance(cell.corners[k]);
      front = front || d > tolerance;
      back = back || d < -tolerance;
      is_near = is_near || (std::fabs(d) > tolerance && std::fabs(d) < SLIVER);
    }
    counts.front += front && !back;
    counts.back += back && !front;
    counts.split += front && back;
    counts.near += is_near;
  }
  return counts;
}

namespace {

// Adds polygons to one half of a cell.
class HalfOfCell {
 public:
  explicit HalfOfCell(std::optional<SolidCell> &half) : half(half) {}

  void add_corner(const Vector3d &x)
  {
    if (half) half->corners.push_back(x);
  }
  void end_polygon(int region)
  {
    if (!half) return;
    half->ends.push_back(static_cast<int>(half->corners.size()));
    half->regions.push_back(region);
  }
  void add_edge(const HollowEdge &edge)
  {
    if (half) half->edges.push_back(edge);
  }

 private:
  std::optional<SolidCell> &half;
};

}    // namespace

static Vector3d place_between(const Vector3d &a, double height_a, const Vector3d &b,
                              double height_b)
{
  return a + height_a / (height_a - height_b) * (b - a);
}

// One that is on the plane goes to the half where its solid is.
static void divide_polygon(const SolidCell &cell, int polygon, const CellCut &cut,
                           const SolidSurface &surface, std::vector<double> &heights,
                           HalfOfCell &front, HalfOfCell &back)
{
  const int begin = cell.begin_of(polygon), count = cell.ends[polygon] - begin;
  const int region = cell.regions[polygon];
  const double tolerance = surface.tolerance;
  heights.clear();
  for (int k = 0; k < count; k++) heights.push_back(cut.plane.distance(cell.corners[begin + k]));
  const auto [least, greatest] = std::minmax_element(heights.begin(), heights.end());
  const bool is_on_plane = region == cut.region || (*least >= -tolerance && *greatest <= tolerance);
  const bool faces_along = dot(surface.regions[region].normal, cut.plane.normal) > 0.0;
  const bool to_front = is_on_plane ? !faces_along : *least >= -tolerance;
  if (to_front || is_on_plane || *greatest <= tolerance) {
    HalfOfCell &half = to_front ? front : back;
    for (int k = 0; k < count; k++) half.add_corner(cell.corners[begin + k]);
    half.end_polygon(region);
    return;
  }
  for (int k = 0; k < count; k++) {
    const int next = (k + 1) % count;
    const Vector3d &a = cell.corners[begin + k], &b = cell.corners[begin + next];
    const double height_a = heights[k], height_b = heights[next];
    if (height_a >= -tolerance) front.add_corner(a);
    if (height_a <= tolerance) back.add_corner(a);
    if ((height_a > tolerance && height_b < -tolerance) ||
        (height_a < -tolerance && height_b > tolerance)) {
      // The same point from both of the polygons at the edge.
      const bool up = height_a < height_b;
      const Vector3d x = up ? place_between(a, height_a, b, height_b)
                            : place_between(b, height_b, a, height_a);
      front.add_corner(x);
      back.add_corner(x);
    }
  }
  front.end_polygon(region);
  back.end_polygon(region);
}

static void divide_edge(const HollowEdge &edge, const HalfSpace &plane, double tolerance,
                        HalfOfCell &front, HalfOfCell &back)
{
  const double from = plane.distance(edge.from), to = plane.distance(edge.to);
  const bool from_on = std::fabs(from) <= tolerance, to_on = std::fabs(to) <= tolerance;
  if (from_on && to_on) {
    if (std::fabs(dot(plane.normal, edge.inward)) < SAME_DIRECTION) return;
    front.add_edge(edge);
    back.add_edge(edge);
  } else if (from >= -tolerance && to >= -tolerance) {
    front.add_edge(edge);
  } else if (from <= tolerance && to <= tolerance) {
    back.add_edge(edge);
  } else {
    const Vector3d x = place_between(edge.from, from, edge.to, to);
    HalfOfCell &first = from > 0.0 ? front : back, &second = from > 0.0 ? back : front;
    first.add_edge({edge.from, x, edge.inward, edge.is_sharp});
    second.add_edge({x, edge.to, edge.inward, edge.is_sharp});
  }
}

CellHalves divided(const SolidCell &cell, const CellCut &cut, const SolidSurface &surface,
                   CellCutter &cutter)
{
  assert(is_unit(cut.plane.normal));
  const int face = cutter.new_face();
  CellHalves halves;
  const auto start = [&](std::optional<SolidCell> &half, const HalfSpace &plane) {
    std::optional<ConvexCell> body = cutter.behind(cell.body, plane, face, EXACT);
    if (!body) return;
    half.emplace();
    half->body = std::move(*body);
  };
  start(halves.front, opposite(cut.plane));
  start(halves.back, cut.plane);
  HalfOfCell front(halves.front), back(halves.back);
  std::vector<double> heights;
  for (int n = 0; n < cell.polygons(); n++)
    divide_polygon(cell, n, cut, surface, heights, front, back);
  for (const HollowEdge &edge : cell.edges)
    divide_edge(edge, cut.plane, surface.tolerance, front, back);
  return halves;
}

void drop_divided_edges(SolidCell &cell, double tolerance)
{
  // From the middle of the edge a short step along its bisector leaves the cell, or none does.
  const auto is_divided = [&](const HollowEdge &edge) {
    const double length = norm(edge.to - edge.from);
    if (length <= SLIVER) return true;
    const Vector3d middle = 0.5 * (edge.from + edge.to);
    return !cell.body.has_inside(middle, edge.inward, 2.0 * tolerance, SAME_DIRECTION);
  };
  cell.edges.erase(std::remove_if(cell.edges.begin(), cell.edges.end(), is_divided),
                   cell.edges.end());
}

}    // namespace grist
