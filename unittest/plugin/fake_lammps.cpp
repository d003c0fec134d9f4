// A library with the part of LAMMPS' C interface that the loader asks, and answers that a test
// sets. FULL_VERSION is what its file says of itself.

#include "plugin/fake_lammps.h"

#include <cstring>

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT const char fake_first_line[] = "Massively Parallel Simulator - " FULL_VERSION "\n";

__attribute__((visibility("default"))) FakeLammps fake_lammps;

EXPORT int lammps_version(void *)
{
  return fake_lammps.version;
}

EXPORT int lammps_extract_setting(void *, const char *name)
{
  if (strcmp(name, "tagint") == 0) return fake_lammps.tagint;
  if (strcmp(name, "bigint") == 0) return fake_lammps.bigint;
  if (strcmp(name, "imageint") == 0) return fake_lammps.imageint;
  return fake_lammps.ranks;
}

EXPORT int lammps_config_has_package(const char *name)
{
  return fake_lammps.missing_package != name;
}

EXPORT int lammps_config_has_mpi_support()
{
  return fake_lammps.mpi.empty() ? 0 : 1;
}

EXPORT int MPI_Get_library_version(char *text, int *length)
{
  strcpy(text, fake_lammps.mpi.c_str());
  *length = static_cast<int>(fake_lammps.mpi.size());
  return 0;
}

EXPORT void lammps_get_os_info(char *text, int)
{
  strcpy(text, fake_lammps.has_openmp ? "with OpenMP 4.5" : "with OpenMP not enabled");
}

EXPORT int lammps_has_style(void *, const char *, const char *)
{
  return fake_lammps.has_grist ? 1 : 0;
}

EXPORT void lammps_error(void *, int, const char *text)
{
  fake_lammps.error = text;
}

EXPORT char *lammps_command(void *, const char *text)
{
  fake_lammps.command = text;
  return nullptr;
}
