// Energy of spheres on walls that are hollow or turn, by whole runs of LAMMPS.
//
// Oracles: the conservation of energy; closed forms of mechanics.

#include "common/constants.h"
#include "styles/walls/mesh_wall_scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace test_wall_energy {

using namespace grist::testing;
using grist::PI;

class EnergyOnWalls : public OneRankTest {
 protected:
  TestFolder folder;

  // Kinetic energies of two spheres, over those before, and the drift of the balance over all
  // energy, after each has hit the inside of a drum of 60 facets once, beside a fold.
  struct Impact {
    double first, second, drift;
  };
  Impact impact(const std::string &feature, double time_step, int steps) const
  {
    LammpsSession lammps;
    const std::string mesh = folder / "drum.stl";
    lammps.run(R"(
      units si
      atom_style sphere
      boundary f f f
      newton on off
      comm_modify vel yes
      atom_modify map array
      region box block -0.5 0.5 -0.5 0.5 -0.5 0.5
      create_box 1 box
      create_atoms 1 single 0.0461306976422344 -0.3 0.0192862317480826
      create_atoms 1 single 0.0472220508735429 0.3 0.0164340473194074
      set group all diameter 0.04
      set group all density 2500
      set atom 1 vx 1.15404873382168 vz -0.16784373674516
      set atom 2 vx 0.74723244963797 vz 0.895345556870664
      neighbor 0.02 bin
      pair_style zero 0.05
      pair_coeff * *
      write_mesh )" +
               mesh + R"( drum diameter 0.4 length 0.9 axis y facets 60 caps no format text
      fix w all wall/mesh )" +
               mesh + feature + R"( model hertz/mindlin young 1e8 poisson 0.3
      fix move all nve/sphere
      compute e all energy/balance
      variable k1 equal (vx[1]^2+vz[1]^2)/1.36
      variable k2 equal (vx[2]^2+vz[2]^2)/1.36
      variable d equal c_e/c_e[1]
      thermo_style custom step v_k1 v_k2 v_d f_w
      timestep )" +
               std::to_string(time_step) + "\nrun " + std::to_string(steps) + "\n");
    return {lammps.evaluate("v_k1"), lammps.evaluate("v_k2"), lammps.evaluate("v_d")};
  }
};

TEST_F(EnergyOnWalls, SpheresLeaveFacetsWithTheirEnergy)
{
  for (const char *feature : {"", " feature 0"}) {
    const Impact coarse = impact(feature, 1.6e-5, 15625), fine = impact(feature, 4e-6, 62500);
    EXPECT_NEAR(coarse.first, 1.0, 1e-3) << feature;
    EXPECT_NEAR(coarse.second, 1.0, 1e-3) << feature;
    EXPECT_NEAR(fine.first, 1.0, 1e-4) << feature;
    EXPECT_NEAR(fine.second, 1.0, 1e-4) << feature;
    EXPECT_LT(std::fabs(fine.drift), 1e-4) << feature;
  }
}

// A heap in a drum that turns, with dashpots and friction: 1 % of the time of a contact per step.
TEST_F(EnergyOnWalls, HeapInADrumOfNinetyFacetsBalances)
{
  LammpsSession lammps;
  const std::string mesh = folder / "drum.stl";
  lammps.run(R"(
    units si
    atom_style sphere
    boundary f f f
    newton on off
    comm_modify vel yes
    region box block -0.02 0.02 -0.11 0.11 -0.11 0.11
    create_box 1 box
    neighbor 0.002 bin
    pair_style hertz/mindlin
    pair_coeff * * young 5e6 poisson 0.25 restitution 0.5 friction 0.5
    write_mesh )" +
             mesh + R"( drum diameter 0.2 length 0.04 axis x facets 90 caps no format text
    particle_mix m sphere s size 0.008 density 2500
    region fill block -0.012 0.012 -0.06 0.06 -0.07 0.01
    fix fill all insert/pack m region fill fraction 0.3
    fix drum all wall/mesh )" +
             mesh + R"( move rotate 0 0 0 1 0 0 1.5 model hertz/mindlin young 5e6 poisson 0.25 &
      restitution 0.5 friction 0.5
    fix lids all wall/hertz/mindlin xplane -0.012 0.012
    fix move all leapfrog/sphere gravity 9.81 vector 0 0 -1
    timestep 1e-5
    run 15000
    compute e all energy/balance
    thermo_style custom step c_e[7] c_e[10] c_e
    run 20000)");
  EXPECT_GT(lammps.evaluate("atoms"), 200);
  EXPECT_GT(lammps.evaluate("c_e[7]"), 0.5 * lammps.evaluate("c_e[10]"));
  const double relative = lammps.evaluate("c_e") / lammps.evaluate("c_e[10]");
  EXPECT_LT(std::fabs(relative), 1e-5);
}

