#include "geometry/scooped_body.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "geometry/clipped_body.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

static constexpr double SCOOP_ROUNDING = 16.0 * std::numeric_limits<double>::epsilon();
static constexpr double LEAST_VOLUME = 1e-14;    // of a part over the body's: below, it is rounding
static constexpr int MOST_SCOOPS = 100, MOST_SCOOP_FACES = 12, SCOOP_DRAWS = 100;

// Between a face of a random scoop and its axis.
static constexpr double LEAST_OPENING = 35.0 * DEGREE, GREATEST_OPENING = 55.0 * DEGREE;

namespace {

// Parts are kept as the planes that cut them out of the body.
class ScoopedBody {
 public:
  using Part = std::vector<HalfSpace>;

  explicit ScoopedBody(const ConvexPolyhedron &body) :
      body(body), least(LEAST_VOLUME * body.volume())
  {
    parts.emplace_back();
  }

  void scoop(const Scoop &scoop);
  bool scoop_leaving(double least_part, const Scoop &of);    // false: it would not; nothing done
  std::vector<ConvexCorners> corners();

 private:
  const ConvexPolyhedron &body;
  double least;
  std::vector<Part> parts;
  ClippedBody clipped;

  bool clip(const Part &part);
  double volume(const Part &part);
  void divide(Part part, Scoop scoop, std::vector<Part> &to);
};

}    // namespace

static HalfSpace other_side(const HalfSpace &plane)
{
  return {-plane.normal, -plane.offset};
}

static std::vector<HalfSpace> with_plane(std::vector<HalfSpace> planes, const HalfSpace &plane)
{
  planes.push_back(plane);
  return planes;
}

// Leaves the part in `clipped`. False if there is nothing.
bool ScoopedBody::clip(const Part &part)
{
  int face = body.face_count();
  clipped.start(body.view(), face + static_cast<int>(part.size()));
  for (const HalfSpace &plane : part)
    if (clipped.cut(plane, face++, SCOOP_ROUNDING * body.radius()) == ClippedBody::Cut::EMPTY)
      return false;
  return true;
}

double ScoopedBody::volume(const Part &part)
{
  return clip(part) ? std::max(clipped.integrals(body.face_count()).volume, 0.0) : 0.0;
}

void ScoopedBody::divide(Part part, Scoop scoop, std::vector<Part> &to)
{
  Part within = part;
  within.insert(within.end(), scoop.begin(), scoop.end());
  if (volume(within) <= least) {
    to.push_back(std::move(part));
    return;
  }
  while (!scoop.empty()) {
    size_t best = 0;
    double most = -1.0;
    for (size_t k = 0; k < scoop.size(); k++) {
      const double outside = volume(with_plane(part, other_side(scoop[k])));
      if (outside <= most) continue;
      most = outside;
      best = k;
    }
    if (most <= least) return;
    to.push_back(with_plane(part, other_side(scoop[best])));
    part.push_back(scoop[best]);
    scoop.erase(scoop.begin() + static_cast<std::ptrdiff_t>(best));
  }
}

void ScoopedBody::scoop(const Scoop &scoop)
{
  std::vector<Part> before;
  std::swap(parts, before);
  for (Part &part : before) divide(std::move(part), scoop, parts);
}

bool ScoopedBody::scoop_leaving(double least_part, const Scoop &of)
{
  std::vector<Part> before = parts;
  scoop(of);
  if (std::all_of(parts.begin(), parts.end(),
                  [&](const Part &part) { return volume(part) >= least_part; }))
    return true;
  parts = std::move(before);
  return false;
}

std::vector<ConvexCorners> ScoopedBody::corners()
{
  std::vector<ConvexCorners> result;
  for (const Part &part : parts) {
    if (!clip(part)) continue;
    const BodyView &now = clipped.body();
    ConvexCorners corners;
    for (int k = 0; k < now.vertex_count; k++) corners.push_back({now.x[k], now.y[k], now.z[k]});
    result.push_back(std::move(corners));
  }
  return result;
}

std::vector<ConvexCorners> scooped_parts(const ConvexPolyhedron &body,
                                         const std::vector<Scoop> &scoops)
{
  ScoopedBody scooped(body);
  for (const Scoop &scoop : scoops) {
    assert(!scoop.empty() && std::all_of(scoop.begin(), scoop.end(), [](const HalfSpace &plane) {
      return is_unit(plane.normal);
    }));
    scooped.scoop(scoop);
  }
  return scooped.corners();
}

// Of the surface, from the centroid.
static double distance_along(const ConvexPolyhedron &body, const Vector3d &direction)
{
  double distance = std::numeric_limits<double>::infinity();
  for (int f = 0; f < body.face_count(); f++) {
    const HalfSpace plane = body.plane(f);
    const double slope = dot(plane.normal, direction);
    if (slope > 0.0) distance = std::min(distance, plane.offset / slope);
  }
  return distance;
}

static Scoop random_scoop(const ConvexPolyhedron &body, const ScoopedShape &shape,
                          RandomNumbers &random)
{
  const double z = 2.0 * random.uniform() - 1.0, around = 2.0 * PI * random.uniform();
  const double across = std::sqrt(1.0 - z * z);
  const Vector3d axis{across * std::cos(around), across * std::sin(around), z};
  const double below = shape.depth * (0.5 + 0.5 * random.uniform());
  const Vector3d tip = (1.0 - below) * distance_along(body, axis) * axis;
  const double opening = LEAST_OPENING + (GREATEST_OPENING - LEAST_OPENING) * random.uniform();
  const double turn = 2.0 * PI * random.uniform();
  const Vector3d u = unit_orthogonal(axis), v = cross(axis, u);
  Scoop scoop;
  for (int k = 0; k < shape.faces; k++) {
    const double angle = turn + 2.0 * PI * k / shape.faces;
    const Vector3d outward = std::cos(angle) * u + std::sin(angle) * v;
    scoop.push_back(
        HalfSpace::through(tip, std::cos(opening) * outward - std::sin(opening) * axis));
  }
  return scoop;
}

std::vector<ConvexCorners> random_scooped_parts(const ScoopedShape &shape)
{
  require(shape.scoops >= 0 && shape.scoops <= MOST_SCOOPS, "number of scoops", shape.scoops,
          "must be 0 to " + std::to_string(MOST_SCOOPS));
  require(shape.faces >= 2 && shape.faces <= MOST_SCOOP_FACES, "faces of scoops", shape.faces,
          "must be 2 to " + std::to_string(MOST_SCOOP_FACES));
  require(shape.depth > 0.0 && shape.depth < 1.0, "depth of scoops", shape.depth,
          "must be above 0 and below 1");
  require(shape.least_part >= 0.0 && shape.least_part < 1.0, "smallest part", shape.least_part,
          "must be 0 to below 1");
  const ConvexPolyhedron body = random_polyhedron(shape.whole);
  RandomNumbers random(mixed_seed(shape.whole.seed, 1));
  ScoopedBody scooped(body);
  const double least = shape.least_part * body.volume();
  for (int n = 0; n < shape.scoops; n++) {
    int draws = 0;
    while (!scooped.scoop_leaving(least, random_scoop(body, shape, random)))
      require(++draws < SCOOP_DRAWS, "number of scoops", shape.scoops,
              "for number " + std::to_string(n + 1) + " no place is found that leaves parts of " +
                  number_text(shape.least_part) + " of the volume");
  }
  return scooped.corners();
}

}    // namespace grist
