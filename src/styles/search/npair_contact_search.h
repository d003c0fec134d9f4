/* Pairwise lists from Grist's contact search (neighbor_style), for every list that stock style nsq builds.

   The classes match the same masks as LAMMPS' nsq classes and come before them in the order of header names; with no
   search chosen they work as the stock classes.
*/

#ifdef NPAIR_CLASS
// clang-format off
typedef NPairContactSearch<0, 1, 0, 0> NPairFullSearch;
NPairStyle(full/contact/search,
           NPairFullSearch,
           NP_FULL | NP_NSQ | NP_NEWTON | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairContactSearch<1, 0, 0, 0> NPairHalfSearchNewtoff;
NPairStyle(half/contact/search/newtoff,
           NPairHalfSearchNewtoff,
           NP_HALF | NP_NSQ | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairContactSearch<1, 1, 0, 0> NPairHalfSearchNewton;
NPairStyle(half/contact/search/newton,
           NPairHalfSearchNewton,
           NP_HALF | NP_NSQ | NP_NEWTON | NP_ORTHO);

typedef NPairContactSearch<1, 1, 1, 0> NPairHalfSearchNewtonTri;
NPairStyle(half/contact/search/newton/tri,
           NPairHalfSearchNewtonTri,
           NP_HALF | NP_NSQ | NP_NEWTON | NP_TRI);

typedef NPairContactSearch<0, 1, 0, 1> NPairFullSizeSearch;
NPairStyle(full/size/contact/search,
           NPairFullSizeSearch,
           NP_FULL | NP_SIZE | NP_NSQ | NP_NEWTON | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairContactSearch<1, 0, 0, 1> NPairHalfSizeSearchNewtoff;
NPairStyle(half/size/contact/search/newtoff,
           NPairHalfSizeSearchNewtoff,
           NP_HALF | NP_SIZE | NP_NSQ | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairContactSearch<1, 1, 0, 1> NPairHalfSizeSearchNewton;
NPairStyle(half/size/contact/search/newton,
           NPairHalfSizeSearchNewton,
           NP_HALF | NP_SIZE | NP_NSQ | NP_NEWTON | NP_ORTHO);

typedef NPairContactSearch<1, 1, 1, 1> NPairHalfSizeSearchNewtonTri;
NPairStyle(half/size/contact/search/newton/tri,
           NPairHalfSizeSearchNewtonTri,
           NP_HALF | NP_SIZE | NP_NSQ | NP_NEWTON | NP_TRI);
// clang-format on
#else

#ifndef LMP_NPAIR_CONTACT_SEARCH_H
#define LMP_NPAIR_CONTACT_SEARCH_H

#include "npair_nsq.h"

#include "styles/search/cluster_pairs.h"

#include "search/search_table.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS {

template <int HALF, int NEWTON, int TRI, int SIZE>
class NPairContactSearch : public NPairNsq<HALF, NEWTON, TRI, SIZE> {
 public:
  NPairContactSearch(class LAMMPS *);
  void build(class NeighList *) override;

 private:
  const grist::SearchEntry *entry = nullptr;
  std::unique_ptr<grist::PairSearch> search;    // made from the entry
  std::vector<grist::IndexPair> pairs;
  ClusterPairs inside;

  std::vector<double> radii;             // where the list's cutoff is by type
  std::vector<int> counts;               // per owned atom
  std::vector<int> starts, neighbors;    // per owned atom, and all of them

  grist::SphereView view_atoms();
  bool stores(int i, int j) const;
  int plain_entry(NeighList *list, int i, int j) const;
  int special_kind(int i, int j) const;
  int kind_of_any(int i, int j) const;
  void sort_into(NeighList *list, bool by_clusters);
  void fill(NeighList *list);
};

}    // namespace LAMMPS_NS

#endif
#endif
