#include "bonds/like_clusters.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace grist {

static constexpr int W = BOND_LANES;

// With fewer bonds a cluster has hardly any sphere that several bonds share; with more elements their rows leave the cache.
static constexpr int LEAST_BONDS = 8, MOST_ELEMENTS = 512;

// Of the lanes; with fewer clusters too much work is done for lanes that are not there.
static constexpr int LEAST_CLUSTERS = 3 * W / 4;

/* ----------------------------------------------------------------------
   which clusters are like each other
------------------------------------------------------------------------- */

namespace {

// Bonds of one cluster.
struct Run {
  int first, count;
};

class TeamMaker {
 public:
  TeamMaker(const std::vector<ListedBond> &bonds_in, const double *radius_in) :
      bonds(bonds_in), radius(radius_in), order(bonds_in.size())
  {
    result.number.assign(bonds.size(), -1);
  }

  void add(Run run)
  {
    if (run.count < LEAST_BONDS || !has_shape(run)) return;
    Kind &kind = kind_of_shape();
    kind.waiting.push_back(run);
    std::copy_n(sorted.begin(), run.count, order.begin() + run.first);
    if (static_cast<int>(kind.waiting.size()) == W) form_team(kind);
  }

  TeamOrder finish()
  {
    for (Kind &kind : kinds)
      if (static_cast<int>(kind.waiting.size()) >= LEAST_CLUSTERS) form_team(kind);
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
  std::vector<int> sorted;    // bonds of the cluster in hand
  Kind shape;                 // of the cluster in hand
  std::vector<Kind> kinds;
  std::unordered_map<std::uint64_t, std::vector<int>> by_hash;

  // Finds `sorted` and `shape`.
  bool has_shape(Run run)
  {
    sorted.resize(run.count);
    int lowest = bonds[run.first].low, highest = lowest;
    for (int n = 0; n < run.count; n++) {
      sorted[n] = run.first + n;
      lowest = std::min(lowest, bonds[run.first + n].low);
      highest = std::max(highest, bonds[run.first + n].high);
    }
    if (highest - lowest >= MOST_ELEMENTS) return false;
    const auto key = [this](int n) {
      const ListedBond &bond = bonds[n];
      return bond.is_reversed ? std::make_tuple(bond.high, bond.low)
                              : std::make_tuple(bond.low, bond.high);
    };
    const auto comes_before = [&](int one, int two) { return key(one) < key(two); };
    if (!std::is_sorted(sorted.begin(), sorted.end(), comes_before))
      std::sort(sorted.begin(), sorted.end(), comes_before);
    shape.bonds.clear();
    for (const int n : sorted) {
      const auto [a, b] = key(n);
      shape.bonds.push_back({a - lowest, b - lowest, bonds[n].type});
    }
    shape.radii.assign(radius + lowest, radius + highest + 1);
    return true;
  }

  static bool are_like(const Kind &one, const Kind &two)
  {
    return one.radii == two.radii &&
        std::equal(one.bonds.begin(), one.bonds.end(), two.bonds.begin(), two.bonds.end(),
                   [](const TeamBond &p, const TeamBond &q) {
                     return p.a == q.a && p.b == q.b && p.type == q.type;
                   });
  }

  std::uint64_t hash_of_shape() const
  {
    std::uint64_t hash = shape.radii.size();
    const auto add = [&hash](std::uint64_t value) {
      hash = (hash ^ value) * 0x100000001b3ull;
      hash ^= hash >> 29;
    };
    for (const TeamBond &bond : shape.bonds)
      add(static_cast<std::uint64_t>(bond.a) << 40 | static_cast<std::uint64_t>(bond.b) << 16 |
          static_cast<std::uint16_t>(bond.type));
    for (const double r : shape.radii) {
      std::uint64_t bits;
      std::memcpy(&bits, &r, sizeof(bits));
      add(bits);
    }
    return hash;
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

  // Of the clusters that wait, one in each lane.
  void form_team(Kind &kind)
  {
    const int count = static_cast<int>(kind.bonds.size());
    for (size_t lane = 0; lane < kind.waiting.size(); lane++)
      for (int k = 0; k < count; k++)
        result.number[order[kind.waiting[lane].first + k]] =
            result.count + k * W + static_cast<int>(lane);
    result.teams.emplace_back(result.count / W, kind.bonds, static_cast<int>(kind.radii.size()));
    result.count += count * W;
    kind.waiting.clear();
  }
};

}    // namespace

TeamOrder order_in_teams(const std::vector<ListedBond> &bonds, const double *radius)
{
  TeamMaker maker(bonds, radius);
  const int count = static_cast<int>(bonds.size());
  for (int first = 0, end = 0; first < count; first = end) {
    bool is_inside = true;
    for (int highest = bonds[first].low; end < count && (end == first || bonds[end].low <= highest);
         end++) {
      highest = std::max(highest, bonds[end].high);
      is_inside = is_inside && bonds[end].is_inside;
    }
    if (is_inside) maker.add({first, end - first});
  }
  return maker.finish();
}

/* ----------------------------------------------------------------------
   what the lanes of a team have in common
------------------------------------------------------------------------- */

static constexpr int UNKNOWN = -1;

BondTeam::BondTeam(int first_block, std::vector<TeamBond> bonds_in, int element_count) :
    first(first_block), bonds(std::move(bonds_in)), radius(element_count),
    spheres(static_cast<size_t>(element_count) * W)
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
    for (int l = 0; l < W; l++) {
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
    for (int l = W - 1; l >= 0; l--)
      if (sphere_of(e, l) != UNKNOWN) known = sphere_of(e, l);
    radius[e] = radius_of_spheres[known];
    for (int l = 0; l < W; l++) {
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
    for (int l = 0; l < W; l++) {
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
