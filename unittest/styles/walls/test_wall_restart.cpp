// Wall fixes through a restart: the run continues, and restart files of another layout are
// rejected.
//
// Oracles: the same run without a restart.

#include "styles/walls/mesh_wall_scenes.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace test_wall_restart {

using namespace grist::testing;

// The same arithmetic rounded in another order, grown by a few bounces of every sphere.
constexpr double SAME = 1e-10;

TEST(FixWallMesh, RestartContinuesTheRun)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 5));
  for (const int ranks : {world_size()}) {
    const std::string file = files.folder / "half";
    const auto halves = atoms_after(spheres(INNER, 150, "f f f", 1.0) + moving_block(mesh) +
                                        "run 3000\nwrite_restart " + file + "\nrun 2000\n",
                                    ranks);
    const auto again = atoms_after(restarted(file) + moving_block(mesh) + "run 2000\n", ranks);
    EXPECT_LT(largest_difference(halves, again), SAME);
    if (is_first_rank()) { EXPECT_GT(touched(again), 20); }
  }
}

TEST(FixWallMesh, RestartKeepsTheHistoriesOfStockModels)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(40, 0.06, 1));
  const std::string wall = "fix w all wall/mesh " + mesh +
      " model granular jkr 1e7 0.5 0.3 0.3 tangential mindlin NULL 0.7 0.4 rolling sds 1000 0.01 "
      "0.1 twisting marshall\n";
  for (const int ranks : {world_size()}) {
    const std::string file = files.folder / "jkr";
    const auto halves = atoms_after(
        spheres(LOW) + wall + "run 2000\nwrite_restart " + file + "\nrun 1000\n", ranks);
    EXPECT_LT(largest_difference(halves, atoms_after(restarted(file) + wall + "run 1000\n", ranks)),
              SAME);
  }
}

// The mean of the file at 4000 covers steps before the restart and after it; the work is that since
// the beginning.
TEST_F(FixWallMeshOnOneRank, RestartKeepsTheSumsOnTriangles)
{
  const std::string mesh = files.text(random_plate(15, 0.06, 1));
  const auto wall = [&](const std::string &form) {
    return "fix w all wall/mesh " + mesh + " stress 2000 " + files.folder / form +
        " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.5 friction 0.5\n";
  };
  const std::string file = files.folder / "worn";
  atoms_after(
      spheres(LOW) + wall("whole_*.vtk") + "run 3000\nwrite_restart " + file + "\nrun 3000\n", 1);
  atoms_after(restarted(file) + wall("half_*.vtk") + "run 3000\n", 1);
  const auto values_of = [&](const std::string &name, const std::string &value) {
    const std::string text = read_file(files.folder / name);
    const std::string header = value + " double 1\nLOOKUP_TABLE default\n";
    std::istringstream in(text.substr(text.find(header) + header.size()));
    std::vector<double> values(450);
    for (double &number : values) in >> number;
    return values;
  };
  for (const std::string value : {"pressure", "shear", "sliding_work"})
    for (const std::string step : {"4000", "6000"}) {
      const std::vector<double> whole = values_of("whole_" + step + ".vtk", value),
                                half = values_of("half_" + step + ".vtk", value),
                                before = values_of("whole_2000.vtk", value);
      const double largest = *std::max_element(whole.begin(), whole.end());
      EXPECT_GT(largest, 0.0);
      EXPECT_NE(whole, before);
      for (size_t n = 0; n < whole.size(); n++)
        EXPECT_NEAR(half[n], whole[n], 1e-7 * largest) << value << ", " << step << ", " << n;
    }
}

// The series of the file is that of the whole run, with a file for each step once.
TEST_F(FixWallMeshOnOneRank, RestartContinuesTheSeriesOfStressFiles)
{
  const std::string mesh = files.text(random_plate(3, 0.05, 1));
  const std::string wall = "fix w all wall/mesh " + mesh + " stress 10 " +
      (files.folder / "s_*.vtk") + " model hertz/mindlin" + LAW;
  const std::string file = files.folder / "stop";
  atoms_after(spheres(LOW) + wall + "run 15\nwrite_restart " + file + "\nrun 30\n", 1);
  const std::string whole = read_file(files.folder / "s_.vtk.series");
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 9);    // 4 of them files
  atoms_after(restarted(file) + wall + "run 5\n", 1);
  const std::string part = read_file(files.folder / "s_.vtk.series");
  EXPECT_TRUE(has(part, "s_10.vtk\", \"time\": 4e-05}"));
  EXPECT_TRUE(has(part, "s_20.vtk"));
  EXPECT_FALSE(has(part, "s_30.vtk"));
  atoms_after(restarted(file) + wall + "run 30\n", 1);
  EXPECT_EQ(read_file(files.folder / "s_.vtk.series"), whole);
  // Files that are gone are not named.
  std::filesystem::remove(files.folder / "s_10.vtk");
  atoms_after(restarted(file) + wall + "run 5\n", 1);
  EXPECT_FALSE(has(read_file(files.folder / "s_.vtk.series"), "s_10.vtk"));
}

