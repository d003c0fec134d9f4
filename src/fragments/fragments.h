// Connected components of a graph, by union-find.
//
// Nodes are elements, links are bonds; a component is a fragment. The name of a fragment is its
// smallest node, so names do not depend on the order of the links.

#ifndef GRIST_FRAGMENTS_FRAGMENTS_H
#define GRIST_FRAGMENTS_FRAGMENTS_H

#include <utility>
#include <vector>

namespace grist {

// Disjoint sets of the nodes 0 ... count-1; at the start each node is a set.
class DisjointSets {
 public:
  // Throws std::invalid_argument for a negative count.
  explicit DisjointSets(int count);

  // The smallest node of the set that contains `node`. Halves the path that it follows.
  int find(int node);

  // Unites the sets of a and b.
  void join(int a, int b);

  int sets() const { return number; }

 private:
  std::vector<int> parent;    // never larger than the node itself; a root is its own parent
  int number;
};

// For each node the smallest node of its component.
// Throws std::invalid_argument for a link to a node outside 0 ... count-1.
std::vector<int> connected_components(int count, const std::vector<std::pair<int, int>> &links);

// The number of components.
int count_components(int count, const std::vector<std::pair<int, int>> &links);

}    // namespace grist

#endif
