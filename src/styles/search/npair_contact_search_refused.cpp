#include "styles/search/npair_contact_search_refused.h"

#include "error.h"
#include "modify.h"
#include "neigh_list.h"
#include "styles/access/styles_with.h"
#include "styles/search/fix_contact_search.h"

using namespace LAMMPS_NS;

/* ---------------------------------------------------------------------- */

template <class Stock> void NPairContactSearchRefused<Stock>::build(NeighList *list)
{
  const FixContactSearch *chosen = internal_fix<FixContactSearch>(this->lmp);
  if (chosen)
    this->error->all(FLERR,
                     "Neighbor style {}: lists {} are not supported (use neighbor_style default)",
                     chosen->entry()->name,
                     list->ghost ? "with neighbors of ghost atoms" : "of run_style respa");
  Stock::build(list);
}

namespace LAMMPS_NS {
template class NPairContactSearchRefused<NPairNsqGhost<0>>;
template class NPairContactSearchRefused<NPairNsqGhost<1>>;
template class NPairContactSearchRefused<NPairRespaNsq<0, 0>>;
template class NPairContactSearchRefused<NPairRespaNsq<1, 0>>;
template class NPairContactSearchRefused<NPairRespaNsq<1, 1>>;
}    // namespace LAMMPS_NS
