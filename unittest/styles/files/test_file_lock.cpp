// Files that several processes write: whole ones at once, others one after another.
//
// Oracles: the ranks of the world are such processes; locks written by hand, of this host and of
// another one, of a process that lives and of one that cannot exist.

#include "styles/files/file_lock.h"
#include "styles/files/output_file.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace test_file_lock {

using namespace LAMMPS_NS;
using namespace grist::testing;

constexpr long NO_PROCESS = 2000000000;    // above all numbers of processes

int rank_in_world()
{
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// Each step is done by all ranks before the next one begins.
TEST(SharedFiles, AllWritersOfAWholeFileSucceed)
{
  const TestFolder folder;
  const std::string name = folder / "mesh.stl", text = std::string(100000, 'x') + "\n";
  OutputFile file;
  EXPECT_TRUE(file.open_for(name)) << file.failure();
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_TRUE(file.write(text)) << file.failure();
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_TRUE(file.rename_to(name)) << file.failure();
  EXPECT_EQ(read_file(name), text);
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(SharedFiles, AFileThatGrowsBelongsToOneProcess)
{
  const TestFolder folder;
  const std::string name = folder / "table.csv";
  auto claim = std::make_unique<OutputClaim>();
  if (is_first_rank()) { EXPECT_EQ(claim->claim(nullptr, name, "fix a"), ""); }
  MPI_Barrier(MPI_COMM_WORLD);
  if (!is_first_rank()) {
    const std::string problem = claim->claim(nullptr, name, "fix a");
    EXPECT_TRUE(has(problem, " on host " + host_name() + " writes it already; give another name"));
    EXPECT_TRUE(has(problem, "table.csv.lock if that run has ended"));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  claim.reset();
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_FALSE(std::filesystem::exists(name + ".lock"));
  MPI_Barrier(MPI_COMM_WORLD);
  OutputClaim next;
  if (rank_in_world() == world_size() - 1) { EXPECT_EQ(next.claim(nullptr, name, "fix a"), ""); }
  MPI_Barrier(MPI_COMM_WORLD);
}

class FileLocks : public OneRankTest {
 protected:
  // What a lock with this text makes of the next one.
  std::string problem_with(const std::string &text)
  {
    std::ofstream(folder / "f.lock") << text;
    FileLock lock;
    return lock.acquire(folder / "f");
  }
};

TEST_F(FileLocks, LocksOfProcessesThatHaveEndedAreRemoved)
{
  const std::string here = host_name();
  EXPECT_EQ(problem_with(here + " " + std::to_string(NO_PROCESS) + "\n"), "");
  EXPECT_FALSE(std::filesystem::exists(folder / "f.lock"));
  // Of an earlier process of the same number, as in a container that is started again.
  EXPECT_EQ(problem_with(here + " " + std::to_string(getpid()) + "\n"), "");
  EXPECT_FALSE(std::filesystem::exists(folder / "f.lock"));
}

TEST_F(FileLocks, OtherLocksAreKeptAndTheCureIsNamed)
{
  const std::string parent = std::to_string(getppid()),
                    cure = "remove " + (folder / "f.lock") + " if that run has ended",
                    already = " writes it already; give another name, or ";
  EXPECT_EQ(problem_with(host_name() + " " + parent + "\n"),
            "process " + parent + " on host " + host_name() + already + cure);
  EXPECT_EQ(problem_with("elsewhere " + std::to_string(NO_PROCESS) + "\n"),
            "process " + std::to_string(NO_PROCESS) + " on host elsewhere" + already + cure);
  for (const std::string text : {"", "what is this\n"})
    EXPECT_EQ(problem_with(text), "another run" + already + cure);
  EXPECT_TRUE(std::filesystem::exists(folder / "f.lock"));
}

TEST_F(FileLocks, OneProcessSharesItsLockUntilTheLastEnds)
{
  auto one = std::make_unique<FileLock>(), two = std::make_unique<FileLock>();
  EXPECT_EQ(one->acquire(folder / "s_*.vtk"), "");
  EXPECT_EQ(two->acquire(folder / "s_*.vtk"), "");
  EXPECT_EQ(read_file(folder / "s_.vtk.lock"), host_name() + " " + std::to_string(getpid()) + "\n");
  one.reset();
  EXPECT_TRUE(std::filesystem::exists(folder / "s_.vtk.lock"));
  two.reset();
  EXPECT_FALSE(std::filesystem::exists(folder / "s_.vtk.lock"));
  FileLock none;
  EXPECT_EQ(none.acquire("/no/such/folder/f"), "");
}

// Between two fixes a file is free; while one writes it, no other process may.
TEST_F(FileLocks, AFixHasTheLockOfItsFile)
{
  const std::string file = folder / "out.csv", lock = file + ".lock";
  const std::string fix = "fix out all outflow 10 box file " + file + "\n";
  LammpsSession lammps;
  lammps.run("units si\natom_style sphere\natom_modify map array\nboundary f f f\n"
             "region box block 0 1 0 1 0 1\ncreate_box 1 box\ncreate_atoms 1 single 0.5 0.5 0.5\n"
             "set group all diameter 0.1 density 1000\npair_style zero 0.2\npair_coeff * *\n" +
             fix);
  EXPECT_TRUE(std::filesystem::exists(lock));
  lammps.run("unfix out\n");
  EXPECT_FALSE(std::filesystem::exists(lock));
  std::ofstream(lock) << "elsewhere 1\n";
  EXPECT_TRUE(has(lammps.error_of(fix),
                  "Fix outflow: file " + file +
                      " (process 1 on host elsewhere writes it already; give another name"));
}

}    // namespace test_file_lock
