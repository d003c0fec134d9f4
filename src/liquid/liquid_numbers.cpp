#include "liquid/liquid_numbers.h"

namespace grist {

const NumberRows<LiquidNumbers> &liquid_numbers()
{
  using L = LiquidNumbers;
  constexpr NumberRange WETS = {[](double v) { return v >= 0.0 && v < 90.0; },
                                "expected 0 to below 90 degrees"};
  static const NumberRows<L> ROWS = {
      {"tension", in<&L::tension>, Quantity::ENERGY_PER_AREA, ranges::POSITIVE, "surface tension",
       Presence::REQUIRED},
      {"angle", in<&L::angle>, Quantity::ANGLE, WETS, "contact angle, 0 to below 90",
       Presence::REQUIRED},
      {"film", in<&L::film>, Quantity::SIZE, ranges::NOT_NEGATIVE,
       "thickness of the film that a sphere of the group starts with", Presence::REQUIRED},
      {"viscosity", in<&L::viscosity>, Quantity::VISCOSITY, ranges::NOT_NEGATIVE,
       "viscosity of the liquid"},
      {"smallest/gap", in<&L::smallest_gap>, Quantity::NUMBER, ranges::POSITIVE,
       "smallest gap of the viscous part over the effective radius R"},
      {"share", in<&L::share>, Quantity::NUMBER, ranges::ZERO_TO_ONE,
       "part of a film that goes into the bridges that its sphere makes in one step, 0 to 1"},
      {"evaporation", in<&L::evaporation>, Quantity::EVAPORATION, ranges::NOT_NEGATIVE,
       "volume that a film loses"},
      {"walls", in<&L::at_walls>, Quantity::ANGLE, WETS,
       "contact angle of the walls, 0 to below 90"}};
  return ROWS;
}

}    // namespace grist
