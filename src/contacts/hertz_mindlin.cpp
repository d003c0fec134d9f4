#include "contacts/hertz_mindlin.h"

#include "common/constants.h"

namespace grist {

ContactLaw HertzMindlin::between(ContactForm form, const Elasticity &a, const Elasticity &b,
                                 const ContactCoefficients &coefficients)
{
  const auto stretching = [](const Elasticity &m) {
    return (1.0 - m[POISSON] * m[POISSON]) / m[YOUNG];
  };
  const auto shearing = [](const Elasticity &m) {
    return 2.0 * (2.0 - m[POISSON]) * (1.0 + m[POISSON]) / m[YOUNG];
  };
  const double young = 1.0 / (stretching(a) + stretching(b));
  const double shear = 1.0 / (shearing(a) + shearing(b));

  ContactLaw law(KIND, form, coefficients);
  law.normal = 4.0 / 3.0 * young;
  law.tangential = 8.0 * shear;
  // Eq. 25 has S_n = 2 E* sqrt(R* d), 3/2 of `normal sqrt(R* d)`.
  law.damping =
      std::sqrt(1.5) * 2.0 * std::sqrt(5.0 / 6.0) * critical_share(coefficients.restitution, form);
  if (coefficients.cohesion.law == CohesionLaw::JKR)
    law.adhesion = std::sqrt(2.0 * PI * coefficients.cohesion.strength / young);
  if (coefficients.damping_ratio == ContactCoefficients::HUANG)
    law.damping_ratio = 2.0 * std::sqrt(shear / young);
  law.plastic.root = std::pow(law.plastic.ratio, 2.0 / 3.0);
  return law;
}

}    // namespace grist
