#include "styles/blocks/fix_face_bonds.h"

#include "atom.h"
#include "error.h"
#include "styles/access/internal_fixes.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr int LAYOUT = 1;    // in restart files

FixFaceBonds::FixFaceBonds(LAMMPS *lmp, int narg, char **arg) :
    RowsFix("Fix FACE/BONDS", LAYOUT, lmp, narg, arg)
{
  if (!is_internal_fix_made()) error->all(FLERR, "Fix FACE/BONDS is made by bond_style face alone");
  maxexchange_dynamic = 1;
  vector_flag = 1;
  size_vector = 3;
  extvector = 1;
  global_freq = 1;
  start_rows();
}

int FixFaceBonds::setmask()
{
  return PRE_EXCHANGE | MIN_PRE_EXCHANGE;
}

FixFaceBonds &FixFaceBonds::made(LAMMPS *lmp, const std::string &user)
{
  auto *fix = dynamic_cast<FixFaceBonds *>(lmp->modify->get_fix_by_id(ID));
  if (!fix)
    fix = dynamic_cast<FixFaceBonds *>(
        replace_internal_fix(lmp, user, FACE_BONDS_PLACEHOLDER, ID, "all FACE/BONDS"));
  require_internal_fix(lmp, user, ID, fix);
  return *fix;
}

// All ranks hear of the bonds across borders that have broken.
void FixFaceBonds::pre_exchange()
{
  int count = 2 * static_cast<int>(broken.size()), ranks;
  MPI_Comm_size(world, &ranks);
  std::vector<int> counts(ranks), begins(ranks, 0);
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, world);
  for (int n = 1; n < ranks; n++) begins[n] = begins[n - 1] + counts[n - 1];
  std::vector<tagint> own, all(begins.back() + counts.back());
  for (const auto &[a, b] : broken) own.insert(own.end(), {a, b});
  MPI_Allgatherv(own.data(), count, MPI_LMP_TAGINT, all.data(), counts.data(), begins.data(),
                 MPI_LMP_TAGINT, world);
  broken.clear();
  for (size_t n = 0; n < all.size(); n += 2)
    for (const int end : {0, 1}) {
      const int i = atom->map(all[n + end]);
      if (i >= 0 && i < atom->nlocal) remove_from(i, all[n + 1 - end]);
    }
  maxexchange = 0;
  for (int i = 0; i < atom->nlocal; i++) maxexchange = std::max(maxexchange, row_size_of(i));
}

bool FixFaceBonds::has(int i, tagint partner) const
{
  return std::any_of(rows[i].begin(), rows[i].end(),
                     [partner](const BondOfBlock &one) { return one.partner == partner; });
}

void FixFaceBonds::remove_from(int i, tagint partner)
{
  std::vector<BondOfBlock> &row = rows[i];
  row.erase(std::remove_if(row.begin(), row.end(),
                           [partner](const BondOfBlock &one) { return one.partner == partner; }),
            row.end());
}

void FixFaceBonds::break_bond(int i, tagint partner, double energy)
{
  remove_from(i, partner);
  const int j = atom->map(partner);
  const bool both = j >= 0 && j < atom->nlocal;
  if (both)
    remove_from(j, atom->tag[i]);
  else
    broken.emplace_back(atom->tag[i], partner);
  broken_count += both ? 1.0 : 0.5;
  broken_energy += (both ? 1.0 : 0.5) * energy;
  new_energy += (both ? 1.0 : 0.5) * energy;
}

double FixFaceBonds::compute_vector(int n)
{
  double own = n == 1 ? broken_count : broken_energy, all = 0.0;
  if (n == 0) {
    own = 0.0;
    for (int i = 0; i < atom->nlocal; i++) own += 0.5 * static_cast<double>(rows[i].size());
  }
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

void FixFaceBonds::visit_ids(const IdVisit &visit)
{
  for (int i = 0; i < atom->nlocal; i++) {
    for (BondOfBlock &one : rows[i]) visit(one.partner);
    remove_from(i, 0);    // with atoms that are gone
  }
}

double FixFaceBonds::memory_usage()
{
  double bytes = static_cast<double>(rows.capacity() * sizeof(rows[0]));
  for (const auto &row : rows) bytes += static_cast<double>(row.capacity() * sizeof(BondOfBlock));
  return bytes;
}
