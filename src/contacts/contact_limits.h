// Times that a time step must be small against, and overlaps, of contacts of spheres.
//
//   Rayleigh time     pi r sqrt(rho/G) / (0.1631 nu + 0.8766), of a wave around a sphere. Source:
//                     huang2020 Eq. 31
//   contact time      how long two spheres touch: pi sqrt(m*/k) of a linear spring; by Hertz' law
//                     at the approach speed v: 2.9433 d/v, with the greatest overlap
//                     d = (15 m* v^2 / (16 E* sqrt(R*)))^(2/5). Source: Johnson, Contact Mechanics
//                     (1985), 11.4. Dashpots are left out
//   at an overlap     pi sqrt(m*/k) with the stiffness k = dF/dd of a contact that touches
//
// A scheme of the kind of velocity Verlet is stable up to the time step 2 sqrt(m*/k): 2/pi of that.

#ifndef GRIST_CONTACTS_CONTACT_LIMITS_H
#define GRIST_CONTACTS_CONTACT_LIMITS_H

#include "contacts/pair_contacts.h"

#include <limits>

namespace grist {

// Above this share of a contact time no explicit scheme is stable.
constexpr double UNSTABLE_SHARE = 0.6366197723675814;    // 2/pi

double rayleigh_time(double radius, double density, double shear_modulus, double poisson);

// Infinite by Hertz' law where spheres do not approach.
double contact_time(const ContactLaw &law, double radius, double mass, double approach_speed);

// dF/dd of the normal spring, of unloading, from F/d of loading.
double unloading_stiffness(const ContactLaw &law, double secant);

// dF/dd of the normal spring, K_t and, per angle, that of the rolling spring of a contact; 0 in
// place of those that friction does not hold.
struct ContactStiffness {
  double normal, shear, roll;
};
ContactStiffness contact_stiffness(const ContactLaw &law, const SphereContact &contact);

// overlap > 0.
double contact_time_at(const ContactLaw &law, double overlap, double radius, double mass);

// The shortest contact time and the overlaps of many contacts.
class ContactSurvey {
 public:
  // Also of one that does not touch yet. radius, mass: R*, m*; size: radius of the smaller sphere.
  void add(const ContactLaw &law, double overlap, double radius, double mass, double approach_speed,
           double size);
  void add_overlap(double share);
  void add_stiffness(double over_mass);    // k/m*

  double shortest = std::numeric_limits<double>::infinity();
  double largest = 0.0;    // overlap over radius of the smaller sphere
  double sum = 0.0;        // of the same
  double count = 0.0;      // of contacts that touch
  double weight = 1.0;     // of the next contact in both: less where other ranks survey it, too

 private:
  double greatest_hurry = 0.0, greatest_stiffness = 0.0;    // over mass; rise as times fall
};

// All pairs of a scene but those of two frozen spheres. A pair whose b is no receiver, one from this
// index on, is surveyed twice.
ContactSurvey survey_contacts(const ContactScene &scene, const ContactPairs &pairs, int receivers);

}    // namespace grist

#endif
