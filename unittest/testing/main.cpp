// Runs the style tests under MPI: every rank runs every test, rank 0 reports. With
// GRIST_PLUGIN_FOLDER each LAMMPS instance loads the plugin from there.

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdlib>

int main(int argc, char **argv)
{
#ifdef GRIST_PLUGIN_FOLDER
  setenv("LAMMPS_PLUGIN_PATH", GRIST_PLUGIN_FOLDER, 1);
#endif
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) {
    auto &listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
  }
  int failed = RUN_ALL_TESTS(), any = 0;
  MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any;
}
