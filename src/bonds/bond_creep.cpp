#include "bonds/bond_creep.h"

namespace grist {

// With s = e^-h the integral of F^2/(k T) is, F' the load without the step and D what it adds,
//   (1 - s^2)/2 F'^2/k + (1 - s)^2/h F' D/k + [h - 2 (1 - s) + (1 - s^2)/2]/h^2 D^2/k.
// Where h is small the last bracket and 1 - s - h s follow their series:
//   sum over n of (-1)^(n+1) h^n (2^(n-1) - 2)/n! and sum of (-1)^n h^n (n - 1)/n!.
BondCreep::Numbers<double> BondCreep::numbers(const Coefficients &of, double dt)
{
  if (!acts(of) || dt == 0.0) return {};
  const double h = dt / of.relaxation_time, fallen = -std::expm1(-h);
  double bracket = h - 2.0 * fallen - 0.5 * std::expm1(-2.0 * h), late = fallen - h * std::exp(-h);
  if (h < 0.5) {
    bracket = late = 0.0;
    double power = -h;    // (-1)^n h^n / n!
    for (int n = 2; n < 30; n++) {
      power *= -h / n;
      bracket -= power * (std::ldexp(1.0, n - 1) - 2.0);
      late += power * (n - 1);
    }
  }
  return {fallen, late / h, -0.5 * std::expm1(-2.0 * h), fallen * fallen / h, bracket / (h * h)};
}

}    // namespace grist
