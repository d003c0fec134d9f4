// The hits of one body, followed from step to step: when one ends, and when one breaks the body.
//
// A hit begins when contacts load a body, and ends when they store no more than a tenth of what
// they stored at most. Its energy is the work that contacts do on the body in the meantime, less
// what they give back: a contact that is loaded again without having parted counts with the work
// of loading it again, of which only what it had given back is new. A body breaks as soon as this
// energy reaches its strength; what its motion still adds counts for the pieces.
//
// The work of a contact that parts is no longer in the sum over the contacts; what it stored then
// is nothing. So in a step in which a contact parts only the change of what is stored counts.

#ifndef GRIST_BREAKAGE_HIT_MONITOR_H
#define GRIST_BREAKAGE_HIT_MONITOR_H

#include "breakage/breakage_model.h"

#include <functional>

namespace grist {

// The work that the contacts of one body have done on it since they began, less what they gave back,
// and the part of it that they would give back. Specific, J/kg.
struct HitLoad {
  double work = 0.0, stored = 0.0;
  int contacts = 0;
};

// What a body keeps. Energies are specific, J/kg.
struct HitState {
  BodyStrength body;
  double strength = 0.0;       // of the weakest hit that breaks it; infinite: it cannot break
  double energy = 0.0;         // of the hit so far; between hits since `least`
  double peak = 0.0;           // the greatest energy of the hit so far
  double most_stored = 0.0;    // in the hit so far; 0: there is none
  double least = 0.0;          // stored when the last hit was over, or the least since
  HitLoad last = {};           // of the step before

  bool is_loaded() const { return most_stored > 0.0 || last.contacts > 0; }

  // The contacts of a body that is seen for the first time: what they hold is not of a hit.
  void begin_with(const HitLoad &load);
};

enum class HitEvent { NONE, ENDED, BROKEN };

struct HitResult {
  HitEvent event = HitEvent::NONE;
  double energy = 0.0;    // of the hit; of one that breaks the body, with what its motion adds
  double t10 = 0.0;       // then
};

// One step. by_motion(): the energy that the motion of the body still adds, asked if it breaks. A
// hit that ends without a break damages the body.
HitResult follow_hit(HitState &state, const BreakageModel &model, double size, const HitLoad &load,
                     const std::function<double()> &by_motion);

}    // namespace grist

#endif
