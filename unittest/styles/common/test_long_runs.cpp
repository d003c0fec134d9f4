// What stays when styles are defined again and again, and when runs go on from restart files:
// memory, open files, and the time that it takes.
//
// Oracle: the bytes in use of the C library, exact where its cache of free blocks is full at each
// count; the entries of /proc/self/fd; the processor time of early and of late repetitions.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace test_long_runs {

using namespace grist::testing;

constexpr int WARM_UP = 30, REPETITIONS = 500, RUN_EVERY = 25, RESTARTS = 30, PARTS = 5;
constexpr double LEAST_BLOCK = 8.0;    // bytes kept a repetition; the smallest block has 32

// On one rank, in a folder for files.
class LongRuns : public OneRankTest {
 protected:
  LammpsSession lammps{1};
};

// Open MPI keeps blocks for messages that come before they are asked for, and takes more whenever
// more of a size wait than ever before. Here as many wait as never do in a run, of all sizes that
// are sent without being asked for.
void let_messages_wait()
{
  constexpr int MANY = 64, LARGEST = 4096;    // messages, bytes
  if (world_size() < 2) return;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int size = 1; size <= LARGEST; size *= 2) {
    std::vector<char> out(size), in(size);
    std::vector<MPI_Request> requests(MANY);
    for (MPI_Request &request : requests)
      MPI_Isend(out.data(), size, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int n = 0; n < MANY; n++)
      MPI_Recv(in.data(), size, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(MANY, requests.data(), MPI_STATUSES_IGNORE);
  }
}

// On one rank or two.
class LongRunsOfRanks : public ::testing::Test {
 protected:
  void SetUp() override
  {
    if (world_size() > 2) GTEST_SKIP() << "two ranks are enough";
    let_messages_wait();
  }
  TestFolder folder;
  LammpsSession lammps{world_size()};
};

// Beds of spheres and of bonded clusters in a box with a floor.
const std::string HEAD = R"(
  units si
  newton on off
  atom_style bonded/cluster
  atom_modify map yes
  comm_modify vel yes
  boundary p p f
  bond_style parallel
)";
const std::string LAWS = R"(
  neighbor 1e-3 bin
  neigh_modify delay 0
  cluster_template rock sphere 6e-3 elements 8 density 2500
  bond_coeff 1 young 1e7 tensile 1e6 shear 1e6 damping 0.05
  pair_style hertz/mindlin
  pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3 heat 2 800
  particle_mix mix sphere bead fraction 0.5 size 3e-3 density 2500 template rock fraction 0.5 size 6e-3
  region high block -0.015 0.015 -0.015 0.015 0.02 0.04
  region all block -0.02 0.02 -0.02 0.02 0 0.05
  group beads type 1
  timestep 1e-6
)";
const std::string FILL = "fix fill all insert/pack mix region high number 12\nrun 0\nunfix fill\n";
const std::string NEW = HEAD +
    "region box block -0.02 0.02 -0.02 0.02 -0.005 0.05\ncreate_box 1 box bond/types 1\n" + LAWS;
const std::string BODIES = R"(
  units si
  newton off
  boundary f f f
  atom_style body polyhedron 4 60
  atom_modify map yes
  region box block -0.1 0.1 -0.1 0.1 -0.05 0.3
  create_box 1 box
  pair_style polyhedron
  pair_coeff * * volume 1e9 hysteretic 0.4 friction 0.5
  particle_mix mix polyhedron rock shape random cuts 6 shapes 3 size 0.03 density 2900
  region high block -0.09 0.09 -0.09 0.09 0.05 0.28
  timestep 1e-6
)";

