#include "particles/assortment.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace grist {

double equal_volume_diameter(double volume)
{
  assert(volume > 0.0);
  return std::cbrt(6.0 / PI * volume);
}

double volume_of_size(double size)
{
  assert(size > 0.0);
  return PI / 6.0 * size * size * size;
}

Quaterniond random_orientation(RandomNumbers &random)
{
  const double u = random.uniform(), a = 2.0 * PI * random.uniform(),
               b = 2.0 * PI * random.uniform();
  const double p = std::sqrt(1.0 - u), q = std::sqrt(u);
  return normalized(
      Quaterniond{q * std::cos(b), p * std::sin(a), p * std::cos(a), q * std::sin(b)});
}

Assortment draw_assortment(const AssortmentRequest &request)
{
  if (request.count < 1 || request.shapes < 1)
    throw std::invalid_argument(std::to_string(request.count) + " bodies of " +
                                std::to_string(request.shapes) + " shapes (must be 1 or more)");
  const bool own_sizes = request.size.kind == SizeLaw::Kind::OWN;
  if (own_sizes && !request.make_shape) throw std::invalid_argument("spheres need a size");
  const SizeSampler sizes(request.size);

  Assortment result;
  std::vector<double> own;
  for (int n = 0; request.make_shape && n < std::min(request.shapes, request.count); n++) {
    const SolidForm shape = request.make_shape(mixed_seed(request.seed, n));
    own.push_back(equal_volume_diameter(shape.volume));
    result.shapes.push_back(shape.scaled(1.0 / own.back()));
    if (request.progress) request.progress(n + 1);
  }

  RandomNumbers random(request.seed);
  for (int n = 0; n < request.count; n++) {
    const int shape = own.empty() ? -1 : n % static_cast<int>(own.size());
    const double size = own_sizes ? own[shape] : sizes.draw(random);
    if (!(size > 0.0) || !std::isfinite(size))
      throw std::invalid_argument("drawn size " + number_text(size) + " (must be positive)");
    const double radius = size * (shape < 0 ? 0.5 : result.shapes[shape].hull.radius());
    Quaterniond orientation = Quaterniond::identity();
    if (request.random_orientations)
      orientation = random_orientation(random);
    else if (shape >= 0)
      orientation = quaternion_of(result.shapes[shape].hull.placement().rotation);
    result.bodies.push_back({shape, size, radius, orientation});
  }
  std::stable_sort(
      result.bodies.begin(), result.bodies.end(),
      [](const Assortment::Body &a, const Assortment::Body &b) { return a.radius > b.radius; });
  return result;
}

void check_room(const Assortment &assortment, const Vector3d &edges)
{
  assert(are_positive(edges) && !assortment.bodies.empty());
  double least = std::numeric_limits<double>::infinity(), smallest = least;
  for (const Assortment::Body &body : assortment.bodies) {
    const double inner = body.shape < 0
        ? body.radius
        : body.size * assortment.shapes[body.shape].hull.inner_radius();
    least = std::min(least, 2.0 * inner);
    smallest = std::min(smallest, 2.0 * body.radius);
  }
  if (least <= least_of(edges)) return;
  const std::string units =
      smallest > OTHER_UNITS * greatest_of(edges) ? "; of a file in other units: scale 0.001?" : "";
  throw std::invalid_argument("bodies of " + number_text(smallest) +
                              " and more across in a space of " + number_text(edges[0]) + " by " +
                              number_text(edges[1]) + " by " + number_text(edges[2]) +
                              " (none fits" + units + ")");
}

}    // namespace grist