// A sphere that rolls on a turntable runs in a circle with 2/7 of its angular velocity (Earnshaw
// 1844), whatever its size. It does not creep: what is left comes from the first moments, in which
// it settles, and is the same at half the step.
TEST_F(EnergyOnWalls, ASphereRollsInCirclesOnATurntable)
{
  const std::string law = " young 1e7 poisson 0.3 restitution 0.3 friction 2",
                    mesh = folder / "plate.stl";
  const std::string plate = "write_mesh " + mesh +
      " plane size 0.4 0.4 format text\nfix w all wall/mesh " + mesh +
      " move rotate 0 0 0 0 0 1 0.31415926535897932 model hertz/mindlin" + law;
  const std::string region =
      "variable a equal 20*elaplong*dt\n"
      "region w block -0.2 0.2 -0.2 0.2 -0.01 0 side out rotate v_a 0 0 0 0 0 1\n"
      "fix w all wall/hertz/mindlin region w" +
      law;
  const auto after_a_circle = [](const std::string &floor, double step) {
    LammpsSession lammps;
    const int steps = static_cast<int>(std::lround(2.0 * PI / (2.0 / 7.0 * 20.0) / step));
    lammps.run(R"(
      units si
      atom_style sphere
      boundary f f f
      newton on off
      comm_modify vel yes
      atom_modify map array
      region box block -0.3 0.3 -0.3 0.3 -0.1 0.1
      create_box 1 box
      create_atoms 1 single 0.05 0 0.005
      set group all diameter 0.01
      set group all density 2500
      set atom 1 vy 0.3 omega 140 0 0
      neighbor 0.002 bin
      pair_style zero 0.02
      pair_coeff * *
      timestep )" +
               std::to_string(step) + "\n" + floor + R"(
      fix move all nve/sphere
      fix down all gravity 9.81 vector 0 0 -1
      thermo_style custom step f_w
      run )" + std::to_string(steps) +
               "\n");
    return lammps.atoms().at(0);
  };
  for (const std::string &floor : {plate, region}) {
    const AtomSnapshot coarse = after_a_circle(floor, 2e-5), fine = after_a_circle(floor, 1e-5);
    for (int d = 0; d < 2; d++) {
      EXPECT_NEAR(fine.x[d], d == 0 ? 0.05 : 0.0, 5e-5) << floor;
      EXPECT_NEAR(coarse.x[d], fine.x[d], 5e-6) << floor;
    }
  }
}

// Nine squares of 0.02, each of two triangles, in a plane.
struct TiledFloor {
  static constexpr double SIDE = 0.02;

  static grist::Vector3d at(double x, double y, double z = 0.0)
  {
    const double c = std::cos(0.3), s = std::sin(0.3);
    return {SIDE * (c * x - s * y) + 0.00137, SIDE * (s * x + c * y) - 0.00071, z};
  }
  static grist::Mesh mesh()
  {
    grist::Mesh tiles;
    for (int n = 0; n < 16; n++) tiles.vertices.push_back(at(n % 4, n / 4));
    for (int n = 0; n < 9; n++) {
      const int low = n % 3 + 4 * (n / 3);
      tiles.faces.push_back({low, low + 1, low + 5});
      tiles.faces.push_back({low, low + 5, low + 4});
    }
    return tiles;
  }
};

