// Multistep Munjiza-Rougier contact search, for bodies of different size.
//
// Source: munjiza2006 section 7. Bodies are divided into groups by size, each half as large as the
// group before (Eqs. 30 and 32). Each group has a list and cells of its own. A step finds the pairs
// of one group:
//
//   within the group      by the MR search
//   with smaller groups   the paper maps all smaller bodies onto the cells of the larger ones, step
//                         by step. Here each list keeps its own cells, and a larger body looks up
//                         those that it reaches. So a body is sorted once, and compared with what
//                         is near the larger body's surface, not with all in 27 of its cells. Where
//                         the smaller bodies are few enough that it costs less, they look up the
//                         larger ones.
//
// Memory is that of the MR algorithm, 5 integers a body, with one more for each row of cells that
// holds something, and a byte for the body's group.

#ifndef GRIST_SEARCH_MMR_H
#define GRIST_SEARCH_MMR_H

#include "search/munjiza/mr_list.h"
#include "search/munjiza/mr_mask.h"
#include "search/munjiza/mr_window.h"
#include "search/pair_search.h"

#include <vector>

namespace grist {

class Mmr : public PairSearch {
 protected:
  void search(const SphereView &spheres, std::vector<IndexPair> &pairs) override;

 private:
  static constexpr int GROUPS =
      32;    // from the largest size down; the last holds all smaller bodies

  struct Group {
    int count = 0;
    double radius_max = 0.0;
    MrList list;
    MrWindow window;
  };

  void divide(const SphereView &spheres);
  void sort(const SphereView &spheres, const CenterBox &box);
  void search_step(const SphereView &spheres, const CenterBox &box, int step,
                   std::vector<IndexPair> &pairs);
  void fill_report();

  Group groups[GROUPS];
  std::vector<unsigned char> group_of;    // by sphere
  MrMask mask;
};

}    // namespace grist

#endif
