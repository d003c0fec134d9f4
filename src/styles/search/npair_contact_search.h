/* Pairwise lists from Grist's contact search (neighbor_style), for every list that stock styles nsq
   and multi build.

   The classes match the same masks as LAMMPS' nsq and multi classes and come before them in the
   order of header names; with no search chosen they work as the stock classes. The stock classes of
   multi for atoms without molecules have none here: the others give the same lists.
*/

#ifdef NPAIR_CLASS
// clang-format off
typedef NPairNsqSearch<0, 1, 0, 0> NPairFullSearch;
NPairStyle(full/contact/search,
           NPairFullSearch,
           NP_FULL | NP_NSQ | NP_NEWTON | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairNsqSearch<1, 0, 0, 0> NPairHalfSearchNewtoff;
NPairStyle(half/contact/search/newtoff,
           NPairHalfSearchNewtoff,
           NP_HALF | NP_NSQ | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairNsqSearch<1, 1, 0, 0> NPairHalfSearchNewton;
NPairStyle(half/contact/search/newton,
           NPairHalfSearchNewton,
           NP_HALF | NP_NSQ | NP_NEWTON | NP_ORTHO);

typedef NPairNsqSearch<1, 1, 1, 0> NPairHalfSearchNewtonTri;
NPairStyle(half/contact/search/newton/tri,
           NPairHalfSearchNewtonTri,
           NP_HALF | NP_NSQ | NP_NEWTON | NP_TRI);

typedef NPairNsqSearch<0, 1, 0, 1> NPairFullSizeSearch;
NPairStyle(full/size/contact/search,
           NPairFullSizeSearch,
           NP_FULL | NP_SIZE | NP_NSQ | NP_NEWTON | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairNsqSearch<1, 0, 0, 1> NPairHalfSizeSearchNewtoff;
NPairStyle(half/size/contact/search/newtoff,
           NPairHalfSizeSearchNewtoff,
           NP_HALF | NP_SIZE | NP_NSQ | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairNsqSearch<1, 1, 0, 1> NPairHalfSizeSearchNewton;
NPairStyle(half/size/contact/search/newton,
           NPairHalfSizeSearchNewton,
           NP_HALF | NP_SIZE | NP_NSQ | NP_NEWTON | NP_ORTHO);

typedef NPairNsqSearch<1, 1, 1, 1> NPairHalfSizeSearchNewtonTri;
NPairStyle(half/size/contact/search/newton/tri,
           NPairHalfSizeSearchNewtonTri,
           NP_HALF | NP_SIZE | NP_NSQ | NP_NEWTON | NP_TRI);

typedef NPairMultiSearch<0, 1, 0, 0> NPairFullMultiSearch;
NPairStyle(full/multi/contact/search,
           NPairFullMultiSearch,
           NP_FULL | NP_MULTI | NP_NEWTON | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairMultiSearch<1, 0, 0, 0> NPairHalfMultiSearchNewtoff;
NPairStyle(half/multi/contact/search/newtoff,
           NPairHalfMultiSearchNewtoff,
           NP_HALF | NP_MULTI | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairMultiSearch<1, 1, 0, 0> NPairHalfMultiSearchNewton;
NPairStyle(half/multi/contact/search/newton,
           NPairHalfMultiSearchNewton,
           NP_HALF | NP_MULTI | NP_NEWTON | NP_ORTHO);

typedef NPairMultiSearch<1, 1, 1, 0> NPairHalfMultiSearchNewtonTri;
NPairStyle(half/multi/contact/search/newton/tri,
           NPairHalfMultiSearchNewtonTri,
           NP_HALF | NP_MULTI | NP_NEWTON | NP_TRI);

typedef NPairMultiSearch<0, 1, 0, 1> NPairFullSizeMultiSearch;
NPairStyle(full/size/multi/contact/search,
           NPairFullSizeMultiSearch,
           NP_FULL | NP_SIZE | NP_MULTI | NP_NEWTON | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairMultiSearch<1, 0, 0, 1> NPairHalfSizeMultiSearchNewtoff;
NPairStyle(half/size/multi/contact/search/newtoff,
           NPairHalfSizeMultiSearchNewtoff,
           NP_HALF | NP_SIZE | NP_MULTI | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairMultiSearch<1, 1, 0, 1> NPairHalfSizeMultiSearchNewton;
NPairStyle(half/size/multi/contact/search/newton,
           NPairHalfSizeMultiSearchNewton,
           NP_HALF | NP_SIZE | NP_MULTI | NP_NEWTON | NP_ORTHO);

typedef NPairMultiSearch<1, 1, 1, 1> NPairHalfSizeMultiSearchNewtonTri;
NPairStyle(half/size/multi/contact/search/newton/tri,
           NPairHalfSizeMultiSearchNewtonTri,
           NP_HALF | NP_SIZE | NP_MULTI | NP_NEWTON | NP_TRI);

typedef NPairContactSearchRefused<NPairNsqGhost<0>> NPairFullGhostRefused;
NPairStyle(full/ghost/contact/search/refused,
           NPairFullGhostRefused,
           NP_FULL | NP_NSQ | NP_NEWTON | NP_NEWTOFF | NP_GHOST | NP_ORTHO | NP_TRI);

typedef NPairContactSearchRefused<NPairNsqGhost<1>> NPairHalfGhostRefused;
NPairStyle(half/ghost/contact/search/refused,
           NPairHalfGhostRefused,
           NP_HALF | NP_NSQ | NP_NEWTOFF | NP_GHOST | NP_ORTHO | NP_TRI);

typedef NPairContactSearchRefused<NPairRespaNsq<0, 0>> NPairRespaNewtoffRefused;
NPairStyle(half/respa/newtoff/contact/search/refused,
           NPairRespaNewtoffRefused,
           NP_HALF | NP_RESPA | NP_NSQ | NP_NEWTOFF | NP_ORTHO | NP_TRI);

typedef NPairContactSearchRefused<NPairRespaNsq<1, 0>> NPairRespaNewtonRefused;
NPairStyle(half/respa/newton/contact/search/refused,
           NPairRespaNewtonRefused,
           NP_HALF | NP_RESPA | NP_NSQ | NP_NEWTON | NP_ORTHO);

typedef NPairContactSearchRefused<NPairRespaNsq<1, 1>> NPairRespaNewtonTriRefused;
NPairStyle(half/respa/newton/tri/contact/search/refused,
           NPairRespaNewtonTriRefused,
           NP_HALF | NP_RESPA | NP_NSQ | NP_NEWTON | NP_TRI);
// clang-format on
#else

#ifndef LMP_NPAIR_CONTACT_SEARCH_H
#define LMP_NPAIR_CONTACT_SEARCH_H

#include "npair_multi.h"
#include "npair_nsq.h"
#include "npair_nsq_ghost.h"
#include "npair_respa_nsq.h"

#include "styles/search/cluster_pairs.h"

#include "search/search_table.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS {

// Stock: the class of LAMMPS that builds the list while no search is chosen, with the same
// parameters.
template <class Stock, int HALF, int NEWTON, int TRI, int SIZE>
class NPairContactSearch : public Stock {
 public:
  NPairContactSearch(class LAMMPS *);
  void build(class NeighList *) override;

  // At every init. What neighbor_style changes between two runs counts from then on: until then
  // there may be no bins for another search.
  void copy_neighbor_info() override;

 private:
  const grist::SearchEntry *entry = nullptr;    // of the last init; null: no search is chosen
  std::unique_ptr<grist::PairSearch> search;    // made from the entry
  std::vector<grist::IndexPair> pairs;
  ClusterPairs inside;

  std::vector<double> radii;             // where the list's cutoff is by type
  std::vector<int> counts;               // per owned atom
  std::vector<int> starts, neighbors;    // per owned atom, and all of them
  int special_lists = 0;                 // as ClusterPairs::lists_to_read

  // The square of the cutoff of each collection (neighbor style multi) with itself, for half lists
  // with newton on. Else empty.
  std::vector<double> collection_cutoffs;

  grist::SphereView view_atoms();
  void find_collections();
  bool stores(int i, int j) const;
  bool is_left_out(int i, int j) const;
  int special_kind(int i, int j) const;
  int kind_of_any(int i, int j) const;
  void sort_into(NeighList *list, bool by_clusters);
  void fill(NeighList *list);
};

template <int HALF, int NEWTON, int TRI, int SIZE>
using NPairNsqSearch =
    NPairContactSearch<NPairNsq<HALF, NEWTON, TRI, SIZE>, HALF, NEWTON, TRI, SIZE>;

template <int HALF, int NEWTON, int TRI, int SIZE>
using NPairMultiSearch =
    NPairContactSearch<NPairMulti<HALF, NEWTON, TRI, SIZE, 0>, HALF, NEWTON, TRI, SIZE>;

// Pairwise lists that no contact search supports: an error while a search is chosen, because LAMMPS'
// style nsq would compare all atoms with all. With no search chosen they work as the stock classes.
template <class Stock> class NPairContactSearchRefused : public Stock {
 public:
  using Stock::Stock;
  void build(class NeighList *) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
