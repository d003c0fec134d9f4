#include "particles/feed_mix.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "particles/assortment.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace grist {

static constexpr double SUM_TOLERANCE = 1e-6;

FeedMix::FeedMix(std::vector<MixComponent> components, std::uint64_t seed) :
    parts(std::move(components)), seed(seed)
{
  if (parts.empty()) throw std::invalid_argument("no component (a mix needs one or more)");
  double sum = 0.0;
  for (MixComponent &part : parts) {
    require(part.fraction > 0.0 && part.fraction <= 1.0 + SUM_TOLERANCE, "fraction of " + part.name,
            part.fraction, "must be above 0 and at most 1");
    require(part.density > 0.0 && std::isfinite(part.density), "density of " + part.name,
            part.density, "must be positive");
    if (part.shapes.empty()) throw std::invalid_argument(part.name + " has no shape");
    sum += part.fraction;
    part.size = with_limits(part.size);
    samplers.emplace_back(part.size);
  }
  require(std::abs(sum - 1.0) <= SUM_TOLERANCE, "sum of the mass fractions", sum, "must be 1");
}

FeedParticle FeedMix::particle(std::uint64_t number, int component) const
{
  assert(is_number_of(component, parts.size()));
  const MixComponent &part = parts[component];
  RandomNumbers random(mixed_seed(seed, number));
  FeedParticle drawn = {number, component, 0, 0.0};
  const auto shapes = static_cast<double>(part.shapes.size());
  drawn.shape = static_cast<int>(shapes * random.uniform());
  drawn.size = part.size.kind == SizeLaw::Kind::OWN ? part.shapes[drawn.shape].own_size
                                                    : samplers[component].draw(random);
  return drawn;
}

int FeedMix::next_component(const std::vector<double> &masses) const
{
  assert(masses.size() == parts.size());
  double total = 0.0;
  for (const double mass : masses) total += mass;
  int next = 0;
  double most = -1.0;
  for (int n = 0; n < count(); n++) {
    const double lag = total > 0.0 ? 1.0 - masses[n] / (parts[n].fraction * total) : 1.0;
    if (n > 0 && lag <= most) continue;
    most = lag;
    next = n;
  }
  return next;
}

double FeedMix::volume(const FeedParticle &of) const
{
  assert(is_number_of(of.component, parts.size()));
  return volume_of_size(of.size * shape(of).solid_size);
}

double FeedMix::mass(const FeedParticle &of) const
{
  return parts[of.component].density * volume(of);
}

double FeedMix::largest_size(int component) const
{
  assert(is_number_of(component, parts.size()));
  const MixComponent &part = parts[component];
  if (part.size.kind != SizeLaw::Kind::OWN) return samplers[component].largest();
  double largest = 0.0;
  for (const FeedShape &shape : part.shapes) largest = std::max(largest, shape.own_size);
  return largest;
}

double FeedMix::largest_of_shapes(int component, double (*length)(const FeedShape &)) const
{
  assert(is_number_of(component, parts.size()));
  const bool own = parts[component].size.kind == SizeLaw::Kind::OWN;
  double largest = 0.0;
  for (const FeedShape &shape : parts[component].shapes)
    largest = std::max(largest, length(shape) * (own ? shape.own_size : largest_size(component)));
  return largest;
}

double FeedMix::largest_radius(int component) const
{
  return largest_of_shapes(component, [](const FeedShape &shape) { return shape.radius; });
}

double FeedMix::least_room(int component) const
{
  return largest_of_shapes(component, [](const FeedShape &shape) {
    return 2.0 * (shape.solid ? shape.inner : shape.radius);
  });
}

double FeedMix::largest_sphere(int component) const
{
  return largest_of_shapes(component,
                           [](const FeedShape &shape) { return shape.largest_sphere(); });
}

}    // namespace grist
