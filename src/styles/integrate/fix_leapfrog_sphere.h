/* Velocity-Verlet integration of spheres in one pass over memory a step.

   The trajectory is that of fix nve/sphere, bit for bit; with gravity it is that of fix nve/sphere
   and fix gravity, to rounding. The second half kick of a step (half a step of force and torque) is
   delayed until the next step begins, and is done there together with the first half kick and the
   drift of that step. It is not delayed where anything can read velocities in between.

   Gravity is added to velocities in the same pass. Where another fix may set forces, such as fix
   freeze, the weights are added to the forces instead, before all fixes that act on forces: what
   such a fix holds stays.

   Vocabulary: kick = change of velocity by force and of angular velocity by torque; drift = change
   of position by velocity; pending = the second half kick of the last step is still to do.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(leapfrog/sphere,FixLeapfrogSphere);
// clang-format on
#else

#ifndef LMP_FIX_LEAPFROG_SPHERE_H
#define LMP_FIX_LEAPFROG_SPHERE_H

#include "fix.h"
#include "styles/commands/input_words.h"
#include "styles/interfaces/energy_style.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixLeapfrogSphere : public Fix, public EnergyStyle {
 public:
  FixLeapfrogSphere(class LAMMPS *, int, char **);
  int setmask() override
  {
    return FixConst::INITIAL_INTEGRATE | FixConst::FINAL_INTEGRATE |
        (has_gravity ? FixConst::PRE_REVERSE : 0);
  }
  void init() override;
  void setup(int) override;
  void setup_pre_reverse(int eflag, int vflag) override { pre_reverse(eflag, vflag); }
  void pre_reverse(int, int) override;
  void initial_integrate(int) override;
  void final_integrate() override;
  void post_run() override;
  void reset_dt() override;
  double compute_scalar() override;
  void add_atom_motion(AtomMotion &to) override;
  bool foresees_rates() const override { return igroup == 0; }

  // Acceleration of every sphere of the group besides that of its force [force/mass], as in fix
  // gravity; zero without the keyword, and where weights are part of the forces.
  const double *gravity() const { return added; }

  // The work of one pass on each sphere.
  enum class Pass { FINISH, START, FINISH_AND_START };

  // Passes over the spheres so far, for tests: two per step if no half kick is delayed, one if all
  // are.
  bigint passes() const { return pass_count; }

 protected:
  // Keywords of a derived class, besides those of this one.
  using MoreKeywords = std::function<std::vector<Keyword>(InputWords &)>;
  FixLeapfrogSphere(class LAMMPS *, int, char **, const MoreKeywords &);

  std::string user;    // begins error texts

  // 1 for owned atoms that this class does not move. Empty: it moves all of its group.
  std::vector<char> left_out;

  virtual void pass(Pass what);
  double time_step() const { return dt; }
  double half_step() const { return half_kick; }

 private:
  double acceleration[3];             // of gravity
  double added[3];                    // of gravity, as far as forces do not have it
  bool has_gravity;                   // the keyword was given
  bool weights_in_forces;             // in this run
  double half_kick;                   // dt/2, force units to mass times velocity per time
  double dt;                          // of the drift
  bool may_delay;                     // no style of this run reads velocities at every step
  bool pending;                       // the second half kick of the last step, by half_kick
  std::vector<int> read_intervals;    // n: at the end of every n-th step a fix may read velocities
  std::vector<const bigint *> next_reads;    // of fixes that name the next step at which they may
  bigint pass_count;

  void read_keywords(int narg, char **arg, const MoreKeywords &more);
  void set_gravity(double magnitude, const double *along);
  void warn_of_other_gravity() const;
  bool weights_are_forces() const;
  bool other_fixes_change_velocities() const;
  bool can_delay() const;
  template <Pass PASS> void advance(grist::SphereRates *foreseen = nullptr);
};

}    // namespace LAMMPS_NS

#endif
#endif
