// Each number of fix liquid, by the rows of liquid/liquid_numbers, in all unit styles of LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "liquid/liquid_numbers.h"
#include "testing/one_rank.h"
#include "testing/unit_rows.h"
#include "testing/unit_scenes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_units_of_liquid {

using namespace grist::testing;
using UnitsOfLiquid = OneRankTest;

const std::string WATER = "tension <0.07 energy/area> angle 30 film <2e-6 length> ";

UnitDeck wet_spheres(const std::string &words,
                     const std::string &wall = "wall/hertz/mindlin zplane <-0.01 length> NULL")
{
  return {SPHERES_THAT_MEET + "pair_style hertz/mindlin\npair_coeff * * " + HERTZ +
              "\nfix wall all " + wall + "\n" + MOTION +
              "region shower block INF INF INF INF INF INF\n" +
              "variable rain equal <1e-8 volume/time>\nfix wet all liquid " + words + "\n" +
              RUNS_OF_CONTACTS,
          {{"volume", entries("f_wet", 1, 5)},
           {"1", entries("f_wet", 6, 7)},
           {"volume", {"f_wet[8]"}},
           {"1", {"f_GRIST_GUARD[10]"}},
           ENERGIES,
           of_wall("wall")[0]}};
}

TEST_F(UnitsOfLiquid, OfTheRows)
{
  const RowValues values = {{{"tension", 0.07},
                             {"angle", 30},
                             {"film", 2e-6},
                             {"viscosity", 1e-2},
                             {"smallest/gap", 0.03},
                             {"share", 0.8},
                             {"evaporation", 1e-4},
                             {"walls", 40}}};
  const std::vector<RowKeyword> keywords = keywords_of(grist::liquid_numbers(), values);
  for (const RowKeyword &keyword : keywords) {
    std::string others = required_words(keywords, keyword.name);
    for (const RowKeyword &other : keywords)    // without these two others do not act
      if (keyword.name != other.name && (other.name == "viscosity" || other.name == "walls"))
        others += " " + other.words;
    UnitCase one = {keyword.name, keyword.words};
    if (keyword.required) one.without.reset();
    expect_same_in_all_units("fix liquid", wet_spheres(others + " {words}"), {one});
  }
}

TEST_F(UnitsOfLiquid, OfSprays)
{
  expect_same_in_all_units(
      "fix liquid", wet_spheres(WATER + "{words}"),
      {{"spray", "spray shower <1e-8 volume/time>"}, {"spray v_", "spray shower v_rain"}});
}

TEST_F(UnitsOfLiquid, AtWallsThatAnswer)
{
  const std::string plate = folder / "plate.stl";
  LammpsSession().run("write_mesh " + plate + " plane size 0.02 0.02\n");
  const std::string place = "wall/mesh " + plate + " scale <1 length> shift 0 0 <-0.01 length> ";
  for (const std::string move : {"move servo force <-0.01 force> 0 0 1 <0.05 velocity>",
                                 "move free mass <3e-5 mass> along xyz around none"})
    expect_same_in_all_units(
        "fix liquid",
        wet_spheres(WATER + "walls 20 {words}", place + move + " model hertz/mindlin"),
        {{"viscosity, " + move, "viscosity <1e-1 pressure*time>"},
         {"viscosity at its limit, " + move, "viscosity <10 pressure*time>"}});
}

}    // namespace test_units_of_liquid
