#include "styles/access/fix_evaluated_atoms.h"

#include "styles/access/atom_digest.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/styles_with.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "modify.h"

#include <array>
#include <cassert>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;

FixEvaluatedAtoms::FixEvaluatedAtoms(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
{
  if (!is_internal_fix_made())
    error->all(FLERR, "Fix EVALUATED/ATOMS is made by computes of Grist alone");
  nevery = 1;
}

FixEvaluatedAtoms &FixEvaluatedAtoms::of(LAMMPS *lmp)
{
  auto *fix = internal_fix<FixEvaluatedAtoms>(lmp);
  if (!fix)
    fix = dynamic_cast<FixEvaluatedAtoms *>(
        make_internal_fix(lmp, "Fix EVALUATED/ATOMS", ID, "all EVALUATED/ATOMS"));
  return *fix;
}

void FixEvaluatedAtoms::post_run()
{
  has_begun = false;
  ended_runs++;
  atoms_then = atoms_now();
  velocities_then = velocities_now();
  order_then = order_now();
}

bool FixEvaluatedAtoms::has_order() const
{
  return has_begun || (ended_runs > 0 && !on_any_rank(order_now() != order_then, world));
}

// Positions as LAMMPS puts them back into a periodic box before atoms migrate.
std::uint64_t FixEvaluatedAtoms::atoms_now() const
{
  AtomDigest digest;
  for (int i = 0; i < atom->nlocal; i++) {
    std::array<double, 3> x = {atom->x[i][0], atom->x[i][1], atom->x[i][2]};
    imageint image = atom->image[i];
    domain->remap(x.data(), image);
    digest.add({atom->tag[i], atom->type[i], AtomDigest::bits(x[0]), AtomDigest::bits(x[1]),
                AtomDigest::bits(x[2]), AtomDigest::bits(atom->radius ? atom->radius[i] : 0.0),
                AtomDigest::bits(atom->rmass ? atom->rmass[i] : 0.0)});
  }
  return digest.of_all_ranks(world);
}

std::uint64_t FixEvaluatedAtoms::velocities_now() const
{
  AtomDigest digest;
  const auto add = [&](double **vectors) {
    for (int i = 0; vectors && i < atom->nlocal; i++)
      digest.add({atom->tag[i], AtomDigest::bits(vectors[i][0]), AtomDigest::bits(vectors[i][1]),
                  AtomDigest::bits(vectors[i][2])});
  };
  add(atom->v);
  add(atom->omega);
  add(atom->angmom);
  return digest.of_all_ranks(world);
}

std::vector<tagint> FixEvaluatedAtoms::order_now() const
{
  std::vector<tagint> order(atom->tag, atom->tag + atom->nlocal + atom->nghost);
  order.push_back(atom->nlocal);
  return order;
}

void EvaluationReader::begin(LAMMPS *lmp)
{
  const int runs = FixEvaluatedAtoms::of(lmp).runs();
  if (first_runs < 0 || first_runs > runs) first_runs = runs;
}

bool EvaluationReader::is_current(LAMMPS *lmp) const
{
  assert(first_runs >= 0);
  const auto &atoms = FixEvaluatedAtoms::of(lmp);
  if (atoms.is_running()) return true;
  return atoms.runs() > first_runs && atoms.has_all_atoms() && atoms.has_order();
}

void EvaluationReader::check(LAMMPS *lmp, const std::string &user) const
{
  if (!is_current(lmp)) ask_for_run(lmp, user);
}

void LAMMPS_NS::ask_for_run(LAMMPS *lmp, const std::string &user)
{
  lmp->error->all(
      FLERR,
      "{}: no forces have been computed for the atoms as they are now, in number, place "
      "and order (give run 0 before this output)",
      user);
}
