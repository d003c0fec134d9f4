#include "breakage/hit_monitor.h"

#include "common/preconditions.h"

namespace grist {

// A hit is over when the load has fallen to this part of its peak; another one begins when the load
// has risen by as much from its least value since.
static constexpr double HIT_ENDS = 0.1;

static HitResult end_hit(HitState &state, const BreakageModel &model, double size)
{
  const double energy = state.peak;
  state.peak = 0.0;
  if (std::isfinite(state.strength)) {
    model.hit(state.body, size, energy);
    state.strength = model.strength(state.body, size);
  }
  return {HitEvent::ENDED, energy, 0.0};
}

HitResult follow_hit(HitState &state, const BreakageModel &model, double size, double energy,
                     const std::function<double()> &with_motion)
{
  assert(size > 0.0 && energy >= 0.0);
  const double counted = state.peak > 0.0 ? 0.0 : state.least;    // the rest of a hit that is over
  if (energy - counted >= state.strength) {
    const double whole = with_motion() - counted;
    BodyStrength body = state.body;
    return {HitEvent::BROKEN, whole, model.hit(body, size, whole).t10};
  }
  if (state.peak == 0.0 && energy <= state.least / HIT_ENDS) {
    state.least = std::min(state.least, energy);
    return {};
  }
  state.peak = std::max(state.peak, energy);
  state.least = energy;
  return energy <= HIT_ENDS * state.peak ? end_hit(state, model, size) : HitResult();
}

}    // namespace grist
