// The hits of one body, followed from step to step: when one ends, and when one breaks the body.
//
// A hit begins when contacts load a body, and ends when they hold no more than a tenth of what they
// held at most. A body breaks as soon as its contacts have put in what its strength allows; what its
// motion still adds counts for the pieces. What is left in contacts when a hit is over does not
// count for the next one.

#ifndef GRIST_BREAKAGE_HIT_MONITOR_H
#define GRIST_BREAKAGE_HIT_MONITOR_H

#include "breakage/breakage_model.h"

#include <functional>

namespace grist {

// What a body keeps. Energies are specific, J/kg.
struct HitState {
  BodyStrength body;
  double strength = 0.0;    // of the weakest hit that breaks it; infinite: it cannot break
  double peak = 0.0;        // of the hit so far; 0: there is none
  double least = 0.0;       // in its contacts at the last step; after a hit, the least since

  bool is_loaded() const { return peak > 0.0 || least > 0.0; }
};

enum class HitEvent { NONE, ENDED, BROKEN };

struct HitResult {
  HitEvent event = HitEvent::NONE;
  double energy = 0.0;    // of a hit that breaks the body, with what its motion adds
  double t10 = 0.0;       // then
};

// One step. energy: what contacts hold; with_motion(): that and what the motion of the body still
// adds, asked if it breaks. A hit that ends without a break damages the body.
HitResult follow_hit(HitState &state, const BreakageModel &model, double size, double energy,
                     const std::function<double()> &with_motion);

}    // namespace grist

#endif
