// Loads below its strength that weaken a bond when they are repeated.
//
// Tavares and King, Powder Technology 123 (2002) 138, derived again for a linear spring. A load that
// takes the share u of the strength and then less than half of that is a cycle, whose energy over
// that of fracture is u^2; the next one begins at twice the least share since then. The energy of
// fracture is then (1 - D) of what it was, the strengths sqrt(1 - D), with
//   D = [gamma / (gamma + 2 - 2 D) u^2]^(gamma/2)  (common/fatigue_law.h).

#ifndef GRIST_BONDS_FATIGUE_H
#define GRIST_BONDS_FATIGUE_H

#include "bonds/bond_term.h"

namespace grist {

struct Fatigue : BondTerm<Fatigue> {
  struct Coefficients {
    double fatigue = 0.0;    // gamma; 0: none
  };
  static NumberRows<Coefficients> rows()
  {
    return {{"fatigue", in<&Coefficients::fatigue>, Quantity::NUMBER, ranges::POSITIVE,
             "repeated load below the strength weakens the bond, by this exponent"}};
  }
  static constexpr const char *KEYWORD = "fatigue";
  static bool acts(const Coefficients &of) { return of.fatigue > 0.0; }
  static constexpr bool IS_DAMAGE = true;
  static constexpr const char *WHILE_HELD = "take no damage";

  // Its strengths over those that it had; and the largest share of strength since the bond was
  // loaded, or, after it was unloaded, the least since then with its sign changed.
  template <class Number> struct Memory {
    Number left, peak;
  };
  static constexpr Memory<double> NEW = {1.0, 0.0};
  template <class Number> static Number strength_left(const Memory<Number> &of) { return of.left; }
  static double damage(const BondSection &, const Memory<double> &of)
  {
    return 1.0 - of.left * of.left;
  }
  static bool may_be_held(const BondState &state);

  // As grow(), but at the end of a cycle, where the peak stays for that.
  static constexpr bool WATCHES = true;
  template <class Number>
  [[gnu::always_inline]] static auto watch(const Number &share, Memory<Number> &of)
  {
    const Number peak = of.peak;
    const Number valley = select(-2.0 * peak < share, share, -1.0 * least(-1.0 * peak, share));
    of.peak = select(peak > 0.0, select(peak < share, share, peak), valley);
    return (peak > 0.0) & (share < 0.5 * peak);
  }
  static void grow(BondGrowth &bond);
};

}    // namespace grist

#endif
