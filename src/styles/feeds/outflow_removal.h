/* Takes units out of LAMMPS, in pre_exchange of a step whose neighbor lists are rebuilt. Bonds,
   special lists, histories and all other per-atom data go with their atoms, as for atoms that leave
   a rank.
*/

#ifndef LMP_OUTFLOW_REMOVAL_H
#define LMP_OUTFLOW_REMOVAL_H

#include "pointers.h"

#include "feeds/outflow_settings.h"
#include "feeds/outflow_units.h"

#include <vector>

namespace LAMMPS_NS {

class OutflowSearch;

class OutflowRemoval : protected Pointers {
 public:
  OutflowRemoval(class LAMMPS *lmp, const OutflowSearch &search,
                 const grist::OutflowSettings &settings) :
      Pointers(lmp),
      search(search), by_type(settings.by_type), by_sieve(settings.by_sieve)
  {
  }

  // Removes the units of these ids (ascending, the same on every rank), and returns their
  // components. `torn` as in assemble_outflow(). Collective; the same result on every rank.
  std::vector<grist::OutflowUnit> remove(const std::vector<tagint> &ids,
                                         std::vector<std::int64_t> &torn);

 private:
  struct SievedUnit {
    tagint id;
    double diameter;
  };
  const OutflowSearch &search;
  bool by_type, by_sieve;

  grist::OutflowElement element(int i) const;
  void measure_body(int i, grist::OutflowElement &out) const;
  std::vector<std::int64_t> parents_that_stay(const std::vector<std::int64_t> &parents,
                                              const std::vector<char> &leaves) const;
  std::vector<SievedUnit> sieved(const std::vector<char> &leaves) const;
  void delete_atoms(const std::vector<char> &leaves);
};

}    // namespace LAMMPS_NS

#endif
