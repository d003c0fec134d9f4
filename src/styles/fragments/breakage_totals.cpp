#include "styles/fragments/breakage_totals.h"

#include "styles/access/rank_vectors.h"

#include <algorithm>
#include <tuple>

using namespace LAMMPS_NS;

void BreakageTotals::add(const BreakEvent &event)
{
  broken++;
  if (event.failure == grist::BondFailure::TENSION) by_tension++;
  if (event.failure == grist::BondFailure::SHEAR) by_shear++;
  energy += event.energy;
}

std::vector<BreakEvent> LAMMPS_NS::share_events(const std::vector<BreakEvent> &mine, MPI_Comm world)
{
  std::vector<BreakEvent> events = from_all_ranks(mine, world);
  std::sort(events.begin(), events.end(), [](const BreakEvent &one, const BreakEvent &two) {
    return std::tie(one.step, one.tag_a, one.tag_b) < std::tie(two.step, two.tag_a, two.tag_b);
  });
  return events;
}
