// Numbers and values of what measures, in all unit styles of LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "testing/one_rank.h"
#include "testing/unit_scenes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_units_of_measures {

using namespace grist::testing;
using UnitsOfMeasures = OneRankTest;

const std::string BOX =
    "region part block <-1e-3 length> <3e-3 length> <-9e-3 length> <9e-3 length> "
    "<-9e-3 length> <9e-3 length>\n";

UnitDeck measured(const std::string &lines, const std::vector<Reading> &readings)
{
  return {SPHERES_THAT_MEET + "pair_style hertz/mindlin\npair_coeff * * " + HERTZ +
              "\nfix wall all wall/hertz/mindlin zplane <-0.01 length> NULL\n" + MOTION + BOX +
              "group first id 1\n" + lines + "\n" + RUNS_OF_CONTACTS,
          readings};
}

TEST_F(UnitsOfMeasures, Collisions)
{
  expect_same_in_all_units(
      "fix collisions",
      measured(
          "fix m all collisions 20 bins {words} 6",
          {{"1", {"f_m[1]", "f_m[4]"}},
           {"energy", {"f_m[2]", "f_m[3]", "f_m[5]"}},
           {"energy", {"f_m[1][1]", "f_m[2][1]", "f_m[3][1]", "f_m[4][1]"}},
           {"1", {"f_m[1][3]", "f_m[2][3]", "f_m[3][3]", "f_m[4][3]", "f_m[5][3]", "f_m[6][3]"}}}),
      {{"bins", "<1e-9 energy> <3e-6 energy>", std::nullopt}});
}

TEST_F(UnitsOfMeasures, Sensors)
{
  expect_same_in_all_units("fix sensor",
                           measured("fix m all sensor 1 plane {words} every 5",
                                    {{"1", {"f_m[1][1]", "f_m[1][2]"}},
                                     {"mass", {"f_m[1][3]", "f_m[1][4]"}},
                                     {"mass/time", {"f_m[1][5]"}},
                                     {"velocity", {"f_m[1][6]", "f_m[1][7]", "f_m[1][8]"}}}),
                           {{"plane", "z <-9.01e-3 length>", std::nullopt, 0.99}});
  const auto row = [](const std::string &dimension, int first, int last) {
    Reading reading = {dimension, {}};
    for (int column = first; column <= last; column++)
      reading.expressions.push_back("f_m[1][" + std::to_string(column) + "]");
    return reading;
  };
  expect_same_in_all_units(
      "fix sensor",
      measured("fix m all sensor 1 slices x 1 every 5 values number mass velocity temperature "
               "fraction kinetic stress range x {words}",
               {row("length", 1, 3), row("volume", 4, 4), row("1", 5, 5), row("mass", 6, 6),
                row("velocity", 7, 9), row("velocity*velocity", 10, 12), row("1", 13, 13),
                row("pressure", 14, 19), row("pressure", 20, 25)}),
      {{"range", "<-1.1e-3 length> <3e-3 length>", std::nullopt}});
  expect_same_in_all_units(
      "fix sensor",
      measured("fix m all sensor 1 region part every 5 values number mass velocity",
               {row("volume", 4, 4), row("mass", 6, 6), row("velocity", 7, 9)}),
      {{"region", "", std::nullopt}});
}

TEST_F(UnitsOfMeasures, PackingsAndStresses)
{
  const auto sums = [](const std::string &compute, int columns, const std::string &inputs) {
    std::string lines = "compute c all " + compute + "\ncompute sum all reduce sum";
    for (int k = 1; k <= columns; k++) lines += " c_c[" + std::to_string(k) + "]";
    return lines + inputs + "\nthermo_style custom step c_sum[1]";
  };
  const std::string measures = "compute packing all packing slices x 2 range x {words}\n"
                               "compute mixing all mixing first slices x 2 range x {words}\n";
  expect_same_in_all_units(
      "compute packing",
      measured("compute c all packing slices x 1 range x {words}", {{"1", {"c_c"}}}),
      {{"range", "<-1.1e-3 length> <3e-3 length>", std::nullopt}});
  expect_same_in_all_units("compute mixing",
                           measured("compute c all mixing first slices x 3 range x {words}",
                                    {{"1", entries("c_c", 1, 3)}}),
                           {{"range", "<-2e-3 length> <9e-3 length>", std::nullopt}});
  expect_same_in_all_units(
      "compute stress/cluster",
      measured(sums("stress/cluster", 6, ""), {{"pressure", entries("c_sum", 1, 6)}}),
      {{"values", "", std::nullopt}});
  expect_same_in_all_units("compute contact/local",
                           measured(sums("contact/local force overlap", 2, " inputs local"),
                                    {{"force", {"c_sum[1]"}}, {"length", {"c_sum[2]"}}}),
                           {{"values", "", std::nullopt}});
  expect_same_in_all_units(
      "compute pair/local",
      measured(sums("pair/local dist force p1 p2 p3 p5 p6 p7 p9", 9, " inputs local"),
               {{"length", {"c_sum[1]", "c_sum[9]"}},
                {"force", entries("c_sum", 2, 5)},
                {"torque", entries("c_sum", 6, 8)}}),
      {{"values", "", std::nullopt}});
}

TEST_F(UnitsOfMeasures, Files)
{
  UnitDeck deck = measured(
      "fix m all collisions 20 bins {words} 6 file " + (folder / "hits.csv") +
          "\nfix p all sensor 1 plane z <-9.01e-3 length> every 20 file " + (folder / "plane.csv") +
          "\nfix q all sensor 1 slices x 2 every 20 values number mass velocity "
          "temperature fraction kinetic stress file " +
          (folder / "slices.csv"),
      {});
  for (const char *file : {"hits.csv", "plane.csv", "slices.csv"})
    deck.files.push_back(folder / file);
  expect_same_in_all_units("fix collisions, fix sensor", deck,
                           {{"bins", "<1e-9 energy> <3e-6 energy>", std::nullopt}});
}

// The work of forces that Grist does not know.
TEST_F(UnitsOfMeasures, EnergyBalance)
{
  expect_same_in_all_units(
      "compute energy/balance", measured("fix push all {words}", {ENERGIES}),
      {{"addforce", "addforce <1e-3 force> <2e-3 force> <-1e-3 force>", "addforce 0 0 0"},
       {"viscous", "viscous <1e-3 force/velocity>", "viscous 0"},
       {"gravity", "gravity <9.81 force/mass> vector 1 2 -3", "gravity 0 vector 1 2 -3"}});
}

TEST_F(UnitsOfMeasures, EnergyBalanceOfDrivenParticles)
{
  UnitDeck deck = measured("", {ENERGIES});
  const std::string free = "fix move all nve/sphere";
  deck.lines.replace(deck.lines.find(free), free.size(),
                     "group led id 1\ngroup others subtract all led\nfix move others nve/sphere\n"
                     "fix lead led move {words}");
  expect_same_in_all_units(
      "compute energy/balance", deck,
      {{"fix move", "wiggle <1e-4 length> <2e-4 length> <3e-4 length> <1e-3 time>", std::nullopt}});
}

TEST_F(UnitsOfMeasures, Guard)
{
  expect_same_in_all_units("fix guard",
                           measured("fix m all guard every 5 {words}",
                                    {{"1", entries("f_m", 1, 2)}, {"1", entries("f_m", 6, 7)}}),
                           {{"values", "timestep warn", std::nullopt}});
}

}    // namespace test_units_of_measures
