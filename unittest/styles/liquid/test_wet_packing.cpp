// Tensile strength of a random packing of wet spheres. Oracle: Rumpf's formula (Chem. Ing. Tech. 42
// (1970) 538), sigma = phi/pi k F/d^2, with the solid fraction phi, k bridges at a sphere and the
// force F of a bridge at touch.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <string>

namespace test_wet_packing {

using namespace grist::testing;

// 600 spheres of 1 mm are pressed together dry, wetted, and stretched along all axes. Variables:
// `strength`, the tension over Rumpf's; `liquid`, that of the bridges alone.
std::string packing(const std::string &tension)
{
  return R"(
    units si
    atom_style sphere
    atom_modify map yes
    comm_modify vel yes
    newton on on
    boundary p p p
    region box block -5.08e-3 5.08e-3 -5.08e-3 5.08e-3 -5.08e-3 5.08e-3
    create_box 1 box
    create_atoms 1 random 600 4711 NULL overlap 1e-3 maxtry 5000
    set group all diameter 1e-3 density 2500
    neighbor 0.3e-3 bin
    neigh_modify delay 0 every 1 check yes
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.2 friction 0.5
    fix move all nve/sphere
    fix slow all viscous 1e-5
    timestep 4e-6
    compute all all pressure NULL pair fix
    thermo_style custom step c_all
    fix size all deform 1 x scale 0.798 y scale 0.798 z scale 0.798
    run 6000
    unfix size
    fix wet all liquid film 1e-6 angle 0 tension )" +
      tension + R"(
    compute wet all pressure NULL fix
    variable fraction equal atoms*PI/6*1e-9/vol
    variable bridges equal 2*(f_wet[6]-f_wet[7])/atoms
    variable rumpf equal v_fraction*v_bridges*2*0.5e-3/1e-6*)" +
      tension + R"(
    variable strength equal -c_all/v_rumpf
    variable liquid equal -c_wet/v_rumpf
    thermo_style custom step c_all c_wet
    run 500
    fix strength all vector 10 v_strength
    fix size all deform 1 x scale 1.025 y scale 1.025 z scale 1.025
    run 6000
  )";
}

// No bridge pulls more than at touch, and contacts push: so the strength is below Rumpf's. Contacts
// that still push take more than one half of it. Twice the tension, twice the strength.
TEST(WetPacking, StrengthIsInRumpfsBand)
{
  ONE_RANK_IS_ENOUGH();
  double strength[2];
  for (const int n : {0, 1}) {
    LammpsSession lammps;
    lammps.run(packing(n == 0 ? "0.0365" : "0.073"));
    EXPECT_GT(lammps.evaluate("v_bridges"), 4.0);
    EXPECT_LT(lammps.evaluate("v_liquid"), 1.0);
    EXPECT_GT(lammps.evaluate("v_liquid"), 0.83);
    strength[n] = lammps.evaluate("max(f_strength)");
    EXPECT_GT(strength[n], 0.3);
    EXPECT_LT(strength[n], 0.6);
  }
  EXPECT_NEAR(strength[1] / strength[0], 1.0, 0.15);
}

}    // namespace test_wet_packing
