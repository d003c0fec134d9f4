// Each number of fix liquid, in all unit styles of LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "testing/one_rank.h"
#include "testing/unit_scenes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_units_of_liquid {

using namespace grist::testing;
using UnitsOfLiquid = OneRankTest;

const std::string WATER = "tension <0.07 energy/area> angle 30 film <2e-6 length> ";

UnitDeck wet_spheres(const std::string &words)
{
  return {SPHERES_THAT_MEET + "pair_style hertz/mindlin\npair_coeff * * " + HERTZ +
              "\nfix wall all wall/hertz/mindlin zplane <-0.01 length> NULL\n" + MOTION +
              "region shower block INF INF INF INF INF INF\n" +
              "variable rain equal <1e-8 volume/time>\nfix wet all liquid " + words + "\n" +
              RUNS_OF_CONTACTS,
          {{"volume", entries("f_wet", 1, 5)},
           {"1", entries("f_wet", 6, 7)},
           {"volume", {"f_wet[8]"}},
           ENERGIES,
           of_wall("wall")[0]}};
}

TEST_F(UnitsOfLiquid, OfTheFix)
{
  const std::string style = "fix liquid";
  const auto required = [&](const std::string &keyword, const std::string &words,
                            const std::string &others) {
    expect_same_in_all_units(style, wet_spheres("{words} " + others + " walls 20"),
                             {{keyword, words, std::nullopt}});
  };
  required("tension", "tension <0.07 energy/area>", "angle 30 film <2e-6 length>");
  required("angle", "angle <30 1>", "tension <0.07 energy/area> film <2e-6 length>");
  required("film", "film <2e-6 length>", "tension <0.07 energy/area> angle 30");
  expect_same_in_all_units(style, wet_spheres(WATER + "{words}"),
                           {{"viscosity", "viscosity <1e-2 pressure*time>"},
                            {"share", "share <0.8 1>"},
                            {"evaporation", "evaporation <1e-4 velocity>"},
                            {"spray", "spray shower <1e-8 volume/time>"},
                            {"spray v_", "spray shower v_rain"},
                            {"walls", "walls <40 1>"}});
  expect_same_in_all_units(style,
                           wet_spheres(WATER + "walls 20 viscosity <1e-2 pressure*time> {words}"),
                           {{"smallest/gap", "smallest/gap <0.03 1>"}});
}

}    // namespace test_units_of_liquid
