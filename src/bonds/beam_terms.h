// The beam that every bond is: springs, strengths, dashpots. Their law is bond_law.h.

#ifndef GRIST_BONDS_BEAM_TERMS_H
#define GRIST_BONDS_BEAM_TERMS_H

#include "bonds/bond_term.h"

namespace grist {

struct BeamSprings : BondTerm<BeamSprings> {
  struct Coefficients {
    double young = 0.0;
    double ratio = 2.5;     // k_n/k_s
    double radius = 1.0;    // lambda
  };
  static NumberRows<Coefficients> rows()
  {
    constexpr NumberRange LAMBDA = {
        ranges::POSITIVE.allows,
        "must be positive, it is a multiple of the smaller sphere's radius"};
    return {{"young", in<&Coefficients::young>, Quantity::PRESSURE, ranges::POSITIVE,
             "Young's modulus of the bond", Presence::REQUIRED},
            {"ratio", in<&Coefficients::ratio>, Quantity::NUMBER, ranges::POSITIVE,
             "ratio of normal to shear stiffness"},
            {"radius", in<&Coefficients::radius>, Quantity::NUMBER, LAMBDA,
             "ratio of the bond radius to the radius of the smaller sphere"}};
  }
  template <class Number> struct Numbers {
    Number young, inverse_ratio, radius;
  };
  static Numbers<double> numbers(const BondMaterial &material, double);
};

// With an angle of friction the shear strength is that of Mohr and Coulomb, and the keyword of it is
// cohesion.
struct BeamStrengths : BondTerm<BeamStrengths> {
  struct Coefficients {
    double tensile = 0.0;     // infinity never breaks
    double shear = 0.0;       // the same
    double angle = 0.0;       // degrees, by which pressure adds to the shear strength
    double friction = 0.0;    // its tan
    double beta = 1.0;        // share of the moments in the stresses; Potyondy 2011
  };
  static constexpr NumberRange RANGE = {[](double v) { return v > 0.0; }, "must be positive"};
  static constexpr NumberRange ANGLE = {[](double v) { return v >= 0.0 && v <= 89.0; },
                                        "must be 0 to 89"};
  static NumberRows<Coefficients> rows()
  {
    return {{"tensile", in<&Coefficients::tensile>, Quantity::PRESSURE, RANGE,
             "tensile strength, or none for a bond that never breaks in tension",
             Presence::REQUIRED},
            {"beta", in<&Coefficients::beta>, Quantity::NUMBER, ranges::ZERO_TO_ONE,
             "share of the moments in the stresses, 0 to 1"}};
  }
  static NumberRows<Coefficients> shear_rows(bool with_friction)
  {
    if (!with_friction)
      return {{"shear", in<&Coefficients::shear>, Quantity::PRESSURE, RANGE,
               "shear strength, or none", Presence::REQUIRED}};
    return {{"cohesion", in<&Coefficients::shear>, Quantity::PRESSURE, RANGE,
             "shear strength without pressure", Presence::REQUIRED},
            {"angle", in<&Coefficients::angle>, Quantity::ANGLE, ANGLE,
             "angle of friction, by which pressure on the bond adds to it, 0 to 89",
             Presence::REQUIRED}};
  }
  static void check(const Coefficients &of)
  {
    require(!(of.shear < of.tensile * of.friction), "cohesion", of.shear,
            "must be at least tensile times tan(angle), " + number_text(of.tensile * of.friction) +
                ": else no bond reaches its tensile strength");
  }
  static void scale_strength(Coefficients &of, double factor)
  {
    of.tensile *= factor;
    of.shear *= factor;
  }
  template <class Number> struct Numbers {
    Number beta, tensile, shear, friction;
  };
  static Numbers<double> numbers(const BondMaterial &material, double);
};

struct BeamDashpots : BondTerm<BeamDashpots> {
  struct Coefficients {
    double damping = 0.0;
  };
  static NumberRows<Coefficients> rows()
  {
    constexpr NumberRange DAMPING = {ranges::NOT_NEGATIVE.allows,
                                     "must be 0 or more, it is a fraction of critical damping"};
    return {{"damping", in<&Coefficients::damping>, Quantity::NUMBER, DAMPING,
             "fraction of critical damping"}};
  }
  template <class Number> struct Numbers {
    Number twist_over_bend;    // twist_damping()
  };
  static Numbers<double> numbers(const BondMaterial &material, double);
};

}    // namespace grist

#endif
