// Each number of particle_mix, of feeds and of outflow, in all unit styles of LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "testing/one_rank.h"
#include "testing/unit_scenes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_units_of_feeds {

using namespace grist::testing;
using UnitsOfFeeds = OneRankTest;

const std::string MIX =
    "particle_mix m sphere s size uniform <1e-3 length> <1.6e-3 length> density <2500 mass/volume>";

UnitDeck fed(const std::string &mix, const std::string &fix, const std::string &more = "")
{
  return {BOX_OF_SPHERES + R"(
    create_atoms 1 single <8e-3 length> <8e-3 length> <-7.3e-3 length>
    set group all diameter <2e-3 length> density <2500 mass/volume>
    neighbor <2e-3 length> bin
    comm_modify vel yes
    timestep <4e-6 time>
    pair_style hertz/mindlin
    pair_coeff * * )" +
              HERTZ + "\n" + mix + R"(
    region top block <-6e-3 length> <6e-3 length> <-6e-3 length> <6e-3 length> <-2e-3 length> <9e-3 length>
    fix in all insert/)" +
              fix + R"( seed 4711
    fix move all nve/sphere
)" + more + R"(
    run 20
    look
    run 60
)",
          {{"mass", {"f_in", "f_in[1]", "f_in[3]"}}, {"1", {"f_in[2]", "f_in[4]"}}}};
}

TEST_F(UnitsOfFeeds, OfAMix)
{
  const std::string density = " density <2500 mass/volume> ";
  const std::string pack = "pack m region top mass <1e-4 mass> velocity 0 0 <-1 velocity>";
  const auto size = [](const std::string &law, const std::string &words) {
    return UnitCase{"size " + law, "size " + law + " " + words, std::nullopt};
  };
  expect_same_in_all_units(
      "particle_mix", fed("particle_mix m sphere s" + density + "{words}", pack),
      {size("fixed", "<2e-3 length>"), size("uniform", "<1e-3 length> <2e-3 length>"),
       size("gaussian", "<1.5e-3 length> <1e-4 length>"),
       size("lognormal", "<1.5e-3 length> <0.2 1>"), size("rosin_rammler", "<1.5e-3 length> <5 1>"),
       size("sieves", "<1e-3 length> <1.5e-3 length> 0.4 <2.2e-3 length> 0.6"),
       size("gaussian", "<1.5e-3 length> <2e-4 length> limits <1.2e-3 length> <1.9e-3 length>")});
  expect_same_in_all_units("particle_mix",
                           fed("particle_mix m sphere s size <1.5e-3 length> {words}", pack),
                           {{"density", density, std::nullopt}});
  expect_same_in_all_units("particle_mix",
                           fed("particle_mix m sphere a fraction 0.3 size <1e-3 length>" + density +
                                   "sphere b fraction 0.7 size <1.8e-3 length>" + density,
                               "pack m region top {words}"),
                           {{"fraction of components", "mass <1e-4 mass>", std::nullopt}});
}

TEST_F(UnitsOfFeeds, OfAPack)
{
  const std::string style = "fix insert/pack";
  expect_same_in_all_units(style, fed(MIX, "pack m region top {words}"),
                           {{"fraction", "fraction <0.1 1>", std::nullopt},
                            {"mass", "mass <1e-4 mass>", std::nullopt},
                            {"number", "number 32", std::nullopt}});
  expect_same_in_all_units(style, fed(MIX, "pack m region top mass <1e-4 mass> {words}"),
                           {{"velocity", "velocity <0.1 velocity> <0.2 velocity> <-1 velocity>"},
                            {"omega", "omega <10 1/time> <20 1/time> <-30 1/time>"}});
}

TEST_F(UnitsOfFeeds, OfAPackInAMesh)
{
  const std::string box = folder / "box.stl";
  LammpsSession().run("write_mesh " + box + " box size 0.011 0.012 0.01 cover yes\n");
  const std::string scale = " scale <1 length> ", shift = " shift 0 0 <-3e-3 length> ";
  const auto in_mesh = [&](const std::string &words) {
    return fed(MIX, "pack m mesh " + box + words + " fraction 0.1 ");
  };
  expect_same_in_all_units("fix insert/pack", in_mesh("{words}" + shift),
                           {{"mesh scale", scale, std::nullopt}});
  expect_same_in_all_units("fix insert/pack", in_mesh(scale + "{words}"),
                           {{"mesh shift", shift, std::nullopt}});
}

