#include "geometry/assortment.h"

#include "common/constants.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace grist {

double equal_volume_diameter(double volume)
{
  return std::cbrt(6.0 / PI * volume);
}

double volume_of_size(double size)
{
  return PI / 6.0 * size * size * size;
}

Quaternion random_orientation(RandomNumbers &random)
{
  const double u = random.uniform(), a = 2.0 * PI * random.uniform(),
               b = 2.0 * PI * random.uniform();
  const double p = std::sqrt(1.0 - u), q = std::sqrt(u);
  return Quaternion(q * std::cos(b), p * std::sin(a), p * std::cos(a), q * std::sin(b))
      .normalized();
}

static void check(const SizeLaw &law, bool spheres)
{
  const auto refuse = [](const char *what, double value, const char *expected) {
    throw std::invalid_argument(std::string(what) + " " + std::to_string(value) + " (" + expected +
                                ")");
  };
  if (law.kind == SizeLaw::Kind::OWN) {
    if (spheres) throw std::invalid_argument("spheres need a size");
    return;
  }
  if (!(law.first > 0.0) || !std::isfinite(law.first))
    refuse("size", law.first, "must be positive");
  if (law.kind == SizeLaw::Kind::UNIFORM &&
      (!(law.second >= law.first) || !std::isfinite(law.second)))
    refuse("largest size", law.second, "must not be below the smallest");
  if (law.kind == SizeLaw::Kind::LOG_NORMAL && (!(law.second >= 0.0) || !std::isfinite(law.second)))
    refuse("deviation of sizes", law.second, "must not be negative");
}

static double drawn_size(const SizeLaw &law, double own, RandomNumbers &random)
{
  switch (law.kind) {
    case SizeLaw::Kind::UNIFORM: return law.first + (law.second - law.first) * random.uniform();
    case SizeLaw::Kind::LOG_NORMAL: return law.first * std::exp(law.second * random.normal());
    case SizeLaw::Kind::FIXED: return law.first;
    default: return own;
  }
}

// Seeds of successive shapes have no relation to each other (splitmix64).
static std::uint64_t shape_seed(std::uint64_t seed, int number)
{
  std::uint64_t z = seed + 0x9E3779B97F4A7C15u * (static_cast<std::uint64_t>(number) + 1);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

Assortment draw_assortment(const AssortmentRequest &request)
{
  if (request.count < 1 || request.shapes < 1)
    throw std::invalid_argument(std::to_string(request.count) + " bodies of " +
                                std::to_string(request.shapes) + " shapes (must be 1 or more)");
  check(request.size, !request.make_shape);

  Assortment result;
  std::vector<double> own;
  for (int n = 0; request.make_shape && n < std::min(request.shapes, request.count); n++) {
    const ConvexPolyhedron shape = request.make_shape(shape_seed(request.seed, n));
    own.push_back(equal_volume_diameter(shape.volume()));
    result.shapes.push_back(shape.scaled(1.0 / own.back()));
    if (request.progress) request.progress(n + 1);
  }

  RandomNumbers random(request.seed);
  for (int n = 0; n < request.count; n++) {
    const int shape = own.empty() ? -1 : n % static_cast<int>(own.size());
    const double size = drawn_size(request.size, shape < 0 ? 0.0 : own[shape], random);
    if (!(size > 0.0) || !std::isfinite(size))
      throw std::invalid_argument("drawn size " + std::to_string(size) + " (must be positive)");
    const double radius = size * (shape < 0 ? 0.5 : result.shapes[shape].radius());
    Quaternion orientation = Quaternion::Identity();
    if (request.random_orientations)
      orientation = random_orientation(random);
    else if (shape >= 0)
      orientation = Quaternion(result.shapes[shape].placement().rotation);
    result.bodies.push_back({shape, size, radius, orientation});
  }
  std::stable_sort(
      result.bodies.begin(), result.bodies.end(),
      [](const Assortment::Body &a, const Assortment::Body &b) { return a.radius > b.radius; });
  return result;
}

}    // namespace grist
