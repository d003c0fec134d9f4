// Each number of walls that contacts do not have, in all unit styles of LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "styles/walls/mesh_wall_keywords.h"
#include "styles/walls/wall_response.h"
#include "testing/one_rank.h"
#include "testing/unit_rows.h"
#include "testing/unit_scenes.h"
#include "testing/unit_styles.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace test_units_of_walls {

using namespace grist::testing;

std::string without_parcels(std::string lines)
{
  return lines.replace(lines.find("{coarse}"), 8, "");
}

class UnitsOfWalls : public OneRankTest {
 protected:
  void SetUp() override
  {
    OneRankTest::SetUp();
    LammpsSession().run("write_mesh " + plate + " plane size 0.02 0.02\nwrite_mesh " + box +
                        " box size 0.02 0.02 0.002 cover yes\n");
  }

  // A sphere that hits the wall, {words} of its mesh, and one that lies under a lid.
  UnitDeck wall(const std::string &before, const std::string &after = "",
                const std::vector<Reading> &more = {}) const
  {
    std::vector<Reading> readings = of_wall("w");
    readings.push_back({"power", {"f_w[7]"}});
    readings.insert(readings.end(), more.begin(), more.end());
    return {SPHERES_THAT_MEET + "pair_style hertz/mindlin\npair_coeff * * " + HERTZ +
                "\nvariable v equal <0.05 velocity>\nvariable o equal <20 1/time>\n" +
                "variable F equal <-0.01 force>\nvariable T equal <2e-5 torque>\n" +
                "fix w all wall/mesh " + before + " {words} " + after + " model hertz/mindlin\n" +
                MOTION + RUNS_OF_CONTACTS,
            readings};
  }

  const std::string plate = folder / "plate.stl", box = folder / "box.stl";
  const std::string floor = plate + " scale <1 length> shift 0 0 <-0.01 length>";
};

const std::vector<Reading> ANSWER = {{"length", entries("f_w", 8, 10)},
                                     {"velocity", entries("f_w", 11, 13)},
                                     {"1", {"f_w[14]"}},
                                     {"1/time", {"f_w[15]"}},
                                     {"time", {"f_w[16]"}}};

TEST_F(UnitsOfWalls, PlaceOfAMesh)
{
  const std::string style = "fix wall/mesh";
  expect_same_in_all_units(style, wall(plate + " shift 0 0 <-0.01 length>"),
                           {{"scale", "scale <1 length>", std::nullopt, 0.2}});
  expect_same_in_all_units(style, wall(plate + " scale <1 length>"),
                           {{"shift", "shift 0 0 <-0.0099 length>", std::nullopt, 1.005}});
  expect_same_in_all_units(style, wall(floor),
                           {{"about", "about <3e-3 length> <2e-3 length> <-0.01 length>"}});
}

TEST_F(UnitsOfWalls, Motions)
{
  const std::string point = "<4e-3 length> <1e-3 length> <-0.01 length> ";
  for (const char *what : {"move", "surface"}) {
    const std::string word = what;
    const bool moves = word == "move";
    std::vector<UnitCase> cases = {
        {word + " linear", word + " linear <0.02 velocity> <0.03 velocity> <0.04 velocity>", "",
         moves ? 0.7 : 0.5},
        {word + " rotate", word + " rotate " + point + "0.1 1 0 <0.2 time>"},
        {word + " variable", word + " variable v_v NULL v_v " + point + "0.1 1 0 v_o"}};
    if (moves)
      cases.push_back({"move wiggle", "move wiggle 0 <1e-5 length> <2e-5 length> <1e-3 time>"});
    expect_same_in_all_units("fix wall/mesh", wall(floor), cases);
  }
}

