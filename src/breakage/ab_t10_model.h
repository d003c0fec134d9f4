// The model Ab-T10: a probability of breakage from the energies of all hits together, and t10 from
// the same sum.
//
// Sources: Vogel and Peukert, Powder Technol. 129 (2003) 101 and Int. J. Miner. Process. 74S (2004)
// S329: probability and threshold; Shi and Kojovic, Int. J. Miner. Process. 82 (2007) 156: t10 of
// the same form. Discrete-element codes use both with a reference size x_ref, so that S and e_min
// are those of one size that was tested:
//
//   E_min(x) = e_min x_ref/x                   hits below leave no trace, J/kg
//   e        = sum of E_k - E_min(x)           over the hits E_k above it, J/kg
//   P        = 1 - exp(-S (x/x_ref) e)         share of broken bodies
//   t10      = M [1 - exp(-S (x/x_ref) e)]
//
// In Vogel and Peukert's symbols S = f_Mat x_ref and e_min = (x W_m,min)/x_ref; k equal hits add up
// to k (W_m,kin - W_m,min). A body breaks in the hit in which P reaches its own number.

#ifndef GRIST_BREAKAGE_AB_T10_MODEL_H
#define GRIST_BREAKAGE_AB_T10_MODEL_H

#include "breakage/breakage_model.h"

namespace grist {

struct AbT10Parameters {
  double size_reference = 0.0;    // x_ref, m
  double selection = 0.0;         // S, of a body of x_ref, kg/J
  double energy_min = 0.0;        // e_min, of a body of x_ref, J/kg
  double t10_max = 0.0;           // M, fraction
};

class AbT10Model : public BreakageModel {
 public:
  static constexpr const char *NAME = "ab/t10";
  using Parameters = AbT10Parameters;
  static const NumberRows<Parameters> &rows();

  // Throws std::invalid_argument, with the value in its text.
  explicit AbT10Model(const AbT10Parameters &parameters);

  double broken_share(double size, double energy) const override;
  double strength(const BodyStrength &body, double size) const override;
  HitOutcome hit(BodyStrength &body, double size, double energy) const override;

  double threshold(double size) const;                         // E_min
  double share_after(double size, double energy_sum) const;    // P

 private:
  AbT10Parameters given;
};

}    // namespace grist

#endif
