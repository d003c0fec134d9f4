#include "styles/contacts/fix_contact_history.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "my_page.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "pair.h"
#include "styles/access/atom_style.h"
#include "styles/access/ghost_messages.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/styles_with.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/contacts/contact_keywords.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace LAMMPS_NS;
using grist::ContactForm;
using grist::ContactPairs;
using grist::HistoryLayout;
using grist::SphereContactHistory;

static constexpr const char *NAME = "Fix CONTACT/HISTORY";
static constexpr int HISTORY_RESTART_VERSION = 3;

// Called before LAMMPS' class registers the fix for callbacks, which cannot be undone.
static char **made_by_pair_style(LAMMPS *lmp, char **arg)
{
  if (!is_internal_fix_made())
    lmp->error->all(FLERR, "Fix CONTACT/HISTORY is made by pair styles alone");
  return arg;
}

FixContactHistory::FixContactHistory(LAMMPS *lmp, int narg, char **arg) :
    RestartedFix(NAME, HISTORY_RESTART_VERSION, lmp, narg, made_by_pair_style(lmp, arg)),
    layout(false, false, false), contact_form(ContactForm::CONSISTENT), remembers_touch(false),
    listed_rows(0), special_changes(false)
{
  use_bit_flag = 0;
}

void FixContactHistory::init()
{
  memory_pages.renew(lmp, *this, fmt::format("Pair style {}", force->pair_style), [this] {
    dnum = NUMBERS;    // pages have room for any layout
    FixNeighHistory::init();
    dnum = kept.width;
  });
  keep_as(layout);
  if (restored && *restored != contact_form)
    error->all(FLERR, "Pair style {}: {}, but the restart file has springs of {}",
               force->pair_style, stock_text(contact_form), stock_text(*restored));
  restored.reset();
  // LAMMPS continues with the lists of the other setting and sums forces by the new one.
  if (newton_pair != force->newton_pair)
    error->all(
        FLERR,
        "Pair style {}: newton for pairs has changed from {} to {} since the last run (give it "
        "before the first run)",
        force->pair_style, newton_pair ? "on" : "off", force->newton_pair ? "on" : "off");
  if (auto *state = internal_fix<FixBondState>(lmp))
    breaks = state->subscribe(static_cast<NeighborListener &>(*this));
  special_changes = !modify->get_fix_by_style("^UPDATE_SPECIAL_BONDS").empty();
}

// Fewer numbers are less to move where lists are often rebuilt.
void FixContactHistory::keep_as(const HistoryLayout &now)
{
  if (now == kept) return;
  std::vector<SphereContactHistory> all;
  for (int i = 0; i < atom->nlocal; i++) {
    all.clear();
    for (int m = 0; m < npartner[i]; m++)
      all.push_back(SphereContactHistory::read(valuepartner[i] + kept.width * m, kept));
    if (now.width > kept.width) valuepartner[i] = dpage_atom->get(now.width * npartner[i]);
    for (int m = 0; m < npartner[i]; m++) all[m].write(valuepartner[i] + now.width * m, now);
  }
  kept = now;
  dnum = kept.width;
  dnumbytes = dnum * static_cast<int>(sizeof(double));
  maxexchange = (dnum + 1) * maxpartner + 1;
}

void FixContactHistory::rebuilds_on_demand(bool may)
{
  force_reneighbor = may ? 1 : 0;
  next_reneighbor = -1;
}

void FixContactHistory::rebuild_in_next_step()
{
  assert(force_reneighbor);
  next_reneighbor = update->ntimestep + 1;
}

static bool is_special(const Force *force, int entry)
{
  return force->special_lj[entry >> SBBITS & 3] == 0.0;
}

// ---- pairwise list -> flat arrays