TEST_F(UnitsOfWalls, PlanesThatAreBelts)
{
  const UnitDeck deck = {SPHERES_THAT_MEET + "pair_style hertz/mindlin\npair_coeff * * " + HERTZ +
                             "\nvariable v equal <0.05 velocity>\nvariable o equal <20 1/time>\n" +
                             "fix w all wall/hertz/mindlin zplane <-0.01 length> NULL {words}\n" +
                             MOTION + RUNS_OF_CONTACTS,
                         of_wall("w")};
  expect_same_in_all_units(
      "fix wall/hertz/mindlin", deck,
      {{"surface linear", "surface linear <0.02 velocity> <0.03 velocity> 0"},
       {"surface rotate", "surface rotate <4e-3 length> <1e-3 length> 0 0.1 0.2 1 <0.2 time>"},
       {"surface variable",
        "surface variable v_v NULL NULL <4e-3 length> <1e-3 length> 0 0.1 0.2 1 v_o"}});
}

TEST_F(UnitsOfWalls, Servos)
{
  const std::map<std::string, std::pair<double, double>> values = {
      {"force", {-0.01, 0.05}}, {"pressure", {-100.0, 0.05}}, {"torque", {5e-5, 10.0}}};
  std::vector<UnitCase> cases;
  std::string force;
  for (const LAMMPS_NS::ServoKind &kind : LAMMPS_NS::servo_kinds()) {
    const std::string words = std::string("move servo ") + kind.name, name = kind.name;
    const auto [target, fastest] = values.at(name);
    std::string between = " 0 0 1 ";
    if (name == "pressure")
      between = " " +
          row_words(LAMMPS_NS::servo_numbers(), words + " area", {1e-4}).substr(words.size() + 6) +
          between;
    if (name == "torque") between = " 0 0 <-0.01 length> 0 1 0 ";
    const std::string end = between + with_unit(fastest, kind.fastest.quantity);
    cases.push_back(
        {words, words + " " + with_unit(target, kind.target.quantity) + end, std::nullopt});
    if (name == "force") force = cases.back().words;
  }
  cases.push_back(
      {"move servo force v_", "move servo force v_F 0 0 1 <0.05 velocity>", std::nullopt});
  for (const auto &[name, value] : std::map<std::string, double>{{"gain", 0.5}, {"limit", 5e-6}})
    cases.push_back({name,
                     force +
                         row_words(LAMMPS_NS::servo_numbers(), "move servo " + name, {value})
                             .substr(std::string("move servo").size()),
                     std::nullopt});
  expect_same_in_all_units("fix wall/mesh", wall(floor, "", ANSWER), cases);
}

TEST_F(UnitsOfWalls, FreeMeshes)
{
  const std::string mass = "move free mass <3e-5 mass> ";
  const std::string inertia =
      "inertia <1e-9 mass*area> <2e-9 mass*area> <3e-9 mass*area> <1e-10 mass*area> <2e-10 "
      "mass*area> <3e-10 mass*area> ";
  const std::string center = "center <1e-3 length> <2e-3 length> <-0.01 length> ";
  const std::string hinge = mass + inertia + center +
      "along none around axis <1e-3 length> <1e-3 length> <-0.01 length> 0.3 1 0.2 ";
  const std::string straight = mass + "along xyz around none ";
  expect_same_in_all_units(
      "fix wall/mesh", wall(floor, "", ANSWER),
      {{"move free mass", straight, std::nullopt},
       {"force", straight + "force <1e-4 force> <2e-4 force> <1e-2 force>", std::nullopt},
       {"force v_", straight + "force 0 0 v_F", std::nullopt},
       {"gravity", straight + "gravity <300 force/mass> vector 1 2 -1", std::nullopt},
       {"spring",
        straight +
            "force <1e-3 force> <1e-3 force> 0 spring <5 force/length> <10 force/length> <20 "
            "force/length>",
        std::nullopt},
       {"dashpot",
        straight +
            "force <1e-3 force> <1e-3 force> 0 dashpot <0.01 force/velocity> <0.02 "
            "force/velocity> <0.03 force/velocity>",
        std::nullopt},
       {"stop", straight + "stop z <-1e-6 length> NULL", std::nullopt},
       {"inertia and center", mass + inertia + center, std::nullopt},
       {"torque", mass + inertia + center + "torque <1e-6 torque> <2e-6 torque> <3e-6 torque>",
        std::nullopt},
       {"torque v_", mass + inertia + center + "torque v_T 0 0", std::nullopt},
       {"around axis", hinge, std::nullopt}});
  expect_same_in_all_units("fix wall/mesh", wall(floor + " " + hinge, "", ANSWER),
                           {{"hinge", "hinge <0.1 torque> <1e-4 torque*time>"},
                            {"stop turn", "stop turn NULL <1e-3 1>", "", 0.1}});
  expect_same_in_all_units(
      "fix wall/mesh",
      wall(box + " scale <1 length> shift 0 0 <-0.012 length> flip yes sides one", "", ANSWER),
      {{"density", "move free density <2000 mass/volume>", std::nullopt}});
}

