// All unit styles of LAMMPS.
//
// Oracle: the same motion in units si. The numbers of lengths, times and masses are kept. Then a
// force is as large as in si, divided by the conversion ftm2v of force to mass times acceleration,
// and so are weights, stiffnesses, works and energies; stresses are multiplied by nktv2p besides.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "force.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

namespace test_unit_styles {

using namespace grist::testing;
using UnitStyles = OneRankTest;

// Those with conversions of force, and all.
const std::vector<std::string> CONVERTING = {"si", "real", "metal", "electron"};
const std::vector<std::string> ALL = {"si",  "real", "metal", "electron",
                                      "cgs", "lj",   "micro", "nano"};

// Bounces make the rounding of scaled coefficients grow. Energies are a few mJ; the drift and others
// are small differences of them.
constexpr double SAME = 1e-6, SMALL = 1e-4;
constexpr size_t CONTACT_DAMPING = 13;    // among the readings

// Variables of an input: f, of forces and energies; p, of pressures.
std::string factors(const std::string &style)
{
  LammpsSession lammps;
  lammps.run("units " + style + "\n");
  const LAMMPS_NS::Force *force = lammps.lammps()->force;
  const auto variable = [](const std::string &name, double value) {
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    return "variable " + name + " equal " + text + "\n";
  };
  return "units " + style + "\n" + variable("f", 1.0 / force->ftm2v) +
      variable("p", force->nktv2p / force->ftm2v);
}

std::string scaled(const std::string &name, double value, const std::string &factor)
{
  std::ostringstream number;
  number << value;
  return "variable " + name + " equal " + number.str() + "*v_" + factor + "\n";
}

const std::string COEFFICIENTS = scaled("g", 9.81, "f") + scaled("young", 1e7, "p") +
    scaled("bond", 1e8, "p") + scaled("stiffness", 5e3, "f") + scaled("strength", 2e4, "p") +
    scaled("volume", 2e10, "f");

// Rigid, held and bonded clusters and spheres, which fall on a floor and into each other.
std::string clusters(const std::string &pair, const std::string &coefficients)
{
  return COEFFICIENTS + R"(
    boundary p p f
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    region box block -0.02 0.02 -0.02 0.02 0 0.06
    create_box 1 box bond/types 2
    neighbor 5e-4 bin
    cluster_template rigid rod 1e-3 4e-3 elements 4 rigid density 2500
    cluster_template rock sphere 2e-3 elements 8 density 2500 bond/type 2
    bond_coeff 1 rigid
    bond_coeff 2 young ${bond} tensile ${strength} shear ${strength} damping 0.05
    pair_style )" +
      pair + "\npair_coeff * * " + coefficients + R"(
    create_atoms 0 single -0.008 0 0.0024 mol rigid 77 rotate 30 1 1 0 units box
    create_atoms 0 single 0.000 0 0.0023 mol rock 77 units box
    create_atoms 0 single 0.002 0.001 0.0066 mol rock 77 units box
    create_atoms 1 single 0.010 0 0.0015 units box
    group single molecule 0
    set group single diameter 2e-3 density 2500
    velocity all set 0 0 -2.0
    fix floor all wall/)" +
      pair + " " + " zplane 0 NULL " + coefficients + R"(
    compute e all energy/balance
    timestep 2e-6
    thermo_style custom step ke bonds
)";
}

std::string moved(const std::string &by)
{
  return "fix move all " + by + " gravity ${g} vector 0.2 0.1 -1\nrun 400\n";
}

using Expressions = std::vector<std::string>;

// Entries first to last of a vector, as numbers of si.
Expressions entries(const std::string &of, int first, int last, const std::string &over = "")
{
  Expressions all;
  for (int k = first; k <= last; k++) all.push_back(of + "[" + std::to_string(k) + "]" + over);
  return all;
}

