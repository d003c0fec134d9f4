#include "styles/walls/body_masses.h"

#include "styles/access/styles_with.h"

#include "atom.h"
#include "fix.h"
#include "modify.h"

using namespace LAMMPS_NS;

BodyMasses::BodyMasses(LAMMPS *lmp) : Pointers(lmp), rigid(nullptr) {}

void BodyMasses::find_fix()
{
  rigid = nullptr;
  for (Fix *fix : fixes_of(*modify))
    if (fix->rigid_flag && !rigid) rigid = fix;
}

void BodyMasses::update()
{
  masses.clear();
  if (!rigid) return;
  int dimension = 0;
  const int *body = static_cast<int *>(rigid->extract("body", dimension));
  const double *mass = static_cast<double *>(rigid->extract("masstotal", dimension));
  if (!body || !mass) return;
  masses.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) masses[i] = body[i] >= 0 ? mass[body[i]] : 0.0;
}
