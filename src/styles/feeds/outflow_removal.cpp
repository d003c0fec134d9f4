#include "styles/feeds/outflow_removal.h"

#include "common/preconditions.h"
#include "styles/access/atom_editor.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/feeds/outflow_search.h"
#include "styles/fragments/fragment_table.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "geometry/convex_polyhedron.h"
#include "particles/assortment.h"

#include "atom.h"
#include "atom_vec.h"
#include "atom_vec_body.h"
#include "force.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::OutflowElement;

std::vector<grist::OutflowUnit> OutflowRemoval::remove(const std::vector<tagint> &ids,
                                                       std::vector<std::int64_t> &torn)
{
  assert(grist::is_ascending(ids) && grist::is_ascending(torn));
  std::vector<char> leaves(atom->nlocal, 0);
  std::vector<OutflowElement> mine;
  for (int i = 0; i < atom->nlocal; i++) {
    leaves[i] = std::binary_search(ids.begin(), ids.end(), search.unit_of(i));
    if (leaves[i]) mine.push_back(element(i));
  }
  std::vector<OutflowElement> all = from_all_ranks(mine, world);
  if (all.empty()) return {};
  const std::vector<std::int64_t> staying = parents_that_stay(parents_of(all), leaves);
  const std::vector<SievedUnit> sieves = sieved(leaves);
  delete_atoms(leaves);
  std::vector<grist::OutflowUnit> units = assemble_outflow(std::move(all), staying, torn);
  assert(sieves.empty() || sieves.size() == units.size());
  for (size_t n = 0; n < sieves.size(); n++) {
    assert(sieves[n].id == units[n].elements.front().unit);    // both by ascending id
    units[n].size = sieves[n].diameter;
  }
  return units;
}

// Of the units that leave, by ascending id, on every rank; empty if sizes are not those of sieves.
std::vector<OutflowRemoval::SievedUnit>
OutflowRemoval::sieved(const std::vector<char> &leaves) const
{
  std::vector<SievedUnit> sieves;
  if (!by_sieve) return sieves;
  FragmentTable table(lmp);
  const grist::FragmentList list =
      table.collect([&](int i) { return leaves[i] != 0; }, search.bonded(), {}, true);
  for (const grist::Fragment &one : list.fragments)
    sieves.push_back({static_cast<tagint>(one.id), one.sieve});
  broadcast(sieves, world);
  return sieves;
}

OutflowElement OutflowRemoval::element(int i) const
{
  assert(is_owned(atom, i));
  OutflowElement out = {};
  out.unit = search.unit_of(i);
  out.id = atom->tag[i];
  out.parent = search.parent_of(i);
  out.component = by_type ? atom->type[i] : 1;
  out.mass = atom->rmass[i];
  out.radius = atom->radius[i];
  if (atom->body_flag && atom->body[i] >= 0) measure_body(i, out);
  return out;
}

// Spheres may occur among polyhedra. Bodies of other body styles count by their bounding radius,
// because their volume is not known.
void OutflowRemoval::measure_body(int i, OutflowElement &out) const
{
  assert(is_owned(atom, i) && atom->body[i] >= 0);
  out.is_body = true;
  const AtomPolyhedra of(atom);
  if (!of) return;
  const grist::BodyShape shape = of.shape(i);
  out.is_body = shape.operator bool();
  if (shape) out.radius = 0.5 * grist::equal_volume_diameter(shape.volume());
}

std::vector<std::int64_t>
OutflowRemoval::parents_that_stay(const std::vector<std::int64_t> &parents,
                                  const std::vector<char> &leaves) const
{
  assert(grist::is_ascending(parents));
  assert(leaves.size() == static_cast<size_t>(atom->nlocal));
  std::vector<std::int64_t> mine;
  if (!parents.empty())
    for (int i = 0; i < atom->nlocal; i++)
      if (!leaves[i] &&
          std::binary_search(parents.begin(), parents.end(), std::int64_t{search.parent_of(i)}))
        mine.push_back(search.parent_of(i));
  std::sort(mine.begin(), mine.end());
  mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
  std::vector<std::int64_t> all = from_all_ranks(mine, world);
  std::sort(all.begin(), all.end());
  return all;
}

void OutflowRemoval::delete_atoms(const std::vector<char> &leaves)
{
  assert(leaves.size() == static_cast<size_t>(atom->nlocal));
  AtomEditor editor(lmp);
  bigint mine = 0, all = 0;    // ends of bonds
  for (int i = atom->nlocal - 1; i >= 0; i--) {
    if (!leaves[i]) continue;
    if (atom->avec->bonds_allow) mine += atom->num_bond[i];
    editor.remove(i);
  }
  MPI_Allreduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  atom->nbonds -= force->newton_bond ? all : all / 2;
  editor.finish();
}