Expressions joined(std::initializer_list<Expressions> lists)
{
  Expressions all;
  for (const Expressions &list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

// The motion of all particles together, and as numbers of si the entries of the balance and the
// force on the floor.
Expressions motion_and_energies()
{
  return joined({{"xcm(all,x)", "xcm(all,y)", "xcm(all,z)", "vcm(all,x)", "vcm(all,y)",
                  "vcm(all,z)", "f_floor[3]/v_f", "c_e/v_f"},
                 entries("c_e", 1, 17, "/v_f"),
                 {"f_GRIST_GUARD"},
                 entries("f_GRIST_GUARD", 1, 8)});
}

void expect_alike(const std::vector<std::string> &styles, const std::string &scene,
                  const Expressions &more = {})
{
  const Expressions read = joined({motion_and_energies(), more});
  std::vector<double> right;
  for (const std::string &style : styles) {
    LammpsSession lammps;
    lammps.run(factors(style) + scene);
    std::vector<double> now;
    for (const std::string &expression : read) now.push_back(lammps.evaluate(expression));
    if (right.empty()) right = now;
    for (size_t k = 0; k < now.size(); k++)
      EXPECT_NEAR(now[k], right[k], SAME * std::max(std::fabs(right[k]), SMALL))
          << style << ", " << read[k];
  }
  for (size_t k = motion_and_energies().size(); k < read.size(); k++)
    EXPECT_TRUE(std::isfinite(right[k])) << read[k];
  EXPECT_GT(right[CONTACT_DAMPING], 0.0);    // they have come to the floor
}

TEST_F(UnitStyles, RigidClustersFallAlike)
{
  expect_alike(
      CONVERTING,
      clusters("hertz/mindlin", "young ${young} poisson 0.3 restitution 0.5 friction 0.4") +
          moved("rigid/cluster"));
}

TEST_F(UnitStyles, HeldClustersFallAndBreakAlike)
{
  expect_alike(CONVERTING,
               clusters("hooke/history", "stiffness ${stiffness} restitution 0.5 friction 0.4") +
                   moved("rigid/cluster hold yes"));
}

TEST_F(UnitStyles, PolyhedraFallAlike)
{
  expect_alike(ALL, COEFFICIENTS + R"(
    newton off
    atom_style body polyhedron 4 60
    boundary f f f
    region box block -0.05 0.05 -0.05 0.05 0 0.1
    create_box 1 box
    neighbor 1e-3 bin
    region low block -0.012 0.012 -0.012 0.012 0.006 0.02
    create_polyhedra 4 region low shape cube size 0.01 density 2500
    velocity all set 0 0 -2
    pair_style polyhedron
    pair_coeff * * volume ${volume} hysteretic 0.4 friction 0.4
    fix floor all wall/polyhedron volume ${volume} restitution 0.5 friction 0.4 zplane 0 NULL
    fix move all leapfrog/body
    fix weight all gravity ${g} vector 0.2 0.1 -1
    compute e all energy/balance
    timestep 5e-6
    run 1500
)");
}

// Bonded clusters that stick together and break: energies of broken bonds, stresses.
TEST_F(UnitStyles, BondedClustersStickAndBreakAlike)
{
  const std::string law = "young ${young} poisson 0.3 restitution 0.5 friction 0.4 cohesion jkr "
                          "${adhesion} rolling torque 0.05";
  expect_alike(
      CONVERTING,
      scaled("adhesion", 0.5, "f") + clusters("hertz/mindlin", law) +
          "fix count all breakage 100\ncompute s all stress/cluster\n"
          "compute sums all reduce sum c_s[1] c_s[2] c_s[3]\n"
          "fix stresses all ave/time 10 40 400 c_sums[*]\n" +
          moved("rigid/cluster"),
      joined(
          {entries("f_count", 1, 10), {"f_count[11]/v_f"}, entries("f_stresses", 1, 3, "/v_p")}));
}

// Spheres that wear a mesh, stick to it and to each other, and leave over its edge.
TEST_F(UnitStyles, WearCohesionCollisionsAndOutflowAreAlike)
{
  const std::string plate = folder / "plate.stl";
  std::ofstream(plate) << "solid plate\nfacet normal 0 0 1\nouter loop\nvertex -0.02 -0.02 0\n"
                          "vertex 0.01 -0.02 0\nvertex 0.01 0.02 0\nendloop\nendfacet\n"
                          "facet normal 0 0 1\nouter loop\nvertex -0.02 -0.02 0\n"
                          "vertex 0.01 0.02 0\nvertex -0.02 0.02 0\nendloop\nendfacet\n"
                          "endsolid plate\n";
  const std::string law = "hertz/mindlin young ${young} poisson 0.3 restitution 0.5 friction 0.3 "
                          "cohesion sjkr ${sticky}";
  expect_alike(
      ALL,
      scaled("sticky", 500.0, "f") + scaled("hard", 1e8, "p") + scaled("least", 1e-9, "f") +
          scaled("most", 1e-3, "f") + COEFFICIENTS + R"(
    boundary f f f
    newton on
    atom_style sphere
    region box block -0.02 0.02 -0.02 0.02 -0.01 0.03
    create_box 1 box
    neighbor 5e-4 bin
    create_atoms 1 single 0 0 0.0025 units box
    create_atoms 1 single 0.0015 0.0001 0.0045 units box
    create_atoms 1 single -0.009 0 0.0015 units box
    create_atoms 1 single 0.0115 0.001 0.0015 units box
    set group all diameter 2e-3 density 2500
    velocity all set 0.8 0.1 -2.0
    pair_style )" +
          law.substr(0, 13) + "\npair_coeff * * " + law.substr(14) + R"(
    fix move all nve/sphere
    fix weight all gravity ${g} vector 0.2 0.1 -1
    fix floor all wall/mesh )" +
          plate + " stress 100000 " + (folder / "s_*.vtk") +
          " wear archard 1e-3 ${hard} wear finnie ${hard} 10 2 model " + law + R"(
    fix hits all collisions 100 bins ${least} ${most} 6
    fix out all outflow 50 plane 0 0 -0.002 0 0 -1
    compute e all energy/balance
    timestep 5e-6
    run 800
)",
      joined({entries("f_floor", 8, 9),
              {"f_hits[1]", "f_hits[2]/v_f", "f_hits[3]/v_f"},
              {"f_hits[4]", "f_hits[5]/v_f", "f_hits[3][3]", "f_hits[4][3]", "f_hits[5][3]"},
              {"f_hits[6][4]/v_f", "f_hits[7][4]/v_f"},
              entries("f_out", 1, 9)}));
}