// Oracle: the escapes of JSON, written out.
TEST_F(FixWallMeshOnOneRank, SeriesOfStressFilesTakesAnyName)
{
  const std::string mesh = files.text(random_plate(3, 0.05, 1));
  const std::string wall = "fix w all wall/mesh " + mesh + " stress 10 '" +
      (files.folder / "a\\b \"R&D\"_*.vtk") + "' model hertz/mindlin" + LAW;
  const std::string file = files.folder / "stop", series = "a\\b \"R&D\"_.vtk.series";
  atoms_after(spheres(LOW) + wall + "run 15\nwrite_restart " + file + "\nrun 10\n", 1);
  const std::string whole = read_file(files.folder / series);
  EXPECT_TRUE(has(whole, R"({"name": "a\\b \"R&D\"_20.vtk", "time": 8e-05})"));
  atoms_after(restarted(file) + wall + "run 10\n", 1);
  EXPECT_EQ(read_file(files.folder / series), whole);
}

// A sphere in a tube that is a little too narrow touches every facet: more contacts than LAMMPS has
// room for in its buffers by itself. On two ranks it passes from one to the other.
TEST(FixWallMesh, SphereWithHundredsOfContactsChangesItsRankAndIsRestarted)
{
  constexpr int FACETS = 600;
  MeshFiles files;
  const std::string mesh = files.text(tube(FACETS, 1.9999e-3, -0.02, 0.02, 1));
  const std::string wall = "neighbor 1e-3 bin\nneigh_modify delay 0 every 1 check no\ntimestep "
                           "1e-5\nfix w all wall/mesh " +
      mesh +
      " feature 0 model hertz/mindlin young 1e6 poisson 0.3 restitution 0.5 friction 0.4\nfix nve "
      "all nve/sphere\n";
  const std::string start = R"(
    units si
    atom_style sphere
    atom_modify map array
    processors * 1 1
    comm_modify vel yes
    region box block -0.01 0.01 -0.005 0.005 -0.005 0.005
    create_box 1 box
    create_atoms 1 single -2e-4 0 0
    set group all diameter 4e-3 density 2500
    velocity all set 0.5 0 0
    pair_style zero 0.005
    pair_coeff * *
  )" + wall;
  std::vector<AtomSnapshot> reference;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    const std::string stop = files.folder / "tube";
    lammps.run(start + "run 30\nwrite_restart " + stop);
    if (lammps.here() && lammps.lammps()->atom->nlocal > 0) {
      const LAMMPS_NS::Fix *fix = lammps.lammps()->modify->get_fix_by_id("w");
      EXPECT_GE(fix->maxexchange, 2 + FACETS * 7);    // a surface and six numbers for each contact
    }
    lammps.run("run 30");
    const auto atoms = lammps.atoms();
    const auto again = atoms_after(
        "processors * 1 1\nread_restart " + stop +
            "\ncomm_modify vel yes\npair_style zero 0.005\npair_coeff * *\n" + wall + "run 30",
        ranks);
    if (!lammps.first()) continue;
    if (ranks == 1) reference = atoms;
    EXPECT_GT(atoms[0].x[0], 0.0);
    EXPECT_LT(largest_difference(reference, atoms), SAME);
    EXPECT_LT(largest_difference(reference, again), SAME);
  }
}

// A moving wall, and springs of friction and of rolling: the second of two runs, and the same after
// a restart.
TEST(FixWallHertzMindlin, RestartContinuesTheRun)
{
  for (const int ranks : rank_counts()) {
    TestFolder folder;
    const std::string wall = R"(
      variable angle equal 40*step*dt
      variable dz equal 0.001*sin(500*step*dt)
      region w block -0.03 0.03 -0.03 0.03 -0.03 0.03 rotate v_angle 0.003 0 0.002 0 1 0 move NULL NULL v_dz
      fix w all wall/hertz/mindlin region w young 1e7 poisson 0.3 restitution 0.5 friction 0.4 &
        rolling sds 100 0.01 0.2
    )";
    const std::string file = folder / "restart";
    const auto halves = atoms_after(input_of({INNER, 300, "f f f", 1.0, 1.5}) + wall +
                                        "run 2500\nwrite_restart " + file + "\nrun 1500\n",
                                    ranks);
    const auto again = atoms_after(restarted(file) + wall + "run 1500\n", ranks);
    EXPECT_LT(largest_difference(halves, again), SAME);
    if (is_first_rank()) { EXPECT_GT(touched(again), 20); }
  }
}

