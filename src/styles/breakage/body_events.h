// Bodies that broke, for classes that report them: FixBreakPolyhedra::listeners; and what is
// known of where a body came from.

#ifndef LMP_BODY_EVENTS_H
#define LMP_BODY_EVENTS_H

#include "styles/breakage/body_breaking.h"

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
extern const char *const BODY_EVENTS_HEADER;
std::string row_of_event(const BrokenBody &event, bigint step, double time);

}    // namespace LAMMPS_NS

#endif
