// Each number of bond_style parallel, by the rows of bonds/bond_numbers, in all unit styles of LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "bonds/bond_numbers.h"
#include "testing/one_rank.h"
#include "testing/unit_rows.h"
#include "testing/unit_scenes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace test_units_of_bonds {

using namespace grist::testing;
using grist::Quantity;

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

const std::string STYLE = "bond_style parallel";
const std::string COOLING =
    "fix h all heat/gran initial <500 temperature> convection <1e4 power/area/temperature> "
    "<300 temperature>\n";
const RowValues VALUES = {{{"young", 1e7},
                           {"tensile", 1.5e4},
                           {"shear", 1.2e4},
                           {"cohesion", 1.5e4},
                           {"angle", 30},
                           {"ratio", 1.5},
                           {"damping", 0.1},
                           {"soften", 0.1},
                           {"fatigue", 2},
                           {"weaken", 300},
                           {"weaken 2", 700},
                           {"creep", 1e-3}},
                          {{Quantity::NUMBER, 0.8}, {Quantity::PRESSURE, 1.2e4}}};

TEST_F(UnitsOfBonds, OfTheRows)
{
  for (const bool with_friction : {false, true}) {
    const std::vector<RowKeyword> keywords =
        keywords_of(grist::bond_numbers(with_friction), VALUES);
    for (const RowKeyword &keyword : keywords) {
      UnitCase one = {keyword.name + (with_friction ? " with friction" : ""), keyword.words};
      if (keyword.required) one.without.reset();
      if (keyword.name == "damping") one.tolerance = DASHPOTS;
      expect_same_in_all_units(
          STYLE, cubes("{words}" + required_words(keywords, keyword.name), COOLING), {one});
    }
  }
}

TEST_F(UnitsOfBonds, OfScatterAndOptions)
{
  using Law = grist::StrengthScatter::Law;
  const auto scatter = [](Law law, double value) {
    const grist::NumberDescription number = grist::scatter_number(law);
    return UnitCase{number.name, number.name + (" " + with_unit(value, number.quantity)) + " 4711"};
  };
  const std::string required = required_words(keywords_of(grist::bond_numbers(false), VALUES), "");
  expect_same_in_all_units(STYLE, cubes(required + " {words}"),
                           {scatter(Law::WEIBULL, 3.0),
                            scatter(Law::NORMAL, 0.2),
                            {"contact yes", "contact yes"},
                            {"contact absolute", "contact absolute"}});
}

// Clusters that are rigid until they are loaded.
TEST_F(UnitsOfBonds, OfHeldClusters)
{
  UnitDeck deck = cubes("young <1e7 pressure> tensile <1.5e4 pressure> shear <1.2e4 pressure>");
  const std::string free = "fix move all nve/sphere";
  deck.lines.replace(deck.lines.find(free), free.size(),
                     "fix move all rigid/cluster hold yes {words}");
  const std::string loaded = "set atom 11 omega";    // would begin with a load
  deck.lines.replace(deck.lines.find(loaded), loaded.size(), "#");
  deck.readings.push_back({"1", {"f_move[1]", "f_move[4]", "f_move[5]", "f_move[6]"}});
  deck.readings.push_back({"energy", {"f_move[2]", "f_move[3]"}});
  expect_same_in_all_units("fix rigid/cluster", deck,
                           {{"hold", "", std::nullopt},
                            {"release", "release <0.9 1>", "", 0.3},
                            {"compression", "compression <0.9 1>", "", 0.1},
                            {"gravity", "gravity <300 force/mass> vector 1 2 -3"}});
}

// What broke, and what is fine.
TEST_F(UnitsOfBonds, OfFragments)
{
  UnitDeck deck = cubes("young <1e7 pressure> tensile <1.5e4 pressure> shear <1.2e4 pressure>",
                        "fix count all breakage 10 size equivalent {words}\n");
  deck.readings.push_back({"1", entries("f_count", 1, 4)});
  deck.readings.push_back({"mass", {"f_count[5]"}});
  deck.readings.push_back({"length", entries("f_count", 6, 8)});
  deck.readings.push_back({"1", entries("f_count", 9, 10)});
  deck.readings.push_back({"energy", {"f_count[11]"}});
  for (const char *file : {"events", "fragments", "sizes"}) deck.files.push_back(folder / file);
  const std::string files = "file " + deck.files[0] + " fragments " + deck.files[1] + " sizes " +
      deck.files[2] + " every 200 ";
  expect_same_in_all_units("fix breakage", deck,
                           {{"below", files + "below <2.6e-3 length>", files},
                            {"at", files + "at <3e-4 time> <7e-4 time>", files}});
}

}    // namespace test_units_of_bonds
