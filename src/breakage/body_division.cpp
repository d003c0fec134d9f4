#include "breakage/body_division.h"

#include "common/constants.h"
#include "common/decompositions.h"
#include "common/preconditions.h"
#include "common/random_numbers.h"
#include "geometry/clipped_body.h"
#include "geometry/power_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

namespace grist {

static constexpr double CUT_ROUNDING = 16.0 * std::numeric_limits<double>::epsilon();

// The volume behind a crack is found to this part of the piece's.
static constexpr double VOLUME_TOLERANCE = 1e-13;
static constexpr int MOST_STEPS = 60;

namespace {

// A piece that is still to be divided.
struct Solid {
  CoordinateArrays points;
  std::vector<BodyEdge> edges;
  int count = 0;

  explicit Solid(const BodyView &body) :
      points{{body.x, body.x + padded(body.vertex_count)},
             {body.y, body.y + padded(body.vertex_count)},
             {body.z, body.z + padded(body.vertex_count)}},
      count(body.vertex_count)
  {
    edges.resize(static_cast<size_t>(body.edge_count));
    if (body.edges)
      std::copy_n(body.edges, body.edge_count, edges.begin());
    else
      body.packed.unpack(body.edge_count, edges.data());
  }
  BodyView view() const
  {
    return {points.x.data(), points.y.data(), points.z.data(),
            edges.data(),    count,           static_cast<int>(edges.size())};
  }
  Vector3d point(int i) const { return {points.x[i], points.y[i], points.z[i]}; }
};

class Cracking {
 public:
  Cracking(const ConvexPolyhedron &body, const std::vector<double> &volumes,
           const CrackSettings &settings);
  std::vector<BodyPiece> run();

 private:
  const ConvexPolyhedron &body;
  const std::vector<double> &volumes;
  const CrackSettings &settings;
  RandomNumbers random;
  ClippedBody clipped;
  std::vector<int> order;    // of the volumes, the largest first
  std::vector<BodyPiece> pieces;

  void divide(const Solid &solid, int first, int count, int depth);
  int larger_group(int first, int count) const;
  double sum(int first, int count) const;
  Vector3d direction(const Solid &solid);
  double offset(const Solid &solid, const Vector3d &normal, double volume, int face);
  bool cut(const Solid &solid, const HalfSpace &plane, int face);
  void add_piece(const Solid &solid, int number);
};

}    // namespace

Cracking::Cracking(const ConvexPolyhedron &body, const std::vector<double> &volumes,
                   const CrackSettings &settings) :
    body(body),
    volumes(volumes), settings(settings), random(settings.seed), order(volumes.size()),
    pieces(volumes.size())
{
  assert(are_positive(volumes) && have_sum(volumes, body.volume()));
  assert(settings.tilt >= 0.0);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return volumes[a] > volumes[b]; });
}

std::vector<BodyPiece> Cracking::run()
{
  divide(Solid(body.view()), 0, static_cast<int>(order.size()), 0);
  return std::move(pieces);
}

// Cracks are numbered by their depth, so that no two faces of a piece have the same number.
void Cracking::divide(const Solid &solid, int first, int count, int depth)
{
  if (count == 1) {
    add_piece(solid, order[first]);
    return;
  }
  const int large = larger_group(first, count), face = body.face_count() + depth;
  const Vector3d normal = direction(solid);
  const double at = offset(solid, normal, sum(first, large), face);
  for (const bool behind : {true, false}) {
    const HalfSpace half{behind ? normal : -normal, behind ? at : -at};
    cut(solid, half, face);
    const Solid part(clipped.body());
    divide(part, behind ? first : first + large, behind ? large : count - large, depth + 1);
  }
}

// How many of the pieces, from the largest on, have about half of the volume. Of three alike, rounding
// errors do not choose which side has two.
int Cracking::larger_group(int first, int count) const
{
  assert(count >= 2);
  constexpr double ALIKE = 1.0 - 1e-9;
  const double half = ALIKE * 0.5 * sum(first, count);
  double taken = volumes[order[first]];
  int number = 1;
  while (number < count - 1 && taken + 0.5 * volumes[order[first + number]] < half)
    taken += volumes[order[first + number++]];
  return number;
}

double Cracking::sum(int first, int count) const
{
  double total = 0.0;
  for (int k = first; k < first + count; k++) total += volumes[order[k]];
  return total;
}

// Along which the points scatter most. Of directions in which they scatter alike, as in a cube, that
// which is next to the first axis: rounding errors do not choose.
static Vector3d longest_axis(const Matrix3d &scatter)
{
  constexpr double ALIKE = 1.0 - 1e-9;
  const auto [values, vectors] = eigenvectors(scatter);
  Matrix3d onto = Matrix3d::zero();    // projects onto these directions
  for (int k = 0; k < 3; k++)
    if (values[k] >= ALIKE * values[2]) onto += outer_product(vectors.column[k], vectors.column[k]);
  if (values[1] >= ALIKE * values[2])
    for (const Vector3d &along : onto.column)
      if (norm(along) > 0.5) return normalized(along);
  return normalized(vectors.column[2]);
}

