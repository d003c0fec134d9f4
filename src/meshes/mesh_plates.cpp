#include "meshes/mesh_plates.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace grist {

static constexpr int NO_PLATE = -1;

// Sheets that are folded onto each other by more than this have no bisector (half of the distance
// of two unit vectors).
static constexpr double FOLDED = 1e-6;

// Below this difference of their normals, two planes have no bisector that rounding leaves in its
// place.
static constexpr double LEAST_TURN = 1e-5;

// Plates whose unit normals differ by less are of one direction: more than rounding in files makes.
static constexpr double ONE_DIRECTION = 1e-3;

// At the tip of a cone of many facets, bisectors of neighbors are enough.
static constexpr size_t MOST_AT_CORNER = 16;

// Multiples of the tolerance of flat regions up to which corners are in a plane.
static constexpr double IN_PLANE = 4.0;

struct MeshPlates::Build {
  const TriangleMesh &mesh;
  const FlatRegions &flat;
  AlignedBox complete;                          // where images are; endless along axes without any
  Vector3d origin, x, y;                        // of the region: x cross y is its normal
  std::vector<std::pair<int, bool>> creases;    // tags of the region: region beyond, is_reversed

  int tag_of(int beyond, bool is_reversed);
  PolygonCorner corner(int number, int tag) const;
};

// Images reach to half a period from the extent at least.
static AlignedBox complete_box(const TriangleMesh &mesh)
{
  Vector3d period = Vector3d::zero();
  for (const TriangleMesh::Triangle &t : mesh.triangles())
    period = greatest(period, absolute(t.corner - mesh.triangles()[t.origin].corner));
  AlignedBox box = mesh.extent();
  for (int d = 0; d < 3; d++) {
    const double beyond = period[d] > 0.0 ? 0.5 * period[d]
                                          : std::numeric_limits<double>::infinity();
    box.low[d] -= beyond;
    box.high[d] += beyond;
  }
  return box;
}

int MeshPlates::Build::tag_of(int beyond, bool is_reversed)
{
  if (beyond < 0) return PolygonCorner::CUT;
  const std::pair<int, bool> crease(beyond, is_reversed);
  const auto at = std::find(creases.begin(), creases.end(), crease);
  const auto tag = static_cast<int>(at - creases.begin());
  if (at == creases.end()) creases.push_back(crease);
  return tag;
}

PolygonCorner MeshPlates::Build::corner(int number, int tag) const
{
  const Vector3d apart = mesh.corners()[number].place - origin;
  return {{dot(x, apart), dot(y, apart)}, tag, number};
}

MeshPlates::MeshPlates(const TriangleMesh &mesh) : of_triangle(mesh.triangles().size(), NO_PLATE)
{
  const FlatRegions flat(mesh);
  within = flat.tolerance();
  Build build{mesh, flat, complete_box(mesh), {}, {}, {}, {}};
  const int regions = static_cast<int>(flat.regions().size());
  for (int r = 0; r < regions; r++) add_region(build, r);
  add_corner_sides(mesh, flat);
  for (int p = 0; p < count(); p++) add_fan(p);
  tree = std::make_unique<TriangleTree>(fans);
  assign_triangles(mesh, flat);
  number_images(mesh);
  own.resize(all.size());
  for (int t = 0; t < mesh.own_triangles(); t++) own[all[of_triangle[t]].number].push_back(t);
}

// ---- plates and their sides

// Two directions in the plane, along axes where the normal is along one.
static void span(const Vector3d &normal, Vector3d &x, Vector3d &y)
{
  int axis = 0;
  axis = axis_of_least(absolute(normal));
  x = normalized(cross(normal, Vector3d::unit(axis)));
  y = cross(normal, x);
}

// The side of a plate at its edge from a to b: the plane across the plate, or the bisector of both
// regions.
static HalfSpace side_at(const Vector3d &a, const Vector3d &b, const Vector3d &normal,
                         const Vector3d *beyond)
{
  assert(is_unit(normal) && (!beyond || is_unit(*beyond)));
  const Vector3d along = b - a;
  const Vector3d inward = normalized(cross(normal, along));
  Vector3d outward = -inward;
  if (beyond) {
    const Vector3d apart = normalized(cross(along, *beyond)) - inward;
    if (norm(apart) > FOLDED) outward = apart;
  }
  return HalfSpace::through(0.5 * (a + b), outward);
}

