// The files that list for ParaView what belongs together: one for each step (.vtm: the things that
// are shown, each with the files of its ranks) and one for the series (.pvd: the steps with their
// times). For one rank.
//
// Files of FOLDER.pvd are in FOLDER: frame_STEP.vtm, and NAME_STEP_RANK.vtp or .vtu. A frame gets
// into the series when all its files are complete, and the series is replaced as a whole, so that a
// killed run leaves whole frames.

#ifndef GRIST_STYLES_FRAME_INDEX_H
#define GRIST_STYLES_FRAME_INDEX_H

#include "lmptype.h"

#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

// Where the files of a series are.
class FrameNames {
 public:
  explicit FrameNames(std::string series);

  const std::string series, folder;

  static std::string frame(bigint step);
  static std::string piece(const std::string &thing, bigint step, int rank, const char *ending);
  std::string path(const std::string &file) const { return folder + "/" + file; }

 private:
  friend class FrameIndex;
  std::string folder_name() const;    // as seen from the series
};

// A thing that is shown, and its files in a frame.
struct ShownThing {
  std::string name;
  std::vector<std::string> files;
};

class FrameIndex {
 public:
  explicit FrameIndex(const FrameNames &names) : names(names) {}

  // These return why it failed; empty if it worked.

  std::string make_folder();

  // Forgets what an earlier run wrote, files and all; or all of it after this step. Files of other
  // names stay.
  std::string begin();
  std::string continue_from(bigint step);

  std::string add(bigint step, double time, const std::vector<ShownThing> &things);

  int removed() const { return dropped; }    // frames, by continue_from()

 private:
  struct Entry {
    bigint step;
    std::string time;
  };
  const FrameNames &names;
  std::vector<Entry> entries;
  int dropped = 0;

  void remove_files(bigint after);
  std::string write_series() const;
};

}    // namespace LAMMPS_NS

#endif
