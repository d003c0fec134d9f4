#include "meshes/solid_tree.h"

#include "common/preconditions.h"
#include "meshes/solid_cell.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace grist {

// Planes that are looked at for a cell.
static constexpr size_t CANDIDATES = 48;

// What a split polygon and one that leaves a sliver cost; one that makes the halves uneven costs 1.
static constexpr int SPLIT_COST = 3, SLIVER_COST = 10;

// Corners may be this many tolerances in front of a plane that they are behind.
static constexpr double ALMOST_BEHIND = 2.0;

namespace {

class TreeMaker {
 public:
  explicit TreeMaker(const SolidSurface &surface) : surface(surface) {}

  std::vector<TreeNode> make()
  {
    add_node(whole_cell(surface));
    while (!waiting.empty()) {
      const int node = waiting.back().node;
      const SolidCell cell = std::move(waiting.back().cell);
      waiting.pop_back();
      divide(node, cell);
    }
    return std::move(nodes);
  }

 private:
  struct Waiting {
    int node;
    SolidCell cell;
  };

  int add_node(SolidCell &&cell)
  {
    const int node = static_cast<int>(nodes.size());
    nodes.emplace_back();
    waiting.push_back({node, std::move(cell)});
    return node;
  }

  void divide(int node, const SolidCell &whole);
  void set_part(int node, const SolidCell &cell, const std::vector<int> &regions);
  std::vector<int> regions_of(const SolidCell &cell) const;
  bool has_solid_before(const SolidCell &cell, int region) const;
  std::vector<CellCut> candidates(const SolidCell &cell, const std::vector<int> &regions) const;

  const SolidSurface &surface;
  CellCutter cutter;
  std::vector<TreeNode> nodes;
  std::vector<Waiting> waiting;
};

}    // namespace

std::vector<int> TreeMaker::regions_of(const SolidCell &cell) const
{
  std::vector<int> regions = cell.regions;
  std::sort(regions.begin(), regions.end());
  regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
  return regions;
}

bool TreeMaker::has_solid_before(const SolidCell &cell, int region) const
{
  const HalfSpace &plane = surface.regions[region];
  for (int n = 0; n < cell.polygons(); n++) {
    if (cell.regions[n] == region) continue;
    for (int k = cell.begin_of(n); k < cell.ends[n]; k++)
      if (plane.distance(cell.corners[k]) > ALMOST_BEHIND * surface.tolerance) return true;
  }
  return false;
}

// Evenly chosen of all, in an order that mixes them.
template <class See> static void see_evenly(size_t count, const See &see)
{
  if (count == 0) return;
  size_t step = count * 5 / 8 | 1;
  const auto divisor = [](size_t a, size_t b) {
    while (b != 0) a = std::exchange(b, a % b);
    return a;
  };
  while (divisor(step, count) != 1) step += 2;
  for (size_t n = 0, at = 0; n < count; n++, at = (at + step) % count)
    if (!see(at)) return;
}

// Empty if the solid in the cell is convex.
std::vector<CellCut> TreeMaker::candidates(const SolidCell &cell,
                                           const std::vector<int> &regions) const
{
  std::vector<CellCut> found;
  const auto add_edges = [&](bool sharp) {
    std::vector<size_t> edges;
    for (size_t n = 0; n < cell.edges.size(); n++)
      if (cell.edges[n].is_sharp == sharp) edges.push_back(n);
    const size_t most = found.size() + (sharp ? CANDIDATES : CANDIDATES / 2);
    see_evenly(edges.size(), [&](size_t n) {
      found.push_back({cell.edges[edges[n]].bisector(), CellCut::NO_REGION});
      return found.size() < most;
    });
  };
  add_edges(true);
  if (!found.empty()) return found;
  see_evenly(regions.size(), [&](size_t n) {
    if (has_solid_before(cell, regions[n]))
      found.push_back({surface.regions[regions[n]], regions[n]});
    return found.size() < CANDIDATES / 2;
  });
  if (!found.empty()) add_edges(false);
  return found;
}

void TreeMaker::divide(int node, const SolidCell &whole)
{
  SolidCell cell = whole;
  drop_divided_edges(cell, surface.tolerance);
  const std::vector<int> regions = regions_of(cell);
  const std::vector<CellCut> cuts = candidates(cell, regions);
  if (cuts.empty()) {
    set_part(node, cell, regions);
    return;
  }
  const auto cost = [&](const CellCut &cut) {
    const CutCounts counts = cut_counts(cell, cut.plane, surface.tolerance);
    return SPLIT_COST * counts.split + std::abs(counts.front - counts.back) +
        SLIVER_COST * counts.near;
  };
  size_t best = 0;
  int least = cost(cuts[0]);
  for (size_t n = 1; n < cuts.size(); n++)
    if (const int one = cost(cuts[n]); one < least) {
      least = one;
      best = n;
    }
  CellHalves halves = divided(cell, cuts[best], surface, cutter);
  if (halves.front) nodes[node].front = add_node(std::move(*halves.front));
  if (halves.back) nodes[node].back = add_node(std::move(*halves.back));
}

void TreeMaker::set_part(int node, const SolidCell &cell, const std::vector<int> &regions)
{
  std::vector<HalfSpace> planes;
  for (const int region : regions) planes.push_back(surface.regions[region]);
  const std::optional<ConvexCell> left = cutter.behind_all(cell.body, planes, surface.tolerance);
  if (!left) return;
  std::optional<ConvexPart> part = convex_part(left->corners(), surface.tolerance);
  if (part && winding_number(surface, left->mean_corner()) > 0.5)
    nodes[node].part = std::move(part);
}

std::vector<TreeNode> solid_tree(const SolidSurface &surface)
{
  return TreeMaker(surface).make();
}

}    // namespace grist
