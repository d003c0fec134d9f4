#include "overlaps/overlap_numbers.h"

namespace grist {

const NumberRows<OverlapContactLaw> &overlap_numbers()
{
  using L = OverlapContactLaw;
  static const NumberRows<L> ROWS = {
      {"restitution", member_of<L, &L::restitution>, Quantity::NUMBER, ranges::ABOVE_ZERO_TO_ONE,
       "coefficient of restitution, 0 < e <= 1, by a dashpot"},
      {"hysteretic", member_of<L, &L::restitution>, Quantity::NUMBER, ranges::ABOVE_ZERO_TO_ONE,
       "coefficient of restitution, 0 < e <= 1, by a spring that is stiffer when it unloads"},
      {"damping", member_of<L, &L::damping>, Quantity::DASHPOT, ranges::NOT_NEGATIVE,
       "normal damping, >= 0, instead of the damping from e"},
      {"coulomb", member_of<L, &L::mu>, Quantity::NUMBER, ranges::NOT_NEGATIVE,
       "Coulomb friction with a tangential spring: coefficient, >= 0"},
      {"ratio", member_of<L, &L::stiffness_ratio>, Quantity::NUMBER, ranges::POSITIVE,
       "ratio of tangential to normal stiffness, > 0, of coulomb"},
      {"regularised", member_of<L, &L::mu>, Quantity::NUMBER, ranges::NOT_NEGATIVE,
       "a coefficient of friction without a history, >= 0,"},
      {"regularised speed", member_of<L, &L::speed>, Quantity::VELOCITY, ranges::POSITIVE,
       "a speed, > 0"},
      {"tangential", member_of<L, &L::tangential_damping>, Quantity::DASHPOT, ranges::NOT_NEGATIVE,
       "tangential damping, >= 0, of regularised"}};
  return ROWS;
}

NumberDescription stiffness_number(NormalLaw law)
{
  return {"stiffness",
          law == NormalLaw::VOLUME ? Quantity::FORCE_PER_VOLUME
                                   : Quantity::ENERGY_PER_VOLUME_SQUARED,
          ranges::POSITIVE, "stiffness", Presence::REQUIRED};
}

void choose(const std::string &keyword, OverlapContactLaw &law)
{
  if (keyword == "restitution" || keyword == "hysteretic") {
    law.set_restitution(law.restitution);
    law.hysteretic = keyword == "hysteretic";
  }
  if (keyword == "coulomb") law.friction = FrictionLaw::COULOMB;
  if (keyword == "regularised") {
    law.friction = FrictionLaw::REGULARISED;
    law.speed_squared = law.speed * law.speed;
  }
}

}    // namespace grist