// The outlines of a region. Where it continues in images, it ends at a straight line, not at the
// last image.
std::vector<PolygonLoop> MeshPlates::loops_of(Build &build, int region) const
{
  std::vector<PolygonLoop> loops;
  for (const std::vector<OutlineEdge> &outline : build.flat.outlines(region)) {
    PolygonLoop loop;
    for (const OutlineEdge &e : outline)
      loop.push_back(build.corner(e.from, build.tag_of(e.beyond, e.is_reversed)));
    for (int d = 0; d < 3; d++) {
      const Vector2d along{build.x[d], build.y[d]};
      const double high = build.complete.high[d] - build.origin[d];
      const double low = build.complete.low[d] - build.origin[d];
      if (std::isinf(high) || norm(along) < LEAST_TURN) continue;
      loop = clipped(clipped(loop, along, high), -along, -low);
    }
    if (loop.size() >= 3) loops.push_back(std::move(loop));
  }
  return loops;
}

void MeshPlates::add_region(const Build &from, int region)
{
  Build build = from;
  const FlatRegion &flat = from.flat.regions()[region];
  const TriangleMesh &mesh = from.mesh;
  span(flat.plane.normal, build.x, build.y);
  build.origin = mesh.triangles()[flat.triangles[0]].corner;
  build.origin -= flat.plane.distance(build.origin) * flat.plane.normal;
  std::vector<PolygonLoop> parts = convex_parts(loops_of(build, region), within);
  if (parts.empty())    // an outline that crosses itself: its triangles
    for (const int n : flat.triangles) {
      const TriangleMesh::Triangle &t = mesh.triangles()[n];
      PolygonLoop part;
      for (int k = 0; k < 3; k++) {
        const int neighbor = t.neighbors[k];
        const int beyond = neighbor < 0 ? NO_PLATE : from.flat.region_of(neighbor);
        part.push_back(
            build.corner(t.corners[k], build.tag_of(beyond == region ? NO_PLATE : beyond, false)));
      }
      parts.push_back(part);
    }
  for (const PolygonLoop &part : parts) add_plate(build, region, part);
}

void MeshPlates::add_plate(const Build &build, int region, const PolygonLoop &part)
{
  const FlatRegion &flat = build.flat.regions()[region];
  const int size = static_cast<int>(part.size());
  Plate plate{flat.plane, count(),
              region,     flat.sheet,
              flat.front, static_cast<int>(points.size()),
              size,       static_cast<int>(walls.size()),
              size};
  kept.emplace_back();
  for (const PolygonCorner &c : part) {
    points.push_back(build.origin + c.place[0] * build.x + c.place[1] * build.y);
    if (c.id >= 0) kept.back().push_back(c.id);
  }
  std::sort(kept.back().begin(), kept.back().end());
  // Sides pass through the corners of the mesh, so that those of both regions at a crease agree.
  const auto place = [&](int k) {
    const int id = part[k].id;
    return id >= 0 ? build.mesh.corners()[id].place : points[plate.first_corner + k];
  };
  for (int k = 0; k < size; k++) {
    const int tag = part[k].tag;
    if (tag == PolygonCorner::CUT) {
      walls.push_back(
          {side_at(place(k), place((k + 1) % size), flat.plane.normal, nullptr), NO_PLATE});
      continue;
    }
    const auto [beyond, is_reversed] = build.creases[tag];
    // Seen from beyond, the edge runs the other way round: its inward direction is along x normal.
    Vector3d normal = build.flat.regions()[beyond].plane.normal;
    if (is_reversed) normal = -normal;
    walls.push_back({side_at(place(k), place((k + 1) % size), flat.plane.normal, &normal), beyond});
  }
  all.push_back(plate);
}

void MeshPlates::add_fan(int plate)
{
  const Vector3d *c = corners(plate);
  for (int k = 1; k + 1 < all[plate].corner_count; k++) {
    TriangleMesh::Triangle t{};
    t.corner = c[0];
    t.side_b = c[k] - c[0];
    t.side_c = c[k + 1] - c[0];
    t.normal = all[plate].plane.normal;
    t.area = 0.5 * norm(cross(t.side_b, t.side_c));
    if (!(t.area > 0.0)) continue;
    fans.push_back(t);
    plate_of_fan.push_back(plate);
  }
}

// ---- plates of triangles, and of images

int MeshPlates::nearest_plate(const Vector3d &x) const
{
  return plate_of_fan[tree->nearest(x).triangle];
}

void MeshPlates::assign_triangles(const TriangleMesh &mesh, const FlatRegions &flat)
{
  const int regions = static_cast<int>(flat.regions().size());
  std::vector<int> first(regions + 1, 0);    // plates of a region follow each other
  for (const Plate &p : all) first[p.region + 1]++;
  for (int r = 0; r < regions; r++) first[r + 1] += first[r];
  for (size_t n = 0; n < mesh.triangles().size(); n++) {
    const int region = flat.region_of(static_cast<int>(n));
    of_triangle[n] = std::min(first[region], count() - 1);
    if (first[region + 1] - first[region] <= 1) continue;
    const TriangleMesh::Triangle &t = mesh.triangles()[n];
    const int nearest = nearest_plate(t.corner + (t.side_b + t.side_c) / 3.0);
    if (all[nearest].region == region) of_triangle[n] = nearest;
  }
}

