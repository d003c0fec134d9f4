#include "feeds/drawn_sizes.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace grist {

static constexpr int MANTISSA = 52,
                     KEPT = 13;    // bits; those kept make the classes of a factor of 2

void DrawnSizes::SizeClasses::add(double size, double mass)
{
  assert(size > 0.0 && mass > 0.0);
  std::uint64_t bits = 0;
  static_assert(sizeof(bits) == sizeof(size));
  std::memcpy(&bits, &size, sizeof(bits));
  SizedMass &of = classes[bits >> (MANTISSA - KEPT)];
  of.size = std::max(of.size, size);
  of.mass += mass;
}

double DrawnSizes::SizeClasses::median() const
{
  std::vector<SizedMass> sizes;
  for (const auto &[key, of] : classes) sizes.push_back(of);
  return SizeDistribution(std::move(sizes)).size_at(0.5);
}

DrawnSizes::DrawnSizes(const FeedMix &mix) : mix(mix), replay(mix), drawn(mix.count())
{
  for (int n = 0; n < mix.count(); n++)
    drawn[n].openings.assign(mix.components()[n].shapes.size(), 0.0);
}

bool DrawnSizes::follow(const InsertionQueue &queue)
{
  replay.state.seed = queue.state.seed;
  bool has_news = false;
  while (replay.state.particles < queue.state.particles) {
    count(replay.take([](const FeedParticle &) { return 0.0; }));
    has_news = true;
  }
  return has_news;
}

void DrawnSizes::count(const FeedParticle &particle)
{
  Drawn &of = drawn[particle.component];
  const FeedShape &shape = mix.shape(particle);
  double &opening = of.openings[particle.shape];
  if (opening == 0.0) opening = shape.size_by(SizeMeasure::SIEVE);
  const double mass = mix.mass(particle);
  of.number++;
  of.mass += mass;
  of.solid.add(particle.size * shape.solid_size, mass);
  of.equivalent.add(particle.size * shape.equivalent_size, mass);
  of.sieve.add(particle.size * opening, mass);
}

DrawnSizes::Row DrawnSizes::row(int component) const
{
  assert(is_number_of(component, drawn.size()));
  const Drawn &of = drawn[component];
  return {of.number, of.mass, of.solid.median(), of.equivalent.median(), of.sieve.median()};
}

std::string DrawnSizes::table() const
{
  char line[200];
  const auto text = [&line](auto... values) {
    std::snprintf(line, sizeof(line), values...);
    return std::string(line);
  };
  std::string lines = text("  %-12s %10s %12s %12s %12s %14s\n", "component", "number", "mass",
                           "d50 solid", "d50 sieve", "d50 equivalent");
  for (int n = 0; n < mix.count(); n++) {
    const Row of = row(n);
    lines +=
        text("  %-12.40s %10lld %12.6g %12.6g %12.6g %14.6g\n", mix.components()[n].name.c_str(),
             static_cast<long long>(of.number), of.mass, of.solid, of.sieve, of.equivalent);
  }
  return lines;
}

}    // namespace grist
