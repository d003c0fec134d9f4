// Strength that falls with temperature: whole up to one, and down along a straight line to another,
// from which on none is left but what keeps a bond without load.

#ifndef GRIST_BONDS_WEAKENING_H
#define GRIST_BONDS_WEAKENING_H

#include "bonds/bond_term.h"

#include <algorithm>
#include <limits>

namespace grist {

struct Weakening : BondTerm<Weakening> {
  struct Coefficients {
    double strong_until = std::numeric_limits<double>::infinity();
    double gone_at = std::numeric_limits<double>::infinity();
  };
  static NumberRows<Coefficients> rows()
  {
    return {{"weaken", in<&Coefficients::strong_until>, Quantity::TEMPERATURE, ranges::FINITE,
             "the temperature up to which strengths are whole"},
            {"weaken", in<&Coefficients::gone_at>, Quantity::TEMPERATURE, ranges::FINITE,
             "that at which none is left"}};
  }
  static constexpr const char *KEYWORD = "weaken";
  static bool acts(const Coefficients &of)
  {
    return of.gone_at < std::numeric_limits<double>::infinity();
  }
  static constexpr bool IS_DAMAGE = true, FOLLOWS_TEMPERATURE = true;
  static constexpr const char *NOT_HELD = "the loads of held clusters do not follow temperatures";
  static void check(const Coefficients &of)
  {
    require(!acts(of) || of.strong_until < of.gone_at, KEYWORD, of.gone_at,
            "must be above the temperature up to which the strength is whole, " +
                number_text(of.strong_until));
  }

  static float strength_at(const Coefficients &of, const BondSite &site)
  {
    return acts(of) ? static_cast<float>(left_at(of, site.temperature)) : 1.0f;
  }
  static double left_at(const Coefficients &of, double temperature)
  {
    constexpr double LEAST = 1e-6;
    return std::clamp((of.gone_at - temperature) / (of.gone_at - of.strong_until), LEAST, 1.0);
  }
};

}    // namespace grist

#endif
