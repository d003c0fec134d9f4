#include "styles/heat/heat_supplies.h"

#include "styles/commands/input_words.h"
#include "styles/parcels/fix_parcels.h"

#include "common/constants.h"
#include "heat/heat_numbers.h"

#include "atom.h"
#include "lammps.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;
namespace heat_numbers = grist::heat_numbers;

void HeatSupplies::read_source(LAMMPS *lmp, const std::string &user, InputWords &words)
{
  const NamedGroup group(user + ": source", words.word("source"));
  group.bit(lmp);
  sources.push_back({group, NumberOrVariable::read(words, heat_numbers::SOURCE)});
}

void HeatSupplies::read_convection(InputWords &words)
{
  film = NumberOrVariable::read(words, heat_numbers::CONVECTION);
  surroundings = NumberOrVariable::read(words, heat_numbers::SURROUNDINGS);
  convects = true;
}

bool HeatSupplies::has_variables() const
{
  return film.is_variable() || surroundings.is_variable() ||
      std::any_of(sources.begin(), sources.end(),
                  [](const Source &source) { return source.power.is_variable(); });
}

void HeatSupplies::init(LAMMPS *lmp, const std::string &user)
{
  film.find(lmp, user);
  surroundings.find(lmp, user);
  for (Source &source : sources) {
    source.group.bit_of_run(lmp);    // its warning
    source.power.find(lmp, user);
  }
  const grist::ParcelScale parcels = FixParcels::scale(lmp);
  const auto factor = [&](const grist::NumberDescription &of) {
    return parcels(std::string(of.name) + ", factor", of.quantity, 1.0);
  };
  if (!sources.empty()) parcel_power = factor(heat_numbers::SOURCE);
  if (convects) parcel_film = factor(heat_numbers::CONVECTION);
}

void HeatSupplies::begin_step(LAMMPS *lmp, const std::string &user)
{
  film_now = parcel_film * film.value(lmp, user);
  surroundings_now = surroundings.value(lmp, user);
  for (Source &source : sources) {
    source.groupbit = source.group.bit(lmp);
    source.now = parcel_power * source.power.value(lmp, user);
  }
}

HeatSupplies::Power HeatSupplies::of(const Atom &atom, int i) const
{
  assert(i >= 0 && i < atom.nlocal);
  const double conductance = film_now * 4.0 * grist::PI * atom.radius[i] * atom.radius[i];
  double made = 0.0;
  for (const Source &source : sources)
    if (atom.mask[i] & source.groupbit) made += source.now;
  return {made, conductance * (surroundings_now - atom.temperature[i]), conductance};
}
