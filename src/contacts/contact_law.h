// Common parts of all contact laws of spheres: coefficients as users give them, and the law in the
// form that is evaluated.
//
// A contact law is a struct of static functions in a header of its own (hertz_mindlin.h, hooke.h).
// It gives the springs and the dashpot of a contact at its overlap; everything else is the same for
// all laws (contact_kernel.h). The list of laws is contact_laws.h.

#ifndef GRIST_CONTACTS_CONTACT_LAW_H
#define GRIST_CONTACTS_CONTACT_LAW_H

#include "common/number_range.h"
#include "common/quantity.h"

#include <array>

namespace grist {

// A list of values, for what is compiled for each of them.
template <auto... VALUES> struct Values {
};

enum class ContactKind { HERTZ_MINDLIN, HOOKE };

enum class RollingLaw { NONE, TORQUE, SPRING };
using RollingLaws = Values<RollingLaw::NONE, RollingLaw::TORQUE, RollingLaw::SPRING>;

// Friction against turning about the normal (contact_kernel.h).
enum class TwistingLaw { NONE, MARSHALL };
using TwistingLaws = Values<TwistingLaw::NONE, TwistingLaw::MARSHALL>;

// How the forces follow from springs, dashpots and friction (contact_kernel.h).
enum class ContactForm { CONSISTENT, STOCK };
using ContactForms = Values<ContactForm::CONSISTENT, ContactForm::STOCK>;

// Attraction of a contact besides its springs (cohesion.h).
enum class CohesionLaw { NONE, JKR, SJKR, CAPPED, DMT, EEPA };
using CohesionLaws = Values<CohesionLaw::NONE, CohesionLaw::JKR, CohesionLaw::SJKR,
                            CohesionLaw::CAPPED, CohesionLaw::DMT, CohesionLaw::EEPA>;

// The force begins at touch, or ends, with a jump: what it takes from the motion there is recorded.
constexpr bool jumps(CohesionLaw cohesion)
{
  return cohesion == CohesionLaw::JKR || cohesion == CohesionLaw::DMT ||
      cohesion == CohesionLaw::EEPA;
}

// Of CohesionLaw::EEPA (eepa.h).
struct Plasticity {
  double ratio = 0.0;       // lambda_p, 0 to below 1
  double pull = 0.0;        // constant pull -f0 [force], >= 0
  double exponent = 1.0;    // of the adhesion branch, > 0
  double root = 0.0;        // lambda_p^(1/n) with the exponent n of the springs
};

struct Cohesion {
  CohesionLaw law = CohesionLaw::NONE;
  // JKR, DMT: work of adhesion w [energy/area]; SJKR: energy density k [energy/volume]; CAPPED: largest
  // pull N_max [force]
  // EEPA: surface energy dgamma [energy/area]
  double strength = 0.0;
  Plasticity plastic = {};
};

struct RollingCoefficients {
  RollingLaw law = RollingLaw::NONE;
  double stiffness = 0.0;    // of SPRING [force/length], > 0
  double damping = 0.0;      // of SPRING [force/velocity], >= 0
  double friction = 0.0;     // of TORQUE and SPRING, >= 0
};

// Coefficients for two materials in contact, for any law.
struct ContactCoefficients {
  static constexpr double HUANG = -1.0;

  double restitution = 1.0;    // e, above 0, at most 1
  double friction = 0.0;       // of sliding, >= 0
  double damping_ratio =
      0.0;    // C_t / C_n, >= 0; HUANG: by huang2020 Eq. 27, where the law has it
  RollingCoefficients rolling;
  TwistingLaw twisting = TwistingLaw::NONE;
  Cohesion cohesion;
};

// The two numbers of a law's own that a user gives, in the order of LawDescription::elasticity.
using Elasticity = std::array<double, 2>;

struct ElasticKeyword {
  const char *name;
  double initial;      // not a number: must be given
  bool is_pressure;    // given in units of pressure, evaluated in force per area
  NumberRange range;
  Quantity quantity;    // by which that of parcels is scaled
};

struct LawDescription {
  const char *name;    // pair_style NAME
  std::array<ElasticKeyword, 2> elasticity;
  bool by_material;        // elasticity belongs to a material; if not, to a pair of materials
  double damping_ratio;    // of ContactCoefficients where none is given
  CohesionLaw cohesion;    // that it has besides NONE, SJKR, DMT and EEPA

  constexpr bool has(CohesionLaw other) const
  {
    return other == cohesion || (other != CohesionLaw::JKR && other != CohesionLaw::CAPPED);
  }
};

// Springs and dashpot of a contact at its overlap.
struct ContactSprings {
  double normal;     // F_n = normal d - damping v_n, with v_n < 0 when approaching
  double damping;    // C_n; C_t is damping_ratio times as much
  double shear;      // K_t
};

// The law between two materials, in the form that is evaluated.
struct ContactLaw {
  double normal = 0.0, tangential = 0.0, damping = 0.0;    // meaning: see the law's springs()
  double damping_ratio = 0.0;                              // C_t / C_n
  double friction = 0.0;
  RollingCoefficients rolling;
  TwistingLaw twisting = TwistingLaw::NONE;
  // JKR: B = sqrt(2 pi w / E*) [sqrt(length)]; else the strength. 0: of a pair without
  // cohesion
  double adhesion = 0.0;
  CohesionLaw cohesion = CohesionLaw::NONE;
  Plasticity plastic = {};
  ContactKind kind = ContactKind::HERTZ_MINDLIN;
  ContactForm form = ContactForm::CONSISTENT;

  ContactLaw() = default;
  ContactLaw(ContactKind kind, ContactForm form, const ContactCoefficients &coefficients);
  bool operator==(const ContactLaw &other) const;
};

// Where the numbers of a SphereContactHistory stand among those that are kept: behind the shear, part
// after part of those in use.
struct HistoryLayout {
  int roll = -1, memory = -1, twist = -1;    // -1: not kept
  int width = 3;

  // Behind the shear kernels read three more numbers at once, or none.
  constexpr HistoryLayout(bool rolls, bool remembers, bool twists)
  {
    if (rolls || (twists && !remembers)) {
      roll = width;
      width += 3;
    }
    if (remembers) {
      memory = width;
      width += 3;
    }
    if (twists) twist = width++;
  }
  static constexpr HistoryLayout all() { return {true, true, true}; }
};

// What all contacts of a block have in common.
struct ContactMode {
  ContactKind kind;
  RollingLaw rolling;
  ContactForm form;
  CohesionLaw cohesion;    // of every law that has any
  double dt;
  bool advance;                 // false: shear and roll come out as they would be limited now
  bool beside_bonds = false;    // overlaps count from a reference; without cohesion only
  bool twists = false;          // some law has friction against twisting; CONSISTENT only

  HistoryLayout history() const
  {
    return {rolling == RollingLaw::SPRING, cohesion == CohesionLaw::EEPA, twists};
  }
};

// Throws std::invalid_argument, with keyword and value in the text, for a value out of range.
void check(const ElasticKeyword &keyword, double value);

// Of two types for which no pair is given: geometric means.
Elasticity mixed(const Elasticity &a, const Elasticity &b);

// Share z of critical damping that gives a linear oscillator this restitution e. STOCK: -ln e /
// sqrt(pi^2 + ln^2 e), of an oscillator that is held until its length is 0 again. CONSISTENT: it is
// released as soon as its force is 0, so that e = exp(-(pi - 2 p) tan p) with z = sin p, or exp(-2
// q coth q) with z = cosh q.
double critical_share(double restitution, ContactForm form);

}    // namespace grist

#endif
