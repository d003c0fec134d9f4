/* Forces of styles that report no energy, for compute energy/balance: their power on all atoms.
   That of fixes is the power of the whole force on each atom, less that of the styles that report
   theirs: so it needs no knowledge of them. That of a pair style is what atoms have before bonds
   add to it. Weights are in neither: gravity is a potential.

   Driven atoms are those that a fix moves by a rule of its own (fix move): what they gain in
   kinetic energy beyond the work of the forces on them is work of that fix.
*/

#ifndef LMP_OTHER_FORCES_H
#define LMP_OTHER_FORCES_H

#include "pointers.h"
#include "styles/energy/energy_sources.h"
#include "styles/interfaces/bonding_style.h"

#include "energy/sphere_rates.h"

#include <vector>

namespace LAMMPS_NS {

class OtherForces : protected Pointers, private PairForceListener {
 public:
  explicit OtherForces(LAMMPS *lmp) : Pointers(lmp) {}

  // At the start of a run.
  void init(const EnergySources &sources);

  // When forces of pairs and bonds are complete; ghosts still have forces of their own.
  void before_reverse_comm(const EnergySources &sources);

  // rates: of all atoms, owned and ghost, when all forces are complete.
  double power_of_pair(const std::vector<grist::SphereRates> &rates) const;
  double power_of_fixes(const EnergySources &sources,
                        const std::vector<grist::SphereRates> &rates) const;

  // Work on driven atoms in the step that has ended; at the start of a run 0. At the end of a step,
  // when velocities are of the full step.
  double take_work_on_driven(const EnergySources &sources, bool at_start);

 private:
  // Force and torque on an atom side by side.
  using Snapshot = std::vector<double>;
  bool of_fixes = false, of_pair = false;
  grist::Subscription before_bonds;    // null: no bonds act after pairs
  Snapshot pair_forces, known_forces;
  double driven_kinetic = 0.0, driven_power = 0.0;

  void pair_forces_are_complete() override { take(pair_forces); }
  void take(Snapshot &snapshot) const;
  void remove_weights(const EnergySources &sources, Snapshot &snapshot) const;
  static double power_of(const Snapshot &snapshot, const std::vector<grist::SphereRates> &rates);
};

}    // namespace LAMMPS_NS

#endif
