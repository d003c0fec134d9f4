/* Integration of bodies (atom_style body) with their rotations worked out in vectors of eight.

   Velocity Verlet as in fix nve/body: half a kick, drift, and half a kick at the end of the step.
   The rotation of the drift is that of a free top, by the symplectic splitting of rigid/free_top.h,
   where fix nve/body extrapolates.

   Vocabulary: kick = change of velocity by force and of angular momentum by torque; drift = change
   of position by velocity and of orientation by angular momentum.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(leapfrog/body,FixLeapfrogBody);
// clang-format on
#else

#ifndef LMP_FIX_LEAPFROG_BODY_H
#define LMP_FIX_LEAPFROG_BODY_H

#include "fix.h"
#include "styles/commands/input_words.h"
#include "styles/interfaces/energy_style.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixLeapfrogBody : public Fix, public EnergyStyle {
 public:
  FixLeapfrogBody(class LAMMPS *, int, char **);
  int setmask() override { return FixConst::INITIAL_INTEGRATE | FixConst::FINAL_INTEGRATE; }
  void init() override;
  void initial_integrate(int) override;
  void final_integrate() override { kick(); }
  void reset_dt() override;
  void add_atom_motion(AtomMotion &to) override { to.integrated |= groupbit; }

 protected:
  // Keywords of a derived class.
  using MoreKeywords = std::function<std::vector<Keyword>(InputWords &)>;
  FixLeapfrogBody(class LAMMPS *, int, char **, const MoreKeywords &);

  std::string user;    // begins error texts
  class AtomVecBody *avec;

  // 1 for owned atoms that this class does not move. Empty: it moves all of its group.
  std::vector<char> left_out;

  double time_step() const { return dt; }
  double half_step() const { return half_kick; }

 private:
  double dt, half_kick;
  std::vector<int> moved;    // bodies of the group, in this half step

  std::string problem_of(int i) const;
  void kick();
  void turn(const int *atoms, int count);
};

}    // namespace LAMMPS_NS

#endif
#endif
