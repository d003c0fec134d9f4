#include "heat/pair_heat.h"

#include "common/preconditions.h"
#include "contacts/contact_energy.h"
#include "contacts/contact_laws.h"

#include <cstddef>
#include <cstring>

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

// The first four numbers of SphereHeat.
using Four = double __attribute__((vector_size(4 * sizeof(double))));
static_assert(offsetof(SphereHeat, conductance) == sizeof(double) &&
              offsetof(SphereHeat, losses) == 2 * sizeof(double) &&
              offsetof(SphereHeat, held) == 3 * sizeof(double));

void add(SphereHeat &to, const Four &more)
{
  Four sum;
  std::memcpy(&sum, &to.flow, sizeof(sum));
  sum += more;
  std::memcpy(&to.flow, &sum, sizeof(sum));
}

}    // namespace

// What a sphere a takes is summed in registers while it stays the same.
void add_pair_heat(const std::vector<ContactHeat> &contacts, const std::vector<double> &losses,
                   const HeatScene &heat, SphereHeat *to)
{
  assert(heat.types > 0 && heat.receivers >= 0 && contacts.size() <= losses.size());
  const size_t count = contacts.size();
  for (size_t n = 0; n < count;) {
    const int a = contacts[n].a;
    const double temperature = heat.temperature[a];
    const double *conductance = heat.conductance + (heat.type[a] - 1) * heat.types - 1;
    Four of_a = {};
    for (; n < count && contacts[n].a == a; n++) {
      const ContactHeat &one = contacts[n];
      const double by_contact = one.radius * conductance[heat.type[one.b]];
      const double flow = by_contact * (heat.temperature[one.b] - temperature);
      const double held = 0.5 * one.held;
      if (one.b < heat.receivers) {
        of_a += Four{flow, by_contact, 0.5 * losses[n], held};
        add(to[one.b], Four{-flow, by_contact, 0.5 * losses[n], held});
      } else {
        of_a += Four{flow, by_contact, losses[n], held};
      }
    }
    add(to[a], of_a);
  }
}

}    // namespace grist
