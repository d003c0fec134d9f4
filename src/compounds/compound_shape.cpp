#include "compounds/compound_shape.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "compounds/inscribed_ball.h"
#include "compounds/parts_as_one.h"
#include "geometry/convex_solid.h"
#include "geometry/mass_properties.h"
#include "geometry/overlap.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace grist {

// Distances up to this part of the radius of a body are rounding: that of files, whose numbers have
// single precision, and of cuts through their faces, which are flat within this.
static constexpr double SAME_PLACE = 4e-6;

// A bisector at a hollow edge cuts off nothing thinner than this part of the radius of a body.
static constexpr double SPLINTER = 1e-5;

// Hollow edges folded by less than 30 degrees are of one surface that turns.
static const double SOFT_COSINE = std::cos(30.0 * DEGREE);

// Pieces below this part of the volume of their part are rounding.
static constexpr double NO_VOLUME = 1e-13;

// ---- measures

CompoundShape::CompoundShape(const PartCorners &corners)
{
  assert(!corners.empty());
  std::vector<ConvexPolyhedron> parts;
  for (size_t k = 0; k < corners.size(); k++) {
    try {
      parts.push_back(ConvexPolyhedron::from_vertices(corners[k]));
    } catch (const std::invalid_argument &problem) {
      throw std::invalid_argument("part " + std::to_string(k + 1) + ": " + problem.what());
    }
  }
  measure(parts);
  std::vector<BodyCell> cells;
  for (size_t k = 0; k < parts.size(); k++) {
    const Pose &placed = parts[k].placement();
    const Pose in_body = {given.to_body(placed.position),
                          transposed(given.rotation) * placed.rotation};
    parts[k].forget_placement();
    cells.push_back({parts[k], in_body, static_cast<int>(k), BodyCell::NO_PLATE});
    for (const Vector3d &vertex : parts[k].vertices())
      outer = std::max(outer, norm(in_body.to_space(vertex)));
  }
  whole = std::make_unique<Division>(std::move(cells), SAME_PLACE * outer);
  for (const CellJoint &joint : whole->joints())
    surface_area -= 2.0 * norm(area_vector(joint.polygon));
  refuse_loose_parts();
  plates = std::make_unique<BodySurface>(*whole);
  find_one();
}

// About the centroid of the first part, so that bodies far from the origin lose no digits.
void CompoundShape::measure(const std::vector<ConvexPolyhedron> &parts)
{
  const Vector3d origin = parts[0].placement().position;
  Vector3d first = Vector3d::zero();
  for (const ConvexPolyhedron &part : parts) {
    solid_volume += part.volume();
    surface_area += part.surface();
    first += part.volume() * (part.placement().position - origin);
  }
  const Vector3d center = first / solid_volume;
  Matrix3d inertia = Matrix3d::zero();
  for (const ConvexPolyhedron &part : parts) {
    const Matrix3d &axes = part.placement().rotation;
    const Vector3d arm = part.placement().position - origin - center;
    inertia += axes * Matrix3d::diagonal(part.principal_moments()) * transposed(axes) +
        part.volume() * (squared_norm(arm) * Matrix3d::identity() - outer_product(arm, arm));
  }
  const PrincipalFrame frame = principal_frame(0.5 * (inertia + transposed(inertia)));
  moments = frame.moments;
  given = {origin + center, frame.axes};
}

void CompoundShape::refuse_loose_parts() const
{
  std::vector<int> group(static_cast<size_t>(part_count()));
  std::iota(group.begin(), group.end(), 0);
  for (const CellJoint &joint : whole->joints()) {
    const int from = group[joint.b], to = group[joint.a];    // copies: the elements change
    std::replace(group.begin(), group.end(), from, to);
  }
  const auto other =
      std::find_if(group.begin(), group.end(), [&group](int number) { return number != group[0]; });
  if (other != group.end())
    throw std::invalid_argument("parts 1 and " + std::to_string(other - group.begin() + 1) +
                                " are not connected by common faces (a body is one piece)");
}

void CompoundShape::refuse_overlaps(double share) const
{
  OverlapWorkspace workspace;
  for (int a = 0; a < part_count(); a++)
    for (int b = a + 1; b < part_count(); b++) {
      const BodyCell &p = (*whole)[a], &q = (*whole)[b];
      const Overlap both = overlap(p.shape, p.place, q.shape, q.place, workspace);
      const double least = std::min(p.shape.volume(), q.shape.volume());
      if (both.volume > share * least)
        throw std::invalid_argument("parts " + std::to_string(a + 1) + " and " +
                                    std::to_string(b + 1) + " overlap by " +
                                    number_text(both.volume) + " of the volume " +
                                    number_text(least) + " of the smaller one (expected 0)");
    }
}

double CompoundShape::inner_radius() const
{
  if (!(inner > 0.0)) inner = inscribed_radius(*whole, *plates);
  return inner;
}

