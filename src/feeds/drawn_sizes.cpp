#include "feeds/drawn_sizes.h"

#include "fragments/size_distribution.h"

#include <cstdio>

namespace grist {

DrawnSizes::DrawnSizes(const FeedMix &mix) : mix(mix), replay(mix), drawn(mix.count())
{
  for (const MixComponent &component : mix.components())
    sieve.emplace_back(component.shapes.size(), 0.0);
}

bool DrawnSizes::follow(const InsertionQueue &queue)
{
  replay.state.seed = queue.state.seed;
  bool has_news = false;
  while (replay.state.particles < queue.state.particles) {
    const FeedParticle particle = replay.take([](const FeedParticle &) { return 0.0; });
    drawn[particle.component].push_back(particle);
    has_news = true;
  }
  return has_news;
}

DrawnSizes::Row DrawnSizes::row(int component) const
{
  Row row;
  std::vector<SizedMass> solids, equivalents, sieves;
  for (const FeedParticle &particle : drawn[component]) {
    const FeedShape &shape = mix.shape(particle);
    double &opening = sieve[component][particle.shape];
    if (opening == 0.0) opening = shape.size_by(SizeMeasure::SIEVE);
    const double mass = mix.mass(particle);
    row.number++;
    row.mass += mass;
    solids.push_back({particle.size * shape.solid_size, mass});
    equivalents.push_back({particle.size * shape.equivalent_size, mass});
    sieves.push_back({particle.size * opening, mass});
  }
  row.solid = SizeDistribution(std::move(solids)).size_at(0.5);
  row.equivalent = SizeDistribution(std::move(equivalents)).size_at(0.5);
  row.sieve = SizeDistribution(std::move(sieves)).size_at(0.5);
  return row;
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
