#include "feeds/insertion_queue.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

static constexpr std::size_t MOST_WAITING = 1000;
static constexpr int SAMPLE = 100;

InsertionQueue::InsertionQueue(const FeedMix &mix) : mix(mix)
{
  state.mass.assign(mix.count(), 0.0);
}

FeedParticle InsertionQueue::take(const Amount &amount)
{
  const FeedParticle particle = next();
  state.particles++;
  state.amount += amount(particle);
  state.mass[particle.component] += mix.mass(particle);
  return particle;
}

void InsertionQueue::draw(double due, const Amount &amount, bool at_once)
{
  while ((at_once || state.waiting.size() < MOST_WAITING) && is_due(due, amount))
    state.waiting.push_back(take(amount));
}

double InsertionQueue::number_due(double due, const Amount &amount) const
{
  InsertionQueue sample(mix);
  sample.state = state;
  int number = 0;
  for (; number < SAMPLE && sample.is_due(due, amount); number++) sample.take(amount);
  if (number < SAMPLE) return number;
  return SAMPLE * ((due - state.amount) / (sample.state.amount - state.amount));
}

double InsertionQueue::waiting_mass(int component) const
{
  assert(component == -1 || is_number_of(component, mix.count()));
  double sum = 0.0;
  for (const FeedParticle &particle : state.waiting)
    if (component < 0 || particle.component == component) sum += mix.mass(particle);
  return sum;
}

std::int64_t InsertionQueue::waiting_number(int component) const
{
  assert(component == -1 || is_number_of(component, mix.count()));
  return std::count_if(state.waiting.begin(), state.waiting.end(),
                       [&](const FeedParticle &particle) {
                         return component < 0 || particle.component == component;
                       });
}

std::vector<double> InsertionQueue::first_sizes() const
{
  std::vector<double> sizes;
  for (int n = 0; n < mix.count(); n++) {
    const FeedParticle first = drawn(0, n);
    sizes.push_back(first.size * mix.shape(first).solid_size);
  }
  return sizes;
}

}    // namespace grist
