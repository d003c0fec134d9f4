// The folder of the checkpoints of a run: two restart files that are written in turn, each with a
// record, so that one of them is whole whenever the run is killed.
//
//   1.restart 1.txt    2.restart 2.txt
//
// A record is removed before its restart file is replaced, and written when that is complete. It
// has lines NAME VALUE. For one rank.

#ifndef GRIST_STYLES_CHECKPOINT_FOLDER_H
#define GRIST_STYLES_CHECKPOINT_FOLDER_H

#include "lmptype.h"

#include <limits>
#include <string>

namespace LAMMPS_NS {

class CheckpointFolder {
 public:
  // Returns why it cannot be used; empty if it can. Finds out which of the two is the older one.
  std::string open(const std::string &name);

  // The restart file is to be written here.
  std::string incomplete() const;

  // It becomes a checkpoint. `lines` are those of its record besides those of the file. Returns why
  // it failed; empty if it worked.
  std::string complete(const std::string &lines);

  const std::string &name() const { return folder; }

  // Of the newest record, in seconds of the clock of files, which may be negative.
  double newest() const { return newest_time; }

 private:
  std::string folder;
  int next = 1;                                                     // 1 or 2, to be replaced
  bigint serial = 0;                                                // of the newest
  double newest_time = -std::numeric_limits<double>::infinity();    // there is none

  std::string path(int number, const char *ending) const;
  bigint serial_of(int number) const;
};

}    // namespace LAMMPS_NS

#endif