void FixContactHistory::post_neighbor()
{
  assert(pair && pair->list && broken);
  nlocal_neigh = atom->nlocal;
  nall_neigh = atom->nlocal + atom->nghost;
  avec = atom_style<AtomVecBondedCluster>(atom);
  const NeighList *list = pair->list;
  const auto *state = internal_fix<FixBondState>(lmp);
  bond_contacts = state && state->contacts.exist() ? &state->contacts : nullptr;

  pairs.clear();
  bonded.clear();
  begun.clear();
  row_of.assign(nlocal_neigh, -1);
  for (int ii = 0; ii < list->inum; ii++) add_row(list, list->ilist[ii]);
  listed_rows = pairs.rows.size();
  load();
}

// Atoms without pairs have no row: bonded ones are many.
void FixContactHistory::add_row(const NeighList *list, int i)
{
  assert(is_owned(atom, i) && row_of[i] < 0);
  const int before = pairs.size();
  const int *neighbors = list->firstneigh[i];
  ContactPairs::Bonding bonding{true};
  for (int jj = 0; jj < list->numneigh[i]; jj++)
    // The lists of LAMMPS' own searches do not leave these out.
    if (avec && avec->are_rigid(i, neighbors[jj] & NEIGHMASK))
      continue;
    else if (!is_special(force, neighbors[jj]))
      pairs.add(neighbors[jj] & NEIGHMASK);
    else if (bond_contacts &&
             bond_contacts->acts_beside_bond(i, neighbors[jj] & NEIGHMASK, bonding.counts_from))
      pairs.add(neighbors[jj] & NEIGHMASK, bonding);
    else if (special_changes)
      bonded.push_back({i, jj});
  if (pairs.size() == before) return;
  row_of[i] = static_cast<int>(pairs.rows.size());
  pairs.end_row(i);
}

void FixContactHistory::load()
{
  pairs.forget_all(layout);
  forget_in_rerun();
  for (size_t row = 0; row < pairs.rows.size(); row++)
    if (npartner[pairs.rows[row].a] > 0) load_row(row);
  is_newer = false;
}

void FixContactHistory::load_row(size_t row)
{
  assert(row < pairs.rows.size());
  const int i = pairs.rows[row].a;
  const tagint *end = partner[i] + npartner[i];
  for (int n = pairs.begin(row); n < pairs.rows[row].end; n++) {
    const int j = pairs.partner[n];
    if (!remembers_touch && !touch(i, j)) continue;
    const tagint *found = std::find(partner[i], partner[i] + npartner[i], atom->tag[j]);
    if (found == end) continue;
    pairs.touching[n] = 1;
    const auto m = found - partner[i];
    pairs.remember(n, SphereContactHistory::read(valuepartner[i] + kept.width * m, kept));
  }
}

bool FixContactHistory::touch(int i, int j) const
{
  assert(is_owned_or_ghost(atom, i) && is_owned_or_ghost(atom, j) && i != j);
  const double *a = atom->x[i], *b = atom->x[j];
  return grist::touch({{a[0], a[1], a[2]}, atom->radius[i]}, {{b[0], b[1], b[2]}, atom->radius[j]});
}

// ---- pairs that are no longer bonded

bool FixContactHistory::reads(const NeighList *list) const
{
  assert(pair && pair->list);
  const NeighList *own = pair->list;
  while (own->copy) own = own->listcopy;
  return list == own;
}

void FixContactHistory::became_ordinary(const NeighList *list, int i, int j)
{
  assert(is_owned_or_ghost(atom, i) && is_owned_or_ghost(atom, j) && i != j);
  if (!reads(list)) return;
  const std::optional<SphereContactHistory> memory = broken->begun_by_break(i, j);
  int n = bond_contacts ? listed_index_of(i, j) : -1;
  if (n < 0) {
    n = pairs.size();
    pairs.append(i, j);
  }
  begun.push_back({n, memory});
}

// Until then the pairs are as they were evaluated.
void FixContactHistory::settle_begun()
{
  for (const Begun &one : begun) {
    if (!pairs.bondings.empty()) pairs.bondings[one.pair] = {};
    if (!one.memory) continue;
    pairs.touching[one.pair] = 1;
    pairs.remember(one.pair, *one.memory);
  }
  begun.clear();
}

