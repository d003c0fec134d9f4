// Each number of heat, of materials, of fix heat/gran and of walls (heat/heat_numbers.h), in all unit styles of LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "heat/heat_numbers.h"
#include "testing/one_rank.h"
#include "testing/unit_scenes.h"
#include "testing/unit_styles.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_units_of_heat {

using namespace grist::testing;
using UnitsOfHeat = OneRankTest;

const std::string HEAT =
    " heat <200 power/length/temperature> <1 energy/mass/temperature> young/real <1e8 pressure>";

const std::vector<Reading> HEATS = {{"temperature", {"f_h"}}, {"energy", entries("f_h", 1, 8)}};

// Words of the materials, of the wall and of the fix.
UnitDeck warm_spheres(const std::string &material, const std::string &wall, const std::string &fix,
                      const std::string &law = "hertz/mindlin")
{
  const std::string contact = law == "hertz/mindlin" ? HERTZ : HOOKE;
  return {SPHERES_THAT_MEET + "pair_style " + law + "\npair_coeff * * " + contact + " " + material +
              "\nfix wall all wall/" + wall + "\n" + MOTION + "group one id 1\n" +
              "variable h equal <1000 power/area/temperature>\n" +
              "variable T equal <290 temperature>\nvariable P equal <1e-2 power>\n" +
              "fix h all heat/gran " + fix + "\nset atom 2 temperature <500 temperature>\n" +
              RUNS_OF_CONTACTS,
          HEATS};
}

const std::string PLANE = "hertz/mindlin zplane <-0.01 length> NULL temperature <400 temperature>";

namespace rows = grist::heat_numbers;

// "initial <300 temperature>"
std::string words_of(const grist::NumberDescription &number, double value,
                     const std::string &between = "")
{
  return number.keyword() + " " + between + with_unit(value, number.quantity);
}

const std::string INITIAL = words_of(rows::INITIAL, 300.0);

TEST_F(UnitsOfHeat, OfMaterials)
{
  const std::string conduction = "heat <200 power/length/temperature> <1 energy/mass/temperature>";
  const std::string modulus = "young/real <1e8 pressure>";
  expect_same_in_all_units("pair_style hertz/mindlin",
                           warm_spheres("{words} " + modulus, PLANE, INITIAL),
                           {{"heat", conduction, std::nullopt}});
  expect_same_in_all_units("pair_style hertz/mindlin",
                           warm_spheres(conduction + " {words}", PLANE, INITIAL),
                           {{"young/real", modulus}});
  expect_same_in_all_units(
      "pair_style hooke/history",
      warm_spheres("{words}",
                   "hooke/history zplane <-0.01 length> NULL temperature <400 temperature>",
                   INITIAL, "hooke/history"),
      {{"heat", conduction, std::nullopt}});
}

TEST_F(UnitsOfHeat, OfTheFix)
{
  expect_same_in_all_units("fix heat/gran", warm_spheres(HEAT, PLANE, "{words}"),
                           {{"initial", INITIAL, std::nullopt}});
  expect_same_in_all_units(
      "fix heat/gran", warm_spheres(HEAT, PLANE, INITIAL + " {words}"),
      {{"source", words_of(rows::SOURCE, 1e-2, "one ")},
       {"source v_", "source one v_P"},
       {"convection",
        words_of(rows::CONVECTION, 1000.0) + " " + with_unit(290.0, rows::SURROUNDINGS.quantity)},
       {"convection v_", "convection v_h v_T"}});
}

TEST_F(UnitsOfHeat, OfSpheresThatAreFed)
{
  const UnitDeck deck = {BOX_OF_SPHERES + R"(
    create_atoms 1 single 0 0 0
    set group all diameter <2e-3 length> density <2500 mass/volume>
    neighbor <2e-3 length> bin
    comm_modify vel yes
    timestep <4e-6 time>
    pair_style hertz/mindlin
    pair_coeff * * )" + HERTZ +
                             HEAT + R"(
    particle_mix m sphere s size <2e-3 length> density <2500 mass/volume>
    region top block <-4e-3 length> <4e-3 length> <-4e-3 length> <4e-3 length> <3e-3 length> <9e-3 length>
    fix in all insert/pack m region top number 16 velocity 0 0 <-1 velocity>
    fix move all nve/sphere
    fix h all heat/gran initial <300 temperature> {words}
    run 20
)",
                         {{"temperature", {"f_h"}}, {"energy", {"f_h[1]", "f_h[7]"}}}};
  expect_same_in_all_units("fix heat/gran", deck, {{"feed", words_of(rows::FEED, 500.0, "in ")}});
}

TEST_F(UnitsOfHeat, OfWalls)
{
  const std::string plate = folder / "plate.stl";
  LammpsSession().run("write_mesh " + plate + " plane size 0.02 0.02\n");
  const std::string walls[] = {
      "hertz/mindlin zplane <-0.01 length> NULL",
      "mesh " + plate + " scale <1 length> shift 0 0 <-0.01 length> model hertz/mindlin"};
  const std::string warm = " " + words_of(rows::WALL, 400.0);
  const std::string own = " heat <50 power/length/temperature> <2 energy/mass/temperature>";
  for (const std::string &wall : walls) {
    const std::string style = "fix wall/" + wall.substr(0, wall.find(' '));
    expect_same_in_all_units(style, warm_spheres(HEAT, wall + " {words}", INITIAL),
                             {{"temperature", warm},
                              {"temperature v_", "temperature v_T"},
                              {"flux", words_of(rows::FLUX, 0.1)},
                              {"flux v_", "flux v_P"}});
    expect_same_in_all_units(style, warm_spheres(HEAT, wall + warm + " {words}", INITIAL),
                             {{"heat", "heat <50 power/length/temperature> 1"},
                              {"young/real", "young/real <2e8 pressure>"}});
    expect_same_in_all_units(style, warm_spheres(HEAT, wall + warm + own + " {words}", INITIAL),
                             {{"young", "young <2e7 pressure>"}});
  }
}

}    // namespace test_units_of_heat
