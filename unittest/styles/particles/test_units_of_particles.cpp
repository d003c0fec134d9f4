// Each number of commands that make particles, and of styles that move them, in all unit styles of
// LAMMPS.
//
// Oracle: testing/unit_cases.h.

#include "testing/one_rank.h"
#include "testing/unit_scenes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_units_of_particles {

using namespace grist::testing;
using UnitsOfParticles = OneRankTest;

const std::string WHOLE =
    "<-0.01 length> <0.01 length> <-0.01 length> <0.01 length> <-0.01 length> "
    "<0.01 length>";
const std::vector<Reading> MASS = {{"mass", {"mass(all)"}}};

// Elements as the template makes them.
UnitDeck cluster(const std::string &words, const std::string &fix = "nve/sphere")
{
  return {R"(
    newton on off
    boundary f f f
    atom_style bonded/cluster
    bond_style parallel
    region box block )" +
              WHOLE + R"(
    create_box 1 box bond/types 1
    neighbor <1e-3 length> bin
    comm_modify vel yes
    cluster_template rock )" +
              words + R"(
    bond_coeff 1 )" +
              (fix.rfind("rigid", 0) == std::string::npos
                   ? "young <1e7 pressure> tensile none shear none"
                   : "rigid") +
              R"(
    pair_style hooke/history
    pair_coeff * * stiffness <3000 force/length>
    create_atoms 0 single <1e-4 length> <2e-4 length> <3e-4 length> mol rock 4711 rotate 30 1 2 3
    fix move all )" +
              fix + R"(
    velocity all set <0.1 velocity> <0.2 velocity> <0.3 velocity>
    set group all omega <300 1/time> <200 1/time> <100 1/time>
    set atom 1 omega <500 1/time> <-200 1/time> <100 1/time>
    timestep <1e-6 time>
    run 20
)",
          MASS};
}

TEST_F(UnitsOfParticles, OfAClusterTemplate)
{
  const std::string style = "cluster_template";
  const auto shape = [](const std::string &name, const std::string &words) {
    return UnitCase{name, name + " " + words, std::nullopt};
  };
  const std::string density = " density <2500 mass/volume> ";
  expect_same_in_all_units(style,
                           cluster("{words}" + density + "lattice sc radius <0.83e-3 length>"),
                           {shape("sphere", "<3e-3 length>"), shape("cube", "<6e-3 length>"),
                            shape("box", "<4e-3 length> <5e-3 length> <6e-3 length>"),
                            shape("cylinder", "<2.5e-3 length> <6e-3 length>")});
  expect_same_in_all_units(
      style, cluster("{words}" + density + "elements 3"),
      {shape("tablet", "<3e-3 length> <2e-3 length> <1e-3 length>"),
       shape("rod", "<1.5e-3 length> <6e-3 length>"),
       shape("cushion", "<3e-3 length> <4e-3 length> <5e-3 length> <1e-3 length>"),
       shape("gravel", "<5e-3 length> 4711")});
  const std::string sphere = "sphere <3e-3 length> ";
  expect_same_in_all_units(style, cluster(sphere + "lattice sc radius <0.83e-3 length> {words}"),
                           {shape("density", "<2500 mass/volume>"),
                            shape("density/solid", "<2500 mass/volume>"),
                            shape("mass", "<2e-4 mass>")});
  expect_same_in_all_units(
      style, cluster(sphere + "density <2500 mass/volume> {words}"),
      {shape("radius", "<1.4e-3 length>"),
       UnitCase{"radius/range", "radius/range <1e-3 length> <1.5e-3 length>", std::nullopt, 0.85}});
  expect_same_in_all_units(style,
                           cluster(sphere + "density <2500 mass/volume> lattice fcc {words}"),
                           {shape("radius", "<1e-3 length>")});
  const std::string mesh = folder / "box.stl";
  LammpsSession().run("write_mesh " + mesh + " box size 0.5 0.6 0.7 cover yes\n");
  expect_same_in_all_units(style, cluster("stl " + mesh + density + "elements 3 {words}"),
                           {shape("scale", "<1e-2 length>")});
}

TEST_F(UnitsOfParticles, OfPolyhedra)
{
  const auto made = [](const std::string &words) {
    return UnitDeck{R"(
    newton off
    boundary f f f
    atom_style body polyhedron 4 60
    region box block )" +
                        WHOLE + R"(
    create_box 1 box
    neighbor <1e-3 length> bin
    create_polyhedra 8 region box )" +
                        words + R"( seed 5
    pair_style polyhedron
    pair_coeff * * volume <2e9 force/volume>
    fix move all leapfrog/body
    set group all angmom <2e-10 mass*area/time> <5e-10 mass*area/time> <8e-10 mass*area/time>
    timestep <1e-6 time>
    run 20
)",
                    MASS};
  };
  const auto size = [](const std::string &law, const std::string &words) {
    return UnitCase{"size " + law, "size " + law + " " + words, std::nullopt};
  };
  const std::string density = "density <2500 mass/volume> ";
  expect_same_in_all_units("create_polyhedra", made("shape random {words} " + density),
                           {size("fixed", "<3e-3 length>"),
                            size("uniform", "<2e-3 length> <4e-3 length>"),
                            size("lognormal", "<3e-3 length> <0.2 1>"),
                            size("gaussian", "<3e-3 length> <3e-4 length>")});
  expect_same_in_all_units(
      "create_polyhedra", made("shape {words} " + density),
      {{"shape box", "box <2e-3 length> <3e-3 length> <4e-3 length>", std::nullopt}});
  expect_same_in_all_units("create_polyhedra", made("shape random size <3e-3 length> {words}"),
                           {{"density", density, std::nullopt}});
  const std::string mesh = folder / "box.stl";
  LammpsSession().run("write_mesh " + mesh + " box size 0.2 0.3 0.4 cover yes\n");
  expect_same_in_all_units("create_polyhedra", made("shape file " + mesh + " {words} " + density),
                           {{"shape file", "scale <1e-2 length>", std::nullopt}});
}

TEST_F(UnitsOfParticles, GravityOfIntegrators)
{
  const std::string gravity = "gravity <300 force/mass> vector 1 2 -3";
  const std::string clusters =
      "sphere <3e-3 length> density <2500 mass/volume> lattice sc radius <0.83e-3 length>";
  expect_same_in_all_units("fix leapfrog/sphere", cluster(clusters, "leapfrog/sphere {words}"),
                           {{"gravity", gravity}});
  expect_same_in_all_units("fix rigid/cluster", cluster(clusters, "rigid/cluster {words}"),
                           {{"gravity", gravity}});
}

}    // namespace test_units_of_particles
