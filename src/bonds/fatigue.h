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
#include "common/fatigue_law.h"

#include <algorithm>
#include <cmath>

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
  template <class Section> static double damage(const Section &, const Memory<double> &of)
  {
    return 1.0 - of.left * of.left;
  }
  template <class State> static bool may_be_held(const State &state)
  {
    constexpr double LEAST = 0.9;
    return state.memory.left >= LEAST;
  }

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
  template <class Growth> static void grow(Growth &bond)
  {
    Memory<double> &memory = bond.state.memory;
    if (!acts(bond.material)) {
      memory.peak = 0.0;    // kernels follow it in all lanes
      return;
    }
    if (bond.has_failed()) return;
    const double share = bond.share_of_strength(), peak = memory.peak;
    if (peak <= 0.0) {
      memory.peak = share > -2.0 * peak ? share : std::max(peak, -share);
    } else if (share >= 0.5 * peak) {
      memory.peak = std::max(peak, share);
    } else {
      const double kept = std::sqrt(1.0 - fatigue_damage(peak * peak, 0.5 * bond.material.fatigue));
      memory.left *= kept;
      memory.peak = -share / kept;
    }
  }
};

}    // namespace grist

#endif
