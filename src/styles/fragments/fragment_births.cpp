#include "styles/fragments/fragment_births.h"

#include "atom.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

using namespace LAMMPS_NS;

// The clusters that the two ends of each broken bond are in now, two entries an event; 0 where an
// atom is gone.
std::vector<tagint> FragmentBirths::clusters_at_ends(const std::vector<BreakEvent> &events,
                                                     const tagint *cluster) const
{
  std::vector<tagint> owned(2 * events.size(), 0), ends(owned.size());
  for (size_t k = 0; k < owned.size(); k++) {
    const BreakEvent &event = events[k / 2];
    const int i = atom->map(k % 2 ? event.tag_b : event.tag_a);
    if (i >= 0 && i < atom->nlocal) owned[k] = cluster[i];
  }
  MPI_Allreduce(owned.data(), ends.data(), static_cast<int>(ends.size()), MPI_LMP_TAGINT, MPI_MAX,
                world);
  return ends;
}

void FragmentBirths::update(const std::vector<BreakEvent> &events, const tagint *cluster)
{
  assert(rows.size() >= static_cast<size_t>(atom->nlocal));
  const std::vector<tagint> ends = clusters_at_ends(events, cluster);
  std::unordered_map<tagint, double> last_break;    // that separated a cluster from another
  for (size_t k = 0; k < ends.size(); k++) {
    const size_t other_end = k ^ 1;
    if (ends[k] == ends[other_end]) continue;
    const double time = events[k / 2].time;
    double &last = last_break.try_emplace(ends[k], time).first->second;
    last = std::max(last, time);
  }
  for (int i = 0; i < atom->nlocal; i++) {
    const auto found = last_break.find(cluster[i]);
    if (found != last_break.end()) rows[i].birth = std::max(rows[i].birth, found->second);
  }
}
