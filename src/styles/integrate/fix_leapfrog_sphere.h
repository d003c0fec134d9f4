/* Velocity-Verlet integration of spheres in one pass over memory a step.

   The trajectory is that of fix nve/sphere, bit for bit; with gravity that of fix gravity beside it, to rounding. The second half kick of a step (velocities and spins by
   half a step of force and torque) waits until the next step begins, and is done there together with the first
   half kick and the drift of that step. It does not wait where somebody can look at velocities in between.

   Vocabulary: kick = change of velocity by force and of spin by torque; drift = change of position by velocity;
   pending = the second half kick of the last step is still to do.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(leapfrog/sphere,FixLeapfrogSphere);
// clang-format on
#else

#ifndef LMP_FIX_LEAPFROG_SPHERE_H
#define LMP_FIX_LEAPFROG_SPHERE_H

#include "fix.h"

#include <vector>

namespace LAMMPS_NS {

class FixLeapfrogSphere : public Fix {
 public:
  FixLeapfrogSphere(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;
  void setup(int) override;
  void initial_integrate(int) override;
  void final_integrate() override;
  void post_run() override;
  void reset_dt() override;
  double compute_scalar() override;

  // Of every sphere of the group [force/mass], as fix gravity has it; zero without the keyword.
  const double *gravity() const { return pull; }

  // What one pass does to each sphere.
  enum class Pass { FINISH, START, FINISH_AND_START };

  // Passes over the spheres so far, for tests: two a step if nothing waits, one if all do.
  bigint passes() const { return pass_count; }

 private:
  double pull[3];                  // gravity
  bool falls;                      // there is any
  double half_kick;                // dt/2, force units to mass times velocity per time
  double dt;                       // of the drift
  bool may_wait;                   // nobody in this run looks at velocities at every step
  bool pending;                    // the half kick of the last step, by half_kick
  std::vector<int> looks_every;    // at the end of every n-th step a fix may look at velocities
  bigint pass_count;

  void read_keywords(int narg, char **arg);
  void warn_of_other_gravity() const;
  bool meets_other_integrators() const;
  bool can_wait() const;
  template <Pass PASS> void advance();
};

}    // namespace LAMMPS_NS

#endif
#endif
