#include "feeds/insertion_queue.h"

#include "common/random_numbers.h"

#include <algorithm>

namespace grist {

static constexpr std::size_t MOST_WAITING = 1000;

InsertionQueue::InsertionQueue(const FeedMix &mix) : mix(mix)
{
  state.mass.assign(mix.count(), 0.0);
}

FeedParticle InsertionQueue::drawn(std::uint64_t number, int component) const
{
  return mix.particle(mixed_seed(state.seed, number), component);
}

void InsertionQueue::draw(double due, const std::function<double(const FeedParticle &)> &amount)
{
  const bool first = state.particles == 0;
  while (first || state.waiting.size() < MOST_WAITING) {
    const int component = mix.next_component(state.mass);
    const FeedParticle next = drawn(state.particles, component);
    if (state.amount + 0.5 * amount(next) > due) return;
    state.particles++;
    state.amount += amount(next);
    state.mass[component] += mix.mass(next);
    state.waiting.push_back(next);
  }
}

double InsertionQueue::waiting_mass(int component) const
{
  double sum = 0.0;
  for (const FeedParticle &particle : state.waiting)
    if (component < 0 || particle.component == component) sum += mix.mass(particle);
  return sum;
}

std::int64_t InsertionQueue::waiting_number(int component) const
{
  return std::count_if(state.waiting.begin(), state.waiting.end(),
                       [&](const FeedParticle &particle) {
                         return component < 0 || particle.component == component;
                       });
}

std::vector<double> InsertionQueue::first_sizes() const
{
  std::vector<double> sizes;
  for (int n = 0; n < mix.count(); n++) sizes.push_back(drawn(0, n).size);
  return sizes;
}

}    // namespace grist
