#include "bonds/bond_numbers.h"

#include <cmath>

namespace grist {

static NumberRows<BondMaterial> make_numbers(bool with_friction)
{
  using M = BondMaterial;
  constexpr NumberRange STRENGTH = {[](double v) { return v > 0.0; }, "must be positive"};
  constexpr NumberRange LAMBDA = {
      ranges::POSITIVE.allows, "must be positive, it is a multiple of the smaller sphere's radius"};
  constexpr NumberRange DAMPING = {ranges::NOT_NEGATIVE.allows,
                                   "must be 0 or more, it is a fraction of critical damping"};
  constexpr NumberRange ANGLE = {[](double v) { return v >= 0.0 && v <= 89.0; }, "must be 0 to 89"};
  NumberRows<M> rows = {
      {"young", in<&M::young>, Quantity::PRESSURE, ranges::POSITIVE, "Young's modulus of the bond",
       Presence::REQUIRED},
      {"ratio", in<&M::ratio>, Quantity::NUMBER, ranges::POSITIVE,
       "ratio of normal to shear stiffness"},
      {"tensile", in<&M::tensile>, Quantity::PRESSURE, STRENGTH,
       "tensile strength, or none for a bond that never breaks in tension", Presence::REQUIRED},
      {"shear", in<&M::shear>, Quantity::PRESSURE, STRENGTH, "shear strength, or none",
       Presence::REQUIRED},
      {"radius", in<&M::radius>, Quantity::NUMBER, LAMBDA,
       "ratio of the bond radius to the radius of the smaller sphere"},
      {"beta", in<&M::beta>, Quantity::NUMBER, ranges::ZERO_TO_ONE,
       "share of the moments in the stresses, 0 to 1"},
      {"damping", in<&M::damping>, Quantity::NUMBER, DAMPING, "fraction of critical damping"},
      {"soften", in<&M::softening>, Quantity::ENERGY_PER_AREA, ranges::POSITIVE,
       "a bond that reaches a strength softens until it has taken this energy over its area"},
      {"fatigue", in<&M::fatigue>, Quantity::NUMBER, ranges::POSITIVE,
       "repeated load below the strength weakens the bond, by this exponent"},
      {"weaken", in<&M::strong_until>, Quantity::TEMPERATURE, ranges::FINITE,
       "the temperature up to which strengths are whole"},
      {"weaken", in<&M::gone_at>, Quantity::TEMPERATURE, ranges::FINITE,
       "that at which none is left"}};
  if (!with_friction) return rows;
  rows[3] = {"cohesion",
             in<&M::shear>,
             Quantity::PRESSURE,
             STRENGTH,
             "shear strength without pressure",
             Presence::REQUIRED};
  rows.insert(rows.begin() + 4,
              {"angle", in<&M::angle>, Quantity::ANGLE, ANGLE,
               "angle of friction, by which pressure on the bond adds to it, 0 to 89",
               Presence::REQUIRED});
  return rows;
}

const NumberRows<BondMaterial> &bond_numbers(bool with_friction)
{
  static const NumberRows<BondMaterial> PLAIN = make_numbers(false),
                                        FRICTIONAL = make_numbers(true);
  return with_friction ? FRICTIONAL : PLAIN;
}

NumberDescription scatter_number(StrengthScatter::Law law)
{
  const bool is_weibull = law == StrengthScatter::Law::WEIBULL;
  return {is_weibull ? "weibull" : "normal sd", Quantity::NUMBER, ranges::POSITIVE,
          is_weibull ? "strengths scatter by Weibull's law: modulus m"
                     : "strengths scatter by a normal law: standard deviation r over the mean"};
}

void check(const BondMaterial &material)
{
  check(bond_numbers(material.friction > 0.0), material);
  require(!(material.shear < material.tensile * material.friction), "cohesion", material.shear,
          "must be at least tensile times tan(angle), " +
              number_text(material.tensile * material.friction) +
              ": else no bond reaches its tensile strength");
  require(material.softening == 0.0 || std::isfinite(material.tensile), "tensile", material.tensile,
          "must be a number with soften");
  require(material.softening == 0.0 || material.fatigue == 0.0, "fatigue", material.fatigue,
          "excludes soften: a bond has one kind of damage");
  if (!material.weakens()) return;
  require(material.strong_until < material.gone_at, "weaken", material.gone_at,
          "must be above the temperature up to which the strength is whole, " +
              number_text(material.strong_until));
  require(material.softening == 0.0 && material.fatigue == 0.0, "weaken", material.gone_at,
          "excludes soften and fatigue: a bond has one kind of damage");
}

}    // namespace grist
