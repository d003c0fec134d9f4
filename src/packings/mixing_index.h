// How well a component is mixed with the other particles, from samples: the cells of a grid.
//
// The variance s^2 of the component's share over cells, each weighted by its particles, lies between
// that of a random mixture and that of a mixture whose cells are pure, p (1 - p), where p is the
// share of all. For K cells with N particles the random mixture has p (1 - p) (K - 1)/(N - 1):
// exactly the mean over all orders of the particles, also if cells have different numbers of
// particles. For equal ones this is Lacey's p (1 - p)/n up to terms of 1/N (Lacey, J. Appl. Chem. 4
// (1954) 257).

#ifndef GRIST_PACKINGS_MIXING_INDEX_H
#define GRIST_PACKINGS_MIXING_INDEX_H

#include <vector>

namespace grist {

struct MixingIndex {
  double lacey = 0.0;         // 0: cells are pure; 1: random; 0 also if there is nothing to mix
  double deviation = 0.0;     // relative standard deviation s/p; 0 without the component
  double random = 0.0;        // of a random mixture
  double segregated = 0.0;    // of pure cells
  double cells = 0.0;         // that were used
  double particles = 0.0;     // in them
  double share = 0.0;         // of the component in these
};

// `all` has the number of particles of each cell, `component` that of those of the component. Cells
// with fewer than `least` particles are not used.
MixingIndex mixing_index(const std::vector<double> &all, const std::vector<double> &component,
                         double least);

}    // namespace grist

#endif
