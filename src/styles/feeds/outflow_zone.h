/* Where an element has passed: beyond a plane, in a region, or out of the box.

   Spheres, and bodies by their bounding spheres, have passed a plane or into a region with all of
   their volume. LAMMPS deletes an atom whose center is outside a fixed face of the box (boundary f)
   at a rebuild of the neighbor lists. So an element passes out of the box when its center would be
   outside within two steps, and its unit leaves with it.
*/

#ifndef LMP_OUTFLOW_ZONE_H
#define LMP_OUTFLOW_ZONE_H

#include "feeds/outflow_settings.h"
#include "pointers.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS {

inline constexpr char FIX_OUTFLOW[] = "Fix outflow";    // begins errors

class OutflowZone : protected Pointers {
 public:
  using Pointers::Pointers;
  virtual ~OutflowZone() = default;

  // At the start of a run. Errors for a zone that nothing can reach.
  virtual void init() = 0;

  // At every step, after forces. Collective: whether elements are to be tested now.
  virtual bool is_due() = 0;

  // One mark for each owned atom; those of the group that have passed. Returns whether there are
  // any on this rank.
  virtual bool mark_passed(int groupbit, std::vector<char> &passed) = 0;

  // A unit leaves as a whole with its first element; otherwise with its last.
  virtual bool takes_unit_with_first() const { return false; }
};

std::unique_ptr<OutflowZone> make_outflow_zone(class LAMMPS *lmp,
                                               const grist::OutflowSettings &settings);

}    // namespace LAMMPS_NS

#endif