TEST_F(UnitsOfWalls, WearAndDeformation)
{
  const std::string stress = " stress 20 " + (folder / "s_*.vtk") + " ";
  const std::vector<Reading> volumes = {{"volume", entries("f_w", 8, 9)}};
  expect_same_in_all_units(
      "fix wall/mesh", wall(floor + stress, "", volumes),
      {{"wear archard", row_words(LAMMPS_NS::wear_numbers(), "wear archard", {1e-3, 1e8}),
        std::nullopt},
       {"wear finnie", row_words(LAMMPS_NS::wear_numbers(), "wear finnie", {1e8, 10.0, 60.0}),
        std::nullopt}});
  expect_same_in_all_units("fix wall/mesh",
                           wall(floor + stress + "sides one wear archard 1e-3 <1e8 pressure>",
                                "every 10 thickness <0.01 length>", volumes),
                           {{"deform", "deform <1e6 1>", std::nullopt}});
}

// A wall that is as thick as *least* ends the run, one that is thicker does not.
TEST_F(UnitsOfWalls, ThicknessOfAWallThatWears)
{
  const auto end_of = [&](const UnitStyle &units, const std::string &thickness) {
    LammpsSession session;
    return session.error_of(
        "units " + units.name() + "\n" +
        units.written(
            without_parcels(SPHERES_THAT_MEET) + "pair_style hertz/mindlin\npair_coeff * * " +
            HERTZ + "\nfix w all wall/mesh " + floor + " sides one stress 20 " +
            (folder / "t_*.vtk") + " wear archard 1e-3 <1e8 pressure> deform 1e6 every 10 " +
            thickness + " model hertz/mindlin\n" + MOTION + "run 100\n"));
  };
  for (const UnitStyle &units : unit_styles()) {
    EXPECT_EQ(end_of(units, "thickness <0.01 length> least <0.005 length>"), "") << units.name();
    EXPECT_TRUE(has(end_of(units, "thickness <0.01 length> least <0.00999999999 length>"), "thick"))
        << units.name();
    EXPECT_TRUE(
        has(end_of(units, "thickness <0.005 length> least <0.00499999999 length>"), "thick"))
        << units.name();
  }
}

// Two triangles with a seam between them.
TEST_F(UnitsOfWalls, PrecisionOfASeam)
{
  const std::string torn = folder / "torn.stl";
  std::ofstream(torn) << "solid a\nfacet normal 0 0 1\nouter loop\nvertex -1 -1 0\nvertex 1 -1 0\n"
                         "vertex 1 1 0\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\n"
                         "vertex -1 -1 1e-3\nvertex 1 1 1e-3\nvertex -1 1 0\nendloop\nendfacet\n"
                         "endsolid a\n";
  const auto borders = [&](const UnitStyle &units, const std::string &precision) {
    LammpsSession session;
    session.run("units " + units.name() + "\n" +
                units.written(without_parcels(SPHERES_THAT_MEET) +
                              "pair_style hertz/mindlin\npair_coeff * * " + HERTZ +
                              "\nfix w all wall/mesh " + torn +
                              " scale <0.01 length> shift 0 0 <-0.01 length> precision " +
                              precision + " model hertz/mindlin\n"));
    return session.output();
  };
  for (const UnitStyle &units : unit_styles()) {
    EXPECT_FALSE(has(borders(units, "<1e-6 length>"), "seam")) << units.name();
    EXPECT_TRUE(has(borders(units, "<2e-5 length>"), "seam")) << units.name();
  }
}

}    // namespace test_units_of_walls
