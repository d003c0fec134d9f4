// Coefficients of the contact law of bodies that overlap. overlap_contact.h has the law, its
// vocabulary and its signs.

#ifndef GRIST_OVERLAPS_OVERLAP_LAW_H
#define GRIST_OVERLAPS_OVERLAP_LAW_H

namespace grist {

enum class NormalLaw { VOLUME, ENERGY };
enum class FrictionLaw { NONE, REGULARISED, COULOMB };

struct OverlapContactLaw {
  NormalLaw normal = NormalLaw::VOLUME;
  double stiffness = 0.0;    // K
  double restitution =
      1.0;    // e, above 0 to 1; counts where damping is negative. See set_restitution()
  double damping_ratio = 0.0;    // z, of that
  double damping = -1.0;         // c [force/velocity], or negative
  FrictionLaw friction = FrictionLaw::NONE;
  double mu = 0.0;
  double stiffness_ratio = 0.5;       // r, of the Coulomb law
  double speed = 0.0;                 // of the regularised law, as a user gives it
  double speed_squared = 0.1;         // w, of the same
  double tangential_damping = 0.0;    // d, of the regularised law
  bool hysteretic = false;            // restitution by a spring that latches

  void set_restitution(double e);
};

// Whether contacts lose energy at once where their overlap grows (ContactForce::lost_now).
inline bool loses_at_once(const OverlapContactLaw &law)
{
  return law.hysteretic && law.normal == NormalLaw::ENERGY;
}

}    // namespace grist

#endif
