// What the library fake_lammps answers to the loader, and the command and the error that it was given.

#ifndef GRIST_PLUGIN_FAKE_LAMMPS_H
#define GRIST_PLUGIN_FAKE_LAMMPS_H

#include <string>

struct FakeLammps {
  int version = 0;
  int tagint = 4, bigint = 8, imageint = 4;
  std::string missing_package;
  std::string mpi;
  bool has_openmp = false, has_grist = false;
  int ranks = 1;
  std::string command, error;
};

#endif
