// Heat of the contacts of PairSphereContact, for fix heat/gran.

#include "styles/contacts/pair_sphere_contact.h"

#include "styles/contacts/heat_conductance.h"

#include <cassert>

using namespace LAMMPS_NS;

double PairSphereContact::heat_conductance(int type_a, int type_b) const
{
  const auto side = [&](int type) { return HeatSide{table->elasticity(type), table->heat(type)}; };
  return LAMMPS_NS::heat_conductance(kind, side(type_a), side(type_b));
}

void PairSphereContact::add_heat(const grist::HeatScene &heat, const grist::SphereRates *rates,
                                 grist::SphereHeat *to) const
{
  assert(history && rates && to);
  if (!compute_flag) return;
  add_pair_heat(scene(), history->pairs, heat, to);
  add_loss_halves(flows.contacts(), rates, heat.receivers, to);
  for (const auto &change : history->pairs.changes) {
    const int i = change.a, j = change.b;
    grist::SphereHeat lost;
    lost.at_once =
        dissipated_by_change(law_of(i, j), contact_of(i, j), change.now, rates[i], rates[j]);
    add_halves(lost, i, j, heat.receivers, to);
  }
}
