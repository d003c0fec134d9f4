#include "breakage/hit_monitor.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

// A hit is over when contacts store this part of the most that they stored; another one begins when
// they store more than the least since by as much.
static constexpr double HIT_ENDS = 0.1;

void HitState::begin_with(const HitLoad &load)
{
  assert(load.stored >= 0.0 && load.contacts >= 0);
  last = load;
  least = load.stored;
}

// Contacts give back no more than they stored: where more is missing, one has parted, too.
static double change(const HitLoad &from, const HitLoad &to)
{
  const double work = to.work - from.work;
  const bool has_parted = to.contacts < from.contacts || work < -from.stored;
  return has_parted ? to.stored - from.stored : work;
}

static HitResult end_hit(HitState &state, const BreakageModel &model, double size)
{
  const double energy = state.peak;
  state.energy = state.peak = state.most_stored = 0.0;
  state.least = state.last.stored;
  if (std::isfinite(state.strength)) {
    model.hit(state.body, size, energy);
    state.strength = model.strength(state.body, size);
  }
  return {HitEvent::ENDED, energy, 0.0};
}

HitResult follow_hit(HitState &state, const BreakageModel &model, double size, const HitLoad &load,
                     const std::function<double()> &by_motion)
{
  assert(size > 0.0 && load.stored >= 0.0);
  state.energy += change(state.last, load);
  state.last = load;
  if (state.energy >= state.strength) {
    const double whole = state.energy + by_motion();
    BodyStrength body = state.body;
    return {HitEvent::BROKEN, whole, model.hit(body, size, whole).t10};
  }
  const bool between_hits = state.most_stored == 0.0 && load.stored <= state.least / HIT_ENDS;
  if (between_hits) {
    if (load.stored > state.least) return {};
    state.least = load.stored;
    state.energy = 0.0;
    return {};
  }
  state.peak = std::max(state.peak, state.energy);
  state.most_stored = std::max(state.most_stored, load.stored);
  if (load.stored <= HIT_ENDS * state.most_stored) return end_hit(state, model, size);
  return {HitEvent::NONE, state.energy, 0.0};
}

}    // namespace grist
