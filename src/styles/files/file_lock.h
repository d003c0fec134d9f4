// The lock of a file that this process writes for a while: a file FILE.lock beside it, with the
// host and the process that has it, so that two runs, or two partitions of one, do not write the
// same file. A lock whose process has ended is removed. All LAMMPS of one process share its locks:
// they run one after another. For one rank.
//
// A style claims a file before it locks it.

#ifndef LMP_FILE_LOCK_H
#define LMP_FILE_LOCK_H

#include <string>
#include <utility>

namespace LAMMPS_NS {

class FileLock {
 public:
  FileLock() = default;
  FileLock(const FileLock &) = delete;
  FileLock &operator=(const FileLock &) = delete;
  ~FileLock();

  // Returns who writes the file, and what to do, in words; empty if the lock succeeds, or if none
  // can be made in this folder. A * in the name stands for steps. To be called once.
  std::string acquire(const std::string &file);

 private:
  std::string lock;    // path; empty: none
};

// Host and process, for names of files: different in all processes that share a folder.
std::string host_name();
std::string process_name();

// The claim of a style to a file that it writes for as long as the claim exists: two styles must
// not write one file, whatever the path is called, nor two partitions or two runs.
// Devices, such as /dev/null, may be claimed by several.
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
