#include "contacts/contact_law.h"

#include "common/constants.h"
#include "common/number_text.h"

#include <cmath>
#include <string>

namespace grist {

static void require_not_negative(const char *what, double value)
{
  require(std::isfinite(value) && value >= 0.0, what, value, "must not be negative");
}

static double geometric_mean(double a, double b)
{
  return std::sqrt(a * b);
}

const char *name_of(CohesionLaw cohesion)
{
  switch (cohesion) {
    case CohesionLaw::JKR: return "jkr";
    case CohesionLaw::SJKR: return "sjkr";
    case CohesionLaw::DMT: return "dmt";
    case CohesionLaw::EEPA: return "eepa";
    case CohesionLaw::CAPPED: return "capped";
    default: return "none";
  }
}

void check(const ElasticKeyword &keyword, double value)
{
  require(keyword.allows(value), keyword.name, value, keyword.expected);
}

void check(const ContactCoefficients &coefficients)
{
  const double e = coefficients.restitution;
  require(e > 0.0 && e <= 1.0, "restitution", e, "must be above 0 and at most 1");
  require_not_negative("friction", coefficients.friction);
  if (coefficients.damping_ratio != ContactCoefficients::HUANG)
    require_not_negative("damping_t", coefficients.damping_ratio);
  const RollingCoefficients &rolling = coefficients.rolling;
  require(rolling.law != RollingLaw::SPRING ||
              (std::isfinite(rolling.stiffness) && rolling.stiffness > 0.0),
          "rolling stiffness", rolling.stiffness, "must be positive");
  require_not_negative("rolling damping", rolling.damping);
  require_not_negative("rolling friction", rolling.friction);
  const Cohesion &cohesion = coefficients.cohesion;
  const std::string what = std::string("cohesion ") + name_of(cohesion.law);
  require_not_negative(what.c_str(), cohesion.strength);
  if (cohesion.law != CohesionLaw::EEPA) return;
  const Plasticity &plastic = cohesion.plastic;
  require(plastic.ratio >= 0.0 && plastic.ratio < 1.0, "cohesion eepa: plasticity ratio",
          plastic.ratio, "must be 0 to below 1");
  require_not_negative("cohesion eepa: constant pull", plastic.pull);
  require(std::isfinite(plastic.exponent) && plastic.exponent > 0.0,
          "cohesion eepa: exponent of adhesion", plastic.exponent, "must be positive");
  require(rolling.law != RollingLaw::SPRING, "cohesion eepa with rolling sds", rolling.stiffness,
          "expected rolling none or torque");
}

static bool has_cohesion(const ContactCoefficients &c)
{
  return c.cohesion.law != CohesionLaw::NONE;
}

bool mixable(const ContactCoefficients &a, const ContactCoefficients &b)
{
  const auto by_huang = [](const ContactCoefficients &c) {
    return c.damping_ratio == ContactCoefficients::HUANG;
  };
  const bool cohesions_mix = !has_cohesion(a) || !has_cohesion(b) ||
      a.cohesion.law == b.cohesion.law;
  return a.rolling.law == b.rolling.law && a.twisting == b.twisting && by_huang(a) == by_huang(b) &&
      cohesions_mix;
}

ContactCoefficients mixed(const ContactCoefficients &a, const ContactCoefficients &b)
{
  ContactCoefficients mix = a;
  mix.restitution = geometric_mean(a.restitution, b.restitution);
  mix.friction = geometric_mean(a.friction, b.friction);
  if (a.damping_ratio != ContactCoefficients::HUANG)
    mix.damping_ratio = geometric_mean(a.damping_ratio, b.damping_ratio);
  mix.rolling.stiffness = geometric_mean(a.rolling.stiffness, b.rolling.stiffness);
  mix.rolling.damping = geometric_mean(a.rolling.damping, b.rolling.damping);
  mix.rolling.friction = geometric_mean(a.rolling.friction, b.rolling.friction);
  mix.cohesion = {};
  if (has_cohesion(a) && has_cohesion(b))
    mix.cohesion = {a.cohesion.law,
                    geometric_mean(a.cohesion.strength, b.cohesion.strength),
                    {geometric_mean(a.cohesion.plastic.ratio, b.cohesion.plastic.ratio),
                     geometric_mean(a.cohesion.plastic.pull, b.cohesion.plastic.pull),
                     geometric_mean(a.cohesion.plastic.exponent, b.cohesion.plastic.exponent)}};
  return mix;
}

Elasticity mixed(const Elasticity &a, const Elasticity &b)
{
  return {geometric_mean(a[0], b[0]), geometric_mean(a[1], b[1])};
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
  const double loss = -std::log(restitution);
  if (form == ContactForm::STOCK) return loss / std::sqrt(PI * PI + loss * loss);
  constexpr double CRITICAL_LOSS = 2.0;
  if (loss < CRITICAL_LOSS)
    return std::sin(inverse([](double p) { return (PI - 2.0 * p) * std::tan(p); }, loss, 0.5 * PI));
  return std::cosh(inverse([](double q) { return 2.0 * q / std::tanh(q); }, loss, loss));
}

ContactLaw::ContactLaw(ContactKind kind, ContactForm form,
                       const ContactCoefficients &coefficients) :
    damping_ratio(coefficients.damping_ratio),
    friction(coefficients.friction), rolling(coefficients.rolling), twisting(coefficients.twisting),
    adhesion(coefficients.cohesion.strength), cohesion(coefficients.cohesion.law),
    plastic(coefficients.cohesion.plastic), kind(kind), form(form)
{
}

bool ContactLaw::operator==(const ContactLaw &other) const
{
  return normal == other.normal && tangential == other.tangential && damping == other.damping &&
      damping_ratio == other.damping_ratio && friction == other.friction &&
      rolling.law == other.rolling.law && rolling.stiffness == other.rolling.stiffness &&
      rolling.damping == other.rolling.damping && rolling.friction == other.rolling.friction &&
      twisting == other.twisting && adhesion == other.adhesion && cohesion == other.cohesion &&
      plastic.ratio == other.plastic.ratio && plastic.pull == other.plastic.pull &&
      plastic.exponent == other.plastic.exponent && kind == other.kind && form == other.form;
}

}    // namespace grist
