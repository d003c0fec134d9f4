// A LAMMPS that has loaded the plugin: twice, in two instances, after clear, after a run, and
// unloaded while it is in use.
//
// Oracles: the same run in another instance; the numbers of atoms and bonds that replicate must
// give; LAMMPS' own list of styles.

#include "testing/lammps_session.h"

#include "atom.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace {

using namespace grist::testing;

const std::string LOAD = "plugin load " GRIST_PLUGIN_FOLDER "/gristplugin.so\n";

// A bonded cluster that falls on another.
const std::string STONES = R"(
  units si
  newton on off
  atom_style bonded/cluster
  bond_style parallel
  region box block -0.05 0.05 -0.05 0.05 0 0.1
  create_box 1 box bond/types 1
  cluster_template stone sphere 5e-3 elements 20 density 2500
  bond_coeff 1 young 1e7 tensile 5e4 shear 5e4 damping 0.05
  pair_style hertz/mindlin
  pair_coeff * * young 5e7 poisson 0.3 restitution 0.5 friction 0.3
  create_atoms 0 single 0 0 0.02 mol stone 4711
  create_atoms 0 single 0.002 0 0.04 mol stone 4712
  velocity all set 0 0 -0.2
  neighbor_style multilevel
  fix move all nve/sphere
  timestep 2e-6
)";

// For plugins that are loaded by the command alone.
class WithoutPath {
 public:
  WithoutPath() { unsetenv("LAMMPS_PLUGIN_PATH"); }
  ~WithoutPath() { setenv("LAMMPS_PLUGIN_PATH", GRIST_PLUGIN_FOLDER, 1); }
};

TEST(Plugin, IsLoadedTwiceAndStaysAsItIs)
{
  LammpsSession lammps;
  lammps.run(LOAD + STONES + LOAD + "run 100\n");
  if (!lammps.first()) return;
  EXPECT_EQ(lammps.atoms().size(), 40u);
}

TEST(Plugin, ServesTwoInstancesAtOnce)
{
  LammpsSession one, other;
  one.run(STONES + "run 500\n");
  other.run(STONES + "run 500\n");
  one.run("run 500\n");
  other.run("run 500\n");
  expect_same(one.atoms(), other.atoms(), 1e-14, "instances");
}

TEST(Plugin, OutlivesTheInstanceThatLoadedIt)
{
  LammpsSession later;
  {
    LammpsSession first;
    first.run(STONES + "run 10\n");
    later.run(STONES + "run 10\n");
  }
  later.run("run 100\n");
  if (later.first()) EXPECT_EQ(later.atoms().size(), 40u);
}

TEST(Plugin, CommandsThatOutliveClearSayThatItMustBeLoadedAgain)
{
  const WithoutPath path;
  LammpsSession lammps;
  lammps.run(LOAD + STONES + "run 10\nclear\n");
  const std::string error = lammps.error_of("neighbor_style multilevel\n");
  if (lammps.first())
    EXPECT_NE(error.find("write 'plugin load' again"), std::string::npos) << error;
  lammps.run(LOAD + STONES + "run 10\n");
}

TEST(Plugin, IsThereAfterClearWhereThePathNamesIt)
{
  LammpsSession lammps;
  lammps.run(STONES + "run 10\nclear\n" + STONES + "run 10\n");
  if (lammps.first()) EXPECT_EQ(lammps.atoms().size(), 40u);
}

TEST(Plugin, CanBeUnloadedWhileItIsInUse)
{
  LammpsSession lammps;
  lammps.run(STONES + "run 10\nplugin unload command grist\nrun 100\nplugin clear\nrun 100\n");
  if (lammps.first()) EXPECT_EQ(lammps.atoms().size(), 40u);
  lammps.run(LOAD + "run 10\n");
}

// With bins the style of the lists changes with the search; with multi it stays, and lists that
// were not made again would be LAMMPS' own.
TEST(Plugin, ServesAnInstanceThatHasRunAlready)
{
  const WithoutPath path;
  for (const std::string style : {"bin", "multi"}) {
    LammpsSession lammps(std::min(2, world_size()));
    lammps.run(R"(
      units si
      atom_style sphere
      boundary p p p
      comm_modify vel yes
      region box block 0 0.1 0 0.1 0 0.1
      create_box 1 box
      create_atoms 1 random 200 4711 NULL
      set type 1 diameter 0.004 density 2500
      pair_style granular
      pair_coeff * * hooke 1000 50 tangential linear_history 300 1.0 0.5
      fix move all nve/sphere
      timestep 1e-6
      neighbor 0.001 )" +
               style + "\nrun 10\n" + LOAD + "neighbor_style multilevel\nrun 10\n");
    const std::string output = lammps.output();
    if (!lammps.first()) continue;
    const std::string list = style == "bin" ? "half/size/contact/search/newton"
                                            : "half/size/multi/contact/search/newton";
    EXPECT_NE(output.find("pair build: " + list), std::string::npos) << output;
  }
}

TEST(Plugin, LeavesOtherBodyStylesToLammps)
{
  LammpsSession lammps;
  lammps.run(R"(
    units si
    atom_style body nparticle 2 6
    region box block 0 1 0 1 0 1
    create_box 1 box
  )");
  const std::string error = lammps.error_of("atom_style body thing 2 6\n");
  if (lammps.first()) EXPECT_NE(error, "");
}

TEST(Plugin, ReplicatesClusters)
{
  LammpsSession lammps;
  lammps.run(STONES + "unfix move\nneighbor_style default\nreplicate 2 1 3\n");
  const auto atoms = lammps.atoms();
  if (!lammps.first()) return;
  ASSERT_EQ(atoms.size(), 6 * 40u);
  EXPECT_EQ(lammps.lammps()->atom->nbonds, 6 * 90);
  for (size_t i = 0; i < 40; i++) {
    EXPECT_EQ(atoms[40 + i].radius, atoms[i].radius);
    EXPECT_NEAR(atoms[40 + i].x[0] - atoms[i].x[0], 0.1, 1e-12);
  }
}

TEST(Plugin, ReplicatesPolyhedra)
{
  LammpsSession lammps;
  lammps.run(R"(
    units si
    atom_style body polyhedron 4 60
    region box block -0.05 0.05 -0.05 0.05 0 0.1
    create_box 1 box
    create_polyhedra 50 region box shape random cuts 8 size 0.012 density 2500
    replicate 1 2 1
  )");
  if (lammps.first()) EXPECT_EQ(lammps.lammps()->atom->nbodies, 100);
}

TEST(Plugin, IsListed)
{
  LammpsSession lammps;
  lammps.run("plugin list\ngrist\n");
  const std::string output = lammps.output();
  if (!lammps.first()) return;
  EXPECT_NE(output.find("command style plugin grist"), std::string::npos) << output;
  EXPECT_NE(output.find("Grist "), std::string::npos) << output;
}

}    // namespace
