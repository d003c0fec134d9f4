#include "styles/blocks/fix_face_bonds.h"

#include "atom.h"
#include "error.h"
#include "output.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/rank_vectors.h"
#include "styles/interfaces/bonded_bodies.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr int LAYOUT = 3;    // in restart files

FixFaceBonds::FixFaceBonds(LAMMPS *lmp, int narg, char **arg) :
    RowsFix("Fix FACE/BONDS", LAYOUT, lmp, narg, arg),
    BondedElements(lmp, this, [this] { return fragments.data(); }),
    changes(lmp, rows, clusters, break_listeners)
{
  if (!is_internal_fix_made()) error->all(FLERR, "Fix FACE/BONDS is made by bond_style face alone");
  maxexchange_dynamic = 1;
  vector_flag = 1;
  size_vector = 7;
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

// Which blocks are held is said anew at the start of each run.
void FixFaceBonds::init()
{
  is_running = false;
  std::fill(held.begin(), held.end(), 0);
}

int FixFaceBonds::setmask()
{
  return PRE_EXCHANGE | MIN_PRE_EXCHANGE | END_OF_STEP;
}

void FixFaceBonds::resize_rows(int nmax)
{
  rows.resize(nmax);
  held.resize(nmax);
  fragments.resize(nmax);
  shown_fragments.resize(nmax);
  vector_atom = shown_fragments.data();
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

bool FixFaceBonds::is_in_use() const
{
  return bond_with<BondedBodies>(lmp) != nullptr;
}

void FixFaceBonds::list_bonds(int i, std::vector<BondEnd> &to) const
{
  to.clear();
  for (const BondOfBlock &one : rows[i].bonds)
    to.push_back({one.partner, one.type, static_cast<int>(to.size())});
}

void FixFaceBonds::list_faces(int i, std::vector<FaceOfBlock> &to) const
{
  to.clear();
  for (const BondOfBlock &one : rows[i].bonds) {
    const grist::FaceBond &bond = one.bond;
    to.push_back({one.partner, static_cast<int>(to.size()), one.is_a != 0,
                  one.is_a ? bond.in_a : bond.in_b, one.is_a ? bond.in_b : bond.in_a,
                  grist::BondFailure::NONE, 0.0});
  }
  for (const CrackOfBlock &one : rows[i].cracks)
    to.push_back(
        {one.partner, FaceOfBlock::PARTED, one.is_a != 0, one.in_this, {}, one.failure, one.time});
}

void FixFaceBonds::setup_pre_exchange()
{
  forget_deleted();    // when ids are those of the run
  clusters.mark_changed();
  is_running = true;
}

// Bonds of blocks that a command has deleted. Each rank asks all others for the partners that it does
// not own.
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

// The ids of fragments stay behind when blocks migrate, and those of ghosts are other ones then.
void FixFaceBonds::pre_exchange()
{
  changes.share();
  clusters.mark_changed();
  maxexchange = 0;
  for (int i = 0; i < atom->nlocal; i++) maxexchange = std::max(maxexchange, row_size_of(i));
}

bool FixFaceBonds::are_held_together(int i, tagint other) const
{
  if (!held[i]) return false;
  const int j = atom->map(other);
  return j >= 0 && fragments[j] == fragments[i];
}

// ---- output

void FixFaceBonds::end_of_step()
{
  is_running = true;    // after `run ... pre no`, too
  if (update->ntimestep == output->next) show_fragments();
}

void FixFaceBonds::show_fragments()
{
  update_clusters();
  for (int i = 0; i < atom->nlocal; i++) shown_fragments[i] = static_cast<double>(fragments[i]);
}

void FixFaceBonds::post_run()
{
  changes.share();
  clusters.update_ids();    // for outputs between runs
  clusters.remember();
  is_running = false;
}

// ----

void FixFaceBonds::add(int i, const BondOfBlock &bond)
{
  rows[i].bonds.push_back(bond);
  rows[i].list_partners();
  maxexchange = std::max(maxexchange, row_size_of(i));    // it may leave in this step
}

double FixFaceBonds::compute_vector(int n)
{
  double bonds = 0.0, softened = 0.0, all = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    bonds += 0.5 * static_cast<double>(rows[i].bonds.size());
    for (const BondOfBlock &one : rows[i].bonds)
      if (one.memory.softening.reached > 1.0) softened += 0.5;
  }
  const double pulled = changes.pulled(), sheared = changes.sheared();
  const double own[] = {bonds,   pulled + sheared, changes.lost_energy(),  pulled,
                        sheared, softened,         changes.rubbed_energy()};
  MPI_Allreduce(&own[n], &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

// Without atoms that are gone.
void FixFaceBonds::visit_ids(const IdVisit &visit)
{
  const auto visit_all = [&](auto &entries) {
    for (auto &one : entries) {
      const tagint before = one.partner;
      visit(one.partner);
      changes.ids_are_new |= one.partner != 0 && one.partner != before;
    }
    entries.erase(std::remove_if(entries.begin(), entries.end(),
                                 [](const auto &one) { return one.partner == 0; }),
                  entries.end());
  };
  for (int i = 0; i < atom->nlocal; i++) {
    visit_all(rows[i].bonds);
    visit_all(rows[i].parted);
    for (CrackOfBlock &one : rows[i].cracks) visit(one.partner);    // 0: gone
    rows[i].list_partners();
  }
}

double FixFaceBonds::memory_usage()
{
  double bytes = static_cast<double>(rows.capacity() * sizeof(rows[0]));
  for (const BlockBonds &row : rows)
    bytes += static_cast<double>(row.bonds.capacity() * sizeof(BondOfBlock) +
                                 row.parted.capacity() * sizeof(PartedBlock) +
                                 row.cracks.capacity() * sizeof(CrackOfBlock));
  return bytes;
}
