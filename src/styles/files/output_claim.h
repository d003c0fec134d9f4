// The claim of a style to a file that it writes for as long as the claim exists: two styles must
// not write one file, whatever the path is called, nor two partitions or two runs (file_lock.h).
// Devices, such as /dev/null, may be claimed by several.

#ifndef LMP_OUTPUT_CLAIM_H
#define LMP_OUTPUT_CLAIM_H

#include "styles/files/file_lock.h"

#include <string>
#include <utility>

namespace LAMMPS_NS {

class OutputClaim {
 public:
  OutputClaim() = default;
  OutputClaim(const OutputClaim &) = delete;
  OutputClaim &operator=(const OutputClaim &) = delete;
  ~OutputClaim();

  // Returns who writes the file already, and what to do, in words; empty if the claim succeeds.
  // `owner` in words, for errors of others. A * in the name stands for steps. To be called once.
  std::string claim(const class LAMMPS *lmp, const std::string &file, const std::string &owner);

 private:
  std::pair<const class LAMMPS *, std::string> claimed;    // the path; empty: nothing
  FileLock lock;
};

}    // namespace LAMMPS_NS

#endif