// Style x of spheres in turn, behind "fix x all " or "compute x all ". Feeds insert nothing.
std::vector<std::string> definitions(const std::string &folder)
{
  const std::string mesh = folder + "plate.stl", to = " file " + folder + "x.csv";
  const std::string wear =
      " stress 1000 " + folder + "x_*.vtk wear archard 1e-3 1e9 deform 1 every 5";
  return {"fix leapfrog/sphere gravity 9.81 vector 0 0 -1",
          "fix rigid/cluster hold yes",
          "fix wall/hertz/mindlin zplane 0 NULL",
          "fix wall/mesh " + mesh + " model hertz/mindlin",
          "fix wall/mesh " + mesh + " sides one surface linear 1 0 0" + wear +
              " thickness 0.1 model hertz/mindlin",
          "fix wall/mesh " + mesh + " move servo force 1 0 0 -1 0.1 model hertz/mindlin",
          "fix wall/mesh " + mesh + " move free mass 0.1 around none model hertz/mindlin",
          "fix insert/pack mix region high fraction 1e-6",
          "fix insert/stream mix region high rate 1e-9 velocity 0 0 -1" + to,
          "fix outflow 1 plane 0 0 -0.004 0 0 -1" + to,
          "fix breakage 1" + to,
          "fix heat/gran initial 293 source beads 1e-3",
          "fix liquid tension 0.07 angle 20 film 1e-6 walls 10",
          "fix sensor 1 slices z 4 values mass velocity temperature fraction stress" + to,
          "fix sensor 1 plane z 0.01",
          "fix collisions 1 bins 1e-9 1e-3 6" + to,
          "fix guard",
          "fix progress steps 1",
          "compute energy/balance",
          "compute contact/local force",
          "compute coordination/contact",
          "compute load/atom",
          "compute mixing beads slices x 3",
          "compute packing slices x 3",
          "compute stress/cluster"};
}

std::vector<std::string> definitions_on_bodies(const std::string &folder)
{
  const std::string law = " volume 1e9 hysteretic 0.4", to = " file " + folder + "x.csv";
  const std::string mesh = folder + "plate.stl";
  return {"fix leapfrog/body",
          "fix wall/polyhedron" + law + " zplane 0 NULL",
          "fix wall/mesh " + mesh + " move free mass 0.1 around none model polyhedron" + law,
          "fix break/polyhedra tavares energy 10 t10 0.4 0.05 smallest 0.012" + to,
          "fix breakage 1" + to,
          "fix collisions 1 bins 1e-9 1e-3 6" + to,
          "fix insert/pack mix region high fraction 1e-6",
          "compute energy/balance"};
}

// Free blocks that the library keeps for the next request of their size count as in use: as many as
// it keeps at most, always.
size_t bytes_in_use()
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  constexpr size_t STEP = 16, LARGEST = 2048, MOST = 32;
  std::vector<void *> blocks;
  blocks.reserve(LARGEST / STEP * MOST);
  for (size_t size = STEP; size <= LARGEST; size += STEP)
    for (size_t n = 0; n < MOST; n++) blocks.push_back(malloc(size));
  for (void *block : blocks) free(block);
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd - blocks.capacity() * sizeof(void *);
#else
  return 0;
#endif
}

int open_files()
{
  std::error_code none;
  const std::filesystem::directory_iterator files("/proc/self/fd", none);
  return static_cast<int>(std::distance(begin(files), end(files)));
}

