// What leaves a run, assembled from its elements: spheres, bodies, or blocks, which are bodies that
// bonds connect.
//
// Vocabulary:
//   unit      what leaves as a whole: elements that are connected by bonds, or a single one
//   parent    the cluster or rock that an element was made with; 0: none
//   cluster   a unit of two elements or more that is all of its parent
//   fragment  a unit whose parent has other elements, which stay, leave in another unit, or left
//             before

#ifndef GRIST_FEEDS_OUTFLOW_UNITS_H
#define GRIST_FEEDS_OUTFLOW_UNITS_H

#include <cstdint>
#include <vector>

namespace grist {

enum class OutflowKind { CLUSTER, FRAGMENT, SPHERE, BODY };
constexpr int OUTFLOW_KINDS = 4;

struct OutflowElement {
  std::int64_t unit, id, parent;
  int component;    // from 1
  bool is_body;
  double mass, radius;    // of a body: radius of the sphere of equal volume
};

struct OutflowUnit {
  OutflowKind kind;
  int component;    // the one with most of the mass; of equal ones the first
  double size;      // diameter of the sphere that has the volume of all elements; or of a sieve
  std::vector<OutflowElement> elements;    // by ascending id
};

// Units in ascending order of ids, whatever the order of the elements. `staying`: parents,
// ascending, of elements that stay. `torn`: parents, ascending, of which a fragment has left and
// others stay; brought up to date.
std::vector<OutflowUnit> assemble_outflow(std::vector<OutflowElement> elements,
                                          const std::vector<std::int64_t> &staying,
                                          std::vector<std::int64_t> &torn);

// The parents of the elements, ascending, each once, without 0.
std::vector<std::int64_t> parents_of(const std::vector<OutflowElement> &elements);

}    // namespace grist

#endif
