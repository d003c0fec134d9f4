// Material, section and state of one parallel bond: the values that its law (bond_law.h) and its
// loads (bond_loads.h) are computed from. Vocabulary and signs are those of parallel_bond.h.

#ifndef GRIST_BONDS_BOND_MATERIAL_H
#define GRIST_BONDS_BOND_MATERIAL_H

#include "bonds/bond_terms.h"
#include "common/space.h"

#include <array>
#include <type_traits>

namespace grist {

// Coefficients of a bond type (`bond_coeff`), as material values: those of all its terms.
struct BondMaterial : CoefficientsOf<BondTerms> {
  bool rigid = false;    // no bond of this law: it marks the elements of a rigid cluster
};

// visit(TERM()) with the terms that act in this material, in the order of the list.
template <class Visit> void for_each_acting(const BondMaterial &material, const Visit &visit)
{
  for_each_part(BondTerms(), [&](auto term) {
    if (term.acts(material)) visit(term);
  });
}

// Whether some term that acts in the material has this: has<HasMemory>(material).
template <template <class> class PROPERTY> bool has(const BondMaterial &material)
{
  bool found = false;
  for_each_acting(material, [&](auto term) { found = found || PROPERTY<decltype(term)>::value; });
  return found;
}
template <class TERM> using Remembers = std::bool_constant<(MemoryCount<TERM>::value > 0)>;
template <class TERM> using ChangesLoads = std::bool_constant<TERM::ADVANCES || TERM::HAS_SLACK>;
template <class TERM> using Watches = std::bool_constant<TERM::WATCHES>;
template <class TERM> using HasContactBeside = std::is_same<TERM, ContactBeside>;
template <class TERM> using FollowsIds = std::bool_constant<TERM::FOLLOWS_IDS>;
template <class TERM> using FollowsTemperature = std::bool_constant<TERM::FOLLOWS_TEMPERATURE>;

// The material of one bond whose strengths are those of the type times a factor.
BondMaterial with_strength_factor(BondMaterial material, double factor);

// What kernels read of a material in steps of the length dt: the numbers of all terms.
using BondLawOfType = std::array<double, BOND_NUMBERS>;
BondLawOfType law_numbers(const BondMaterial &material, double dt);

// Factor of both strengths of a bond at this place, without what loads have done to it.
float strength_factor(const BondMaterial &material, const BondSite &site);

// Coefficients of the viscous part of a bond between given spheres, fixed when the bond is made.
// That of twist is sqrt(2/ratio) times that of bending. Stored as floats: seven digits are enough,
// and take half the memory.
struct BondDamping {
  float stretch, shear;    // force per velocity
  float bend;              // moment per angular velocity
};

// Twist's coefficient over bending's.
double twist_damping(const BondMaterial &material);

// State of one bond, kept from step to step. Shear force and moment are those of undamaged springs.
// length_initial == 0: not made yet.
// Ordered by the bond's own direction from a to b; the caller keeps that order.
struct BondState {
  double length_initial = 0.0;                // centre distance when the bond was made, L
  Vector3d normal = Vector3d::zero();         // at the last update
  Vector3d shear_force = Vector3d::zero();    // elastic, on a, across the normal
  Vector3d moment = Vector3d::zero();    // elastic, on a: twist along, bending across the normal
  BondMemory memory = {};                // of its terms

  static constexpr int SIZE = 10 + BOND_MEMORIES;    // doubles

  // The same bond with its ends in the other order.
  BondState reversed() const { return {length_initial, -normal, -shear_force, -moment, memory}; }

  // By which the springs along the bond are longer than without load, at this length.
  double stretch(double length) const
  {
    double stretch = length - length_initial;
    for_each_part(BondTerms(), [&](auto term) {
      if constexpr (decltype(term)::HAS_SLACK) stretch -= term.slack(memory);
    });
    return stretch;
  }
};

static_assert(sizeof(BondState) == BondState::SIZE * sizeof(double));
static_assert(std::is_trivially_copyable_v<BondState>, "it travels as it lies in memory");

// Factors of both strengths and of the stiffness of all springs but under pressure, by what a bond
// remembers.
double strength_left(const BondMemory &memory);
double stiffness_kept(const BondSection &section, const BondMemory &memory);

// Whether the cluster of a bond in this state may be held rigid.
bool may_be_held(const BondState &state);

// Why bonds of this length cannot be of a material; empty if they can.
std::string refusal(const BondMaterial &material, double length_initial);

// Damage that the bond has, 0 to 1: of its stiffness, or of its energy of fracture.
double damage_of(const BondMaterial &material, const BondSection &section,
                 const BondMemory &memory);

// Where the two spheres are and how they move, at one evaluation. Velocities are those of the half
// step before the positions (velocity Verlet), so that velocity * dt is the displacement since the
// last evaluation.
struct BondMotion {
  Vector3d distance;            // centre of b minus centre of a
  Vector3d velocity;            // of b minus of a
  Vector3d omega_a, omega_b;    // angular velocities
  double radius_a, radius_b;
  double mass_a, mass_b;
  double dt;    // time since the last evaluation; 0: same instant, state unchanged
};

// Section and stiffnesses of a bond between given spheres (huang2020 Eqs. 5-7).
struct BondSection : OfBonds<BondTerms> {
  double radius;                  // R = lambda * min(Ra, Rb)
  double area, inertia, polar;    // A = pi R^2, I = pi R^4/4, J = pi R^4/2
  double tension, shearing;       // k_n A, k_s A [force/length]
  double bending, twisting;       // k_n I, k_s J [moment/angle]

  BondSection(const BondMaterial &material, double radius_a, double radius_b,
              double length_initial);
};

}    // namespace grist

#endif
