// Each number of bond_style parallel, in all unit styles of LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "testing/one_rank.h"
#include "testing/unit_scenes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace test_units_of_bonds {

using namespace grist::testing;

// Dashpots of bonds are kept with seven digits.
constexpr double DASHPOTS = 1e-6;

class UnitsOfBonds : public OneRankTest {
 protected:
  void SetUp() override
  {
    OneRankTest::SetUp();
    std::ofstream elements(folder / "cube.txt");
    for (double x : {-1e-3, 1e-3})
      for (double y : {-1e-3, 1e-3})
        for (double z : {-1e-3, 1e-3}) elements << x << ' ' << y << ' ' << z << " 0.999e-3\n";
  }

  // Two cubes of eight elements, of which one hits the other and a wall.
  UnitDeck cubes(const std::string &words, const std::string &more = "") const
  {
    return {R"(
    newton on off
    boundary f f f
    atom_style bonded/cluster
    bond_style parallel
    region box block <-0.01 length> <0.01 length> <-0.01 length> <0.01 length> <-0.01 length> <0.01 length>
    create_box 1 box bond/types 1
    {coarse}
    neighbor <1e-3 length> bin
    comm_modify vel yes
    cluster_template rock spheres )" +
                (folder / "cube.txt") + R"( scale <{real} length> density <2500 mass/volume>
    bond_coeff 1 )" +
                words + R"(
    pair_style hooke/history
    pair_coeff * * stiffness <3000 force/length> restitution 0.6 friction 0.4 heat <200 power/length/temperature> <1 energy/mass/temperature>
    create_atoms 0 single 0 0 <-7.85e-3 length> mol rock 4711 rotate 4 1 2 0
    create_atoms 0 single <0.4e-3 length> <1e-4 length> <-3.7e-3 length> mol rock 4711 rotate 5 1 2 3
    velocity all set <0.05 velocity> 0 <-1 velocity>
    set atom 1*6 omega <20 1/time> <-10 1/time> <5 1/time>
    set atom 11 omega <20 1/time> <30 1/time> <5 1/time>
    fix wall all wall/hooke/history zplane <-0.01 length> NULL
    timestep <2e-6 time>
)" + MOTION + more +
                R"(
    compute loads all bond/local b1 b2 b3 b4 b5 b6 b7 b8 b9
    compute load all reduce sum c_loads[1] c_loads[2] c_loads[3] c_loads[4] c_loads[5] &
      c_loads[6] c_loads[7] c_loads[8] c_loads[9] inputs local
    thermo_style custom step c_e bonds c_load[1]
    run 40
    look
    run 160
    look
    run 300
)",
            {ENERGIES,
             {"1", {"bonds"}},
             {"force", entries("c_load", 1, 2)},
             {"torque", entries("c_load", 3, 4)},
             {"pressure", entries("c_load", 5, 6)},
             {"1", {"c_load[7]", "c_load[9]"}},
             {"energy", {"c_load[8]"}}}};
  }
};

TEST_F(UnitsOfBonds, OfTheBond)
{
  const std::string style = "bond_style parallel";
  const std::string young = "young <1e7 pressure> ", tensile = "tensile <1.5e4 pressure> ",
                    shear = "shear <1.2e4 pressure> ";
  expect_same_in_all_units(style, cubes(tensile + shear + "{words}"),
                           {{"young", young, std::nullopt}});
  expect_same_in_all_units(style, cubes(young + shear + "{words}"),
                           {{"tensile", tensile, "tensile none"}});
  expect_same_in_all_units(style, cubes(young + tensile + "{words}"),
                           {{"shear", shear, "shear none"},
                            {"cohesion", "cohesion <1.5e4 pressure> angle <30 1>", "shear none"}});
  expect_same_in_all_units(style, cubes(young + tensile + shear + "{words}"),
                           {{"ratio", "ratio <1.5 1>"},
                            {"radius", "radius <0.9 1>"},
                            {"beta", "beta <0.5 1>"},
                            {"damping", "damping <0.1 1>", "", 0.7, DASHPOTS},
                            {"weibull", "weibull <3 1> 4711"},
                            {"normal", "normal sd <0.2 1> 4711"},
                            {"contact yes", "contact yes"},
                            {"contact absolute", "contact absolute"},
                            {"soften", "soften <0.1 energy/area>"},
                            {"fatigue", "fatigue <2 1>"}});
  expect_same_in_all_units(
      style,
      cubes(young + tensile + shear + "{words}",
            "fix h all heat/gran initial <500 temperature> convection <1e4 power/area/temperature> "
            "<300 temperature>\n"),
      {{"weaken", "weaken <300 temperature> <700 temperature>"}});
}

}    // namespace test_units_of_bonds
