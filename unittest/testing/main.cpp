// Runs the style tests under MPI: every rank runs every test, rank 0 reports. With
// GRIST_PLUGIN_FOLDER each LAMMPS instance loads the plugin from there. With `--one-in N` as first
// words a part of the tests is drawn, of more than one rank also with GRIST_ONE_IN=N in the
// environment (both together: one in their product), unless GTEST_TOTAL_SHARDS is set.

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

// The same ones on all ranks.
static void draw_one_in(int parts, int rank)
{
  int part = static_cast<int>(std::time(nullptr) % parts);
  MPI_Bcast(&part, 1, MPI_INT, 0, MPI_COMM_WORLD);
  setenv("GTEST_TOTAL_SHARDS", std::to_string(parts).c_str(), 1);
  setenv("GTEST_SHARD_INDEX", std::to_string(part).c_str(), 1);
  if (rank == 0)
    std::printf("One in %d of the tests: GTEST_TOTAL_SHARDS=%d GTEST_SHARD_INDEX=%d (all with "
                "GTEST_TOTAL_SHARDS=1 GTEST_SHARD_INDEX=0)\n",
                parts, parts, part);
}

int main(int argc, char **argv)
{
#ifdef GRIST_PLUGIN_FOLDER
  setenv("LAMMPS_PLUGIN_PATH", GRIST_PLUGIN_FOLDER, 1);
#endif
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int ranks = 0, parts = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc > 2 && std::strcmp(argv[1], "--one-in") == 0) parts = std::stoi(argv[2]);
  if (const char *sample = getenv("GRIST_ONE_IN"); sample && ranks > 1) parts *= std::stoi(sample);
  if (parts > 1 && !getenv("GTEST_TOTAL_SHARDS")) draw_one_in(parts, rank);
  if (rank > 0) {
    auto &listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
  }
  int failed = RUN_ALL_TESTS(), any = 0;
  MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any;
}
