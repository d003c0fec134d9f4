/* What has become of the liquid of a run. Each rank has a share; shares add up to the total. What
   leaves with atoms is the difference between what atoms had before and after they migrated.
*/

#ifndef LMP_LIQUID_TOTALS_H
#define LMP_LIQUID_TOTALS_H

#include <mpi.h>

#include <array>

namespace LAMMPS_NS {

class LiquidTotals {
 public:
  enum { EVAPORATED, LEFT, SUPPLIED, FORMED, BROKEN, COUNT };
  using Values = std::array<double, COUNT>;
  Values mine{};

  // Compensated (Kahan), so that the small parts of millions of steps are not rounded away.
  void add(int which, double part)
  {
    const double corrected = part - rounding[which];
    const double sum = mine[which] + corrected;
    rounding[which] = (sum - mine[which]) - corrected;
    mine[which] = sum;
  }

  // The volume and the number of this rank's atoms, before and after.
  void before_migration(double volume, double atoms)
  {
    saved = {volume, atoms};
    is_saved = true;
  }
  void after_migration(double volume, double atoms, MPI_Comm world)
  {
    if (!is_saved) return;
    is_saved = false;
    const std::array<double, 2> here = {saved[0] - volume, saved[1] - atoms};
    std::array<double, 2> all{};
    MPI_Allreduce(here.data(), all.data(), 2, MPI_DOUBLE, MPI_SUM, world);
    if (all[1] > 0.0) mine[LEFT] += here[0];
  }

  Values of_all_ranks(MPI_Comm world) const
  {
    Values all{};
    MPI_Allreduce(mine.data(), all.data(), COUNT, MPI_DOUBLE, MPI_SUM, world);
    return all;
  }

 private:
  Values rounding{};
  std::array<double, 2> saved{};
  bool is_saved = false;    // in this process, since the last migration
};

}    // namespace LAMMPS_NS

#endif
