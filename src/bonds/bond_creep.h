// Loads that relax: each spring of the bond is in series with a dashpot, a Maxwell element.
//
// With the stiffness k of a spring and one time T for all of them, dF/dt = k du/dt - F/T: under a
// load that stays a bond creeps, under a deformation that stays its load falls as exp(-t/T). (Burger's
// model of PFC without its Kelvin section; Itasca, PFC documentation.) The deformation of a step is
// taken to be even, for which the step is exact, h = dt/T:
//   F = e^-h F' + (1 - e^-h)/h k du, and what is lost is the integral of F^2/(k T) over the step.

#ifndef GRIST_BONDS_BOND_CREEP_H
#define GRIST_BONDS_BOND_CREEP_H

#include "bonds/bond_term.h"

#include <cmath>

namespace grist {

struct BondCreep : BondTerm<BondCreep> {
  struct Coefficients {
    double relaxation_time = 0.0;    // T; 0: none
  };
  static NumberRows<Coefficients> rows()
  {
    return {{"creep", in<&Coefficients::relaxation_time>, Quantity::TIME, ranges::POSITIVE,
             "loads of the bond relax with this time"}};
  }
  static constexpr const char *KEYWORD = "creep";
  static bool acts(const Coefficients &of) { return of.relaxation_time > 0.0; }
  template <class Material> static void check(const Material &of)
  {
    require(!acts(of) || of.softening == 0.0, KEYWORD, of.relaxation_time,
            "excludes soften: the energy of its crack is that of springs which do not relax");
  }
  static constexpr const char *WHILE_HELD = "do not creep";

  // By which the bond without load is longer than at the start. What shear and moments have crept is
  // in the loads, which are kept step by step.
  template <class Number> struct Memory {
    Number crept;
  };
  static constexpr Memory<double> NEW = {0.0};
  static constexpr bool HAS_SLACK = true;
  template <class Number> static Number slack(const Memory<Number> &of) { return of.crept; }

  // A cluster that is held has its elements where they are without load: what has crept must be far
  // below the strains of strengths.
  template <class State> static bool may_be_held(const State &state)
  {
    constexpr double LARGEST_STRAIN = 1e-6;
    return std::fabs(state.memory.crept) <= LARGEST_STRAIN * state.length_initial;
  }

  // Of the loads at the end of a step if nothing relaxes, and of what the step adds to them: the
  // shares that relax. And the weights of the work of the loads without the step with themselves and
  // with those that it adds, and of the work of the latter with themselves, in what is lost.
  template <class Number> struct Numbers {
    Number relaxed, added_since;
    Number lost_before, lost_both, lost_added;
  };
  static Numbers<double> numbers(const Coefficients &of, double dt);

  static constexpr bool ADVANCES = true;
  template <class Shared, class Number>
  [[gnu::always_inline]] static Number advance(const Numbers<Shared> &of, SpringStep<Number> &step,
                                               Memory<Number> &memory)
  {
    const SpringLoads<Number> &all = step.loads, &added = step.added;
    const SpringLoads<Number> before = {all.tension - added.tension, all.shear - added.shear,
                                        all.moment - added.moment};
    const Number lost = of.lost_before * step.work(before, before) +
        of.lost_both * step.work(before, added) + of.lost_added * step.work(added, added);
    const Number tension = of.relaxed * all.tension - of.added_since * added.tension;
    memory.crept = memory.crept + step.stretching * tension;
    step.loads = {all.tension - tension,
                  all.shear - (of.relaxed * all.shear - of.added_since * added.shear),
                  all.moment - (of.relaxed * all.moment - of.added_since * added.moment)};
    return lost;
  }
};

}    // namespace grist

#endif
