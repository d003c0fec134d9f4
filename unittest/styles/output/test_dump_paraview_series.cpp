// The series of dump paraview over runs that end early, go on or go wrong.
//
// Oracles: the series of a run that was not interrupted; the device /dev/full, which takes no byte;
// the sentence of each error.

#include "styles/files/output_file.h"
#include "styles/output/paraview_scenes.h"

#include <filesystem>
#include <fstream>

namespace test_dump_paraview_series {

using namespace grist::testing;
namespace fs = std::filesystem;

int rank_in_world()
{
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

const std::string COEFF = "young 1e8 tensile 2e5 shear 2e5 damping 0.1";

std::vector<double> times_of(const std::vector<VtkFrame> &frames)
{
  std::vector<double> times;
  for (const VtkFrame &frame : frames) times.push_back(frame.time);
  return times;
}

// Positions by id.
std::map<double, std::array<double, 3>> places(const VtkFrame &frame)
{
  std::map<double, std::array<double, 3>> found;
  const VtkThing &spheres = frame["spheres"];
  for (size_t n = 0; n < spheres.points.size(); n++)
    found[spheres.values.at("id")[n]] = spheres.points[n];
  return found;
}

TEST_F(DumpParaview, RestartedRunContinuesTheSeries)
{
  const std::string whole = folder / "whole.pvd";
  for (const int ranks : rank_counts()) {
    {
      LammpsSession lammps(ranks);
      lammps.run(shearing_cubes(folder / "cubes", COEFF) + "dump w all paraview 50 " + whole +
                 "\ndump p all paraview 50 " + series + "\nrun 100\nwrite_restart " +
                 (folder / "restart") + "\nrun 150\n");
    }
    {
      LammpsSession lammps(ranks);
      lammps.run(
          "newton on off\nread_restart " + (folder / "restart") + CONTACTS_WITHOUT_HISTORY +
          "fix GRIST_GUARD all guard overlap warn\nfix b all breakage 10\ndump p all paraview 50 " +
          series + "\ndump_modify p append yes\nrun 100\n");
      EXPECT_TRUE(!lammps.first() ||
                  has(lammps.output(), "Dump paraview: removed 3 frames of steps after 100"));
    }
    if (!is_first_rank()) continue;
    const auto expected = read_series(whole), frames = read_series(series);
    ASSERT_EQ(expected.size(), 6);
    ASSERT_EQ(frames.size(), 5);
    EXPECT_FALSE(fs::exists(path("spheres_250_0.vtp")));
    for (int n = 0; n < 5; n++) {
      EXPECT_NEAR(frames[n].time, expected[n].time, 1e-12 * expected[n].time);
      const auto one = places(frames[n]), two = places(expected[n]);
      ASSERT_EQ(one.size(), two.size());
      for (const auto &[id, x] : one)
        for (int k = 0; k < 3; k++)
          EXPECT_LT(apart(x[k], two.at(id)[k], CUBES_BOX), 1e-6 * CUBES_BOX);
    }
  }
}

// Without append a run begins anew, and removes what the earlier one wrote; other files stay.
TEST_F(DumpParaviewOnOneRank, SecondRunReplacesTheFirst)
{
  for (const int steps : {300, 100}) {
    LammpsSession lammps;
    lammps.run(shearing_cubes(folder / "cubes", COEFF) + "dump p all paraview 50 " + series +
               "\nrun " + std::to_string(steps) + "\n");
    std::ofstream(path("notes.txt")) << "mine";
    std::ofstream(path("spheres_of_mine.vtp")) << "mine";
  }
  EXPECT_EQ(read_series(series).size(), 3);
  EXPECT_FALSE(fs::exists(path("frame_150.vtm")));
  EXPECT_FALSE(fs::exists(path("spheres_300_0.vtp")));
  EXPECT_EQ(read_file(path("notes.txt")), "mine");
  EXPECT_EQ(read_file(path("spheres_of_mine.vtp")), "mine");
}

// Several runs, and 'clear' with all that it destroys, in one session.
TEST_F(DumpParaviewOnOneRank, RunsFollowEachOther)
{
  LammpsSession lammps;
  const std::string input =
      shearing_cubes(folder / "cubes", COEFF) + "dump p all paraview 50 " + series + "\n";
  lammps.run(input + "run 75\nrun 75\n");
  const double dt = lammps.thermo("dt");
  EXPECT_EQ(times_of(read_series(series)), (std::vector<double>{0.0, 50 * dt, 100 * dt, 150 * dt}));
  lammps.run("clear\n" + input + "run 50\nundump p\ndump p all paraview 50 " + series +
             "\nrun 10\n");
  EXPECT_EQ(times_of(read_series(series)), (std::vector<double>{50 * dt}));
  lammps.run("bond_style parallel\nbond_coeff 1 " + COEFF + "\nrun 50\nclear\n");
  EXPECT_EQ(read_series(series).size(), 2);
}

TEST_F(DumpParaviewOnOneRank, WriteDumpWritesOneFrame)
{
  LammpsSession lammps;
  lammps.run(shearing_cubes(folder / "cubes", COEFF) + "run 30\nwrite_dump all paraview " + series +
             " fields fx modify thresh vx > 0\n");
  const auto frames = read_series(series);
  ASSERT_EQ(frames.size(), 1);
  EXPECT_EQ(frames[0].time, 30 * lammps.thermo("dt"));
  for (size_t n = 0; n < frames[0]["spheres"].points.size(); n++)
    EXPECT_GT(frames[0]["spheres"].values.at("velocity")[3 * n], 0.0);
}

// What a killed run leaves: files of a step whose frame is not in the series, and incomplete ones.
TEST_F(DumpParaviewOnOneRank, KilledRunLeavesWholeFrames)
{
  const std::string start = shearing_cubes(folder / "cubes", COEFF);
  LammpsSession lammps;
  lammps.run(start + "dump p all paraview 50 " + series + "\nrun 100\nwrite_restart " +
             (folder / "restart") + "\nundump p\n");
  const std::string whole = read_file(path("spheres_100_0.vtp"));
  std::ofstream(path("spheres_150_0.vtp")) << whole;
  std::ofstream(path("bonds_150_0.vtp.some.host_7.part")) << whole.substr(0, whole.size() / 2);
  std::ofstream(path("frame_150.vtm.part")) << "<VTKFile";
  std::ofstream(folder / "out.pvd.some-host_7.part") << "<VTKFile";
  EXPECT_EQ(read_series(series).size(), 3);

  LammpsSession next;
  next.run(
      "newton on off\nread_restart " + (folder / "restart") + CONTACTS_WITHOUT_HISTORY +
      "fix GRIST_GUARD all guard overlap warn\nfix b all breakage 10\ndump p all paraview 50 " +
      series + "\ndump_modify p append yes\nrun 20\n");
  EXPECT_EQ(read_series(series).size(), 3);
  EXPECT_FALSE(fs::exists(path("spheres_150_0.vtp")));
  EXPECT_FALSE(fs::exists(path("bonds_150_0.vtp.some.host_7.part")));
  EXPECT_FALSE(fs::exists(path("frame_150.vtm.part")));
  EXPECT_FALSE(fs::exists(folder / "out.pvd.some-host_7.part"));
}

// On the last rank, and in the two files of rank 0 that are written last.
TEST_F(DumpParaview, FullDiskEndsTheRunAndLeavesWholeFrames)
{
  for (const int ranks : rank_counts())
    for (const std::string &file : {"spheres_20_" + std::to_string(ranks - 1) + ".vtp",
                                    std::string("frame_20.vtm"), std::string("../out.pvd")}) {
      LammpsSession lammps(ranks);
      lammps.run(shearing_cubes(folder / "cubes", COEFF) + "dump p all paraview 10 " + series +
                 "\nrun 10\n");
      const int writer = file[0] == 's' ? ranks - 1 : 0;    // its process is in the name
      const std::string incomplete = LAMMPS_NS::incomplete_name(path(file));
      const bool is_writer = rank_in_world() == writer;
      if (is_writer) fs::create_symlink("/dev/full", incomplete);
      MPI_Barrier(MPI_COMM_WORLD);
      const std::string error = lammps.error_of("run 10");
      if (is_writer) fs::remove(incomplete);
      if (!lammps.first()) continue;
      EXPECT_TRUE(has(error, "Dump paraview: cannot write "));
      EXPECT_TRUE(has(error, "(No space left on device)"));
      EXPECT_EQ(read_series(series).size(), 2);
    }
}

// Oracle: VTK's parser of XML.
TEST_F(DumpParaviewOnOneRank, NamesWithLettersThatXmlMarksUpAreRead)
{
  const std::string name = "R&D <1> \"a\"", file = folder / (name + ".pvd");
  for (const std::string modify : {"", "\ndump_modify p append yes"}) {
    LammpsSession lammps;
    lammps.run(shearing_cubes(folder / "cubes", COEFF) + "reset_timestep " +
               (modify.empty() ? "0" : "100") + "\ndump p all paraview 50 '" + file + "'" + modify +
               "\nrun 100\n");
  }
  const auto frames = read_series(file);
  ASSERT_EQ(frames.size(), 5);
  for (int n = 0; n < 5; n++)
    EXPECT_EQ(frames[n].file, name + "/frame_" + std::to_string(50 * n) + ".vtm");
}

TEST_F(DumpParaviewOnOneRank, WrongInputIsRefused)
{
  LammpsSession lammps;
  lammps.run(shearing_cubes(folder / "cubes", COEFF));
  const auto expect_error = [&](const std::string &words, const std::string &part) {
    const std::string error = lammps.error_of("dump p all paraview 10 " + words);
    EXPECT_TRUE(has(error, part)) << words;
  };
  expect_error("out.vtp",
               "Dump paraview: file out.vtp (expected a name that ends in .pvd, without % and *)");
  expect_error(".pvd", "Dump paraview: file .pvd (expected a name");
  expect_error("out.*.pvd", "Dump paraview: file out.*.pvd (expected a name");
  for (const std::string name : {"ma\xc3\x9f.pvd", "a\x01.pvd"})
    expect_error(name, "(expected UTF-8 without control characters; LAMMPS takes parts");
  expect_error(series + " compress gzip",
               "Dump paraview: compress gzip (expected lz4, zlib or none)");
  expect_error(series + " precision half",
               "Dump paraview: precision half (expected single or double)");
  expect_error(series + " bonds", "Dump paraview: bonds");
  expect_error(series + " colour yes", "Dump paraview: unknown keyword colour (expected");
  expect_error(series + " fields", "Dump paraview: fields");
  expect_error(series + " fields fx nothing", "Invalid attribute nothing in dump paraview command");
  std::ofstream(folder / "out") << "a file in the place of the folder";
  expect_error(series, "Dump paraview: cannot make the folder " + (folder / "out"));
  expect_error("/proc/none/out.pvd", "Dump paraview: cannot make the folder /proc/none/out");
  fs::remove(folder / "out");

  lammps.run("dump p all paraview 10 " + series);
  EXPECT_TRUE(has(lammps.error_of("dump q all paraview 10 " + (folder / "../") +
                                  fs::path(series).parent_path().filename().string() + "/out.pvd"),
                  "(dump p writes it already; give another name)"));
  for (const std::string word : {"sort id", "pbc yes"}) {
    lammps.run("undump p\ndump p all paraview 10 " + series + "\ndump_modify p " + word);
    EXPECT_TRUE(has(lammps.error_of("run 1"),
                    "Dump paraview: dump_modify " + word.substr(0, word.find(' ')) +
                        " (not supported, leave it out)"));
  }
}

TEST(DumpParaviewWithoutVtk, SaysWhatToInstall)
{
  if (has_vtk_reader()) GTEST_SKIP() << "built with VTK";
  TestFolder folder;
  write_cubes(folder / "cubes");
  LammpsSession lammps;
  const std::string error = lammps.error_of(shearing_cubes(folder / "cubes", COEFF) +
                                            "dump p all paraview 10 " + (folder / "out.pvd"));
  EXPECT_TRUE(!lammps.first() ||
              has(error, "Dump paraview: this program was built without VTK (install libvtk9-dev"))
      << error;
}

}    // namespace test_dump_paraview_series
