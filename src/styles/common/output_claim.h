// The claim of a style to a file that it writes for as long as the claim exists: two styles must
// not write one file, whatever the path is called. Devices, such as /dev/null, may be claimed by
// several.

#ifndef LMP_OUTPUT_CLAIM_H
#define LMP_OUTPUT_CLAIM_H

#include <string>
#include <utility>

namespace LAMMPS_NS {

class OutputClaim {
 public:
  OutputClaim() = default;
  OutputClaim(const OutputClaim &) = delete;
  OutputClaim &operator=(const OutputClaim &) = delete;
  ~OutputClaim();

  // Returns who has claimed the file already, in the same LAMMPS; empty if the claim succeeds.
  // `owner` in words, for errors of others.
  std::string claim(const class LAMMPS *lmp, const std::string &file, const std::string &owner);

 private:
  std::pair<const class LAMMPS *, std::string> claimed;    // the path; empty: nothing
};

}    // namespace LAMMPS_NS

#endif
