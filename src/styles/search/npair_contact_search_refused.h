/* Pairwise lists that no contact search supports: an error while a search is chosen
   (neighbor_style), because LAMMPS' style nsq would compare all atoms with all. With no search
   chosen they work as the stock classes.
*/

#ifdef NPAIR_CLASS
// clang-format off
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

#ifndef LMP_NPAIR_CONTACT_SEARCH_REFUSED_H
#define LMP_NPAIR_CONTACT_SEARCH_REFUSED_H

#include "npair_nsq_ghost.h"
#include "npair_respa_nsq.h"

namespace LAMMPS_NS {

template <class Stock> class NPairContactSearchRefused : public Stock {
 public:
  using Stock::Stock;
  void build(class NeighList *) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