// A plate with own triangles is an original. Another one is shifted back by as much as one of its
// triangles.
void MeshPlates::number_images(const TriangleMesh &mesh)
{
  std::vector<int> sample(all.size(), NO_PLATE);
  const int triangles = static_cast<int>(mesh.triangles().size());
  for (int t = triangles - 1; t >= 0; t--) sample[of_triangle[t]] = t;
  if (triangles == mesh.own_triangles()) return;
  for (int p = 0; p < count(); p++) {
    if (sample[p] == NO_PLATE || sample[p] < mesh.own_triangles()) continue;
    const TriangleMesh::Triangle &image = mesh.triangles()[sample[p]];
    const Vector3d middle = image.corner + (image.side_b + image.side_c) / 3.0;
    const Vector3d shift = image.corner - mesh.triangles()[image.origin].corner;
    const int original = nearest_plate(middle - shift);
    const bool is_same = all[original].region == all[of_triangle[image.origin]].region;
    all[p].number = is_same ? original : of_triangle[image.origin];
  }
}

// ---- pairs of plates

bool MeshPlates::borders_on(int i, int region) const
{
  const Side *side = sides(i);
  return std::any_of(side, side + all[i].side_count,
                     [region](const Side &s) { return s.beyond == region; });
}

bool MeshPlates::touch(int i, int j) const
{
  if (borders_on(i, all[j].region) && borders_on(j, all[i].region)) return true;
  const std::vector<int> &a = kept[i], &b = kept[j];
  for (auto p = a.begin(), q = b.begin(); p != a.end() && q != b.end();) {
    if (*p == *q) return true;
    *p < *q ? ++p : ++q;
  }
  return false;
}

// Whether no corner of i is in front of plate j (side 1), or none behind it (side -1).
bool MeshPlates::is_within(int i, int j, double side) const
{
  const Vector3d *c = corners(i);
  const HalfSpace &plane = all[j].plane;
  return std::all_of(c, c + all[i].corner_count, [&](const Vector3d &x) {
    return side * plane.distance(x) <= IN_PLANE * within;
  });
}

// Whether all of plate j is beyond an edge of plate i of the same plane.
static bool is_beyond_an_edge(const MeshPlates &plates, int i, int j, double tolerance)
{
  const Vector3d *const own = plates.corners(i), *const other = plates.corners(j);
  const int n = plates[i].corner_count;
  for (int k = 0; k < n; k++) {
    const Vector3d out = normalized(cross(own[(k + 1) % n] - own[k], plates[i].plane.normal));
    if (std::all_of(other, other + plates[j].corner_count,
                    [&](const Vector3d &x) { return dot(out, x - own[k]) > tolerance; }))
      return true;
  }
  return false;
}

bool MeshPlates::are_apart(int i, int j, int facing_i, int facing_j) const
{
  const Vector3d difference = facing_i * all[i].plane.normal - facing_j * all[j].plane.normal;
  if (norm(difference) > ONE_DIRECTION) return all[i].sheet != all[j].sheet;
  if (touch(i, j)) return false;
  const bool of_one_plane = is_within(i, j, 1.0) && is_within(i, j, -1.0);
  const double tolerance = IN_PLANE * within;
  return !of_one_plane || is_beyond_an_edge(*this, i, j, tolerance) ||
      is_beyond_an_edge(*this, j, i, tolerance);
}

double MeshPlates::coupling(int i, int j, int facing_i, int facing_j) const
{
  assert(is_number_of(i, all.size()) && is_number_of(j, all.size()));
  assert(std::abs(facing_i) == 1 && std::abs(facing_j) == 1);
  if (i == j) return 1.0;
  if (are_apart(i, j, facing_i, facing_j)) return 0.0;
  const int facing = facing_i * facing_j;
  if (all[i].region == all[j].region) return facing > 0 ? 1.0 : 0.0;
  if (is_within(j, i, facing_i) && is_within(i, j, facing_j) && touch(i, j)) return 1.0;
  return std::clamp(facing * dot(all[i].plane.normal, all[j].plane.normal), 0.0, 1.0);
}

// Convex to each other (side 1): what is nearer to the plane of i than to that of j. Hollow (-1):
// what is farther behind it. Where solid is in front of both, this is the same. Opposite faces of
// no thickness have none, as it would leave nothing.
std::optional<HalfSpace> MeshPlates::bisector(int i, int j, double side) const
{
  const HalfSpace &a = all[i].plane, &b = all[j].plane;
  const Vector3d apart = side * (b.normal - a.normal);
  const double length = norm(apart);
  if (!(length > LEAST_TURN)) return {};
  if (!is_within(i, j, side) || !is_within(j, i, side)) return {};
  if (is_within(i, j, -side) && is_within(j, i, -side)) return {};
  return HalfSpace{apart / length, side * (b.offset - a.offset) / length};
}

