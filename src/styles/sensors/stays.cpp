#include "styles/sensors/stays.h"

using namespace LAMMPS_NS;

std::vector<Stays::Tally> Stays::whole(MPI_Comm world) const
{
  std::vector<Tally> all(tallies.size());
  MPI_Allreduce(tallies.data(), all.data(), static_cast<int>(SIZE * all.size()), MPI_DOUBLE,
                MPI_SUM, world);
  return all;
}

std::vector<Stays::Values> Stays::values(MPI_Comm world) const
{
  std::vector<Values> values;
  for (const Tally &tally : whole(world))
    values.push_back(
        {tally[ENTRIES], tally[EXITS], tally[KNOWN] > 0.0 ? tally[TIME] / tally[KNOWN] : 0.0});
  return values;
}
