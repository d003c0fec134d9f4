#include "styles/feeds/outflow_search.h"

#include "common/preconditions.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/feeds/outflow_zone.h"
#include "styles/interfaces/bonded_elements.h"

#include "atom.h"
#include "error.h"
#include "force.h"

#include <algorithm>
#include <iterator>

using namespace LAMMPS_NS;

static void sort_and_unite(std::vector<tagint> &ids)
{
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

static std::vector<tagint> united(const std::vector<tagint> &mine, MPI_Comm world)
{
  std::vector<tagint> all = from_all_ranks(mine, world);
  sort_and_unite(all);
  return all;
}

void OutflowSearch::init()
{
  bonds = nullptr;
  if (atom->molecular == Atom::ATOMIC) return;
  bonds = bonded_elements(lmp);
  if (!bonds)
    error->all(FLERR,
               "Fix outflow: bonds of bond_style {} in atom_style {} would be torn (expected "
               "bond_style parallel or face, or an atom style without bonds)",
               force->bond ? force->bond_style : "none", atom->get_style());
}

tagint OutflowSearch::unit_of(int i) const
{
  assert(is_owned_or_ghost(atom, i));
  return bonds ? bonds->cluster_ids()[i] : atom->tag[i];
}

tagint OutflowSearch::parent_of(int i) const
{
  assert(is_owned_or_ghost(atom, i));
  return bonds ? atom->molecule[i] : 0;
}

std::vector<tagint> OutflowSearch::find(OutflowZone &zone, int groupbit)
{
  if (!on_any_rank(zone.mark_passed(groupbit, passed), world)) return {};

  if (bonds) bonds->update_clusters();
  const std::vector<tagint> candidates = united(units_with(passed), world);
  const std::vector<tagint> staying =
      united(held_back(candidates, groupbit, zone.takes_unit_with_first()), world);
  std::vector<tagint> leaving;
  std::set_difference(candidates.begin(), candidates.end(), staying.begin(), staying.end(),
                      std::back_inserter(leaving));
  return leaving;
}

std::vector<tagint> OutflowSearch::units_with(const std::vector<char> &marks) const
{
  assert(marks.size() == static_cast<size_t>(atom->nlocal));
  std::vector<tagint> ids;
  for (int i = 0; i < atom->nlocal; i++)
    if (marks[i]) ids.push_back(unit_of(i));
  sort_and_unite(ids);
  return ids;
}

// Candidates with an element of this rank that has not passed, or is not in the group.
std::vector<tagint> OutflowSearch::held_back(const std::vector<tagint> &candidates, int groupbit,
                                             bool by_first) const
{
  assert(grist::is_ascending(candidates));
  assert(passed.size() == static_cast<size_t>(atom->nlocal));
  std::vector<tagint> ids;
  for (int i = 0; i < atom->nlocal; i++) {
    const bool lets_go = (atom->mask[i] & groupbit) && (by_first || passed[i]);
    if (!lets_go && std::binary_search(candidates.begin(), candidates.end(), unit_of(i)))
      ids.push_back(unit_of(i));
  }
  sort_and_unite(ids);
  return ids;
}
