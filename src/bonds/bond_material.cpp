#include "bonds/bond_material.h"

#include "common/constants.h"
#include "common/number_text.h"
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
