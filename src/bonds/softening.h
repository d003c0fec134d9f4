// A bond that does not break at once when it reaches its strength.
//
// The springs without damage would carry the trial loads, and u is the share of the strength that
// these take (bond_loads.h). Beyond u = 1 all springs lose the share
//   d = reach (u - 1) / (u (reach - 1)),
// u being the largest so far, so that the tensile stress falls along a straight line to zero at
// u = reach, where the bond breaks. reach = 2 g E / (s^2 L): the area under stress over opening in
// tension is then g, the rise included. Pressure along the bond is carried by the whole spring.

#ifndef GRIST_BONDS_SOFTENING_H
#define GRIST_BONDS_SOFTENING_H

#include "bonds/bond_term.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Share 1 - d of the stiffness that is left. reach: 0 for all of it.
inline double stiffness_kept(double reach, double reached)
{
  if (reach == 0.0 || reached <= 1.0) return 1.0;
  return std::max(0.0, (reach - reached) / (reached * (reach - 1.0)));
}

// The largest share of strength of undamaged loads at which a bond that softens is broken; 0 without
// softening. At 1 and below a bond of this length cannot soften: the energy of its crack is less
// than what it stores at its strength.
template <class Material> double softening_reach(const Material &of, double length_initial)
{
  if (of.softening == 0.0) return 0.0;
  return 2.0 * of.softening * of.young / (of.tensile * of.tensile * length_initial);
}

struct Softening : BondTerm<Softening> {
  struct Coefficients {
    double softening = 0.0;    // g; 0: breaks at once
  };
  static NumberRows<Coefficients> rows()
  {
    return {
        {"soften", in<&Coefficients::softening>, Quantity::ENERGY_PER_AREA, ranges::POSITIVE,
         "a bond that reaches a strength softens until it has taken this energy over its area"}};
  }
  static constexpr const char *KEYWORD = "soften";
  static bool acts(const Coefficients &of) { return of.softening > 0.0; }
  static constexpr bool IS_DAMAGE = true;
  static constexpr const char *WHILE_HELD = "take no damage";
  template <class Material> static void check(const Material &of)
  {
    require(!acts(of) || std::isfinite(of.tensile), "tensile", of.tensile,
            "must be a number with soften");
  }

  // By the square, so that bonds of scattered strength are equally brittle.
  static void scale_strength(Coefficients &of, double factor) { of.softening *= factor * factor; }

  // The largest share of strength that the loads of the undamaged springs have reached, from 1 on;
  // and the energy that damage has taken, where the bond is broken with that of pressure along it.
  template <class Number> struct Memory {
    Number reached, taken;
  };
  static constexpr Memory<double> NEW = {1.0, 0.0};
  template <class Number> static Number strength_left(const Memory<Number> &of)
  {
    return of.reached;
  }
  template <class Section>
  static double stiffness_kept(const Section &section, const Memory<double> &of)
  {
    return grist::stiffness_kept(section.reach, of.reached);
  }
  template <class Section> static double damage(const Section &section, const Memory<double> &of)
  {
    return 1.0 - stiffness_kept(section, of);
  }
  struct OfBond {
    double reach = 0.0;    // softening_reach()
  };
  template <class Material> static OfBond of_bond(const Material &of, double length_initial)
  {
    return {softening_reach(of, length_initial)};
  }

  // A held cluster is released at a share of the strengths that its bonds had without damage.
  template <class State> static bool may_be_held(const State &state)
  {
    return state.memory.reached <= 1.0;
  }

  template <class Material> static std::string refusal(const Material &of, double length_initial)
  {
    const double reach = softening_reach(of, length_initial);
    if (reach == 0.0 || reach > 1.0) return {};
    return "soften " + number_text(of.softening) + " is too little for its length " +
        number_text(length_initial) + " (more than tensile^2 length/(2 young), " +
        number_text(of.softening / reach) + "; or shorter bonds)";
  }
  static void grow(BondGrowth &bond);    // softening_path.cpp
  template <class Section> static bool takes_energy(const Section &section)
  {
    return section.reach > 0.0;
  }
  static double taken(const Memory<double> &of) { return of.taken; }
};

}    // namespace grist

#endif
