#include "styles/search/cluster_pairs.h"

#include "atom.h"
#include "domain.h"
#include "styles/access/atom_style.h"
#include "styles/access/lammps_compat.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"

#include "lanes/prefetch.h"
#include "search/center_box.h"
#include "search/sphere_block.h"

#include <algorithm>
#include <cassert>
#include <cmath>

using namespace LAMMPS_NS;

/* ----------------------------------------------------------------------
   special bits of remembered pairs depend on nothing but the bonds; not so where a pair may be
   nearer through a periodic border than it is in its cluster
------------------------------------------------------------------------- */

bool ClusterPairs::is_possible(const grist::SphereView &view) const
{
  assert(view.count >= 0);
  if (atom->molecular != Atom::MOLECULAR || !atom->molecule_flag) return false;
  double half_period = HUGE_VAL;
  const double largest = view.count > 0 ? grist::range_of(view.radii, view.count).most : 0.0;
  for (int d = 0; d < 3; d++)
    if (domain->periodicity[d]) half_period = std::min(half_period, 0.5 * domain->prd[d]);
  return 2.0 * largest + view.skin < half_period;
}

bool ClusterPairs::begin(const grist::SphereView &view)
{
  is_ordered = false;
  return is_possible(view) && trial.use_units();
}

// ---- by current cluster; where nothing keeps these ids, by molecule, atoms without bonds apart

void ClusterPairs::assign_units(grist::SphereView &view)
{
  assert(view.count == atom->nlocal + atom->nghost);
  const auto *avec = atom_style<AtomVecBondedCluster>(atom);
  clusters.resize(view.count);
  const tagint *molecule = atom->molecule, *current = avec ? avec->cluster : nullptr;
  for (int i = 0; i < view.count; i++) {
    if (current && current[i] > 0)
      clusters[i] = current[i];
    else
      clusters[i] = i < atom->nlocal && atom->nspecial[i][0] == 0 ? 0 : molecule[i];
  }

  const double tilt = domain->triclinic ? 1.0 : 0.0;
  const double *inverse = domain->h_inv;    // xx yy zz yz xz xy
  grist::LocalUnits::Periods periods;
  const double rows[3][3] = {{inverse[0], tilt * inverse[5], tilt * inverse[4]},
                             {0.0, inverse[1], tilt * inverse[3]},
                             {0.0, 0.0, inverse[2]}};
  for (int d = 0; d < 3; d++)
    if (domain->periodicity[d]) std::copy_n(rows[d], 3, periods.inverse[d]);
  units.make(view.count, clusters.data(), view.centers, periods);
  view.units = units.numbers().data();
  is_ordered = grist::OrderedSpheres::pays(units);
  if (is_ordered) ordered.make(view, units);
}

/* ----------------------------------------------------------------------
   an atom's id and its bonds as one number; this reads all bonds at every rebuild and is limited by
   memory
------------------------------------------------------------------------- */

static std::uint64_t mixed(std::uint64_t value)
{
  value *= 0x9E3779B97F4A7C15u;
  return (value ^ (value >> 32)) * 0xD6E8FEB86659FD93u;
}

int ClusterPairs::lists_to_read(const int *special_flag)
{
  assert(special_flag);
  constexpr int ORDINARY = 1;
  int lists = 3;
  while (lists > 0 && special_flag[lists] == ORDINARY) lists--;
  return lists;
}

static std::uint64_t sum_of_mixed(const tagint *ids, int count)
{
  assert(count >= 0);
  std::uint64_t sum = 0;
  for (int k = 0; k < count; k++) sum += mixed(ids[k]);
  return sum;
}

/* ----------------------------------------------------------------------
   the same in whole blocks: where the lengths of rows do not repeat from cluster to cluster, the
   processor mispredicts the end of nearly each of them. What lies between the end of a row and that
   of its last block is read, and left out of the sum.
------------------------------------------------------------------------- */