// Other versions of the restart block, and blocks that are not ours.
void expect_rejected(const std::string &file, const std::string &fix, int version,
                     const std::string &expected)
{
  std::string bytes = read_file(file);
  const size_t mark = bytes.find("RGS2");
  ASSERT_NE(mark, std::string::npos);
  bytes[mark + (version < 0 ? 0 : 4)] = static_cast<char>(version < 0 ? 'x' : version);
  if (is_first_rank()) std::ofstream(file + ".changed", std::ios::binary) << bytes;
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of(restarted(file + ".changed") + fix), expected))
      << expected << ": " << lammps.output();
}

class WallRestart : public OneRankTest {
 protected:
  MeshFiles files;

  void expect_other_layouts_rejected(const std::string &wall, const std::string &user)
  {
    const std::string file = files.folder / "layout";
    atoms_after(spheres(INNER) + wall + "run 10\nwrite_restart " + file, 1);
    expect_rejected(file, wall, 99,
                    user + ": the restart file has layout 99 of these data (expected ");
    expect_rejected(file, wall, -1, user + ": the restart file was written by an older version");
  }
};

TEST_F(WallRestart, RejectsOtherLayoutsOfAMesh)
{
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 2));
  expect_other_layouts_rejected(moving_block(mesh), "Fix wall/mesh");
}

TEST_F(WallRestart, RejectsOtherLayoutsOfRegionsAndPlanes)
{
  const std::string law = " young 1e7 poisson 0.3\n";
  expect_other_layouts_rejected("region w block -0.03 0.03 -0.03 0.03 -0.03 0.03\n"
                                "fix w all wall/hertz/mindlin region w" +
                                    law,
                                "Fix wall/hertz/mindlin");
  expect_other_layouts_rejected("fix w all wall/hertz/mindlin zplane -0.03 0.03" + law,
                                "Fix wall/hertz/mindlin");
}

// Files of older versions have no block for planes: LAMMPS finds none for this ID.
TEST_F(WallRestart, RejectsHistoriesWithoutABlock)
{
  const std::string file = files.folder / "no_block";
  const std::string wall =
      "fix plane all wall/hertz/mindlin zplane -0.03 0.03 young 1e7 poisson 0.3\n";
  atoms_after(spheres(INNER) + wall + "run 10\nwrite_restart " + file, 1);
  std::string bytes = read_file(file);
  bytes.replace(bytes.find("plane"), 5,
                "other");    // the block comes before the list of per-atom data
  std::ofstream(file, std::ios::binary) << bytes;
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of(restarted(file) + wall),
                  "Fix wall/hertz/mindlin: the restart file was written by an older version"))
      << lammps.output();
}

TEST_F(WallRestart, NamesWhatDoesNotFitTheFix)
{
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 2));
  const std::string finer =
      files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 3), "finer.stl");
  const std::string file = files.folder / "other";
  const std::string stress = " stress 1000 " + files.folder / "s_*.vtk";
  const std::string model = " model hertz/mindlin young 1e7 poisson 0.3\n";
  atoms_after(spheres(INNER) + "fix w all wall/mesh " + mesh + stress + model +
                  "run 10\nwrite_restart " + file,
              1);
  LammpsSession triangles, motions;
  EXPECT_TRUE(
      has(triangles.error_of(restarted(file) + "fix w all wall/mesh " + finer + stress + model),
          "Fix wall/mesh: 108 triangles (the restart file has 48; give the same mesh)"))
      << triangles.output();
  EXPECT_TRUE(has(motions.error_of(restarted(file) + "fix w all wall/mesh " + mesh +
                                   " move variable NULL NULL NULL 0 0 0 0 0 1 NULL" + model),
                  "Fix wall/mesh: 1 motions that are driven (the restart file has 0)"))
      << motions.output();
}

// The kind of wall may change: motion is then not read.
TEST_F(WallRestart, PlanesMayReplaceARegion)
{
  const std::string file = files.folder / "region", law = " young 1e7 poisson 0.3 friction 0.4\n";
  const std::string planes =
      "fix w all wall/hertz/mindlin xplane -0.03 0.03 yplane -0.03 0.03 zplane -0.03 0.03" + law;
  const std::string region = "region w block -0.03 0.03 -0.03 0.03 -0.03 0.03\n"
                             "fix w all wall/hertz/mindlin region w" +
      law;
  const std::string fast = spheres(INNER, 150, "f f f", 3.0);
  for (const std::string &first : {planes, region}) {
    const auto whole = atoms_after(fast + planes + "run 2000\n", 1);
    EXPECT_GT(touched(whole), 20);
    atoms_after(fast + first + "run 1000\nwrite_restart " + file, 1);
    for (const std::string &second : {planes, region})
      EXPECT_LT(largest_difference(whole, atoms_after(restarted(file) + second + "run 1000\n", 1)),
                1e-3);
  }
}

}    // namespace test_wall_restart
