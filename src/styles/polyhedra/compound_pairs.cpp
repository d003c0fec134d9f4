#include "styles/polyhedra/compound_pairs.h"

#include "atom.h"
#include "fmt/format.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "neigh_list.h"
#include "styles/access/internal_fixes.h"
#include "styles/polyhedra/body_contact_history.h"

#include <cassert>
#include <map>
#include <utility>

using namespace LAMMPS_NS;

static int made = 0;    // for the ids of placeholders

CompoundPairs::CompoundPairs(LAMMPS *lmp, PolyhedronBodies &bodies) :
    lmp(lmp), bodies(bodies), fix_id("COMPOUND_HISTORY_DUMMY" + std::to_string(++made))
{
}

void CompoundPairs::make_fix(const std::string &user)
{
  if (!fix) {
    const std::string placeholder = fix_id;
    int number = 0;
    do fix_id = "GRIST_COMPOUND_HISTORY" + std::to_string(number++);
    while (lmp->modify->get_fix_by_id(fix_id));
    fix = dynamic_cast<FixCompoundHistory *>(
        replace_internal_fix(lmp, user, placeholder, fix_id, "all COMPOUND/HISTORY"));
    fix->owner = [this](FixCompoundHistory &atoms) { give_to(atoms); };
  }
  require_internal_fix(lmp, user, fix_id, fix);
}

// Both atoms of a pair get it, each as seen from itself.
void CompoundPairs::give_to(FixCompoundHistory &atoms)
{
  const Atom *atom = lmp->atom;
  for (const Pair &pair : pairs) {
    if (pair.cells.keys.empty()) continue;
    atoms.add(pair.i, atom->tag[pair.j], pair.cells);
    if (!lmp->force->newton_pair && pair.j >= atom->nlocal) continue;
    grist::CellHistories other = mirrored(pair.cells);
    for (size_t k = 0; k < other.rows.size(); k += HISTORY_NUMBERS)
      mirror_history(&pair.cells.rows[k], &other.rows[k]);
    atoms.add(pair.j, atom->tag[pair.i], other);
  }
}

void CompoundPairs::renew(const NeighList *list)
{
  assert(fix);
  const Atom *atom = lmp->atom;
  std::map<std::pair<tagint, tagint>, grist::PartPlanes> planes;
  for (Pair &pair : pairs)
    if (pair.planes.count() > 0) planes[pair.ids] = std::move(pair.planes);
  pairs.clear();
  of_atom.assign(static_cast<size_t>(atom->nlocal), {});
  for (int ii = 0; bodies.have_compounds() && ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    of_atom[static_cast<size_t>(i)].begin = pairs.size();
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = list->firstneigh[i][jj] & NEIGHMASK;
      if (!bodies.is_compound_pair(i, j)) continue;
      pairs.push_back({i, j, {atom->tag[i], atom->tag[j]}, {}, {}});
      if (const auto known = planes.find(pairs.back().ids); known != planes.end())
        pairs.back().planes = std::move(known->second);
      if (const auto *cells = fix->find(i, atom->tag[j])) pairs.back().cells = *cells;
    }
    of_atom[static_cast<size_t>(i)].end = pairs.size();
  }
}

void CompoundPairs::begin_step()
{
  next = 0;
  fix->mark_newer();
}

CompoundPairs::Found CompoundPairs::find_next(int i, int j)
{
  assert(next < pairs.size() && pairs[next].i == i && pairs[next].j == j);
  Pair &pair = pairs[next++];
  if (next < pairs.size()) pairs[next].planes.prefetch();
  const auto &found = bodies.find_contacts(i, j, contacts, pair.planes);
  contacts.continue_histories(pair.cells, HISTORY_NUMBERS);
  return {found, pair.cells.rows.data()};
}

const CompoundPairs::Pair *CompoundPairs::known(int i, int j) const
{
  if (static_cast<size_t>(i) >= of_atom.size()) return nullptr;
  const Range &range = of_atom[static_cast<size_t>(i)];
  for (size_t n = range.begin; n < range.end; n++)
    if (pairs[n].j == j) return &pairs[n];
  return nullptr;
}

const std::vector<grist::CompoundContact> &CompoundPairs::find(int i, int j,
                                                               std::vector<double> &rows)
{
  const Pair *pair = known(i, j);
  grist::PartPlanes planes;
  if (pair) planes = pair->planes;
  const auto &found = bodies.find_contacts(i, j, contacts, planes);
  grist::CellHistories cells;
  if (pair) cells = pair->cells;
  contacts.continue_histories(cells, HISTORY_NUMBERS);
  rows = std::move(cells.rows);
  return found;
}

std::function<void()> CompoundPairs::restore_after_setup()
{
  return [this] {
    for (Pair &pair : pairs) {
      const grist::CellHistories *cells = fix->find(pair.i, lmp->atom->tag[pair.j]);
      pair.cells = cells ? *cells : grist::CellHistories{};
    }
  };
}

double CompoundPairs::memory_usage() const
{
  double bytes = static_cast<double>(pairs.capacity() * sizeof(Pair));
  for (const Pair &pair : pairs)
    bytes += pair.planes.memory_usage() +
        static_cast<double>(pair.cells.keys.capacity() * sizeof(grist::CellKey) +
                            pair.cells.rows.capacity() * sizeof(double));
  return bytes;
}
