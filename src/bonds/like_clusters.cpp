#include "bonds/like_clusters.h"

#include "common/bit_hash.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace grist {

// With fewer bonds a cluster has hardly any sphere that several bonds share; with more elements
// their rows leave the cache.
static constexpr int LEAST_BONDS = 8, MOST_ELEMENTS = 512;

// The widest vectors have this number of lanes, and empty lanes cost as much as others. With fewer
// clusters in a vector too much work is wasted.
static constexpr int VECTOR_LANES = 8, LEAST_CLUSTERS = 3 * VECTOR_LANES / 4;

// The same for the bonds of a cluster that has lost some, or of which some cross a border.
static constexpr double LEAST_SHARE_OF_BONDS = 0.6;

// With more kinds of clusters that have the same radii, hosts are not searched for.
static constexpr size_t MOST_HOSTS = 8;

// ---- which clusters are like each other

namespace {

// Bonds of one cluster, and its first sphere.
struct Run {
  int first, count, lowest = 0;
};

bool joins_the_same(const TeamBond &p, const TeamBond &q)
{
  return p.a == q.a && p.b == q.b && p.type == q.type;
}

// True if all bonds of the second are in the first; both are sorted.
bool has_all_of(const std::vector<TeamBond> &bonds, const std::vector<TeamBond> &others)
{
  auto bond = bonds.begin();
  for (const TeamBond &other : others) {
    bond = std::find_if(bond, bonds.end(),
                        [&](const TeamBond &each) { return joins_the_same(each, other); });
    if (bond == bonds.end()) return false;
  }
  return true;
}

class TeamMaker {
 public:
  TeamMaker(const std::vector<ListedBond> &bonds_in, const double *radius_in) :
      bonds(bonds_in), radius(radius_in), order(bonds_in.size())
  {
    result.number.assign(bonds.size(), -1);
  }

  void add(Run run)
  {
    if (!has_shape(run)) return;
    Kind &kind = kind_of_shape();
    kind.waiting.push_back(run);
    std::copy_n(sorted.begin(), run.count, order.begin() + run.first);
    if (static_cast<int>(kind.waiting.size()) == BOND_LANES) form_team(kind);
  }

  TeamOrder finish()
  {
    find_hosts();
    for (Kind &kind : kinds) {
      size_t count = kind.waiting.size();
      if (count % VECTOR_LANES < LEAST_CLUSTERS) count -= count % VECTOR_LANES;
      kind.waiting.resize(count);
      if (count > 0) form_team(kind);
    }
    for (int &number : result.number)
      if (number < 0) number = result.count++;
    return std::move(result);
  }

 private:
  struct Kind {
    std::vector<TeamBond> bonds;
    std::vector<double> radii;    // of its elements
    std::vector<Run> waiting;
  };

  const std::vector<ListedBond> &bonds;
  const double *radius;
  TeamOrder result;
  std::vector<int> order;     // bonds of each cluster, sorted
  std::vector<int> sorted;    // bonds of the current cluster
  Kind shape;                 // of the current cluster
  std::vector<Kind> kinds;
  std::unordered_map<std::uint64_t, std::vector<int>> by_hash;

  // As one of elements.
  TeamBond team_bond(int n, int lowest) const
  {
    const ListedBond &bond = bonds[n];
    const int low = bond.low - lowest, high = bond.high - lowest;
    return bond.is_reversed ? TeamBond{high, low, bond.type} : TeamBond{low, high, bond.type};
  }

  // Finds `sorted`, `shape`, and the first sphere. Afterwards `run` counts only bonds inside.
  bool has_shape(Run &run)
  {
    sorted.clear();
    int lowest = bonds[run.first].low, highest = lowest;
    for (int n = 0; n < run.count; n++) {
      if (bonds[run.first + n].is_inside) sorted.push_back(run.first + n);
      lowest = std::min(lowest, bonds[run.first + n].low);
      highest = std::max(highest, bonds[run.first + n].high);
    }
    run.lowest = lowest;
    run.count = static_cast<int>(sorted.size());
    if (run.count < LEAST_BONDS || highest - lowest >= MOST_ELEMENTS) return false;
    const auto comes_before = [this](int one, int two) {
      const TeamBond p = team_bond(one, 0), q = team_bond(two, 0);
      return std::tie(p.a, p.b) < std::tie(q.a, q.b);
    };
    if (!std::is_sorted(sorted.begin(), sorted.end(), comes_before))
      std::sort(sorted.begin(), sorted.end(), comes_before);
    shape.bonds.clear();
    for (const int n : sorted) shape.bonds.push_back(team_bond(n, lowest));
    shape.radii.assign(radius + lowest, radius + highest + 1);
    return true;
  }

  static bool are_like(const Kind &one, const Kind &two)
  {
    return one.radii == two.radii &&
        std::equal(one.bonds.begin(), one.bonds.end(), two.bonds.begin(), two.bonds.end(),
                   joins_the_same);
  }

  std::uint64_t hash_of_shape() const
  {
    BitHash hash;
    for (const TeamBond &bond : shape.bonds)
      hash.add(static_cast<std::uint64_t>(bond.a) << 40 | static_cast<std::uint64_t>(bond.b) << 16 |
               static_cast<std::uint16_t>(bond.type));
    hash.add(shape.radii.data(), shape.radii.size());
    return hash.value();
  }

  Kind &kind_of_shape()
  {
    std::vector<int> &alike = by_hash[hash_of_shape()];
    for (const int n : alike)
      if (are_like(kinds[n], shape)) return kinds[n];
    alike.push_back(static_cast<int>(kinds.size()));
    kinds.push_back(shape);
    return kinds.back();
  }

