#include "styles/common/fix_known_ids.h"

#include "styles/common/id_directory.h"
#include "styles/common/internal_fixes.h"
#include "styles/common/modify_lists.h"
#include "styles/common/rank_vectors.h"
#include "styles/common/restart_block.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "lmptype.h"

#include <algorithm>

using namespace LAMMPS_NS;

static constexpr const char *FIX_KNOWN_IDS = "Fix KNOWN/IDS";
static constexpr int KNOWN_IDS_RESTART_VERSION = 1;

FixKnownIds::FixKnownIds(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
{
  if (!is_internal_fix_made())
    error->all(FLERR, "{} is made by styles of Grist alone", FIX_KNOWN_IDS);
  create_attribute = 1;
  restart_global = restart_peratom = 1;
  maxexchange = 1;
  FixKnownIds::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  accept_ids();
}

FixKnownIds::~FixKnownIds()
{
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
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
  std::copy_n(atom->tag, atom->nlocal, known.begin());
}

/* ----------------------------------------------------------------------
   new ids
------------------------------------------------------------------------- */

static tagint present_id(const std::vector<RenamedAtom> &renamed, tagint before)
{
  const auto found =
      std::lower_bound(renamed.begin(), renamed.end(), before,
                       [](const RenamedAtom &atom, tagint wanted) { return atom.before < wanted; });
  return found != renamed.end() && found->before == before ? found->now : 0;
}

void FixKnownIds::init()
{
  if (!on_any_rank(!std::equal(atom->tag, atom->tag + atom->nlocal, known.begin()), world)) return;

  std::vector<AtomNamer *> namers;
  for (Fix *fix : fixes_of(*modify))
    if (auto *namer = dynamic_cast<AtomNamer *>(fix)) namers.push_back(namer);
  std::vector<tagint> asked;
  for (AtomNamer *namer : namers)
    namer->visit_ids([&](tagint &id) {
      if (id > 0) asked.push_back(id);
    });
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());

  std::vector<RenamedAtom> mine;
  for (int i = 0; i < atom->nlocal; i++)
    if (known[i] > 0) mine.push_back({known[i], atom->tag[i]});
  const std::vector<RenamedAtom> renamed = renamed_atoms(mine, asked, world);
  for (AtomNamer *namer : namers)
    namer->visit_ids([&](tagint &id) {
      if (id > 0) id = present_id(renamed, id);
    });
  accept_ids();
}

/* ----------------------------------------------------------------------
   messages and restart files
------------------------------------------------------------------------- */

int FixKnownIds::pack_exchange(int i, double *buf)
{
  buf[0] = ubuf(known[i]).d;
  return 1;
}

int FixKnownIds::unpack_exchange(int i, double *buf)
{
  known[i] = static_cast<tagint>(ubuf(buf[0]).i);
  return 1;
}

void FixKnownIds::write_restart(FILE *file)
{
  if (comm->me == 0) RestartWriter(KNOWN_IDS_RESTART_VERSION).write_for_fix(file);
}

void FixKnownIds::restart(char *buffer)
{
  RestartReader(lmp, FIX_KNOWN_IDS, KNOWN_IDS_RESTART_VERSION, buffer).end();
}

// An atom that is new in this run is named by its present id.
int FixKnownIds::pack_restart(int i, double *buffer)
{
  buffer[1] = ubuf(known[i] > 0 ? known[i] : atom->tag[i]).d;
  return close_restart_numbers(buffer, 1);
}

void FixKnownIds::unpack_restart(int i, int nth)
{
  refuse_unless_restarted(lmp, this, FIX_KNOWN_IDS);
  known[i] = static_cast<tagint>(ubuf(restart_numbers(lmp, FIX_KNOWN_IDS, i, nth)[0]).i);
}

int FixKnownIds::size_restart(int)
{
  return 1 + RESTART_NUMBERS_MORE;
}

double FixKnownIds::memory_usage()
{
  return static_cast<double>(known.capacity()) * sizeof(tagint);
}
