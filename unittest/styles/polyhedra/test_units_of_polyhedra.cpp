// Each number of the laws of overlaps (the rows of overlaps/overlap_numbers), of pair_style polyhedron and of walls, in all unit styles of
// LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "overlaps/overlap_numbers.h"
#include "testing/one_rank.h"
#include "testing/unit_rows.h"
#include "testing/unit_scenes.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace test_units_of_polyhedra {

using namespace grist::testing;
using grist::Quantity;
using UnitsOfPolyhedra = OneRankTest;

// One body hits another, and a third a wall at z = -0.01.
std::string bodies()
{
  const auto region = [](const std::string &id, const std::string &x, const std::string &z) {
    return "region " + id + " block " + x + " <-2e-3 length> <2e-3 length> " + z +
        "\ncreate_polyhedra 1 region " + id +
        " shape box <2e-3 length> <1.6e-3 length> <1.8e-3 length> density <2500 mass/volume> "
        "orient fixed\n";
  };
  return R"(
    newton off
    boundary f f f
    atom_style body polyhedron 4 60
    region box block <-0.01 length> <0.01 length> <-0.01 length> <0.01 length> <-0.01 length> <0.01 length>
    create_box 1 box
    neighbor <1e-3 length> bin
)" + region("a", "<-1.2e-3 length> <1.2e-3 length>", "<-1.2e-3 length> <1.2e-3 length>") +
      region("b", "<1.2e-3 length> <3.6e-3 length>", "<-1.2e-3 length> <1.2e-3 length>") +
      region("c", "<5e-3 length> <7.4e-3 length>", "<-9.95e-3 length> <-8.1e-3 length>") + R"(
    set atom 2 vx <-0.3 velocity> vy <0.1 velocity> vz <0.05 velocity>
    set atom 3 vx <0.1 velocity> vy <0.05 velocity> vz <-0.3 velocity>
    set atom 2*3 angmom <2e-10 mass*area/time> <5e-10 mass*area/time> <8e-10 mass*area/time>
    timestep <8e-6 time>
    pair_style polyhedron
)";
}

const std::string RUNS = R"(
    fix move all leapfrog/body
    compute e all energy/balance
    compute touching all pair/local p1 p2 p3 p4 p5 p13
    compute sum all reduce sum c_touching[1] c_touching[2] c_touching[3] c_touching[4] c_touching[5] inputs local
    thermo_style custom step c_e c_sum[1]
    run 30
    look
    run 30
    look
    run 50
    look
    run 50
    look
    run 100
)";

const std::vector<Reading> OVERLAPS = {
    ENERGIES, {"volume", {"c_sum[1]"}}, {"area", {"c_sum[2]"}}, {"force", entries("c_sum", 3, 5)}};

// The words of a law, the numbers of which are under test or not.
struct Law {
  std::string keyword, before, words;
  std::optional<std::string> without = "";
};

std::vector<Law> laws()
{
  const auto stiffness = [](const std::string &law, grist::NormalLaw of, double value) {
    return law + " " + with_unit(value, grist::stiffness_number(of).quantity) + " ";
  };
  const std::string volume = stiffness("volume", grist::NormalLaw::VOLUME, 2e9),
                    energy = stiffness("energy", grist::NormalLaw::ENERGY, 1e15);
  std::vector<Law> all = {{"volume", "", volume, std::nullopt},
                          {"energy", "", energy, std::nullopt}};
  const RowValues values = {
      {{"damping", 0.05}, {"ratio", 0.8}, {"regularised speed", 0.1}, {"tangential", 0.02}},
      {{Quantity::NUMBER, 0.5}, {Quantity::DASHPOT, 0.05}}};
  const std::map<std::string, std::string> needed = {
      {"ratio", "friction 0.4 "}, {"tangential", "regularised 0.4 <0.1 velocity> "}};
  for (const std::string &law : {volume, energy}) {
    for (const RowKeyword &keyword : keywords_of(grist::overlap_numbers(), values)) {
      const auto more = needed.find(keyword.name);
      all.push_back(
          {keyword.name, law + (more == needed.end() ? "" : more->second), keyword.words});
    }
    all.push_back({"hysteretic damping", law + "hysteretic 0.5 ", "damping <0.05 force/velocity>"});
  }
  return all;
}