  // Clusters that have lost bonds wait with those that have all.
  void find_hosts()
  {
    std::vector<int> by_bonds(kinds.size());
    std::iota(by_bonds.begin(), by_bonds.end(), 0);
    std::stable_sort(by_bonds.begin(), by_bonds.end(), [this](int one, int two) {
      return kinds[one].bonds.size() > kinds[two].bonds.size();
    });
    std::unordered_map<std::uint64_t, std::vector<int>> hosts_by_radii;
    for (const int n : by_bonds) {
      BitHash hash;
      hash.add(kinds[n].radii.data(), kinds[n].radii.size());
      std::vector<int> &hosts = hosts_by_radii[hash.value()];
      const auto host = std::find_if(hosts.begin(), hosts.end(),
                                     [&](int h) { return can_host(kinds[h], kinds[n]); });
      if (host != hosts.end())
        move_waiting(kinds[n], kinds[*host]);
      else if (hosts.size() < MOST_HOSTS)
        hosts.push_back(n);
    }
  }

  static bool can_host(const Kind &host, const Kind &kind)
  {
    return kind.bonds.size() >= LEAST_SHARE_OF_BONDS * host.bonds.size() &&
        kind.radii == host.radii && has_all_of(host.bonds, kind.bonds);
  }

  void move_waiting(Kind &from, Kind &to)
  {
    for (const Run &run : from.waiting) {
      to.waiting.push_back(run);
      if (static_cast<int>(to.waiting.size()) == BOND_LANES) form_team(to);
    }
    from.waiting.clear();
  }

  // Forms a team of the clusters that wait, one in each lane.
  void form_team(Kind &kind)
  {
    const int count = static_cast<int>(kind.bonds.size());
    for (size_t lane = 0; lane < kind.waiting.size(); lane++) {
      const Run &run = kind.waiting[lane];
      for (int k = 0, n = run.first; k < count && n < run.first + run.count; k++)
        if (joins_the_same(kind.bonds[k], team_bond(order[n], run.lowest)))
          result.number[order[n++]] = result.count + k * BOND_LANES + static_cast<int>(lane);
    }
    result.teams.emplace_back(result.count / BOND_LANES, kind.bonds,
                              static_cast<int>(kind.radii.size()));
    result.count += count * BOND_LANES;
    kind.waiting.clear();
  }
};

}    // namespace

TeamOrder order_in_teams(const std::vector<ListedBond> &bonds, const double *radius)
{
  TeamMaker maker(bonds, radius);
  const int count = static_cast<int>(bonds.size());
  for (int first = 0, end = 0; first < count; first = end) {
    for (int highest = bonds[first].low; end < count && (end == first || bonds[end].low <= highest);
         end++)
      highest = std::max(highest, bonds[end].high);
    maker.add({first, end - first});
  }
  return maker.finish();
}

// ---- what the lanes of a team have in common

static constexpr int UNKNOWN = -1;

BondTeam::BondTeam(int first_block, std::vector<TeamBond> bonds_in, int element_count) :
    first(first_block), bonds(std::move(bonds_in)), radius(element_count),
    spheres(static_cast<size_t>(element_count) * BOND_LANES), held(element_count)
{
}

void BondTeam::update(const BondBlocks &blocks, const double *radius_of_spheres)
{
  is_like = find_spheres(blocks) && find_radii(radius_of_spheres);
  if (is_like) find_damping(blocks);
}

// False if some lane has another bond than the team.
bool BondTeam::find_spheres(const BondBlocks &blocks)
{
  std::fill(spheres.begin(), spheres.end(), UNKNOWN);
  for (size_t k = 0; k < bonds.size(); k++) {
    const BondBlock &block = blocks.blocks[first + k];
    for (int l = 0; l < BOND_LANES; l++) {
      if (!(block.live >> l & 1)) continue;
      int &a = sphere_of(bonds[k].a, l), &b = sphere_of(bonds[k].b, l);
      if (a == UNKNOWN) a = block.a[l];
      if (b == UNKNOWN) b = block.b[l];
      if (a != block.a[l] || b != block.b[l] || block.type[l] != bonds[k].type) return false;
    }
  }
  return true;
}

// False if those of an element differ. Lanes without a sphere get any.
bool BondTeam::find_radii(const double *radius_of_spheres)
{
  const size_t count = radius.size();
  for (size_t e = 0; e < count; e++) {
    int known = 0;
    held[e] = 0;
    for (int l = BOND_LANES - 1; l >= 0; l--)
      if (sphere_of(e, l) != UNKNOWN) {
        known = sphere_of(e, l);
        held[e] |= BondMask{1} << l;
      }
    radius[e] = radius_of_spheres[known];
    for (int l = 0; l < BOND_LANES; l++) {
      int &sphere = sphere_of(e, l);
      if (sphere == UNKNOWN) sphere = known;
      if (radius_of_spheres[sphere] != radius[e]) return false;
    }
  }
  return true;
}

void BondTeam::find_damping(const BondBlocks &blocks)
{
  shares_damping = true;
  for (size_t k = 0; k < bonds.size(); k++) {
    const BondBlock &block = blocks.blocks[first + k];
    bool is_known = false;
    for (int l = 0; l < BOND_LANES; l++) {
      if (!(block.live >> l & 1)) continue;
      for (int m = 0; m < 3; m++) {
        if (!is_known) bonds[k].damping[m] = block.damping[m][l];
        if (block.damping[m][l] != bonds[k].damping[m]) shares_damping = false;
      }
      is_known = true;
    }
  }
}

}    // namespace grist
