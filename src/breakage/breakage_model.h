// The interface of breakage models: they decide whether a hit breaks a body.
//
// Words: a *hit* is one contact from touch to separation; its *specific energy* is the energy that
// it puts into the body over the mass of the body, J/kg. The *size* of a body is the diameter of
// the sphere of equal volume, m. *t10* is the share of a broken body's mass in pieces smaller than
// a tenth of its size. Shares are fractions, 0 to 1, never percent.
//
// An abstract class rather than a list of kinds: a run has one or a few models, made once from
// keywords, and asks them once a hit. A call costs nothing compared with a contact, and a new model is a
// file of its own.

#ifndef GRIST_BREAKAGE_BREAKAGE_MODEL_H
#define GRIST_BREAKAGE_BREAKAGE_MODEL_H

#include "common/number_row.h"
#include "common/random_numbers.h"

#include <cstdint>

namespace grist {

// State that a body keeps from hit to hit. Pieces of a body start with a number of their own and no
// damage.
struct BodyStrength {
  double number = 0.5;    // uniform_of_body(): this share of equal bodies is weaker
  double damage =
      0.0;    // 0 in a new body, never falls. Tavares: share of the fracture energy that is lost.
              // Ab-T10: sum of energies above the threshold, J/kg
};

constexpr NumberRange FRACTION = {ranges::ABOVE_ZERO_TO_ONE.allows,
                                  "must be above 0 and up to 1; a fraction, not percent"};

struct HitOutcome {
  bool is_broken = false;
  double t10 = 0.0;    // of a broken body
};

// Besides, each model has a NAME and Parameters with their rows(), from which it is made; the list
// of models is breakage_models.h.
class BreakageModel {
 public:
  virtual ~BreakageModel() = default;

  // The share of new bodies of this size that one hit of this specific energy breaks.
  virtual double broken_share(double size, double energy) const = 0;

  // The specific energy of the weakest hit that breaks this body now, J/kg.
  virtual double strength(const BodyStrength &body, double size) const = 0;

  // A hit. A body that stays whole is damaged; one that breaks is left as it was.
  virtual HitOutcome hit(BodyStrength &body, double size, double energy) const = 0;
};

// Above 0 and below 1, evenly spread over seeds and ids: the same body has the same number on any
// number of ranks, in any order, after any restart.
inline double uniform_of_body(std::uint64_t seed, std::int64_t id)
{
  return uniform_of_bits(mixed_seed(mixed_seed(seed, 0), static_cast<std::uint64_t>(id)));
}

}    // namespace grist

#endif
