// Styles that look at a run change nothing in it: computes, fixes that report, dumps, and outputs of
// energy and pressure.
//
// Oracle: the same run without them, to the last bit, on each number of ranks.

#include "styles/energy/energy_scenes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/vtk_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace test_looking {

using namespace grist::testing;

// What looks at particles of any kind, at steps that have nothing in common with rebuilds.
std::string looks(const TestFolder &folder)
{
  return R"(
    compute look_e all energy/balance
    compute look_n all coordination/contact
    compute look_l all load/atom
    compute look_s all stress/atom NULL
    compute look_f all packing slices z 5
    fix look_c all collisions 50 bins 1e-9 1 10
    fix look_b all breakage 37
    fix look_p all progress
    fix look_g all guard every 11 timestep warn overlap warn
    region look_r block -9 -8 -9 -8 -9 -8 units box
    fix look_o all outflow 13 region look_r
    thermo 19
    thermo_style custom step ke pe press c_look_e[*] c_look_e c_look_f f_look_b[1]
    dump look_d all custom 17 )" +
      folder / "look.dump" + " id x vx c_look_n[*] c_look_l c_look_s[*] f_look_b\n" +
      (has_vtk_reader() ? "dump look_v all paraview 143 " + folder / "look.pvd" + "\n" : "");
}

// And at clusters.
std::string cluster_looks(const TestFolder &folder)
{
  return "compute look_k all stress/cluster\ndump look_k all custom 23 " +
      folder / "clusters.dump" + " id c_look_k[*]\n" + looks(folder);
}

void expect_unchanged(const std::string &scene, const std::string &looks, const std::string &run)
{
  for (const int ranks : rank_counts()) {
    const auto alone = atoms_after(scene + run, ranks),
               looked_at = atoms_after(scene + looks + run, ranks);
    ASSERT_EQ(alone.size(), looked_at.size());
    EXPECT_EQ(largest_difference(alone, looked_at), 0.0) << ranks << " ranks";
  }
}

// Teams of like clusters, which break; pairs and the order of atoms follow the pieces.
TEST(Looking, ChangesNoBondedCluster)
{
  const TestFolder folder;
  std::string scene = drum(8e-6) + THROWN + "neighbor 5e-4 bin\n";
  scene.erase(scene.find(REPORT), std::string(REPORT).size());
  const std::string broken = "fix broken all breakage 10000\n";
  scene.erase(scene.find(broken), broken.size());
  expect_unchanged(scene, cluster_looks(folder), "run 1500\n");
}

std::string stones(const std::string &hold)
{
  return R"(
    units si
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    boundary p p f
    comm_modify vel yes
    region box block -0.02 0.02 -0.02 0.02 -0.01 0.06
    create_box 1 box bond/types 2
    bond_coeff 1 young 1e7 tensile 5e4 shear 5e4 damping 0.05
    bond_coeff 2 rigid
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    neighbor_style multilevel
    cluster_template stone sphere 5e-3 elements 10 density 2500
    cluster_template rod rod 2e-3 8e-3 elements 5 rigid density 2500 bond/type 2
    lattice sc 0.01 origin 0.5 0.5 0.5
    region low block -0.02 0.02 -0.02 0.02 0 0.01 units box
    region high block -0.02 0.02 -0.02 0.02 0.01 0.02 units box
    create_atoms 0 region low mol stone 4711
    create_atoms 0 region high mol rod 4712
    velocity all set 0.1 0 -2
    fix floor all wall/hertz/mindlin zplane 0.0006 0.055
    timestep 2e-6
    fix move all rigid/cluster gravity 9.81 vector 0 0 -1 )" +
      hold + "\n";
}

TEST(Looking, ChangesNoRigidCluster)
{
  const TestFolder folder;
  expect_unchanged(stones(""), cluster_looks(folder), "run 700\n");
}

TEST(Looking, ChangesNoHeldCluster)
{
  const TestFolder folder;
  expect_unchanged(stones("hold yes"), cluster_looks(folder), "run 700\n");
}

// Two runs: bodies that break are decided on at the end of the first.
TEST(Looking, ChangesNoPolyhedron)
{
  const TestFolder folder;
  const std::string law = "volume 2e10 hysteretic 0.5 friction 0.4";
  const std::string scene = R"(
    units si
    newton off
    boundary f f f
    comm_modify vel yes
    atom_style body polyhedron 4 60
    region box block -0.15 0.15 -0.15 0.15 -0.05 0.3
    create_box 1 box
    pair_style polyhedron
    pair_coeff * * )" +
      law + R"(
    region fill block -0.07 0.07 -0.07 0.07 0.02 0.1
    create_polyhedra 6 region fill shape random cuts 6 shapes 6 size uniform 0.02 0.03 density 2600 seed 5
    velocity all set 1 0 -9
    fix move all nve/body
    fix walls all wall/polyhedron )" +
      law + R"( zplane 0 NULL xplane -0.1 0.1 yplane -0.1 0.1
    fix crack all break/polyhedra tavares energy 2 size 0.02 exponent 1 deviation 0.5 damage 5 &
        t10 0.5 0.05 smallest 0.006 most 10
    timestep 2e-6
  )";
  for (const int ranks : rank_counts()) {
    LammpsSession alone(ranks), looked_at(ranks);
    alone.run(scene + "run 1500\nrun 1000\n");
    looked_at.run(scene + looks(folder) + "run 1500\nrun 1000\n");
    const auto one = bodies(alone), two = bodies(looked_at);
    ASSERT_EQ(one.size(), two.size());
    if (is_first_rank()) { EXPECT_GT(one.size(), 6u); }
    EXPECT_EQ(largest_difference(one, two), 0.0) << ranks << " ranks";
  }
}

// Spheres and clusters are fed into a box of triangles that shakes, whose loads are dumped as well.
TEST(Looking, ChangesNoFeedInAMesh)
{
  const TestFolder folder;
  const std::string mesh = folder / "bin.stl",
                    law = "young 1e7 poisson 0.3 restitution 0.5 friction 0.3";
  const std::string scene = R"(
    units si
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    boundary f f f
    comm_modify vel yes
    region box block -0.1 0.1 -0.1 0.1 -0.1 0.1
    create_box 2 box bond/types 1
    bond_coeff 1 young 1e7 tensile 3e4 shear 3e4 damping 0.05
    pair_style hertz/mindlin
    pair_coeff * * )" +
      law + R"(
    cluster_template stone sphere 4e-3 elements 8 density 2500
    particle_mix feed template stone fraction 0.7 size uniform 0.006 0.009 &
                 sphere ball fraction 0.3 size 0.008 density 7800 type 2
    region low block -0.04 0.04 -0.04 0.04 -0.046 -0.01
    timestep 5e-6
    neighbor 0.001 bin
    write_mesh )" +
      mesh + " box size 0.1 0.1 0.1\nfix bin all wall/mesh " + mesh +
      " move wiggle 0.0005 0 0.001 0.02 model hertz/mindlin " + law + R"(
    fix feed all insert/stream feed region low rate 8 velocity 0 0 -3 omega 0 5 0 every 150
    fix down all gravity 9.81 vector 0 0 -1
    fix move all leapfrog/sphere
  )";
  expect_unchanged(scene, cluster_looks(folder), "run 1000\n");
}

}    // namespace test_looking