void FixContactHistory::find_ordinary()
{
  const auto is_ordinary = [&](const Entry &entry) {
    return !is_special(force, pair->list->firstneigh[entry.i][entry.jj]);
  };
  const auto first = std::stable_partition(bonded.begin(), bonded.end(),
                                           [&](const Entry &entry) { return !is_ordinary(entry); });
  for (auto entry = first; entry != bonded.end(); ++entry)
    pairs.append(entry->i, pair->list->firstneigh[entry->i][entry->jj] & NEIGHMASK);
  bonded.erase(first, bonded.end());
}

void FixContactHistory::begin_update()
{
  mark_newer();
  settle_begun();
  if (!bonded.empty()) find_ordinary();
}

// Index of the pair in this row if that is of a, or -1.
int FixContactHistory::index_in(size_t row, int a, int b) const
{
  assert(a != b);
  if (row >= pairs.rows.size() || pairs.rows[row].a != a) return -1;
  for (int n = pairs.begin(row); n < pairs.rows[row].end; n++)
    if (pairs.partner[n] == b) return n;
  return -1;
}

// The same in the row of a that the pairwise list has.
int FixContactHistory::listed_index_of(int a, int b) const
{
  if (a >= static_cast<int>(row_of.size()) || row_of[a] < 0) return -1;
  return index_in(row_of[a], a, b);
}

// The same in any row of a.
int FixContactHistory::index_of(int a, int b) const
{
  if (a >= static_cast<int>(row_of.size())) return -1;
  int found = listed_index_of(a, b);
  for (size_t row = listed_rows; found < 0 && row < pairs.rows.size(); row++)
    found = index_in(row, a, b);
  return found;
}

ContactPairs::Bonding FixContactHistory::bonding(int i, int j) const
{
  assert(is_owned_or_ghost(atom, i) && is_owned_or_ghost(atom, j));
  if (!bond_contacts) return {};
  for (const auto &[a, b] : {std::make_pair(i, j), std::make_pair(j, i)})
    if (const int n = listed_index_of(a, b); n >= 0) return pairs.bonding(n);
  return {};
}

bool FixContactHistory::acts(int i, int j) const
{
  assert(is_owned_or_ghost(atom, i) && is_owned_or_ghost(atom, j));
  const int n = std::max(index_of(i, j), index_of(j, i));
  return n >= 0 && pairs.touching[n];
}

SphereContactHistory FixContactHistory::find(int i, int j) const
{
  assert(is_owned_or_ghost(atom, i) && is_owned_or_ghost(atom, j));
  if (const int n = index_of(i, j); n >= 0) return pairs.remembered(n);
  const int n = index_of(j, i);
  if (n < 0) return {};
  SphereContactHistory what = pairs.remembered(n);
  what.shear *= -1.0;
  return what;
}

// ---- flat arrays -> atoms

void FixContactHistory::pre_exchange()
{
  settle_begun();
  PartnerHistory::pre_exchange();
}

/* ----------------------------------------------------------------------
   `receivers`: atoms below this index get their share; ghosts among them send it to their owners
------------------------------------------------------------------------- */

void FixContactHistory::save(int receivers)
{
  assert(receivers == nlocal_neigh || receivers == nall_neigh);
  const bool to_owners = receivers > nlocal_neigh || force->newton_pair;
  const int nall = std::max(nall_neigh, atom->nlocal + atom->nghost);

  count_partners(receivers);
  if (to_owners) {
    commflag = NPARTNER;
    send_to_owners(lmp, comm, this);
  }
  get_chunks(receivers);
  std::fill_n(npartner, nall, 0);
  store_partners(receivers);
  if (to_owners) {
    commflag = PERPARTNER;
    comm->reverse_comm_variable(this);
  }

  maxpartner = nlocal_neigh > 0 ? *std::max_element(npartner, npartner + nlocal_neigh) : 0;
  maxexchange = (dnum + 1) * maxpartner + 1;

  // Atoms that other fixes have inserted at this step stand where ghosts stood.
  for (int i = nlocal_neigh; i < atom->nlocal; i++) npartner[i] = 0;
}

