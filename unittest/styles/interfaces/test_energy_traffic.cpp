// Spheres that a fix inserts while compute energy/balance is on, through EnergyTraffic alone.
//
// Oracles: conservation of energy, second order in the time step, the energy of a free sphere in
// closed form.

#include "styles/interfaces/energy_traffic.h"
#include "testing/lammps_session.h"

#include "common/constants.h"

#include "atom.h"
#include "atom_vec.h"
#include "domain.h"
#include "fix.h"
#include "modify.h"
#include "update.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_energy_traffic {

using namespace grist::testing;
using namespace LAMMPS_NS;

// fix ID all test/insert STEP Z VZ: a sphere of 4 mm on the z axis, inserted at this step.
class InsertOnce : public Fix, public EnergyTraffic {
 public:
  InsertOnce(LAMMPS *lmp, int narg, char **arg) :
      Fix(lmp, narg, arg), step(std::stol(arg[3])), z(std::stod(arg[4])), vz(std::stod(arg[5]))
  {
    force_reneighbor = 1;
    next_reneighbor = step;
  }
  int setmask() override { return FixConst::PRE_EXCHANGE; }
  void pre_exchange() override
  {
    if (update->ntimestep != step) return;
    tag = static_cast<tagint>(atom->natoms) + 1;
    double x[3] = {0.0, 0.0, z};
    if (z >= domain->sublo[2] && z < domain->subhi[2] && 0.0 >= domain->sublo[0] &&
        0.0 < domain->subhi[0] && 0.0 >= domain->sublo[1] && 0.0 < domain->subhi[1]) {
      atom->avec->create_atom(1, x);
      const int i = atom->nlocal - 1;
      atom->tag[i] = tag;
      atom->radius[i] = 2e-3;
      atom->rmass[i] = 2500 * 4.0 / 3.0 * grist::PI * 8e-9;
      atom->v[i][2] = vz;
      modify->create_attribute(i);
    }
    atom->natoms++;
    atom->nghost = 0;
    atom->map_init();
    atom->map_set();
  }
  bool mark_entered(std::vector<char> &marks) const override
  {
    if (update->ntimestep != step) return false;
    for (int i = 0; i < atom->nlocal + atom->nghost; i++)
      if (atom->tag[i] == tag) marks[i] = 1;
    return true;
  }

 private:
  bigint step;
  double z, vz;
  tagint tag = 0;
};

Fix *make_insertion(LAMMPS *lmp, int narg, char **arg)
{
  return new InsertOnce(lmp, narg, arg);
}

struct Result {
  double drift, entered, kinetic;
};

Result inserted(double dt, int ranks, const std::string &z, const std::string &newton = "on")
{
  LammpsSession lammps(ranks);
  if (lammps.here()) (*lammps.lammps()->modify->fix_map)["test/insert"] = &make_insertion;
  char step[32];
  snprintf(step, sizeof(step), "%g", dt);
  lammps.run("units si\nnewton " + newton + R"(
    atom_style sphere
    atom_modify map array
    boundary p p f
    processors 1 1 *
    region box block -0.02 0.02 -0.02 0.02 -0.02 0.02
    create_box 1 box
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.6 friction 0.3
    create_atoms 1 single 0 0 -0.001
    set group all diameter 4e-3 density 2500
    set atom 1 omega 0 40 10
    comm_modify vel yes
    neighbor 1e-3 bin
    fix move all leapfrog/sphere gravity 9.81 vector 0 0 -1
    compute e all energy/balance
    timestep )" +
             std::string(step) + "\nfix new all test/insert " +
             std::to_string(int(std::lround(1e-4 / dt))) + " " + z + " -0.3\nrun " +
             std::to_string(int(std::lround(4e-4 / dt))));
  return {lammps.evaluate("c_e"), lammps.evaluate("c_e[12]"), lammps.evaluate("c_e[1]")};
}

TEST(EnergyTraffic, AFreeSphereEntersWithItsEnergy)
{
  const double mass = 2500 * 4.0 / 3.0 * grist::PI * 8e-9;
  for (const int ranks : rank_counts()) {
    const Result end = inserted(1e-6, ranks, "0.01");
    // Its speed grows by half a step of gravity in its first step.
    const double expected = mass * (0.5 * std::pow(0.3 + 0.5e-6 * 9.81, 2) + 9.81 * 0.01);
    EXPECT_NEAR(end.entered / expected, 1.0, 1e-9);
    EXPECT_NEAR(end.drift / expected, 0.0, 1e-11);
  }
}

// Pressed into the one that is there by 50 um.
TEST(EnergyTraffic, AContactThatEntersIsOfSecondOrder)
{
  for (const std::string newton : {"on", "off"})
    for (const int ranks : rank_counts()) {
      const Result coarse = inserted(1e-6, ranks, "0.00295", newton);
      const Result fine = inserted(5e-7, ranks, "0.00295", newton);
      EXPECT_LT(std::fabs(coarse.drift), 2e-3 * coarse.entered);
      EXPECT_LT(std::fabs(fine.drift), std::fabs(coarse.drift) / 3.0);
    }
}

}    // namespace test_energy_traffic
