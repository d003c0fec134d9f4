#include "contacts/contact_law.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"

#include <cmath>

namespace grist {

void check(const ElasticKeyword &keyword, double value)
{
  require(keyword.range.allows(value), keyword.name, value, keyword.range.expected);
}

Elasticity mixed(const Elasticity &a, const Elasticity &b)
{
  Elasticity mix = {};
  for (std::size_t k = 0; k < mix.size(); k++) mix[k] = std::sqrt(a[k] * b[k]);
  return mix;
}

// The argument from 0 to `most` at which an increasing function has this value.
template <class Function> static double inverse(const Function &function, double value, double most)
{
  double low = 0.0, high = most;
  while (true) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) return middle;
    (function(middle) < value ? low : high) = middle;
  }
}

double critical_share(double restitution, ContactForm form)
{
  assert(restitution > 0.0 && restitution <= 1.0);
  const double loss = -std::log(restitution);
  if (form == ContactForm::STOCK) return loss / std::sqrt(PI * PI + loss * loss);
  constexpr double CRITICAL_LOSS = 2.0;
  if (loss < CRITICAL_LOSS)
    return std::sin(inverse([](double p) { return (PI - 2.0 * p) * std::tan(p); }, loss, 0.5 * PI));
  return std::cosh(inverse([](double q) { return 2.0 * q / std::tanh(q); }, loss, loss));
}

bool ContactLaw::operator==(const ContactLaw &other) const
{
  return normal == other.normal && tangential == other.tangential && damping == other.damping &&
      damping_ratio == other.damping_ratio && friction == other.friction &&
      numbers == other.numbers && parts == other.parts && kind == other.kind && form == other.form;
}

}    // namespace grist
