#include "styles/state/fix_known_ids.h"

#include "common/preconditions.h"
#include "styles/access/atom_style.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/styles_with.h"

#include "atom.h"
#include "error.h"
#include "lmptype.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

using namespace LAMMPS_NS;

static constexpr int RESTART_VERSION = 1;

FixKnownIds::FixKnownIds(LAMMPS *lmp, int narg, char **arg) :
    AtomRows("Fix KNOWN/IDS", RESTART_VERSION, lmp, narg, arg)
{
  if (!is_internal_fix_made()) error->all(FLERR, "{} is made by styles of Grist alone", name);
  start_rows();
  accept_ids();
}

void FixKnownIds::require(LAMMPS *lmp, const std::string &user, bool is_first_run)
{
  const Fix *fix = lmp->modify->get_fix_by_id(ID);
  if (is_first_run && !dynamic_cast<const FixKnownIds *>(fix))
    fix = make_internal_fix(lmp, user, ID, "all KNOWN/IDS");
  require_internal_fix(lmp, user, ID, fix);
}

void FixKnownIds::accept_ids()
{
  for (int i = 0; i < atom->nlocal; i++) rows[i].id = atom->tag[i];
}

/* ----------------------------------------------------------------------
   new ids: a directory over all ranks. Rank r has the entries of old ids with r = id mod ranks, so
   that none holds those of all atoms.
------------------------------------------------------------------------- */

namespace {

struct RenamedAtom {
  tagint before, now;
};

struct AskedId {
  tagint id;
  int rank;    // that asks
};

// mine: the atoms of this rank. asked: ids that this rank wants to know of, as they were. Returns
// those of them whose atoms are still there, ordered by `before`. Collective.
std::vector<RenamedAtom> renamed_atoms(const std::vector<RenamedAtom> &mine,
                                       const std::vector<tagint> &asked, MPI_Comm world)
{
  assert(grist::is_ascending(asked));
  int nprocs = 1, me = 0;
  MPI_Comm_size(world, &nprocs);
  MPI_Comm_rank(world, &me);
  std::vector<std::vector<RenamedAtom>> entries(nprocs), answers(nprocs);
  std::vector<std::vector<AskedId>> questions(nprocs);
  for (const RenamedAtom &one : mine) entries[one.before % nprocs].push_back(one);
  for (const tagint id : asked) questions[id % nprocs].push_back({id, me});

  std::unordered_map<tagint, tagint> here;
  for (const RenamedAtom &one : across_ranks(entries, world)) here[one.before] = one.now;
  for (const AskedId &one : across_ranks(questions, world))
    if (const auto found = here.find(one.id); found != here.end())
      answers[one.rank].push_back({one.id, found->second});

  std::vector<RenamedAtom> known = across_ranks(answers, world);
  std::sort(known.begin(), known.end(),
            [](const RenamedAtom &a, const RenamedAtom &b) { return a.before < b.before; });
  return known;
}

tagint present_id(const std::vector<RenamedAtom> &renamed, tagint before)
{
  assert(before > 0);
  const auto found =
      std::lower_bound(renamed.begin(), renamed.end(), before,
                       [](const RenamedAtom &atom, tagint wanted) { return atom.before < wanted; });
  return found != renamed.end() && found->before == before ? found->now : 0;
}

}    // namespace

void FixKnownIds::init()
{
  bool differ = false;
  for (int i = 0; i < atom->nlocal; i++) differ |= rows[i].id != atom->tag[i];
  if (!on_any_rank(differ, world)) return;

  const std::vector<AtomNamer *> namers = fixes_with<AtomNamer>(lmp);
  std::vector<tagint> asked;
  for (AtomNamer *namer : namers)
    namer->visit_ids([&](tagint &id) {
      if (id > 0) asked.push_back(id);
    });
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());

  std::vector<RenamedAtom> mine;
  for (int i = 0; i < atom->nlocal; i++)
    if (rows[i].id > 0) mine.push_back({rows[i].id, atom->tag[i]});
  const std::vector<RenamedAtom> renamed = renamed_atoms(mine, asked, world);
  for (AtomNamer *namer : namers)
    namer->visit_ids([&](tagint &id) {
      if (id > 0) id = present_id(renamed, id);
    });
  accept_ids();
}

// An atom that is new in this run is named by its present id.
int FixKnownIds::pack_restart(int i, double *buffer)
{
  assert(is_owned(atom, i));
  const KnownId now = rows[i];
  if (now.id == 0) rows[i].id = atom->tag[i];
  const int size = AtomRows::pack_restart(i, buffer);
  rows[i] = now;
  return size;
}