TEST_F(UnitStyles, PolyhedraBreakAlike)
{
  expect_alike(CONVERTING,
               scaled("fracture", 0.5, "f") + scaled("least", 1e-9, "f") +
                   scaled("most", 1e-1, "f") + COEFFICIENTS + R"(
    newton off
    atom_style body polyhedron 4 60
    boundary f f f
    region box block -0.05 0.05 -0.05 0.05 0 0.1
    create_box 1 box
    neighbor 1e-3 bin
    region low block -0.012 0.012 -0.012 0.012 0.006 0.02
    create_polyhedra 4 region low shape cube size 0.01 density 2500
    velocity all set 0 0 -4
    pair_style polyhedron
    pair_coeff * * volume ${volume} hysteretic 0.4 friction 0.4
    fix floor all wall/polyhedron volume ${volume} hysteretic 0.5 friction 0.4 zplane 0 NULL
    fix move all leapfrog/body
    fix weight all gravity ${g} vector 0.2 0.1 -1
    fix crack all break/polyhedra tavares energy ${fracture} size 0.004 deviation 0.3 damage 5 &
      t10 0.5 0.5 smallest 0.003
    fix count all breakage 100
    fix hits all collisions 100 bins ${least} ${most} 6
    compute e all energy/balance
    timestep 2e-6
    run 900
)",
               joined({entries("f_crack", 1, 4),
                       {"f_crack[5]/v_f"},
                       entries("f_count", 1, 5),
                       {"f_count[11]/v_f", "f_hits[1]", "f_hits[2]/v_f", "f_hits[5]/v_f"}}));
}

// An expression after these lines, in each unit style, over that in si.
void expect_equal_values(const std::string &lines, const Expressions &read)
{
  std::vector<double> right;
  for (const std::string &style : ALL) {
    LammpsSession lammps;
    lammps.run(factors(style) + lines);
    for (size_t k = 0; k < read.size(); k++) {
      const double now = lammps.evaluate(read[k]);
      if (right.size() == k) right.push_back(now);
      EXPECT_TRUE(std::isfinite(now) && now != 0.0) << style << ", " << read[k];
      EXPECT_NEAR(now / right[k], 1.0, SAME) << style << ", " << read[k];
    }
  }
}