double seconds_of(LammpsSession &lammps, const std::vector<std::string> &lines, size_t from,
                  size_t to)
{
  const std::clock_t start = std::clock();
  for (size_t n = from; n < to; n++) lammps.run(lines[n]);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Repetitions, of which the first ones make what is made once. What stays behind each time does so
// in all parts; what MPI or LAMMPS makes larger now and then leaves one of them as it was.
void expect_flat(LammpsSession &lammps, const std::vector<std::string> &lines, size_t warm_up,
                 const std::string &what)
{
  const size_t part = (lines.size() - warm_up) / PARTS;
  seconds_of(lammps, lines, 0, warm_up);
  const int files = open_files();
  double least = INFINITY, first = 0.0, last = 0.0;
  for (size_t n = 0; n < PARTS; n++) {
    const double before = static_cast<double>(bytes_in_use());
    last = seconds_of(lammps, lines, warm_up + n * part, warm_up + (n + 1) * part);
    least = std::min(least, (static_cast<double>(bytes_in_use()) - before) / part);
    if (n == 0) first = last;
  }
  EXPECT_LT(least, LEAST_BLOCK) << what;
  EXPECT_EQ(open_files(), files) << what;
  EXPECT_LT(last, 2.0 * first + 0.1) << what;
}

// A run for the first ones and for each 25th.
std::vector<std::string> repeated(const std::string &begin, const std::string &end)
{
  std::vector<std::string> lines;
  for (int n = 0; n < WARM_UP + REPETITIONS; n++)
    lines.push_back(begin + (n < WARM_UP || n % RUN_EVERY == 0 ? "run 1 post no\n" : "") + end);
  return lines;
}

void expect_flat_definitions(LammpsSession &lammps, const std::vector<std::string> &all)
{
  for (const std::string &definition : all) {
    const size_t space = definition.find(' ');
    const std::string command = definition.substr(0, space);
    expect_flat(
        lammps,
        repeated(command + " x all" + definition.substr(space) + "\n", "un" + command + " x\n"),
        WARM_UP, definition);
  }
}

TEST_F(LongRuns, DefinitionsLeaveNothing)
{
  lammps.run(NEW + "write_mesh " + (folder / "plate.stl") +
             " plane size 0.01 0.01 center 0 0 0.045\n" + FILL);
  expect_flat_definitions(lammps, definitions(folder / ""));
  const std::string begin = "pair_style hooke/history\npair_coeff * * stiffness 1e3 friction 0.3\n"
                            "fix x all wall/hooke/history zplane 0 NULL\nunfix x\n"
                            "pair_style thornton/ning\n"
                            "pair_coeff * * young 1e7 poisson 0.3 yield 1e5 friction 0.3\n"
                            "fix x all wall/thornton/ning zplane 0 NULL\n";
  expect_flat(
      lammps,
      repeated(begin, "unfix x\npair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3\n"),
      WARM_UP, "pair styles of spheres");
}

TEST_F(LongRuns, DefinitionsOnBodiesLeaveNothing)
{
  lammps.run(BODIES + "write_mesh " + (folder / "plate.stl") +
             " plane size 0.01 0.01 center 0 0 0.29\n" + FILL);
  expect_flat_definitions(lammps, definitions_on_bodies(folder / ""));
  expect_flat(lammps, repeated("pair_style polyhedron\npair_coeff * * energy 1e14\n", ""), WARM_UP,
              "pair polyhedron");
}

TEST_F(LongRunsOfRanks, RestartsLeaveNothing)
{
  const std::string restart = folder / "restart", mesh = folder / "plate.stl";
  const std::string plant = "fix move all rigid/cluster gravity 9.81 vector 0 0 -1 hold yes\n"
                            "fix floor all wall/hertz/mindlin zplane 0 NULL\n"
                            "fix lid all wall/mesh " +
      mesh + R"( move linear 0 0 -1 model hertz/mindlin
    fix wet all liquid tension 0.07 angle 20 film 1e-6
    fix out all outflow 1 plane 0 0 -0.004 0 0 -1
    fix count all breakage 1
    fix look all sensor 1 slices z 4 values mass velocity stress
    fix warm all heat/gran initial 293
    compute e all energy/balance
    thermo_style custom step atoms c_e
    thermo 20
    run 5 post no
  )";
  lammps.run(NEW + "write_mesh " + mesh + " plane size 0.01 0.01 center 0 0 0.045\n" + FILL +
             plant);
  const std::string again = "write_restart " + restart + "\nclear\n" +
      HEAD.substr(0, HEAD.find("  boundary")) + "bond_style parallel\nread_restart " + restart +
      "\n" + LAWS + plant;
  expect_flat(lammps, std::vector<std::string>(5 + RESTARTS, again), 5, "restarts");
}

// Names of styles in the headers, but those in capitals, which styles make, and those that commands
// make.
std::set<std::string> styles_of_headers(const std::string &kind)
{
  const std::regex row(kind + "\\(([a-z/]+),");
  std::set<std::string> found;
  for (const auto &entry :
       std::filesystem::recursive_directory_iterator(GRIST_SOURCE_DIR "/src/styles")) {
    if (entry.path().extension() != ".h") continue;
    const std::string text = read_file(entry.path().string());
    for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at)
      found.insert((*at)[1]);
  }
  found.erase("deposit/mix");
  return found;
}

TEST_F(LongRuns, AllStylesAreInTheList)
{
  std::vector<std::string> all = definitions(""), bodies = definitions_on_bodies("");
  all.insert(all.end(), bodies.begin(), bodies.end());
  for (const char *name : {"hooke/history", "thornton/ning"})
    all.push_back(std::string("fix wall/") + name + " ");
  for (const auto &[kind, command] :
       {std::pair{"FixStyle", "fix "}, std::pair{"ComputeStyle", "compute "}})
    for (const std::string &style : styles_of_headers(kind))
      EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                              [&, start = command + style + " "](const std::string &one) {
                                return (one + " ").rfind(start, 0) == 0;
                              }))
          << command << style;
}

}    // namespace test_long_runs
