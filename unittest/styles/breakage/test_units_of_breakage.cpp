// Each number of fix break/polyhedra, in all unit styles of LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "testing/one_rank.h"
#include "testing/unit_scenes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_units_of_breakage {

using namespace grist::testing;
using UnitsOfBreakage = OneRankTest;

// A body is hit by another one, and two hit the floor at different speeds.
UnitDeck hits(const std::string &model, const std::string &damage = "1")
{
  const auto body = [](const std::string &id, const std::string &x, const std::string &z,
                       const std::string &edges) {
    return "region " + id + " block " + x + " <-6e-3 length> <6e-3 length> " + z +
        "\ncreate_polyhedra 1 region " + id + " shape box " + edges +
        " density <2500 mass/volume> seed 3\n";
  };
  return {R"(
    newton off
    boundary f f f
    comm_modify vel yes
    atom_style body polyhedron 4 100
    region box block <-0.03 length> <0.03 length> <-0.03 length> <0.03 length> <-0.01 length> <0.03 length>
    create_box 1 box
    neighbor <1e-3 length> bin
)" +
              body("a", "<-6e-3 length> <4e-3 length>", "<-9.9e-3 length> <-1e-3 length>",
                   "<5e-3 length> <4.1e-3 length> <4.6e-3 length>") +
              body("b", "<7e-3 length> <17e-3 length>", "<-9.9e-3 length> <0 length>",
                   "<6e-3 length> <5e-3 length> <5.4e-3 length>") +
              body("c", "<-6e-3 length> <4e-3 length>", "<-1e-3 length> <8e-3 length>",
                   "<5e-3 length> <4.1e-3 length> <4.6e-3 length>") +
              R"(
    set atom 1 vz <-4 velocity>
    set atom 2 vz <-2 velocity>
    set atom 3 vz <-6 velocity>
    pair_style polyhedron
    pair_coeff * * volume <2e10 force/volume> hysteretic 0.5 friction 0.4
    fix floor all wall/polyhedron volume <2e10 force/volume> hysteretic 0.5 friction 0.4 zplane <-0.01 length> NULL
    fix move all leapfrog/body
    fix crack all break/polyhedra )" +
              model + R"( smallest <2e-3 length> most 12
    compute e all energy/balance
    compute total all reduce sum f_crack[2] f_crack[3] f_crack[9] f_crack[11]
    compute weakest all reduce min f_crack[1]
    fix count all breakage 10
    thermo_style custom step c_e c_total[1] c_weakest
    timestep <2e-6 time>
    run 100
    look
    run 100
    look
    run 200
    look
    run 300
)",
          {ENERGIES,
           {"1", entries("f_crack", 1, 2)},
           {"mass", {"f_crack[3]"}},
           {"1", {"f_crack[4]"}},
           {"energy/mass", {"f_crack[5]"}},
           {"energy/mass", {"c_weakest"}},
           {damage, {"c_total[1]"}},
           {"energy/mass", {"c_total[2]"}},
           {"length", {"c_total[3]"}},
           {"time", {"c_total[4]"}},
           {"energy", {"f_count[11]"}}},
          BY_PLACE};
}

TEST_F(UnitsOfBreakage, OfTheModelOfTavares)
{
  const std::string style = "fix break/polyhedra tavares", energy = "energy <4 energy/mass> ",
                    t10 = "t10 <0.4 1> <0.5 1> ";
  const auto required = [&](const std::string &keyword, const std::string &words,
                            const std::string &others) {
    expect_same_in_all_units(style, hits("tavares {words} " + others),
                             {{keyword, words, std::nullopt}});
  };
  required("energy", energy, t10);
  required("t10", t10, energy);
  required("size", "size <4e-3 length>", energy + t10);
  required("exponent", "exponent <1.3 1>", energy + t10 + "size <4e-3 length>");
  required("deviation", "deviation <0.3 1>", energy + t10);
  required("strongest", "strongest <1.5 1>", energy + t10 + "deviation 0.8");
  required("damage", "damage <3 1>", energy + t10);
  required("least", "least <1 energy/mass>", energy + t10);
  required("stiffness", "stiffness <0.3 1>", energy + t10);
}

TEST_F(UnitsOfBreakage, OfTheModelAbT10)
{
  const std::string style = "fix break/polyhedra ab/t10", reference = "reference <5e-3 length> ",
                    selection = "selection <0.4 mass/energy> ", least = "least <0.5 energy/mass> ",
                    t10 = "t10 <0.4 1> ";
  const auto required = [&](const std::string &keyword, const std::string &words,
                            const std::string &others) {
    expect_same_in_all_units(style, hits("ab/t10 {words} " + others, "energy/mass"),
                             {{keyword, words, std::nullopt}});
  };
  required("reference", reference, selection + least + t10);
  required("selection", selection, reference + least + t10);
  required("least", least, reference + selection + t10);
  required("t10", t10, reference + selection + least);
}

TEST_F(UnitsOfBreakage, OfPieces)
{
  UnitDeck deck = hits("tavares energy <4 energy/mass> t10 0.4 0.5 {words}");
  deck.lines.replace(deck.lines.find("smallest <2e-3 length>"), 22, "");
  expect_same_in_all_units("fix break/polyhedra", deck,
                           {{"smallest", "smallest <2e-3 length>", std::nullopt}});
  expect_same_in_all_units("fix break/polyhedra",
                           hits("tavares energy <4 energy/mass> t10 0.4 0.5 {words}"),
                           {{"sizes rosin", "sizes rosin <1.3 1>"}, {"pieces", "pieces cells"}});
}

TEST_F(UnitsOfBreakage, Files)
{
  UnitDeck deck = hits("tavares energy <4 energy/mass> t10 0.4 0.5 file " +
                       (folder / "broken.csv") + " {words}");
  deck.files = {folder / "broken.csv"};
  expect_same_in_all_units("fix break/polyhedra", deck, {{"size", "size <4e-3 length>"}});
}

}    // namespace test_units_of_breakage
