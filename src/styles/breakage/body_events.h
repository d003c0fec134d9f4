// Bodies that broke, for classes that report them: FixBreakPolyhedra::listeners; and what is
// known of where a body came from.

#ifndef LMP_BODY_EVENTS_H
#define LMP_BODY_EVENTS_H

#include "styles/breakage/body_breaking.h"

#include "fmt/format.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

// Lineage of a body that exists now.
struct BodyLineage {
  tagint parent;        // 0: no piece
  int generation;       // 0: no piece
  BodyOrigin origin;    // its sieve diameter is 0 until the body breaks
  double birth;         // time units
  bool can_break;
};

class BodyBreakListener {
 public:
  // Called in the step in which the pieces are created, with the same events on every rank, by id
  // of the parent.
  virtual void bodies_broken(const std::vector<BrokenBody> &events) = 0;

 protected:
  ~BodyBreakListener() = default;
};

// A CSV file of events: the header, and the row of an event of a step.
inline constexpr const char *BODY_EVENTS_HEADER =
    "step,time [time],parent,first,pieces,size [distance],mass [mass],energy [energy/mass],t10,"
    "x [distance],y [distance],z [distance]\n";

inline std::string row_of_event(const BrokenBody &event, bigint step, double time)
{
  return fmt::format("{},{:.9g},{},{},{},{:.9g},{:.17g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n", step,
                     time, event.parent, event.first, event.pieces, event.size, event.mass,
                     event.energy, event.t10, event.position[0], event.position[1],
                     event.position[2]);
}

}    // namespace LAMMPS_NS

#endif