int CompoundShape::vertex_count() const
{
  int count = 0;
  for (int part = 0; part < part_count(); part++) count += (*whole)[part].shape.vertex_count();
  return count;
}

PartCorners CompoundShape::corners() const
{
  PartCorners result;
  for (int part = 0; part < part_count(); part++) {
    result.emplace_back();
    for (const Vector3d &vertex : (*whole)[part].shape.vertices())
      result.back().push_back((*whole)[part].place.to_space(vertex));
  }
  return result;
}

const ClosedSurface &CompoundShape::closed_surface() const
{
  if (!drawn)
    drawn = std::make_unique<ClosedSurface>(grist::closed_surface(*plates, whole->tolerance()));
  return *drawn;
}

// ---- what presses as one

void CompoundShape::find_one()
{
  const auto n = static_cast<size_t>(part_count());
  std::vector<Vector3d> points;
  for (const std::vector<Vector3d> &part : corners())
    points.insert(points.end(), part.begin(), part.end());
  around = std::make_unique<ConvexPolyhedron>(ConvexPolyhedron::from_vertices(points));
  around_place = around->placement();
  around->forget_placement();
  convex = around->volume() <= (1.0 + SAME_VOLUME) * solid_volume;
  one = convex ? std::vector<char>(n * n, 1) : parts_as_one(*whole, *plates);
}

// ---- pieces

// Where planes meet in a corner there may be several within rounding.
static std::vector<Vector3d> corners_of(const ClippedBody &body, double same)
{
  const BodyView &view = body.body();
  std::vector<Vector3d> corners;
  for (int k = 0; k < view.vertex_count; k++) {
    const Vector3d corner = {view.x[k], view.y[k], view.z[k]};
    if (std::none_of(corners.begin(), corners.end(),
                     [&](const Vector3d &other) { return norm(other - corner) <= same; }))
      corners.push_back(corner);
  }
  return corners;
}

// What a convex body has inside of all half spaces, all in its own frame; nothing where it is flat.
static std::vector<Vector3d> corners_inside(const ConvexPolyhedron &body,
                                            const std::vector<HalfSpace> &half_spaces)
{
  constexpr double ROUNDING = 1e-14;
  ClippedBody clipped;
  const int faces = body.face_count();
  clipped.start(body.view(), faces + static_cast<int>(half_spaces.size()));
  for (size_t k = 0; k < half_spaces.size(); k++)
    if (clipped.cut(half_spaces[k], faces + static_cast<int>(k), ROUNDING * body.radius()) ==
        ClippedBody::Cut::EMPTY)
      return {};
  if (!(clipped.integrals(faces).volume > NO_VOLUME * body.volume())) return {};
  return corners_of(clipped, ROUNDING * body.radius());
}

PartGroups CompoundShape::groups() const
{
  PartGroups result;
  for (int part = 0; part < part_count(); part++) {
    result.emplace_back();
    for (int other = 0; other < part_count(); other++)
      if (are_one(part, other)) result.back().push_back(other);
  }
  return result;
}

// Where the plane of one plate is nearer than those of all others, in the frame of a cell.
static std::vector<HalfSpace> nearest_to(int plate, const std::vector<int> &plates,
                                         const BodySurface &surface, const Pose &place)
{
  const auto in_cell = [&](int of) {
    const HalfSpace &plane = surface[of].plane;
    return HalfSpace{transposed(place.rotation) * plane.normal, -plane.distance(place.position)};
  };
  const HalfSpace mine = in_cell(plate);
  std::vector<HalfSpace> nearer;
  for (const int other : plates) {
    if (other == plate) continue;
    const HalfSpace its = in_cell(other);
    const Vector3d across = its.normal - mine.normal;
    const double length = norm(across);
    nearer.push_back({across / length, (its.offset - mine.offset) / length});
  }
  return nearer;
}

void CompoundShape::make_pieces() const
{
  std::vector<BodyCell> cells;
  const PartGroups together = groups();
  divided_of.assign(static_cast<size_t>(part_count()), {});
  dividing.clear();
  for (int part = 0; part < part_count(); part++) {
    const BodyCell &cell = (*whole)[part];
    const std::vector<int> near = dividing_plates(*plates, together, part, whole->tolerance());
    const auto add = [&](ConvexPolyhedron shape, const Pose &place, int plate,
                         std::vector<HalfSpace> nearest) {
      shape.forget_placement();
      divided_of[part].push_back(static_cast<int>(cells.size()));
      cells.push_back({std::move(shape), place, part, plate});
      dividing.push_back(std::move(nearest));
    };
    if (near.size() < 2) {
      add(cell.shape, cell.place, near.empty() ? BodyCell::NO_PLATE : near[0], {});
      continue;
    }
    for (const int plate : near) {
      std::vector<HalfSpace> nearest = nearest_to(plate, near, *plates, cell.place);
      const std::vector<Vector3d> corners = corners_inside(cell.shape, nearest);
      if (corners.empty()) continue;
      ConvexPolyhedron shape = ConvexPolyhedron::from_vertices(corners);
      const Pose place = cell.place * shape.placement();
      add(std::move(shape), place, plate, std::move(nearest));
    }
  }
  divided = std::make_unique<Division>(std::move(cells), whole->tolerance());
  couplings = std::make_unique<PieceCouplings>(*plates, *whole, together, *divided);
}

