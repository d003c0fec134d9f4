/* What contacts of compound bodies with a wall remember, among the rows of other contacts in its
   memory: one row for each cell that touches (compounds/compound_contacts.h), whose number is that of
   its part or piece times the `stride` of the wall, plus that of the surface.
*/

#ifndef GRIST_STYLES_COMPOUND_HISTORIES_H
#define GRIST_STYLES_COMPOUND_HISTORIES_H

#include "compounds/compound_contacts.h"
#include "walls/contact_memory.h"

#include <functional>
#include <vector>

namespace LAMMPS_NS {

class CompoundHistories {
 public:
  // At most so many surfaces; numbers of rows must stay below 2^31.
  explicit CompoundHistories(int surfaces) : stride(surfaces) {}
  void set_surfaces(int surfaces);

  // The rows of the contacts found last, for body i, one after another. `successors` has, for a
  // surface whose number is of before, those that it became.
  double *begin(int i, const grist::ContactMemory &memory, grist::CompoundContacts &found,
                const std::function<std::vector<int>(int)> &successors = {});
  void store(int i, grist::ContactMemory &memory) const;

 private:
  int stride, stride_before = 0;
  grist::CellHistories cells;
  int width = 0;
};

}    // namespace LAMMPS_NS

#endif
