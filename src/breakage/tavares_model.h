// The model of Tavares: a strength that depends on size and scatters, damage by hits that do not
// break, t10 from the energy.
//
// Sources: Tavares and King, Int. J. Miner. Process. 54 (1998) 1: strength and its size; Tavares
// and King, Powder Technol. 123 (2002) 138: damage; Tavares, Powder Technol. 190 (2009) 327: t10,
// repeated hits.
//
//   E50(d) = E_inf/(1 + k_p/k_s) [1 + (d0/d)^phi]              median of E*, J/kg
//   P(E)   = 1/2 [1 + erf(ln(E*/E50)/(sqrt(2) sigma))]         share of bodies with a fracture
//                                                              energy below E
//   E*     = Emax E/(Emax - E),  Emax = ratio E50              no body is stronger than Emax
//   D      = [2 gamma/(2 gamma - 5 D + 5) E_k/E]^(2 gamma/5)   damage by a hit E_k < E of a body of
//                                                              fracture energy E
//   E'     = E (1 - D)                                         its fracture energy from then on
//   t10    = A [1 - exp(-b E_k/E50b)]                          of a body that a hit E_k breaks
//
// E50b is the median fracture energy of the new bodies that a hit of E_k breaks, Tavares's
// definition in closed form: P(E50b) = P(E_k)/2. Hits that break all bodies have the median of all,
// E50/(1 + 1/ratio); there is no jump on the way. Bodies that damage has weakened are broken by E_k
// far below E50. Then E50b is just below E_k, and t10 near A [1 - exp(-b)].

#ifndef GRIST_BREAKAGE_TAVARES_MODEL_H
#define GRIST_BREAKAGE_TAVARES_MODEL_H

#include "breakage/breakage_model.h"

#include <limits>

namespace grist {

struct TavaresParameters {
  double energy_large = 0.0;     // E_inf, of large bodies, J/kg
  double size_material = 0.0;    // d0, m; bodies far above it have E_inf
  double size_exponent = 1.0;    // phi
  double deviation = 0.0;        // sigma, of ln(E*); 0: bodies of one size are equally strong
  double energy_ratio_max = std::numeric_limits<double>::infinity();    // Emax/E50
  double stiffness_ratio =
      0.0;    // k_p/k_s, body to the surface that hits; 0: E_inf is used as it is
  double damage_exponent = 5.0;    // gamma; the larger, the less damage
  double t10_max = 0.0;            // A, fraction
  double t10_rate = 0.0;           // b
  double energy_min = 0.0;         // hits below do no damage, J/kg
};

class TavaresModel : public BreakageModel {
 public:
  static constexpr const char *NAME = "tavares";
  using Parameters = TavaresParameters;
  static const NumberRows<Parameters> &rows();

  // Throws std::invalid_argument, with the value in its text.
  explicit TavaresModel(const TavaresParameters &parameters);

  double broken_share(double size, double energy) const override;
  double strength(const BodyStrength &body, double size) const override;
  HitOutcome hit(BodyStrength &body, double size, double energy) const override;

  double median_energy(double size) const;                           // E50
  double fracture_energy(double size, double share_weaker) const;    // the inverse of broken_share
  double median_of_broken(double size, double energy) const;         // E50b
  double t10(double size, double energy) const;

 private:
  TavaresParameters given;
};

// D of a hit with E_k/E = `energy_share`; 0 at 0, 1 from 1 on.
double tavares_damage(double energy_share, double damage_exponent);

}    // namespace grist

#endif
