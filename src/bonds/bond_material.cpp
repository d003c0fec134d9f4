#include "bonds/bond_material.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/parcel_scaling.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

const char *name_of(BondContact contact)
{
  switch (contact) {
    case BondContact::YES: return "yes";
    case BondContact::ABSOLUTE: return "absolute";
    default: return "no";
  }
}

double counts_from(BondContact contact, double length_initial)
{
  return contact == BondContact::YES ? length_initial : std::numeric_limits<double>::infinity();
}

static void check(const StrengthScatter &scatter)
{
  if (!scatter.exists()) return;
  const bool is_weibull = scatter.law == StrengthScatter::Law::WEIBULL;
  require(std::isfinite(scatter.value) && scatter.value > 0.0, is_weibull ? "weibull" : "normal sd",
          scatter.value, "must be positive");
}

// Moduli and strengths are pressures, damping is a share of the critical one.
BondMaterial of_parcels(const ParcelScale &scale, BondMaterial real)
{
  real.softening = scale("soften", Quantity::ENERGY_PER_AREA, real.softening);
  return real;
}

void check(const BondMaterial &material)
{
  const bool finite_young = std::isfinite(material.young) && material.young > 0.0;
  require(finite_young, "young", material.young, "must be positive");
  require(std::isfinite(material.ratio) && material.ratio > 0.0, "ratio", material.ratio,
          "must be positive");
  require(material.tensile > 0.0, "tensile", material.tensile, "must be positive");
  require(material.shear > 0.0, material.friction > 0.0 ? "cohesion" : "shear", material.shear,
          "must be positive");
  require(!(material.shear < material.tensile * material.friction), "cohesion", material.shear,
          "must be at least tensile times tan(angle), " +
              number_text(material.tensile * material.friction) +
              ": else no bond reaches its tensile strength");
  require(std::isfinite(material.radius) && material.radius > 0.0, "radius", material.radius,
          "must be positive, it is a multiple of the smaller sphere's radius");
  require(material.beta >= 0.0 && material.beta <= 1.0, "beta", material.beta, "must be 0 to 1");
  require(std::isfinite(material.damping) && material.damping >= 0.0, "damping", material.damping,
          "must be 0 or more, it is a fraction of critical damping");
  require(std::isfinite(material.softening) && material.softening >= 0.0, "soften",
          material.softening, "must be positive, it is an energy over an area");
  require(material.softening == 0.0 || std::isfinite(material.tensile), "tensile", material.tensile,
          "must be a number with soften");
  require(std::isfinite(material.fatigue) && material.fatigue >= 0.0, "fatigue", material.fatigue,
          "must be positive");
  require(material.softening == 0.0 || material.fatigue == 0.0, "fatigue", material.fatigue,
          "excludes soften: a bond has one kind of damage");
  check(material.scatter);
  if (!material.weakens()) return;
  require(std::isfinite(material.strong_until), "weaken", material.strong_until,
          "must be a number");
  require(material.strong_until < material.gone_at, "weaken", material.gone_at,
          "must be above the temperature up to which the strength is whole, " +
              number_text(material.strong_until));
  require(material.softening == 0.0 && material.fatigue == 0.0, "weaken", material.gone_at,
          "excludes soften and fatigue: a bond has one kind of damage");
}

double strength_at(const BondMaterial &material, double temperature)
{
  constexpr double LEAST = 1e-6;
  if (!material.weakens()) return 1.0;
  const double left = (material.gone_at - temperature) / (material.gone_at - material.strong_until);
  return std::clamp(left, LEAST, 1.0);
}

BondMaterial with_strength_factor(BondMaterial material, double factor)
{
  material.tensile *= factor;
  material.shear *= factor;
  material.softening *= factor * factor;
  return material;
}

double softening_reach(const BondMaterial &m, double length_initial)
{
  if (m.softening == 0.0) return 0.0;
  return 2.0 * m.softening * m.young / (m.tensile * m.tensile * length_initial);
}

double twist_damping(const BondMaterial &material)
{
  return std::sqrt(2.0 / material.ratio);    // k_s J over k_n I is 2/ratio
}

void BondState::pack(double *buffer) const
{
  buffer[0] = length_initial;
  copy_to(buffer + 1, normal);
  copy_to(buffer + 4, shear_force);
  copy_to(buffer + 7, moment);
  buffer[10] = damage.strength;
  buffer[11] = damage.peak;
  buffer[12] = damage.taken;
}

BondState BondState::unpack(const double *buffer)
{
  return {buffer[0],
          vector_at(buffer + 1),
          vector_at(buffer + 4),
          vector_at(buffer + 7),
          {buffer[10], buffer[11], buffer[12]}};
}

BondSection::BondSection(const BondMaterial &material, double radius_a, double radius_b,
                         double length_initial) :
    radius(material.radius * std::min(radius_a, radius_b))
{
  const double square = radius * radius;
  area = PI * square;
  inertia = 0.25 * PI * square * square;
  polar = 2.0 * inertia;
  const double k_normal = material.young / length_initial;
  const double k_shear = k_normal / material.ratio;
  tension = k_normal * area;
  shearing = k_shear * area;
  bending = k_normal * inertia;
  twisting = k_shear * polar;
  reach = softening_reach(material, length_initial);
}

}    // namespace grist