// The normal of a crack, which points to the side of the smaller pieces.
Vector3d Cracking::direction(const Solid &solid)
{
  Vector3d mean = Vector3d::zero();
  for (int i = 0; i < solid.count; i++) mean += solid.point(i);
  mean /= solid.count;
  Matrix3d scatter = Matrix3d::zero();
  for (int i = 0; i < solid.count; i++)
    scatter += outer_product(solid.point(i) - mean, solid.point(i) - mean);
  const Vector3d longest = longest_axis(scatter);
  const double x = random.normal(), y = random.normal(), z = random.normal();
  Vector3d normal = normalized(longest + settings.tilt * normalized(Vector3d{x, y, z}));
  const bool turn = settings.contact ? dot(normal, *settings.contact - mean) < 0.0
                                     : random.uniform() < 0.5;
  return turn ? -normal : normal;
}

// Where the plane with this normal has the volume behind it. The volume grows by the area of the
// cut: Newton's method between bounds.
double Cracking::offset(const Solid &solid, const Vector3d &normal, double volume, int face)
{
  const DistanceRange range = distance_range(solid.view(), {normal, 0.0});
  clipped.start(solid.view(), face + 1);
  const double whole = clipped.integrals(face).volume;
  double low = range.least, high = range.greatest, at = low + (high - low) * volume / whole;
  for (int k = 0; k < MOST_STEPS; k++) {
    double more = -volume, area = 0.0;
    if (cut(solid, {normal, at}, face)) {
      const ClippedBody::Integrals part = clipped.integrals(face);
      more = part.volume - volume;
      area = norm(part.area_vector);
    }
    if (std::abs(more) <= VOLUME_TOLERANCE * whole) break;
    (more > 0.0 ? high : low) = at;
    const double next = area > 0.0 ? at - more / area : low;
    at = next > low && next < high ? next : 0.5 * (low + high);
  }
  return at;
}

// Returns false if nothing remains; the rest is in `clipped`.
bool Cracking::cut(const Solid &solid, const HalfSpace &plane, int face)
{
  clipped.start(solid.view(), face + 1);
  return clipped.cut(plane, face, CUT_ROUNDING * body.radius()) != ClippedBody::Cut::EMPTY;
}

void Cracking::add_piece(const Solid &solid, int number)
{
  BodyPiece &piece = pieces[number];
  clipped.start(solid.view(), body.face_count() + static_cast<int>(order.size()));
  const ClippedBody::Integrals whole = clipped.integrals(body.face_count());
  piece.volume = whole.volume;
  piece.centroid = whole.center;
  for (int i = 0; i < solid.count; i++) piece.corners.push_back(solid.point(i));
}

std::vector<BodyPiece> divide_by_cracks(const ConvexPolyhedron &body,
                                        const std::vector<double> &volumes,
                                        const CrackSettings &settings)
{
  return Cracking(body, volumes, settings).run();
}

// Where weights are not found, other sites are tried so often.
static constexpr int MOST_SEEDINGS = 5;

// Weights that a packing of balls of these volumes around the sites would have.
static PowerCells first_cells(const ConvexPolyhedron &body, const std::vector<BodyPiece> &pieces)
{
  std::vector<Vector3d> sites;
  std::vector<double> weights;
  for (const BodyPiece &piece : pieces) {
    sites.push_back(piece.centroid);
    weights.push_back(std::pow(3.0 / (4.0 * PI) * piece.volume, 2.0 / 3.0));
  }
  return {body, sites, weights};
}

std::vector<BodyPiece> divide_by_cells(const ConvexPolyhedron &body,
                                       const std::vector<double> &volumes,
                                       const CrackSettings &settings, double tolerance)
{
  assert(are_positive(volumes) && have_sum(volumes, body.volume()));
  assert(tolerance > 0.0);
  CrackSettings tried = settings;
  for (int trial = 0; trial < MOST_SEEDINGS; trial++) {
    std::vector<BodyPiece> pieces = divide_by_cracks(body, volumes, tried);
    PowerCells cells = first_cells(body, pieces);
    if (cells.solve(volumes, tolerance)) {
      for (int i = 0; i < cells.count(); i++)
        pieces[i] = {cells.corners(i), cells.centroid(i), cells.volume(i)};
      return pieces;
    }
    tried.seed++;
  }
  throw std::runtime_error(
      std::to_string(volumes.size()) +
      " Laguerre cells of given volumes were not found (fewer pieces, or cracks)");
}

}    // namespace grist
