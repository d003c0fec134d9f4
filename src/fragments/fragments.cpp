#include "fragments/fragments.h"

#include "common/preconditions.h"

#include <numeric>
#include <stdexcept>
#include <string>

namespace grist {

static int checked(int count)
{
  if (count < 0)
    throw std::invalid_argument("fragments: " + std::to_string(count) + " nodes (must be >= 0)");
  return count;
}

DisjointSets::DisjointSets(int count) : parent(checked(count)), number(count)
{
  std::iota(parent.begin(), parent.end(), 0);
}

int DisjointSets::find(int node)
{
  assert(is_number_of(node, parent.size()));
  while (parent[node] != node) {
    parent[node] = parent[parent[node]];
    node = parent[node];
  }
  return node;
}

// The smaller root stays root: then the root is the smallest node. Path halving alone keeps the
// trees flat.
void DisjointSets::join(int a, int b)
{
  a = find(a);
  b = find(b);
  if (a == b) return;
  if (a < b)
    parent[b] = a;
  else
    parent[a] = b;
  number--;
}

static DisjointSets joined(int count, const std::vector<std::pair<int, int>> &links)
{
  DisjointSets sets(count);
  for (const auto &[a, b] : links) {
    if (a < 0 || a >= count || b < 0 || b >= count)
      throw std::invalid_argument("fragments: link " + std::to_string(a) + "-" + std::to_string(b) +
                                  " (nodes are 0 to " + std::to_string(count - 1) + ")");
    sets.join(a, b);
  }
  return sets;
}

std::vector<int> connected_components(int count, const std::vector<std::pair<int, int>> &links)
{
  DisjointSets sets = joined(count, links);
  std::vector<int> smallest(count);
  for (int node = 0; node < count; node++) smallest[node] = sets.find(node);
  return smallest;
}

int count_components(int count, const std::vector<std::pair<int, int>> &links)
{
  return joined(count, links).sets();
}

}    // namespace grist