void FixContactHistory::count_partners(int receivers)
{
  std::fill_n(npartner, std::max(nall_neigh, atom->nlocal + atom->nghost), 0);
  int n = 0;
  for (const auto &row : pairs.rows)
    for (; n < row.end; n++) {
      if (!pairs.touching[n]) continue;
      npartner[row.a]++;
      if (pairs.partner[n] < receivers) npartner[pairs.partner[n]]++;
    }
}

void FixContactHistory::get_chunks(int receivers)
{
  ipage_atom->reset();
  dpage_atom->reset();
  for (int i = 0; i < receivers; i++) {
    partner[i] = ipage_atom->get(npartner[i]);
    valuepartner[i] = dpage_atom->get(dnum * npartner[i]);
    if (!partner[i] || !valuepartner[i])
      error->one(FLERR, "Pair style {}: atom {} has {} contacts (increase neigh_modify one)",
                 force->pair_style, atom->tag[i], npartner[i]);
  }
}

void FixContactHistory::store_partners(int receivers)
{
  int n = 0;
  for (const auto &row : pairs.rows)
    for (; n < row.end; n++) {
      if (!pairs.touching[n]) continue;
      const int j = pairs.partner[n];
      SphereContactHistory what = pairs.remembered(n);
      store(row.a, atom->tag[j], what);
      what.shear *= -1.0;
      if (j < receivers) store(j, atom->tag[row.a], what);
    }
}

void FixContactHistory::store(int i, tagint partner_tag, const SphereContactHistory &what)
{
  assert(i >= 0 && i < nall_neigh && partner[i] && valuepartner[i]);
  assert(partner_tag > 0);
  const int m = npartner[i]++;
  partner[i][m] = partner_tag;
  what.write(valuepartner[i] + kept.width * m, kept);
}

// ---- the global block holds the layout of what an atom keeps: numbers for each partner

void FixContactHistory::transfer_state(grist::Archive &archive)
{
  if (!archive.reads()) pre_exchange();
  int numbers = NUMBERS;
  ContactForm form = contact_form;
  archive(numbers, form);
  if (numbers != NUMBERS)
    error->all(FLERR, "{}: the restart file has {} numbers for a contact (expected {})", NAME,
               numbers, NUMBERS);
  if (archive.reads()) restored = form;
}

static int restart_size(int partners)
{
  return (FixContactHistory::NUMBERS + 1) * partners + 1 + RESTART_NUMBERS_MORE;
}

int FixContactHistory::size_restart(int i)
{
  return restart_size(npartner[i]);
}

int FixContactHistory::maxsize_restart()
{
  int most;
  MPI_Allreduce(&maxpartner, &most, 1, MPI_INT, MPI_MAX, world);
  return restart_size(most);
}

// As the base does, with the numbers of all layouts.
int FixContactHistory::pack_restart(int i, double *buffer)
{
  int n = 1;
  buffer[n++] = npartner[i];
  for (int m = 0; m < npartner[i]; m++, n += NUMBERS) {
    buffer[n++] = ubuf(partner[i][m]).d;
    SphereContactHistory::read(valuepartner[i] + kept.width * m, kept).write(buffer + n);
  }
  return close_restart_numbers(buffer, n - 1);
}

// The base reads what has been checked. No run has begun, so that the layout is that of the file.
void FixContactHistory::unpack_restart(int i, int nth)
{
  assert(is_owned(atom, i));
  assert(dnum == NUMBERS);
  refuse_unless_restarted(lmp, this, NAME);
  restart_numbers(lmp, NAME, i, nth);
  FixNeighHistory::unpack_restart(i, nth);
}

double FixContactHistory::memory_usage()
{
  return FixNeighHistory::memory_usage() + static_cast<double>(pairs.partner.capacity()) * 5 +
      static_cast<double>(pairs.history.capacity()) * sizeof(double) +
      static_cast<double>(pairs.bondings.capacity()) * sizeof(ContactPairs::Bonding);
}