std::optional<HalfSpace> MeshPlates::dividing_side(int i, int j) const
{
  assert(is_number_of(i, all.size()) && is_number_of(j, all.size()));
  if (!(dot(all[i].plane.normal, all[j].plane.normal) < 0.0)) return {};
  if (borders_on(i, all[j].region)) return {};
  const auto convex = bisector(i, j, 1.0);
  return convex ? convex : bisector(i, j, -1.0);
}

namespace {

// The kinds of edges that meet at a corner, as bits.
enum CornerKind { CONVEX = 1, HOLLOW = 2, OTHER = 4 };

}    // namespace

static std::vector<char> corner_kinds(const TriangleMesh &mesh, const FlatRegions &flat)
{
  std::vector<char> kinds(mesh.corners().size(), 0);
  for (const TriangleMesh::Edge &edge : mesh.edges()) {
    const int *const at = mesh.triangles_of(edge);
    char kind = OTHER;
    if (edge.count == 2) {
      const int a = flat.region_of(at[0]), b = flat.region_of(at[1]);
      if (a == b) continue;
      double height = 0.0;    // of the other triangle above the plane of the first
      for (const int c : mesh.triangles()[at[1]].corners)
        if (c != edge.from && c != edge.to)
          height = flat.regions()[a].plane.distance(mesh.corners()[c].place);
      kind = height < 0.0 ? CONVEX : HOLLOW;
      if (flat.regions()[a].front != flat.regions()[b].front) kind = OTHER;
    }
    kinds[edge.from] |= kind;
    kinds[edge.to] |= kind;
  }
  return kinds;
}

// Sides of plates that meet at a corner but not at an edge.
void MeshPlates::add_corner_sides(const TriangleMesh &mesh, const FlatRegions &flat)
{
  const std::vector<char> kinds = corner_kinds(mesh, flat);
  std::vector<std::vector<int>> at_corner(kinds.size());
  for (int p = 0; p < count(); p++)
    for (const int c : kept[p]) at_corner[c].push_back(p);
  std::vector<Side> more;
  std::vector<int> partners;
  for (int p = 0; p < count(); p++) {
    const Side *const own = sides(p);
    const int first = static_cast<int>(more.size());
    more.insert(more.end(), own, own + all[p].side_count);
    partners.clear();
    for (const int c : kept[p]) {
      if (kinds[c] != CONVEX && kinds[c] != HOLLOW) continue;
      if (at_corner[c].size() > MOST_AT_CORNER) continue;
      for (const int other : at_corner[c]) {
        if (all[other].region == all[p].region || borders_on(p, all[other].region)) continue;
        if (std::find(partners.begin(), partners.end(), other) != partners.end()) continue;
        partners.push_back(other);
        if (const auto side = bisector(p, other, kinds[c] == CONVEX ? 1.0 : -1.0))
          more.push_back({*side, NO_PLATE});
      }
    }
    all[p].first_side = first;
    all[p].side_count = static_cast<int>(more.size()) - first;
  }
  walls.swap(more);
}

// ---- places

void MeshPlates::find_near(const Vector3d &x, double reach, std::vector<Near> &found) const
{
  tree->find_near(x, reach, near_fans);
  found.clear();
  for (const TriangleTree::Near &fan : near_fans) {
    const int plate = plate_of_fan[fan.triangle];
    if (std::none_of(found.begin(), found.end(),
                     [plate](const Near &known) { return known.plate == plate; }))
      found.push_back({fan.distance, plate, nearest_point(fans[fan.triangle], x).point});
  }
}

double MeshPlates::angle_at(int plate, const Vector3d &point, double tolerance) const
{
  assert(is_number_of(plate, all.size()) && tolerance >= 0.0);
  const Vector3d *c = corners(plate);
  const int size = all[plate].corner_count;
  bool is_on_edge = false;
  for (int k = 0; k < size; k++) {
    const Vector3d to_next = c[(k + 1) % size] - c[k], to_last = c[(k + size - 1) % size] - c[k];
    const Vector3d apart = point - c[k];
    if (norm(apart) <= tolerance)
      return std::atan2(norm(cross(to_next, to_last)), dot(to_next, to_last));
    const Vector3d along = normalized(to_next);
    if (norm(apart - dot(apart, along) * along) <= tolerance) is_on_edge = true;
  }
  return is_on_edge ? PI : 2.0 * PI;
}

}    // namespace grist
