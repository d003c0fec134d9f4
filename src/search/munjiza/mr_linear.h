// Munjiza-Rougier linear contact search, for bodies of similar size.
//
// Source: munjiza2006 sections 2, 4 and 5. Bodies are mapped onto cells as large as the largest of
// them (Eq. 5); a list of bodies in the order of their cells is repaired from step to step
// (MrList), and a contact mask walks along it (MrMask). Time is proportional to the number of
// bodies, whatever their density. Memory is 5 integers of 4 bytes a body (Eq. 25), and copies of a
// few hundred bodies in five rows of cells.

#ifndef GRIST_SEARCH_MR_LINEAR_H
#define GRIST_SEARCH_MR_LINEAR_H

#include "search/munjiza/mr_list.h"
#include "search/munjiza/mr_mask.h"
#include "search/pair_search.h"

namespace grist {

class MrLinear : public PairSearch {
 protected:
  void search(const SphereView &spheres, std::vector<IndexPair> &pairs) override;

 private:
  MrList list;
  MrMask mask;
};

}    // namespace grist

#endif
