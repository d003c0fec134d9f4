#include "styles/feeds/fix_insert_pack.h"

#include "atom.h"
#include "error.h"
#include "molecule.h"
#include "styles/parcels/fix_parcels.h"

#include <algorithm>
#include <cassert>
#include <cmath>

using namespace LAMMPS_NS;

static constexpr double DENSEST = 0.64;    // random packing of equal spheres
static constexpr bigint EVERY = 1000;    // steps until particles that found no room are tried again
static constexpr const char *GOAL_NAMES[] = {"none", "fraction", "mass", "number"};

FixInsertPack::FixInsertPack(LAMMPS *lmp, int narg, char **arg) :
    FixInsert(lmp, narg, arg, "Fix insert/pack")
{
  every = EVERY;
  std::vector<Keyword> keywords = common_keywords();
  keywords.push_back({"fraction", [this] {
                        const double fraction = words.positive("fraction", Quantity::NUMBER);
                        if (fraction > DENSEST)
                          words.refuse("fraction", fraction,
                                       "of solid in the space; at most 0.64, as spheres at random");
                        set_goal(Goal::FRACTION, fraction);
                      }});
  keywords.push_back(
      {"mass", [this] { set_goal(Goal::MASS, words.positive("mass", Quantity::MASS)); }});
  keywords.push_back(
      {"number", [this] { set_goal(Goal::NUMBER, parcels_for(words.big_whole("number", 1))); }});
  keywords.push_back({"refill", [this] { refills = words.yes_or_no("refill"); }});
  words.read_keywords(keywords);
  if (!place.is_given()) words.refuse("no", "region", "keyword region or mesh is required");
  if (goal == Goal::NONE)
    words.refuse("no", "fraction", "keyword fraction, mass or number is required");
  for (int n = 0; refills && goal == Goal::NUMBER && n < mix.mix().count(); n++)
    if (mix.most_atoms_of(n) > 1)
      words.refuse("refill", "yes",
                   "with number it counts atoms: give mass or fraction of clusters");
  open_file();
}

void FixInsertPack::set_goal(Goal which, double value)
{
  assert(which != Goal::NONE && value > 0.0);
  if (goal != Goal::NONE)
    words.refuse(GOAL_NAMES[static_cast<int>(which)], value,
                 "one of fraction, mass and number is enough");
  goal = which;
  wanted = value;
}

// As many as have the mass of this number of particles. A mix is of parcels or of real types.
double FixInsertPack::parcels_for(double number) const
{
  assert(number >= 1.0);
  const auto each = [this](int n) {
    const MixSource &source = mix.source(n);
    const int type = source.molecule ? source.molecule->type[0] : source.type;
    return std::pow(FixParcels::scale(lmp, type).ratio(), 3);
  };
  for (int n = 1; n < mix.mix().count(); n++)
    if (each(n) != each(0))
      words.refuse("number", number,
                   "a mix of parcels and of real types has no number; give mass, or two mixes");
  return std::max(1.0, std::round(number / each(0)));
}

double FixInsertPack::amount(const grist::FeedParticle &particle) const
{
  assert(goal != Goal::NONE);
  if (goal == Goal::NUMBER) return 1.0;
  return goal == Goal::MASS ? mix.mix().mass(particle) : mix.mix().volume(particle);
}

double FixInsertPack::inside()
{
  if (goal == Goal::FRACTION) return place.solid_inside();
  return place.sum_inside([this](int i) { return goal == Goal::NUMBER ? 1.0 : atom->rmass[i]; });
}

// Particles that are in the space already count in its fraction, and in all that refills. A restart
// may have another fraction.
double FixInsertPack::due()
{
  if (refills) {
    const double all = goal == Goal::FRACTION ? wanted * place.container().volume() : wanted;
    return drawn_amount() + std::max(0.0, all - inside() - waiting_amount());
  }
  if (goal != Goal::FRACTION) return wanted;
  if (volume.wanted < 0.0) {
    volume.wanted = std::max(0.0, wanted * place.container().volume() - place.solid_inside());
  } else if (volume.fraction != wanted) {
    volume.wanted += (wanted - volume.fraction) * place.container().volume();
  }
  volume.fraction = wanted;
  return volume.wanted;
}

void FixInsertPack::transfer_state(grist::Archive &archive)
{
  FixInsert::transfer_state(archive);
  Goal before = goal;
  archive(before, volume);
  if (before == goal) return;
  error->all(FLERR, "{} {}: {} (the restart file is of a fix with {}; give the same keyword)", name,
             id, GOAL_NAMES[static_cast<int>(goal)], GOAL_NAMES[static_cast<int>(before)]);
}
