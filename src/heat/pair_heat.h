// Heat of the spheres of one step: what contacts conduct, and the losses of contacts, half to each
// of the two spheres.
//
// Losses follow compute energy/balance (energy/energy_ledger.h): the power of all forces that take
// energy, summed over time by the trapezoid rule, less what tangential, twisting and rolling springs
// hold now, and what is lost at once. Springs give back what they hold: that is no heat.

#ifndef GRIST_HEAT_PAIR_HEAT_H
#define GRIST_HEAT_PAIR_HEAT_H

#include "contacts/pair_contacts.h"
#include "energy/losses.h"

namespace grist {

// What a sphere has: its halves of all its contacts.
struct SphereHeat {
  double flow = 0.0;           // that contacts conduct into it [power]
  double conductance = 0.0;    // [power/temperature]
  double losses = 0.0;         // power that is taken
  double held = 0.0;           // of that so far, energy that springs hold
  double at_once = 0.0;        // energy that was lost in this step and is in no power

  static constexpr int NUMBERS = 5;
};

struct HeatScene {
  const double *temperature;    // by sphere
  const int *type;              // by sphere, from 1
  const double *conductance;    // over the contact radius, of two types; types x types
  int types;
  int receivers;    // a sphere b takes its part only if its index is below this
};

// Energy of the springs of a contact whose work counts as loss until they return it.
double energy_held(const ContactLaw &law, const SphereContact &contact,
                   const SphereContactHistory &history);

// Adds conduction, losses and what springs hold, of all contacts. losses: the power that each takes;
// where another rank has the contact, too, the half of it that counts here is that of a.
void add_pair_heat(const std::vector<ContactHeat> &contacts, const std::vector<double> &losses,
                   const HeatScene &heat, SphereHeat *to);

// The losses of one contact of spheres a and b.
inline void add_halves(const SphereHeat &of_both, int a, int b, int receivers, SphereHeat *to)
{
  const auto add = [&](SphereHeat &sphere) {
    sphere.losses += 0.5 * of_both.losses;
    sphere.held += 0.5 * of_both.held;
    sphere.at_once += 0.5 * of_both.at_once;
  };
  add(to[a]);
  if (b < receivers) add(to[b]);
}

}    // namespace grist

#endif
