// Cohesion of spheres: forces that pull, added to the springs of a contact law. Stated once, on
// plain doubles, for single contacts and as a part of the loop over blocks (contact_kernel.h).
//
// The dashpot lets no contact pull more than cohesion does. The limit of friction is `friction` times the
// force that presses the surfaces together: F_n and the pull.
//
// CohesionPart is what most have in common: a pull from touch on that has a potential. LAW is a law
// of springs, MODE that of a kernel (contact_parts.h), `law` its numbers (KernelLaw).

#ifndef GRIST_CONTACTS_COHESION_H
#define GRIST_CONTACTS_COHESION_H

#include "contacts/contact_motion.h"
#include "contacts/contact_part.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// Springs and cohesion along the normal at an overlap, without the dashpot. Plain numbers only:
// compilers do not turn the copy of a struct in a struct into vector instructions.
struct NormalState {
  double normal, damping, shear;    // as ContactSprings
  double elastic;                   // force, > 0 pushes
  double strongest;                 // pull of cohesion, dashpot included
};

struct CohesionPart {
  static constexpr bool IN_STOCK = false;           // goes with ContactForm::STOCK
  static constexpr bool ACTS_APART = false;         // may act beyond touch
  static constexpr bool REMEMBERS_TOUCH = false;    // beyond touch only where it has touched
  static constexpr bool JUMPS =
      false;    // begins at touch, or ends, with a jump, whose work is lost
  static constexpr bool PREPARES = false;    // needs prepared() of each contact
  static constexpr PartMemory MEMORY = NOTHING;
  static constexpr bool AS_GIVEN = true;    // its numbers are those that users give
  template <class LAW> static constexpr bool SUITS = true;    // goes with these springs

  // How far beyond touch a contact may act, >= 0.
  template <class Law, class Own> static double reach(const Law &, const Own &, double)
  {
    return 0.0;
  }

  // Whether a pair that does not touch acts. normal_speed: > 0 if the spheres move apart.
  template <class Law, class Own>
  static bool acts_apart(const Law &, const Own &, double, double, bool, double)
  {
    return false;
  }

  // First loading is softer than unloading by this factor.
  template <class Own> static double loading_share(const Own &) { return 1.0; }

  // Adds the dashpot. normal_speed: negative when approaching.
  template <ContactForm FORM>
  static void bound(const NormalState &state, double, double normal_speed,
                    contact_kernel::Force &on)
  {
    const double wanted = state.elastic - state.damping * normal_speed, pull = state.strongest;
    on.normal = wanted > -pull ? wanted : -pull;
    on.pressing = on.normal + pull;
  }

  // What is remembered, at a new overlap > 0. The first runs in lanes, and returns a number below 0 where
  // the second must follow, one by one.
  template <class LAW, class Law> static double advance_lane(const Law &, double, double, double *)
  {
    return 0.0;
  }
  template <class LAW, class Law> static void advance_rest(const Law &, double, double, double *) {}

  // The part of the elastic force that has a potential.
  static double conservative(const NormalState &state, double) { return state.elastic; }

  // The part of that whose work is dissipated all the same.
  template <class MODE, class Law>
  static double plastic_force(const Law &, const contact_kernel::Contact &)
  {
    return 0.0;
  }

  // Contact radius; 0 of a pair that does not touch.
  template <class MODE, class Law>
  static double contact_radius(const Law &law, const contact_kernel::Contact &contact)
  {
    const double square = MODE::Law::contact_square(law, contact);
    if constexpr (!MODE::Cohesion::ACTS_APART) return std::sqrt(square);
    return std::sqrt(square > 0.0 ? square : 0.0);
  }

  // A law that jumps says the force at this overlap, and the energy that it stores.
  struct Jump {
    double force, stored;
  };
  template <class MODE, class Law>
  static Jump jump(const Law &law, const contact_kernel::Contact &contact)
  {
    using PART = typename MODE::Cohesion;
    if (!PART::pulls(law.cohesion)) return {0.0, 0.0};
    return {PART::template state<MODE>(law, contact).elastic,
            PART::template stored<MODE>(law, contact)};
  }
};

struct NoCohesion : CohesionPart {
  static constexpr const char *NAME = "none";
  static constexpr NoRows ROWS = {};
  using Numbers = NoNumbers;
  static constexpr bool IN_STOCK = true;

  static bool pulls(const Numbers &) { return false; }

  template <class MODE, class Law>
  static NormalState state(const Law &law, const contact_kernel::Contact &contact)
  {
    const ContactSprings springs = MODE::Law::springs_at(law, contact);
    return {springs.normal, springs.damping, springs.shear, springs.force, 0.0};
  }

  // Without cohesion F_n >= 0; as in stock LAMMPS it may pull.
  template <ContactForm FORM>
  static void bound(const NormalState &state, double, double normal_speed,
                    contact_kernel::Force &on)
  {
    const double wanted = state.elastic - state.damping * normal_speed;
    on.normal = FORM == ContactForm::STOCK || wanted > 0.0 ? wanted : 0.0;
    on.pressing = std::fabs(on.normal);
  }

  template <class MODE, class Law>
  static double stored(const Law &law, const contact_kernel::Contact &contact)
  {
    return contact.overlap > 0.0 ? MODE::Law::stored(law, contact) : 0.0;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