static constexpr int BLOCK = 16;
#if defined(__AVX2__)
static constexpr bool BLOCKS_PAY = true;
#else
static constexpr bool BLOCKS_PAY = false;    // products of 64 bits have no vectors
#endif

static std::uint64_t sum_of_mixed_blocks(const tagint *ids, int count)
{
  assert(count >= 0);
  static constexpr std::uint64_t ALL = ~std::uint64_t{0};
  static constexpr std::uint64_t KEPT[2 * BLOCK] = {ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL,
                                                    ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL};
  std::uint64_t sum = 0;
  for (int first = 0; first < count; first += BLOCK) {
    const std::uint64_t *kept = KEPT + BLOCK - std::min(BLOCK, count - first);
    std::uint64_t block = 0;
    GRIST_BLOCK_LOOP
    for (int k = 0; k < BLOCK; k++) block += mixed(ids[first + k]) & kept[k];
    sum += block;
  }
  return sum;
}

/* ----------------------------------------------------------------------
   an atom and the first `lists` of its lists of partners; sums do not depend on the order of
   ids. Rows are read in blocks if they end before `last_row`, the last of the array; null: none is
------------------------------------------------------------------------- */

static std::uint64_t fingerprint_of(const Atom *atom, int i, int lists, const tagint *last_row)
{
  assert(lists >= 0 && lists <= 3);
  assert(is_owned_or_ghost(atom, i));
  std::uint64_t print = mixed(atom->tag[i]);
  if (i >= atom->nlocal || lists == 0) return print;
  const int *ends = atom->nspecial[i];    // of 1-2, 1-3, 1-4
  const tagint *special = atom->special[i];
  const tagint *ahead = special + 24 * atom->maxspecial;    // rows follow each other
  grist::prefetch(ahead);
  if (lists > 1 || last_row) grist::prefetch(ahead + 64 / sizeof(tagint));
  const int end = ends[lists - 1];
  const bool by_blocks = last_row && special + (end + BLOCK) <= last_row;
  print += by_blocks ? sum_of_mixed_blocks(special, end) : sum_of_mixed(special, end);
  if (end == ends[0]) return print;
  return print + mixed(~static_cast<std::uint64_t>(ends[0])) + 3 * mixed(ends[1]);
}

void ClusterPairs::find(const grist::SphereView &view, const int *special_flag,
                        const grist::UnitPairs::Kind &kind)
{
  assert(view.count == atom->nlocal + atom->nghost && (view.units || view.count == 0));
  fingerprints.resize(view.count);
  const int lists = lists_to_read(special_flag);
  const int *rigid = rigid_flags();
  const tagint *last_row = is_ordered && BLOCKS_PAY ? atom->special[atom->nmax - 1] : nullptr;
  for (int i = 0; i < view.count; i++)
    fingerprints[i] = rigid && rigid[i] ? 0 : fingerprint_of(atom, i, lists, last_row);
  // LAMMPS sets 1 to 3 alone.
  if (!std::equal(special_before + 1, special_before + 4, special_flag + 1)) inside.forget();
  std::copy_n(special_flag + 1, 3, special_before + 1);
  inside.find({view, atom->nlocal, &units, fingerprints.data(), kind, rigid, in_order()}, found);
  trial.judge(inside.elements(), inside.deformed());
}

const int *ClusterPairs::rigid_flags() const
{
  const auto *avec = atom_style<AtomVecBondedCluster>(atom);
  return avec ? avec->is_rigid : nullptr;
}

bool ClusterPairs::are_rigid(int i, int j) const
{
  const auto *avec = atom_style<AtomVecBondedCluster>(atom);
  return avec && avec->are_rigid(i, j);
}

void ClusterPairs::add_to(grist::SearchReport &report) const
{
  report.units = std::max(report.units, static_cast<long>(units.units().size()));
  report.memory += units.memory() + ordered.memory() + inside.memory();
}
