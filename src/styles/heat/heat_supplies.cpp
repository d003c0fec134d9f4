#include "styles/heat/heat_supplies.h"

#include "styles/common/fix_parcels.h"
#include "styles/common/input_words.h"

#include "common/constants.h"

#include "atom.h"
#include "lammps.h"

#include <algorithm>

using namespace LAMMPS_NS;

void HeatSupplies::read_source(LAMMPS *lmp, const std::string &user, InputWords &words)
{
  const NamedGroup group(user + ": source", words.word("source"));
  group.bit(lmp);
  sources.push_back({group, NumberOrVariable::read(words, "source")});
}

void HeatSupplies::read_convection(InputWords &words)
{
  film = NumberOrVariable::read_not_negative(words, "convection");
  surroundings = NumberOrVariable::read(words, "convection");
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
    source.groupbit = source.group.bit_of_run(lmp);
    source.power.find(lmp, user);
  }
  const grist::ParcelScale parcels = FixParcels::scale(lmp);
  if (!sources.empty())
    parcel_power = parcels("heat source, factor", grist::Quantity::HEAT_SOURCE, 1.0);
  if (convects)
    parcel_film = parcels("convection, factor", grist::Quantity::EXCHANGE_PER_AREA, 1.0);
}

void HeatSupplies::begin_step(LAMMPS *lmp, const std::string &user)
{
  film_now = parcel_film * film.not_negative(lmp, user, "convection");
  surroundings_now = surroundings.value(lmp, user);
  for (Source &source : sources) source.now = parcel_power * source.power.value(lmp, user);
}

HeatSupplies::Power HeatSupplies::of(const Atom &atom, int i) const
{
  const double conductance = film_now * 4.0 * grist::PI * atom.radius[i] * atom.radius[i];
  double made = 0.0;
  for (const Source &source : sources)
    if (atom.mask[i] & source.groupbit) made += source.now;
  return {made, conductance * (surroundings_now - atom.temperature[i]), conductance};
}