// Places on the floor, in sides of a square, and the speed along the diagonals.
struct Hit {
  std::vector<std::array<double, 2>> places;
  double slide;
};

// Energies and the drift over the kinetic energy before, at three instants.
std::vector<double> energies_of(const Hit &hit, const std::string &wall)
{
  const grist::Vector3d along = hit.slide * normalized(TiledFloor::at(1, 1) - TiledFloor::at(0, 0));
  std::string atoms;
  for (const auto &[x, y] : hit.places) {
    const grist::Vector3d at = TiledFloor::at(x, y, 0.01001);
    atoms +=
        "create_atoms 1 single " + number(at.x) + " " + number(at.y) + " " + number(at.z) + "\n";
  }
  LammpsSession lammps;
  lammps.run("units si\natom_style sphere\nboundary f f f\nnewton on off\ncomm_modify vel yes\n"
             "region box block -.1 .1 -.1 .1 -.1 .1\ncreate_box 1 box\n" +
             atoms + "set group all diameter 0.02\nset group all density 2500\nvelocity all set " +
             number(along.x) + " " + number(along.y) + " -1\nset group all omega " +
             number(40 * along.y) + " " + number(-40 * along.x) +
             " 0\npair_style zero 0.02\npair_coeff * *\nneighbor 2e-3 bin\nfix w all wall/mesh " +
             wall +
             "\nfix i all leapfrog/sphere\ncompute e all energy/balance\ntimestep 1e-5\n"
             "thermo_style custom step c_e[*] c_e\nrun 0 post no\n");
  const double whole = lammps.evaluate("c_e[1]");
  std::vector<double> values;
  for (int n = 0; n < 3; n++) {
    lammps.run("run 50 pre no post no");
    for (const char *of : {"c_e[4]", "c_e[6]", "c_e[7]", "c_e[8]", "c_e[10]", "c_e"})
      values.push_back(lammps.evaluate(of) / whole);
  }
  return values;
}

// Spheres that hit common edges and corners of coplanar triangles store, lose and drift as those do
// that hit the middle of a triangle. Those on a diagonal slide along it.
TEST_F(EnergyOnWalls, EdgesInAPlaneStoreWhatTrianglesDo)
{
  MeshFiles files;
  const std::string mesh = files.text(TiledFloor::mesh());
  const Hit diagonals = {{{0.3, 0.3}, {1.5, 1.5}, {2.1, 2.1}, {0.7, 1.7}}, 0.3},
            edges = {{{1.0, 0.4}, {2.0, 1.5}, {0.6, 1.0}, {1.0, 1.0}}, 0.0};
  for (const std::string law : {"hertz/mindlin young 1e7 poisson 0.3 friction 0.5",
                                "hertz/mindlin young 1e7 poisson 0.3 restitution 0.5 friction 0.5 "
                                "rolling sds 1000 0.01 0.1",
                                "hooke/history stiffness 5e4 restitution 0.7 friction 0.3"})
    for (const std::string move : {"", " move linear 0 0 0.1"})
      for (const Hit &hit : {diagonals, edges}) {
        const Hit triangles = {{{0.7, 0.2}, {1.6, 0.3}, {0.2, 1.7}, {2.7, 2.1}}, hit.slide};
        const std::string wall = mesh + move + " model " + law;
        const auto edge = energies_of(hit, wall), middle = energies_of(triangles, wall);
        EXPECT_GT(std::max(edge[0], edge[6]), 0.1) << wall;    // stored in the middle of the hit
        for (size_t k = 0; k < edge.size(); k++)
          EXPECT_NEAR(edge[k], middle[k], 1e-9) << wall << " slide " << hit.slide << " " << k;
      }
}

}    // namespace test_wall_energy