const Division &CompoundShape::pieces() const
{
  if (!divided) make_pieces();
  return *divided;
}

const std::vector<int> &CompoundShape::pieces_of(int part) const
{
  assert(is_number_of(part, part_count()));
  pieces();
  return divided_of[part];
}

double CompoundShape::piece_coupling(int piece, int other) const
{
  return couplings->coupling(*plates, pieces(), piece, other);
}

double CompoundShape::memory_usage() const
{
  double bytes = sizeof(*this) + static_cast<double>(one.capacity());
  if (couplings) bytes += couplings->memory_usage();
  for (const Division *division : {whole.get(), divided.get()})
    if (division)
      bytes += static_cast<double>(division->count()) * sizeof(BodyCell) +
          static_cast<double>(division->joints().size()) * sizeof(CellJoint);
  return bytes;
}

// ---- cuts at hollow edges

static std::vector<Vector3d> in_frame(const std::vector<Vector3d> &points, const Pose &frame)
{
  std::vector<Vector3d> result;
  for (const Vector3d &point : points) result.push_back(frame.to_space(point));
  return result;
}

// Whether the convex hull of two convex bodies is in the body.
static bool hull_is_in(const BodyInside &body, const std::vector<Vector3d> &a,
                       const std::vector<Vector3d> &b)
{
  if (!body.may_have_hull(a, b)) return false;
  std::vector<Vector3d> points = a;
  points.insert(points.end(), b.begin(), b.end());
  return body.has_hull(ConvexPolyhedron::from_vertices(points));
}

static bool is_at(const std::vector<Vector3d> &part, const BodySurface::HollowEdge &edge,
                  double tolerance)
{
  AlignedBox box;
  for (const Vector3d &corner : part) box.extend(corner);
  for (int d = 0; d < 3; d++)
    if (std::min(edge.from[d], edge.to[d]) > box.high[d] + tolerance ||
        std::max(edge.from[d], edge.to[d]) < box.low[d] - tolerance)
      return false;
  const ConvexPolyhedron body = ConvexPolyhedron::from_vertices(part);
  const Pose &frame = body.placement();
  return reaches(body, frame.to_body(edge.from), frame.to_body(edge.to), tolerance);
}

static bool is_crossed(const std::vector<Vector3d> &part, const HalfSpace &plane, double tolerance)
{
  double least = 0.0, greatest = 0.0;
  for (const Vector3d &corner : part) {
    least = std::min(least, plane.distance(corner));
    greatest = std::max(greatest, plane.distance(corner));
  }
  return greatest > tolerance && least < -tolerance;
}

HollowCuts hollow_cuts(const PartCorners &corners, size_t few)
{
  const CompoundShape given(corners);
  const BodySurface &surface = given.surface_plates();
  if (surface.hollow_edges().empty()) return {corners};    // to the last bit
  const size_t most = std::max(2 * corners.size(), few);
  const BodyInside inside(given.parts());
  PartCorners parts = given.corners();
  const double tolerance = given.parts().tolerance(), thinnest = SPLINTER * given.radius();
  for (const BodySurface::HollowEdge &edge : surface.hollow_edges()) {
    const double cosine = dot(surface[edge.plate].plane.normal, surface[edge.other].plane.normal);
    if (cosine > SOFT_COSINE) continue;
    const HalfSpace side = bisector(surface, edge);
    PartCorners next, at_edge;
    for (const std::vector<Vector3d> &part : parts)
      if (is_at(part, edge, tolerance)) at_edge.push_back(part);
    for (const std::vector<Vector3d> &part : parts) {
      const bool is_cut = is_crossed(part, side, tolerance) &&
          std::any_of(at_edge.begin(), at_edge.end(), [&](const auto &other) {
                            return other == part || hull_is_in(inside, other, part);
                          });
      if (!is_cut) {
        next.push_back(part);
        continue;
      }
      const ConvexPolyhedron body = ConvexPolyhedron::from_vertices(part);
      const Pose &frame = body.placement();
      const HalfSpace plane = {transposed(frame.rotation) * side.normal,
                               -side.distance(frame.position)};
      const std::vector<Vector3d> halves[] = {
          in_frame(corners_inside(body, {plane}), frame),
          in_frame(corners_inside(body, {{-plane.normal, -plane.offset}}), frame)};
      if (is_thin(halves[0], thinnest) || is_thin(halves[1], thinnest))
        next.push_back(part);
      else
        next.insert(next.end(), {halves[0], halves[1]});
    }
    if (next.size() > most) return {corners, most};
    parts = std::move(next);
  }
  for (std::vector<Vector3d> &part : parts) part = in_frame(part, given.placement());
  return {parts};
}

}    // namespace grist
