#include "overlaps/overlap_numbers.h"

#include "common/preconditions.h"
#include "contacts/contact_law.h"

#include <cmath>

namespace grist {

// The part of critical damping that gives a linear spring this restitution.
void OverlapContactLaw::set_restitution(double e)
{
  assert(e > 0.0 && e <= 1.0);
  restitution = e;
  damping_ratio = critical_share(e, ContactForm::CONSISTENT);
}

const NumberRows<OverlapContactLaw> &overlap_numbers()
{
  using L = OverlapContactLaw;
  static const NumberRows<L> ROWS = {
      {"restitution", in<&L::restitution>, Quantity::NUMBER, ranges::ABOVE_ZERO_TO_ONE,
       "coefficient of restitution, 0 < e <= 1, by a dashpot"},
      {"hysteretic", in<&L::restitution>, Quantity::NUMBER, ranges::ABOVE_ZERO_TO_ONE,
       "coefficient of restitution, 0 < e <= 1, by a spring that is stiffer when it unloads"},
      {"damping", in<&L::damping>, Quantity::DASHPOT, ranges::NOT_NEGATIVE,
       "normal damping, >= 0, instead of the damping from e"},
      {"friction", in<&L::mu>, Quantity::NUMBER, ranges::NOT_NEGATIVE,
       "Coulomb friction with a tangential spring: coefficient, >= 0"},
      {"ratio", in<&L::stiffness_ratio>, Quantity::NUMBER, ranges::POSITIVE,
       "ratio of tangential to normal stiffness, > 0, of friction"},
      {"regularised", in<&L::mu>, Quantity::NUMBER, ranges::NOT_NEGATIVE,
       "a coefficient of friction without a history, >= 0,"},
      {"regularised speed", in<&L::speed>, Quantity::VELOCITY, ranges::POSITIVE, "a speed, > 0"},
      {"tangential", in<&L::tangential_damping>, Quantity::DASHPOT, ranges::NOT_NEGATIVE,
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
  if (keyword == "friction") law.friction = FrictionLaw::COULOMB;
  if (keyword == "regularised") {
    law.friction = FrictionLaw::REGULARISED;
    law.speed_squared = law.speed * law.speed;
  }
}

bool can_be_mixed(const OverlapContactLaw &a, const OverlapContactLaw &b)
{
  return a.normal == b.normal && a.hysteretic == b.hysteretic && a.friction == b.friction &&
      (a.damping < 0.0) == (b.damping < 0.0) && a.speed_squared == b.speed_squared;
}

OverlapContactLaw mixed(const OverlapContactLaw &a, const OverlapContactLaw &b)
{
  assert(can_be_mixed(a, b));
  OverlapContactLaw law = a;
  law.stiffness = 2.0 * a.stiffness * b.stiffness / (a.stiffness + b.stiffness);
  for (const auto &number : overlap_numbers())
    if (number.of(a) >= 0.0) number.in(law) = std::sqrt(number.of(a) * number.of(b));
  law.set_restitution(law.restitution);
  return law;
}

}    // namespace grist
