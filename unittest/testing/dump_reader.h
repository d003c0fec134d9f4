// Text dumps of LAMMPS (dump custom, dump local), read back.

#ifndef GRIST_TESTING_DUMP_READER_H
#define GRIST_TESTING_DUMP_READER_H

#include <string>
#include <vector>

namespace grist::testing {

struct DumpFrame {
  long step = 0;
  double time = 0.0;    // of dump_modify time yes, otherwise 0
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;    // in the order of the file

  int column(const std::string &name) const;    // throws std::runtime_error if there is none
};

// All frames of a file. Throws std::runtime_error if it cannot be read.
std::vector<DumpFrame> read_dump(const std::string &path);

}    // namespace grist::testing

#endif
