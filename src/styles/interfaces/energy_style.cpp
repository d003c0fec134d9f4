#include "styles/interfaces/energy_style.h"

#include "records/contact_sums.h"
#include "styles/access/styles_with.h"

#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"

using namespace LAMMPS_NS;

const grist::SphereRates *LAMMPS_NS::foreseen_rates(const LAMMPS *lmp)
{
  const auto *fix = internal_fix<ForeseenRates>(lmp);
  return fix ? fix->foreseen() : nullptr;
}

grist::SphereRates *LAMMPS_NS::rates_to_foresee(const LAMMPS *lmp)
{
  auto *fix = internal_fix<ForeseenRates>(lmp);
  return fix ? fix->to_foresee() : nullptr;
}

void ContactStyle::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  grist::StoredSum sum(to, of);
  show_contacts(sum);
}

void ContactStyle::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                              const grist::SphereSelection &of) const
{
  grist::PowerSum sum(to, rates, of);
  show_contacts(sum);
}

double ContactStyle::lost_at_once(const grist::SphereRates *rates,
                                  const grist::SphereSelection &of) const
{
  grist::LossSum loss(rates, of);
  show_contacts(loss);
  return loss.sum;
}

std::vector<NamedContacts> LAMMPS_NS::contact_styles(LAMMPS *lmp)
{
  std::vector<NamedContacts> found;
  const auto add = [&](ContactStyle *style, const std::string &name, const Fix *wall) {
    if (style && style->energy_refusal().empty()) found.push_back({style, name, wall});
  };
  const char *pair_style = lmp->force->pair_style;
  add(pair_with<ContactStyle>(lmp), std::string("pair_style ") + (pair_style ? pair_style : ""),
      nullptr);
  for (Fix *fix : fixes_of(*lmp->modify))
    add(dynamic_cast<ContactStyle *>(fix), std::string("fix ") + fix->id, fix);
  return found;
}
