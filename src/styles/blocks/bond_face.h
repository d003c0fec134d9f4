/* bond_style face: blocks that are bonded at their common faces (bonds/face_bond.h).

   Bonds are made by create_blocks and kept by fix FACE/BONDS; LAMMPS' own lists of bonds are not used.
   Bonded blocks have no contact; from the step after a bond has broken they have.
*/

#ifdef BOND_CLASS
// clang-format off
BondStyle(face,BondFace);
// clang-format on
#else

#ifndef LMP_BOND_FACE_H
#define LMP_BOND_FACE_H

#include "bond.h"

#include "bonds/face_bond.h"
#include "styles/guard/run_limits.h"
#include "styles/interfaces/bonded_bodies.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include <vector>

namespace LAMMPS_NS {

class FixFaceBonds;

class BondFace : public Bond, public BondedBodies, public GuardedStyle {
 public:
  BondFace(class LAMMPS *);
  ~BondFace() override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  void compute(int, int) override;
  double equilibrium_distance(int) override { return 0.0; }
  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_data(FILE *) override;
  double single(int, double, int, int, double &) override { return 0.0; }
  double memory_usage() override;

  bool are_bonded(int i, tagint other) const override;
  void add_limits(RunLimits &) override;

 private:
  std::vector<grist::FaceMaterial> materials;    // by bond type, as the user gave them
  std::vector<grist::FaceMaterial> laws;         // the same with pressures as force/length^2
  FixFaceBonds *faces = nullptr;
  PolyhedronBodies bodies;

  void allocate();
  double mass_of(int i) const;
  void add(int i, const grist::Vector3d &force, const grist::Vector3d &torque);
};

}    // namespace LAMMPS_NS

#endif
#endif