TEST_F(UnitsOfPolyhedra, BetweenBodies)
{
  for (const Law &law : laws())
    expect_same_in_all_units(
        "pair_style polyhedron",
        {bodies() + "pair_coeff * * " + law.before + "{words}\n" + RUNS, OVERLAPS},
        {{law.keyword, law.words, law.without}});
}

// Infinite masses, in either place of a pair.
TEST_F(UnitsOfPolyhedra, BetweenABodyAndAFrozenOne)
{
  for (const std::string frozen : {"1", "2"})
    expect_same_in_all_units(
        "pair_style polyhedron, body " + frozen + " frozen",
        {bodies() + "pair_coeff * * volume <2e9 force/volume> {words}\n" + "group ice id " +
             frozen + "\nfix ice ice freeze\nset atom " +
             (frozen == "1" ? "1" : "2 vx 0 vy 0 vz 0\nset atom 1 vx <0.3 velocity>\nset atom 2") +
             " angmom 0 0 0\n" + RUNS,
         OVERLAPS},
        {{"restitution", "restitution <0.5 1>"}});
}

TEST_F(UnitsOfPolyhedra, OnWalls)
{
  const std::string plate = folder / "plate.stl";
  LammpsSession().run("write_mesh " + plate + " plane size 0.02 0.02\n");
  const struct {
    std::string style, place, planes;
  } walls[] = {
      {"wall/polyhedron", "", " zplane <-0.01 length> NULL"},
      {"wall/mesh", plate + " scale <1 length> shift 0 0 <-0.01 length> model polyhedron ", ""}};
  for (const auto &wall : walls)
    for (const Law &law : laws())
      expect_same_in_all_units(
          "fix " + wall.style + " of polyhedra",
          {bodies() + "pair_coeff * * volume <2e9 force/volume>\nfix wall all " + wall.style + " " +
               wall.place + law.before + "{words}" + wall.planes + "\n" + RUNS,
           of_wall("wall")},
          {{law.keyword, law.words, law.without}});
}

TEST_F(UnitsOfPolyhedra, PlacesAndMotionsOfPlanes)
{
  const std::string point = "<6e-3 length> <1e-3 length> <-0.01 length> ";
  const auto wall = [](const std::string &planes) {
    return UnitDeck{bodies() + "pair_coeff * * volume <2e9 force/volume> friction 0.3\n" +
                        "variable v equal <0.05 velocity>\nvariable o equal <20 1/time>\n" +
                        "fix wall all wall/polyhedron volume <2e9 force/volume> friction 0.3 " +
                        planes + " {words}\n" + RUNS,
                    of_wall("wall")};
  };
  expect_same_in_all_units("fix wall/polyhedron", wall(""),
                           {{"plane", "plane 0 0 <-0.01 length> 0.1 0 1", std::nullopt, 0.9},
                            {"zplane", "zplane <-0.01 length> NULL", std::nullopt, 0.995}});
  expect_same_in_all_units(
      "fix wall/polyhedron", wall("zplane <-0.01 length> NULL"),
      {{"about", "about " + point},
       {"move linear", "move linear <0.02 velocity> <0.03 velocity> <0.04 velocity>"},
       {"move rotate", "move rotate " + point + "0.1 1 0 <0.2 time>"},
       {"move wiggle", "move wiggle 0 <1e-5 length> <2e-5 length> <1e-3 time>"},
       {"move variable", "move variable v_v NULL v_v " + point + "0.1 1 0 v_o"},
       {"surface linear", "surface linear <0.02 velocity> <0.03 velocity> 0"},
       {"surface rotate", "surface rotate " + point + "0.1 0.2 1 <0.2 time>"},
       {"surface variable", "surface variable v_v NULL NULL " + point + "0.1 0.2 1 v_o"}});
}

}    // namespace test_units_of_polyhedra
