// The files for ParaView of fix sensor: a frame at each output and the series of all (output/
// frame_index.h). Rank 0 writes; all calls are collective.

#ifndef LMP_SENSOR_SERIES_H
#define LMP_SENSOR_SERIES_H

#include "pointers.h"
#include "styles/files/file_lock.h"
#include "styles/output/frame_index.h"

#include <string>

namespace LAMMPS_NS {

class SensorSeries : protected Pointers {
 public:
  // file.pvd; `owner` in errors of others.
  SensorSeries(class LAMMPS *lmp, const std::string &file, const std::string &owner);

  void continue_from(bigint step) { last_kept = step; }
  void add(const std::string &image);    // of the present step; on rank 0

 private:
  const FrameNames names;
  FrameIndex index;
  OutputClaim claim;
  bigint last_kept = -1;    // step; -1: begins anew
  bool has_begun = false;

  std::string write(const std::string &image);
};

}    // namespace LAMMPS_NS

#endif
