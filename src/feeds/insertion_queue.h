// Particles of a mix that are due, and those that wait for places.
//
// Particles are drawn by their numbers, so that a run continues after a restart and does not depend
// on ranks. Particles without a place wait and are tried again.

#ifndef GRIST_FEEDS_INSERTION_QUEUE_H
#define GRIST_FEEDS_INSERTION_QUEUE_H

#include "common/random_numbers.h"
#include "particles/feed_mix.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace grist {

class InsertionQueue {
 public:
  explicit InsertionQueue(const FeedMix &mix);

  // What a run continues with.
  struct State {
    std::uint64_t seed = 1, particles = 0;    // drawn so far
    double amount = 0.0;                      // drawn, in the unit of what is due
    std::vector<double> mass;                 // drawn, of each component
    std::vector<FeedParticle> waiting;
  } state;

  using Amount = std::function<double(const FeedParticle &)>;

  // Draws particles as long as the next one brings the amount nearer to `due`; unless `at_once`, no
  // more are drawn while a thousand wait.
  void draw(double due, const Amount &amount, bool at_once);

  // Draws the next one, due or not; it does not wait.
  FeedParticle take(const Amount &amount);

  // Whether draw() would draw one.
  bool is_due(double due, const Amount &amount) const
  {
    return !(state.amount + 0.5 * amount(next()) > due);
  }

  // How many draw() would draw at once, estimated from a hundred if they are more. Nothing is drawn.
  double number_due(double due, const Amount &amount) const;

  // Waiting; `component` -1: of all.
  double waiting_mass(int component) const;
  std::int64_t waiting_number(int component) const;

  // The size of solid of the first particle of each component, by which another mix is known.
  std::vector<double> first_sizes() const;

 private:
  const FeedMix &mix;

  FeedParticle drawn(std::uint64_t number, int component) const
  {
    return mix.particle(mixed_seed(state.seed, number), component);
  }
  FeedParticle next() const { return drawn(state.particles, mix.next_component(state.mass)); }
};

}    // namespace grist

#endif
