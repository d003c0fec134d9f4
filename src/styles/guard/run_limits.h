/* Limits of a run that a style reports: the times that the time step must be small against, and how
   far particles overlap. fix guard asks for them (fix_guard.h).
*/

#ifndef GRIST_STYLES_RUN_LIMITS_H
#define GRIST_STYLES_RUN_LIMITS_H

#include "contacts/contact_limits.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

// In the order of the output values of fix guard.
enum class TimeLimitKind {
  RAYLEIGH,
  CONTACT,
  BONDS,
  OVERLAP_CONTACT,
  WALL_SPEED,
  PASSAGE,
  HEAT,
  BRIDGE
};
constexpr int TIME_LIMIT_KINDS = 8;

struct TimeLimit {
  TimeLimitKind kind;
  std::string user;    // begins the sentence: "Pair style hertz/mindlin"
  double time;         // on this rank; infinity: none
};

// Overlap over the radius of the smaller particle.
struct OverlapReading {
  std::string user;
  double largest, sum, count;    // over the contacts of this rank; ranks add up to each once
};

// Limits of one rank. All ranks add the same limits in the same order.
class RunLimits {
 public:
  std::vector<TimeLimit> times;
  std::vector<OverlapReading> overlaps;

  void add(TimeLimitKind kind, const std::string &user, const grist::ContactSurvey &survey);
};

// A pair style, bond style or fix that knows limits.
class GuardedStyle {
 public:
  virtual void add_limits(RunLimits &limits) = 0;

  // A wall adds the least time in which a particle of this rank moves by its own radius. In a longer
  // time step the particle passes the wall without a contact, whether it is in the wall's list or not.
  virtual void add_passage(std::vector<TimeLimit> &) {}

 protected:
  ~GuardedStyle() = default;
};

// The limits of all styles of the run that know any.
RunLimits limits_of_run(class LAMMPS *lmp);

// In init() of a pair or bond style, or in post_constructor() of a fix: makes fix guard unless
// there is one.
void guard_run(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
