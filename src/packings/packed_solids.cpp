#include "packings/packed_solids.h"

#include "common/preconditions.h"
#include "packings/cut_ball.h"
#include "search/multilevel_grid.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace grist {

static constexpr double CUT_ROUNDING = 16.0 * std::numeric_limits<double>::epsilon();
static constexpr double SAME_BALL = 1.0e-12;    // over the radius: distance and difference of radii

bool PackedSolid::holds(const Vector3d &point) const
{
  const Vector3d from = point - center;
  if (squared_norm(from) > radius * radius) return false;
  return std::all_of(faces.begin(), faces.end(),
                     [&](const HalfSpace &face) { return face.distance(from) <= 0.0; });
}

std::vector<HalfSpace> turned_faces(const ConvexPolyhedron &shape, const Matrix3d &rotation)
{
  assert(is_rotation(rotation));
  std::vector<HalfSpace> faces;
  for (int face = 0; face < shape.face_count(); face++) {
    const HalfSpace plane = shape.plane(face);
    faces.push_back({rotation * plane.normal, plane.offset});
  }
  return faces;
}

// Pairs whose bounding spheres overlap.
static std::vector<IndexPair> touching_pairs(const std::vector<PackedSolid> &solids, int owned)
{
  std::vector<double> centers, radii;
  for (const PackedSolid &solid : solids) {
    centers.insert(centers.end(), solid.center.data(), solid.center.data() + 3);
    radii.push_back(solid.radius);
  }
  SphereView view;
  view.count = static_cast<int>(solids.size());
  view.centers = centers.data();
  view.radii = radii.data();
  view.owned = owned;
  std::vector<IndexPair> pairs;
  MultilevelGrid search;
  [[maybe_unused]] const SearchOutcome outcome = search.find(view, pairs);
  assert(outcome.ok());
  return pairs;
}

PackedSolids::PackedSolids(std::vector<PackedSolid> all, int owned) :
    solids(std::move(all)), neighbors(owned)
{
  assert(owned >= 0 && owned <= static_cast<int>(solids.size()));
  for (const IndexPair &pair : touching_pairs(solids, owned)) {
    if (pair.a < owned) add_neighbor(pair.a, pair.b);
    if (pair.b < owned) add_neighbor(pair.b, pair.a);
  }
}

// For two images of one solid, which may overlap in a narrow box, the place decides.
bool PackedSolids::comes_first(const PackedSolid &a, const PackedSolid &b) const
{
  const auto key = [](const PackedSolid &s) {
    return std::make_tuple(s.is_ball(), s.id, s.center[0], s.center[1], s.center[2]);
  };
  return key(a) < key(b);
}

void PackedSolids::add_neighbor(int i, int other)
{
  const bool first = comes_first(solids[other], solids[i]);
  if (first && is_apart(i, other)) return;
  if (first) neighbors[i].first.push_back(other);
  if (!solids[other].is_ball()) {
    if (first) neighbors[i].obstacles.push_back(other);
  } else if (solids[i].is_ball())
    add_ball(i, other);
}

// Whether a face of the other one is between them. False: they may overlap.
bool PackedSolids::is_apart(int i, int other) const
{
  const PackedSolid &solid = solids[i];
  const Vector3d apart = solids[other].center - solid.center;
  const std::vector<HalfSpace> &faces = solids[other].faces;
  return std::any_of(faces.begin(), faces.end(), [&](const HalfSpace &face) {
    const double offset = face.offset + dot(face.normal, apart);
    if (solid.is_ball()) return offset <= -solid.radius;
    const HalfSpace in_body = {transposed(solid.rotation) * face.normal, offset};
    return distance_range(solid.shape->view(), in_body).least >= 0.0;
  });
}

// Where balls are the same, one has it all.
void PackedSolids::add_ball(int i, int other)
{
  const PackedSolid &a = solids[i], &b = solids[other];
  const Vector3d apart = b.center - a.center;
  const double distance = norm(apart), tolerance = SAME_BALL * std::max(a.radius, b.radius);
  const double difference = (a.radius - b.radius) * (a.radius + b.radius);
  if (distance > tolerance) {
    const double offset = (distance * distance + difference) / (2.0 * distance);
    if (offset <= -a.radius) neighbors[i].is_inside = true;
    if (offset < a.radius) neighbors[i].radical.push_back({apart / distance, offset});
  } else if (std::fabs(a.radius - b.radius) > tolerance ? a.radius < b.radius : comes_first(b, a))
    neighbors[i].is_inside = true;
}

bool PackedSolids::counts_for(int i, const Vector3d &point) const
{
  assert(is_number_of(i, neighbors.size()));
  if (!solids[i].holds(point)) return false;
  const std::vector<int> &first = neighbors[i].first;
  return std::none_of(first.begin(), first.end(), [&](int n) { return solids[n].holds(point); });
}

double PackedSolids::volume(int i, const std::vector<HalfSpace> &cuts)
{
  assert(is_number_of(i, neighbors.size()) && have_unit_normals(cuts));
  if (neighbors[i].is_inside) return 0.0;
  planes = cuts;
  planes.insert(planes.end(), neighbors[i].radical.begin(), neighbors[i].radical.end());
  return std::max(0.0, outside(i, 0));
}

// What is inside `planes` and outside of all obstacles from this one on.
double PackedSolids::outside(int i, size_t obstacle)
{
  const std::vector<int> &obstacles = neighbors[i].obstacles;
  if (obstacle == obstacles.size()) return inside(i);
  const double all = outside(i, obstacle + 1);
  if (all <= 0.0) return 0.0;
  const PackedSolid &other = solids[obstacles[obstacle]];
  const size_t before = planes.size();
  const Vector3d apart = other.center - solids[i].center;
  for (const HalfSpace &face : other.faces)
    planes.push_back({face.normal, face.offset + dot(face.normal, apart)});
  const double common = inside(i) > 0.0 ? outside(i, obstacle + 1) : 0.0;
  planes.resize(before);
  return all - common;
}

double PackedSolids::inside(int i)
{
  const PackedSolid &solid = solids[i];
  return solid.is_ball() ? cut_ball_volume(solid.radius, planes) : polyhedron_inside(solid);
}

double PackedSolids::polyhedron_inside(const PackedSolid &body)
{
  if (planes.empty()) return body.shape->volume();
  int face = body.shape->face_count();
  clipped.start(body.shape->view(), face + static_cast<int>(planes.size()));
  for (const HalfSpace &plane : planes) {
    const HalfSpace in_body = {transposed(body.rotation) * plane.normal, plane.offset};
    if (clipped.cut(in_body, face++, CUT_ROUNDING * body.radius) == ClippedBody::Cut::EMPTY)
      return 0.0;
  }
  return std::max(0.0, clipped.integrals(face).volume);
}

}    // namespace grist
