/* Memory of this process in MiB, from /proc/self/status (Linux).

   Own: heap and stack, of LAMMPS, Grist and the private part of MPI. Shared: what ranks of one
   machine share, buffers of MPI. Peak: the largest resident size so far, with the program's code
   and libraries.
*/

#ifndef GRIST_SCALE_PROCESS_MEMORY_H
#define GRIST_SCALE_PROCESS_MEMORY_H

#include <cstdlib>
#include <fstream>
#include <string>

namespace grist {

struct ProcessMemory {
  double own = 0.0;
  double shared = 0.0;
  double peak = 0.0;
};

inline ProcessMemory process_memory()
{
  ProcessMemory memory;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    const size_t colon = line.find(':');
    const std::string name = line.substr(0, colon);
    double *const value = name == "RssAnon" ? &memory.own
        : name == "RssShmem"                ? &memory.shared
        : name == "VmHWM"                   ? &memory.peak
                                            : nullptr;
    if (value) *value = std::atof(line.c_str() + colon + 1) / 1024.0;    // kB
  }
  return memory;
}

}    // namespace grist

#endif
