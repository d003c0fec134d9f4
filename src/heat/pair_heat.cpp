#include "heat/pair_heat.h"

#include "common/preconditions.h"
#include "contacts/contact_energy.h"
#include "contacts/contact_laws.h"
#include "heat/conduction.h"

#include <cmath>

namespace grist {

// With ContactForm::STOCK it depends on the springs of the contact.
double energy_held(const ContactLaw &law, const SphereContact &contact,
                   const SphereContactHistory &history)
{
  if (law.form == ContactForm::STOCK) {
    const ContactEnergy stored = stored_energy(law, contact, history);
    return stored.shear + stored.roll;
  }
  const double roll = with_part(RollingParts(), law.parts[ROLLING_PART], [&](auto part) {
    return decltype(part)::stored(numbers_of<decltype(part)>(law), squared_norm(history.roll));
  });
  return 0.5 * (squared_norm(history.shear) + history.twist * history.twist) + roll;
}

namespace {

class PairHeat {
 public:
  PairHeat(const ContactScene &scene, const ContactPairs &pairs, const HeatScene &heat,
           SphereHeat *to) :
      scene(scene),
      pairs(pairs), heat(heat), to(to)
  {
  }

  void add(int a, int b, int n)
  {
    const SpherePlace &at_a = scene.place[a], &at_b = scene.place[b];
    const double x = at_a.x[0] - at_b.x[0], y = at_a.x[1] - at_b.x[1], z = at_a.x[2] - at_b.x[2];
    const double radii = at_a.radius + at_b.radius, distance = std::sqrt(x * x + y * y + z * z);
    const double overlap = radii - distance - reference_overlap(pairs.bonding(n), radii);
    const double radius = at_a.radius * at_b.radius / radii;
    const bool one = scene.types == 1;
    const int type_a = one ? 0 : scene.motion[a].type, type_b = one ? 0 : scene.motion[b].type;
    const ContactLaw &law = scene.laws[type_a * scene.types + type_b];
    const SphereContactHistory history = pairs.remembered(n);
    conduct(a, b, contact_radius(law, overlap, radius, history.memory));
    hold(a, b, law, history, overlap, radius);
  }

 private:
  const ContactScene &scene;
  const ContactPairs &pairs;
  const HeatScene &heat;
  SphereHeat *to;

  void conduct(int a, int b, double contact_radius)
  {
    const double conductance =
        contact_radius * heat.conductance[(heat.type[a] - 1) * heat.types + heat.type[b] - 1];
    const double flow = conductance * (heat.temperature[b] - heat.temperature[a]);
    to[a].flow += flow;
    to[a].conductance += conductance;
    if (b >= heat.receivers) return;
    to[b].flow -= flow;
    to[b].conductance += conductance;
  }

  void hold(int a, int b, const ContactLaw &law, const SphereContactHistory &history,
            double overlap, double radius)
  {
    SphereContact contact = {};
    if (law.form == ContactForm::STOCK) {
      const MassQuotient mass = effective_mass(scene.motion[a], scene.motion[b]);
      contact.overlap = overlap;
      contact.radius = radius;
      contact.mass = mass.product / mass.sum;
    }
    SphereHeat of_both;
    of_both.held = energy_held(law, contact, history);
    add_halves(of_both, a, b, heat.receivers, to);
  }
};

}    // namespace

void add_pair_heat(const ContactScene &scene, const ContactPairs &pairs, const HeatScene &heat,
                   SphereHeat *to)
{
  assert(heat.types > 0 && heat.receivers >= 0);
  assert(pairs.touching.size() == pairs.partner.size());
  PairHeat of(scene, pairs, heat, to);
  int n = 0;
  for (const ContactPairs::Row &row : pairs.rows)
    for (; n < row.end; n++)
      if (pairs.touching[n]) of.add(row.a, pairs.partner[n], n);
}

// Where another rank has the contact, too, the half that counts here is that of a.
void add_loss_halves(const Losses<ContactEntries> &losses, const SphereRates *rates, int receivers,
                     SphereHeat *to)
{
  losses.for_each_power(rates, [&](int a, int b, double power) {
    to[a].losses += b < receivers ? 0.5 * power : power;
    if (b < receivers) to[b].losses += 0.5 * power;
  });
}

}    // namespace grist
