/* The output of a wall: its totals of the present step (walls/wall_totals.h), summed over ranks
   when they are output.
*/

#ifndef GRIST_STYLES_WALL_REPORT_H
#define GRIST_STYLES_WALL_REPORT_H

#include "common/preconditions.h"
#include "walls/wall_totals.h"

#include <mpi.h>

#include <array>

namespace LAMMPS_NS {

class WallReport {
 public:
  grist::WallTotals here;    // of this rank

  void begin_step()
  {
    here.clear();
    summed = false;
  }

  // Slot n of the totals over all ranks. Collective.
  double value(int n, MPI_Comm world)
  {
    assert(n >= 0 && n < grist::WallTotals::NUMBERS);
    if (!summed)
      MPI_Allreduce(here.values().data(), all.data(), grist::WallTotals::NUMBERS, MPI_DOUBLE,
                    MPI_SUM, world);
    summed = true;
    return all[n];
  }

 private:
  std::array<double, grist::WallTotals::NUMBERS> all{};
  bool summed = true;
};

}    // namespace LAMMPS_NS

#endif
