#include "particles/feed_shape.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "fragments/fragment_shape.h"
#include "packings/near_pairs.h"
#include "packings/sphere_union.h"
#include "particles/assortment.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace grist {

// Where spheres overlap, their union counts.
static double size_of_spheres(const std::vector<Vector3d> &centers,
                              const std::vector<double> &radii)
{
  constexpr double TOUCHING = 1e-5;    // overlap over the distance, of spheres that only touch
  double cubes = 0.0, largest = 0.0;
  std::vector<SolidSphere> spheres;
  std::vector<Vector3d> places;
  for (size_t n = 0; n < radii.size(); n++) {
    cubes += 8.0 * radii[n] * radii[n] * radii[n];
    largest = std::max(largest, radii[n]);
    places.push_back({centers[n][0], centers[n][1], centers[n][2]});
    spheres.push_back({places[n], radii[n]});
  }
  const auto pairs = near_pairs(places, 2.0 * largest);
  const bool overlap = std::any_of(pairs.begin(), pairs.end(), [&](const auto &pair) {
    const auto [a, b] = pair;
    return norm(places[b] - places[a]) < (radii[a] + radii[b]) * (1.0 - TOUCHING);
  });
  return overlap ? equal_volume_diameter(union_without_shares(spheres).volume) : std::cbrt(cubes);
}

FeedShape FeedShape::of_spheres(std::vector<Vector3d> centers, std::vector<double> radii,
                                double filled)
{
  assert(filled > 0.0);
  if (radii.empty() || radii.size() != centers.size())
    throw std::invalid_argument("a particle of " + std::to_string(radii.size()) +
                                " spheres (must have 1 or more)");
  for (const double radius : radii)
    require(radius > 0.0 && std::isfinite(radius), "radius", radius, "must be positive");
  require(filled > 0.0 && std::isfinite(filled), "filled share", filled, "must be positive");
  FeedShape shape;
  shape.equivalent_size = std::cbrt(filled);
  shape.own_size = size_of_spheres(centers, radii) / shape.equivalent_size;
  for (size_t n = 0; n < radii.size(); n++) {
    centers[n] /= shape.own_size;
    radii[n] /= shape.own_size;
    shape.radius = std::max(shape.radius, norm(centers[n]) + radii[n]);
    shape.inner = std::max(shape.inner, radii[n] - norm(centers[n]));
  }
  shape.centers = std::move(centers);
  shape.radii = std::move(radii);
  return shape;
}

FeedShape FeedShape::of_solid(const SolidForm &solid)
{
  FeedShape shape;
  shape.own_size = equal_volume_diameter(solid.volume);
  const SolidForm scaled = solid.scaled(1.0 / shape.own_size);
  shape.solid = std::make_shared<const ConvexPolyhedron>(scaled.hull);
  if (!scaled.parts.empty()) shape.form = std::make_shared<const SolidForm>(scaled);
  shape.radius = shape.solid->radius();
  shape.inner = shape.solid->inner_radius();
  return shape;
}

FeedShape FeedShape::of_unscaled(const ConvexPolyhedron &solid)
{
  FeedShape shape;
  shape.own_size = 1.0;
  shape.solid = std::shared_ptr<const ConvexPolyhedron>(std::shared_ptr<void>(), &solid);
  shape.radius = solid.radius();
  shape.inner = solid.inner_radius();
  return shape;
}

FeedShape FeedShape::divided(const BlockRequest &request) const
{
  assert(solid);
  const BlockSolid whole =
      BlockSolid::of_parts(form ? form->parts : PartCorners{solid->vertices()});
  FeedShape shape = *this;
  shape.rock = std::make_shared<const BlockRock>(block_rock(divided_solid(whole, request)));
  return shape;
}

double FeedShape::largest_sphere() const
{
  if (rock) return rock->largest_radius();
  return solid ? radius : *std::max_element(radii.begin(), radii.end());
}

double FeedShape::size_by(SizeMeasure measure) const
{
  if (measure == SizeMeasure::SOLID) return solid_size;
  if (measure == SizeMeasure::EQUIVALENT) return equivalent_size;
  if (solid) return sieve_diameter_of_corners(solid->vertices());
  std::vector<FragmentElement> elements;
  for (size_t n = 0; n < radii.size(); n++) elements.push_back({centers[n], radii[n]});
  return sieve_diameter(elements);
}

FeedShape FeedShape::measured_by(SizeMeasure measure) const
{
  const double size = size_by(measure);
  FeedShape shape = *this;
  for (Vector3d &center : shape.centers) center /= size;
  for (double *length : {&shape.radius, &shape.inner, &shape.solid_size, &shape.equivalent_size})
    *length /= size;
  for (double &one : shape.radii) one /= size;
  if (solid) shape.solid = std::make_shared<const ConvexPolyhedron>(solid->scaled(1.0 / size));
  if (form) shape.form = std::make_shared<const SolidForm>(form->scaled(1.0 / size));
  if (rock) shape.rock = std::make_shared<const BlockRock>(rock->scaled(1.0 / size));
  shape.own_size *= size;
  return shape;
}

// Spheres of b in the frame of a, in the unit of length of the scene.
static double overlap_of_spheres(const PlacedShape &a, const PlacedShape &b, const Vector3d &apart)
{
  const Matrix3d turn = transposed(a.pose.rotation) * b.pose.rotation;
  const Vector3d offset = transposed(a.pose.rotation) * apart;
  const double reach_a = a.radius();
  double sum = 0.0;
  for (size_t m = 0; m < b.shape->radii.size(); m++) {
    const Vector3d center = offset + b.size * (turn * b.shape->centers[m]);
    const double radius = b.size * b.shape->radii[m];
    const double reach = reach_a + radius;
    if (squared_norm(center) >= reach * reach) continue;
    for (size_t n = 0; n < a.shape->radii.size(); n++) {
      const double touching = a.size * a.shape->radii[n] + radius;
      const double square = squared_norm(center - a.size * a.shape->centers[n]);
      if (square < touching * touching) sum += touching - std::sqrt(square);
    }
  }
  return sum;
}

// A polyhedron and spheres.
static double overlap_with_spheres(const PlacedShape &solid, const PlacedShape &other,
                                   const Vector3d &apart)
{
  double sum = 0.0;
  for (size_t n = 0; n < other.shape->radii.size(); n++) {
    const Vector3d arm = other.size * (other.pose.rotation * other.shape->centers[n]);
    const PlacedSolid ball = {nullptr,
                              other.size * other.shape->radii[n],
                              {solid.pose.position + apart + arm, Matrix3d::identity()}};
    sum += penetration(solid.solid(), ball).depth;
  }
  return sum;
}

double overlap_of(const PlacedShape &a, const PlacedShape &b, const Vector3d &shift)
{
  assert(a.size > 0.0 && b.size > 0.0);
  const Vector3d apart = b.pose.position + shift - a.pose.position;
  const double reach = a.radius() + b.radius();
  if (squared_norm(apart) >= reach * reach) return 0.0;
  if (!a.shape->solid && !b.shape->solid) return overlap_of_spheres(a, b, apart);

  if (a.shape->solid && b.shape->solid) return penetration(a.solid(), b.solid(), shift).depth;
  return a.shape->solid ? overlap_with_spheres(a, b, apart) : overlap_with_spheres(b, a, -apart);
}

}    // namespace grist
