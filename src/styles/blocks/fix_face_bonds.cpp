#include "styles/blocks/fix_face_bonds.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "output.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/rank_vectors.h"
#include "update.h"

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
  peratom_flag = 1;
  size_peratom_cols = 0;
  peratom_freq = 1;
  comm_forward = 1;
  nevery = 1;
  wd_header = 1;    // of no lines: a warning of what write_data leaves out
  start_rows();
}

void FixFaceBonds::write_data_header(FILE *, int)
{
  error->warning(FLERR,
                 "Bond style face: data files hold no bonds of faces, so that blocks read "
                 "from one are apart (write_restart keeps the bonds)");
}

int FixFaceBonds::setmask()
{
  return PRE_EXCHANGE | MIN_PRE_EXCHANGE | END_OF_STEP;
}

void FixFaceBonds::resize_rows(int nmax)
{
  rows.resize(nmax);
  fragments.resize(nmax);
  vector_atom = fragments.data();
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

// At the start of a run: the bonds of blocks that a command has deleted. Each rank asks all others
// for the partners that it does not own.
void FixFaceBonds::forget_deleted()
{
  const auto is_here = [this](tagint id) {
    const int i = atom->map(id);
    return i >= 0 && i < atom->nlocal && atom->tag[i] == id;
  };
  std::vector<tagint> asked;
  for (int i = 0; i < atom->nlocal; i++)
    for (const tagint partner : rows[i].partners)
      if (!is_here(partner)) asked.push_back(partner);
  const std::vector<tagint> all = from_all_ranks(asked, world);
  std::vector<int> here(all.size()), somewhere(all.size());
  for (size_t n = 0; n < all.size(); n++) here[n] = is_here(all[n]) ? 1 : 0;
  MPI_Allreduce(here.data(), somewhere.data(), static_cast<int>(all.size()), MPI_INT, MPI_MAX,
                world);
  const auto is_gone = [&](tagint id) {
    const auto found = std::find(all.begin(), all.end(), id);
    return found != all.end() && somewhere[found - all.begin()] == 0;
  };
  if (std::find(somewhere.begin(), somewhere.end(), 0) == somewhere.end()) return;
  for (int i = 0; i < atom->nlocal; i++) {
    std::vector<BondOfBlock> &bonds = rows[i].bonds;
    bonds.erase(std::remove_if(bonds.begin(), bonds.end(),
                               [&](const BondOfBlock &one) { return is_gone(one.partner); }),
                bonds.end());
    rows[i].list_partners();
  }
}

// All ranks hear what has happened to bonds across borders.
void FixFaceBonds::pre_exchange()
{
  const std::vector<News> all = from_all_ranks(news, world);
  news.clear();
  for (const News &one : all) {
    follow(atom->map(one.a), one.b, one.share, one.energy);
    follow(atom->map(one.b), one.a, one.share, one.energy);
  }
  maxexchange = 0;
  for (int i = 0; i < atom->nlocal; i++) maxexchange = std::max(maxexchange, row_size_of(i));
}

// ---- fragments

void FixFaceBonds::end_of_step()
{
  if (update->ntimestep == output->next) find_fragments();
}

// Each block takes the smallest id of itself and its neighbors until none changes.
void FixFaceBonds::find_fragments()
{
  for (int i = 0; i < atom->nlocal; i++) fragments[i] = static_cast<double>(atom->tag[i]);
  int changed = 1, changes = 1;
  while (changes > 0) {
    comm->forward_comm(this);
    for (changed = 0, changes = 1; changes > 0; changed |= changes) {
      changes = 0;
      for (int i = 0; i < atom->nlocal; i++)
        for (const BondOfBlock &one : rows[i].bonds) {
          const int j = atom->map(one.partner);
          if (j < 0 || !(fragments[j] < fragments[i])) continue;
          fragments[i] = fragments[j];
          changes = 1;
        }
    }
    MPI_Allreduce(&changed, &changes, 1, MPI_INT, MPI_MAX, world);
  }
}

int FixFaceBonds::pack_forward_comm(int n, int *atoms, double *buffer, int, int *)
{
  for (int k = 0; k < n; k++) buffer[k] = fragments[atoms[k]];
  return n;
}

void FixFaceBonds::unpack_forward_comm(int n, int first, double *buffer)
{
  std::copy_n(buffer, n, &fragments[first]);
}

// ----

template <class Entry> static auto find_partner(std::vector<Entry> &entries, tagint partner)
{
  return std::find_if(entries.begin(), entries.end(),
                      [partner](const Entry &one) { return one.partner == partner; });
}

// On one block, if it is owned and has not done so yet.
void FixFaceBonds::follow(int i, tagint partner, double share, double energy)
{
  if (i < 0 || i >= atom->nlocal) return;
  Row &row = rows[i];
  if (share == APART) {
    const auto found = find_partner(row.parted, partner);
    if (found != row.parted.end()) row.parted.erase(found);
    return;
  }
  const auto found = find_partner(row.bonds, partner);
  if (found == row.bonds.end()) return;
  row.bonds.erase(found);
  row.list_partners();
  if (share != 1.0) row.parted.push_back({partner, share});
  broken_count += 0.5;
  broken_energy += 0.5 * energy;
  new_energy += 0.5 * energy;
}

void FixFaceBonds::add(int i, const BondOfBlock &bond)
{
  rows[i].bonds.push_back(bond);
  rows[i].list_partners();
  maxexchange = std::max(maxexchange, row_size_of(i));    // it may leave in this step
}

void FixFaceBonds::Row::list_partners()
{
  partners.clear();
  for (const BondOfBlock &one : bonds) partners.push_back(one.partner);
}

void FixFaceBonds::break_bond(int i, tagint partner, double energy, double share)
{
  follow(i, partner, share, energy);
  tell_partner(i, partner, share, energy);
}

// At once where this rank owns it.
void FixFaceBonds::tell_partner(int i, tagint partner, double share, double energy)
{
  const int j = atom->map(partner);
  if (j >= 0 && j < atom->nlocal)
    follow(j, atom->tag[i], share, energy);
  else
    news.push_back({atom->tag[i], partner, share, energy});
}

double FixFaceBonds::share_of_contact(int i, tagint partner) const
{
  for (const PartedBlock &one : rows[i].parted)
    if (one.partner == partner) return one.share;
  return 1.0;
}

void FixFaceBonds::came_apart(int i, tagint partner)
{
  follow(i, partner, APART, 0.0);
  tell_partner(i, partner, APART, 0.0);
}

double FixFaceBonds::compute_vector(int n)
{
  double own = n == 1 ? broken_count : broken_energy, all = 0.0;
  if (n == 0) {
    own = 0.0;
    for (int i = 0; i < atom->nlocal; i++) own += 0.5 * static_cast<double>(rows[i].bonds.size());
  }
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

// Without atoms that are gone.
void FixFaceBonds::visit_ids(const IdVisit &visit)
{
  const auto visit_all = [&visit](auto &entries) {
    for (auto &one : entries) visit(one.partner);
    entries.erase(std::remove_if(entries.begin(), entries.end(),
                                 [](const auto &one) { return one.partner == 0; }),
                  entries.end());
  };
  for (int i = 0; i < atom->nlocal; i++) {
    visit_all(rows[i].bonds);
    visit_all(rows[i].parted);
    rows[i].list_partners();
  }
}

double FixFaceBonds::memory_usage()
{
  double bytes = static_cast<double>(rows.capacity() * sizeof(rows[0]));
  for (const Row &row : rows)
    bytes += static_cast<double>(row.bonds.capacity() * sizeof(BondOfBlock) +
                                 row.parted.capacity() * sizeof(PartedBlock));
  return bytes;
}