const std::string SPHERE_BOX = R"(
    atom_style sphere
    atom_modify map array
    newton on
    boundary f f f
    region box block -5 5 -5 5 -5 5
    create_box 1 box
    pair_style hertz/mindlin
    variable young equal 1e-6*v_p
    pair_coeff * * young ${young} poisson 0.3
)";

// A bridge without pull to speak of, drawn out: 6 pi mu (R/2)^2 v/S. The time step is below the
// limit of the resistance.
TEST_F(UnitStyles, ViscosityOfLiquidIsAlike)
{
  const std::string lines =
      SPHERE_BOX + scaled("mu", 0.02, "p") + scaled("tension", 1e-12, "f") + R"(
    create_atoms 1 single 0.0 0 0
    create_atoms 1 single 0.9999 0 0
    set group all diameter 1 density 1
    neighbor 0.4 bin
    fix wet all liquid tension ${tension} angle 0 film 0.001 share 1 viscosity ${mu}
    group a id 1
    group b id 2
    fix a a move linear 0 0 0
    fix b b move linear 1 0 0
    compute f all property/atom fx
    compute fx all reduce max c_f
    thermo_style custom step c_fx
    timestep 1e-4
    run 300
)";
  expect_equal_values(lines, {"c_fx/v_f"});
  LammpsSession metal;
  metal.run(factors("metal") + lines);
  EXPECT_NEAR(metal.evaluate("c_fx/v_f"), 6.0 * 3.14159265358979 * 0.02 * 0.0625 / 0.0299, 1e-5);
}

// Particles are fed 1.5 above a face, through which they fall at the speed that was asked.
TEST_F(UnitStyles, VelocityAtAFaceIsAlike)
{
  const std::string lines = SPHERE_BOX + scaled("g", 1.0, "f") + "write_mesh " +
      (folder / "face.stl") + R"( plane size 8 8 center 0 0 0
    particle_mix m sphere a size 0.5 density 1
    )";
  const std::string feed = "\nfix i all insert/stream m face " + (folder / "face.stl") +
      " depth 1.5 rate 10 mass 5 velocity 0 0 -2 at face every 200\ntimestep 1e-3\n"
      "fix s all sensor 1 plane z 0 every 1200\nrun 1200\n";
  for (const char *by : {"fix g all gravity ${g} vector 0 0 -1\nfix mv all nve/sphere",
                         "fix mv all leapfrog/sphere gravity ${g} vector 0 0 -1"}) {
    expect_equal_values(lines + by + feed, {"f_s[1][8]"});
    LammpsSession metal;
    metal.run(factors("metal") + lines + by + feed);
    EXPECT_NEAR(metal.evaluate("f_s[1][8]"), -2.0, 2e-3);
  }
}

TEST_F(UnitStyles, FreeMeshesFallAsSpheresDo)
{
  expect_equal_values(
      SPHERE_BOX + scaled("g", 9.81, "f") + "write_mesh " + (folder / "p.stl") +
          R"( plane size 1 1 center 3 0 0
    create_atoms 1 single -4 0 0
    set group all diameter 1 density 1
    fix w all wall/mesh )" +
          (folder / "p.stl") +
          R"( move free mass 1 around none gravity ${g} vector 0 0 -1 model hertz/mindlin
    fix move all leapfrog/sphere gravity ${g} vector 0 0 -1
    timestep 1e-4
    run 100
)",
      {"f_w[13]", "vcm(all,z)", "f_w[13]/vcm(all,z)"});
}

// Two equal spheres with the velocities 2 and -2: (2^2) in any unit of mass and energy.
TEST_F(UnitStyles, TemperatureOfASensorIsASquareOfVelocity)
{
  for (const std::string &style : ALL) {
    LammpsSession lammps;
    lammps.run(factors(style) + SPHERE_BOX + R"(
    create_atoms 1 single -4 0 0
    create_atoms 1 single 4 0 0
    set group all diameter 1 density 1
    set atom 1 vx -2
    set atom 2 vx 2
    fix q all sensor 1 slices x 1 values temperature
    fix move all nve/sphere
    timestep 1e-6
    run 1
)");
    EXPECT_NEAR(lammps.evaluate("f_q[1][5]"), 4.0, 1e-9) << style;
  }
}

}    // namespace test_unit_styles