TEST_F(UnitsOfFeeds, OfAStream)
{
  const std::string style = "fix insert/stream", rate = "rate <1 mass/time> ", every = "every 20 ";
  const std::string down = "velocity 0 0 <-5 velocity> ";
  expect_same_in_all_units(style, fed(MIX, "stream m region top " + every + "{words}"),
                           {{"rate", rate, std::nullopt}});
  expect_same_in_all_units(style, fed(MIX, "stream m region top " + every + rate + "{words}"),
                           {{"start", "start <1e-4 time>"},
                            {"stop", "stop <1.7e-4 time>"},
                            {"mass", "mass <1e-4 mass>"},
                            {"ahead", "ahead yes"},
                            {"velocity", "velocity <0.1 velocity> <0.2 velocity> <-1 velocity>"},
                            {"omega", "omega <10 1/time> <20 1/time> <-30 1/time>"}});
  // The interval follows from the velocity.
  expect_same_in_all_units(style,
                           fed(MIX, "stream m region top ahead yes " + rate + "{words}",
                               "fix away all outflow 5 plane 0 0 <-7e-3 length> 0 0 -1\nrun 120\n"),
                           {{"velocity", "velocity 0 0 <-24 velocity>", std::nullopt}});
  const std::string face = folder / "face.stl";
  LammpsSession().run("write_mesh " + face + " plane size 0.012 0.012\n");
  const std::string scale = " scale <1 length> ", shift = " shift 0 0 <-2e-3 length> ",
                    depth = " depth <9e-3 length> ";
  const auto through = [&](const std::string &words, const std::string &more = "") {
    return fed(MIX, "stream m face " + face + words + " ahead yes " + every + rate, more);
  };
  expect_same_in_all_units(style, through(" {words}" + shift + depth + down),
                           {{"scale", scale, std::nullopt}});
  expect_same_in_all_units(style, through(scale + "{words}" + depth + down),
                           {{"shift", shift, std::nullopt}});
  expect_same_in_all_units(style, through(scale + shift + "{words} " + down),
                           {{"depth", depth, std::nullopt}});
  expect_same_in_all_units(style,
                           through(scale + shift + depth + "{words}",
                                   "fix g all gravity <500 force/mass> vector 0 0 -1\n"),
                           {{"velocity at face", down + "at face", down}});
}

TEST_F(UnitsOfFeeds, OfOutflow)
{
  const auto out = [](const std::string &place) {
    UnitDeck deck = {SPHERES_THAT_MEET + "pair_style hertz/mindlin\npair_coeff * * " + HERTZ +
                         "\nfix wall all wall/hertz/mindlin zplane <-0.01 length> NULL\n" + MOTION +
                         "fix out all outflow 1 " + place +
                         "\nrun 15\nlook\nrun 20\nlook\nrun 100\n",
                     {{"mass", {"f_out"}},
                      {"1", {"f_out[2]"}},
                      {"mass/time", {"f_out[7]"}},
                      {"mass", {"f_out[9]"}}}};
    return deck;
  };
  expect_same_in_all_units("fix outflow", out("plane {words} 1 0 0 every 5"),
                           {{"plane", "<4.001e-3 length> 0 0", std::nullopt, 1.0005}});
}

// With classes of size.
TEST_F(UnitsOfFeeds, Files)
{
  const std::string in = folder / "in.csv", out = folder / "out.csv";
  UnitDeck deck = fed(
      MIX, "stream m region top every 30 rate <1 mass/time> velocity 0 0 <-24 velocity> file " + in,
      "fix away all outflow 5 plane 0 0 <-4e-3 length> 0 0 -1 file " + out +
          " every 20 sizes {words}\nrun 100\n");
  deck.files = {in, out};
  expect_same_in_all_units("fix outflow", deck,
                           {{"sizes", "<1.2e-3 length> <1.4e-3 length>", std::nullopt, 0.95}});
}

}    // namespace test_units_of_feeds
