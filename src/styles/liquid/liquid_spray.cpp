#include "styles/liquid/liquid_spray.h"

#include "styles/commands/input_words.h"
#include "styles/commands/named_region.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "modify.h"
#include "region.h"
#include "update.h"

#include <mpi.h>

#include <cassert>
#include <vector>

using namespace LAMMPS_NS;

static const grist::NumberDescription RATE = {
    "spray rate", grist::Quantity::VOLUME_RATE, grist::ranges::NOT_NEGATIVE,
    "liquid that falls on the spheres in a region of LAMMPS"};

LiquidSpray::LiquidSpray(LAMMPS *lmp, InputWords &words, const std::string &user) :
    Pointers(lmp), user(user)
{
  words.need(2, "spray", "a region and a rate");
  id = words.word("spray");
  rate = NumberOrVariable::read(words, RATE);
  init();
}

void LiquidSpray::init()
{
  region();
  rate.find(lmp, user);
}

Region *LiquidSpray::region() const
{
  return region_named(lmp, user + ": spray region", id);
}

bool LiquidSpray::add_to(double *film, std::vector<double> &fallen,
                         const std::function<void(double)> &take) const
{
  assert(fallen.size() == static_cast<size_t>(atom->nlocal) && take);
  modify->clearstep_compute();
  Region *here = region();
  here->prematch();
  const double volume = rate.value(lmp, user) * update->dt;
  modify->addstep_compute(update->ntimestep + 1);

  std::vector<int> hit;
  double mine = 0.0, all = 0.0;    // cross sections over pi
  for (int i = 0; i < atom->nlocal; i++) {
    double x[3] = {atom->x[i][0], atom->x[i][1], atom->x[i][2]};
    domain->remap(x);    // between rebuilds atoms may be outside of a periodic box
    if (!here->match(x[0], x[1], x[2])) continue;
    hit.push_back(i);
    mine += atom->radius[i] * atom->radius[i];
  }
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  double given = 0.0;
  for (const int i : hit) {
    const double before = film[i];
    film[i] += volume * atom->radius[i] * atom->radius[i] / all;
    given += film[i] - before;    // after rounding
    fallen[i] += film[i] - before;
  }
  take(given);
  return all > 0.0 && volume > 0.0;
}
