// Files that a run appends to, at the time of a checkpoint: how long they were. A run that continues
// from there cuts off what was written later, because it writes it again.
//
// A file is cut only if it has grown: the bytes before the mark are those of the checkpoint. For one
// rank.

#ifndef GRIST_STYLES_GROWN_FILES_H
#define GRIST_STYLES_GROWN_FILES_H

#include <cstdint>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct FileMark {
  std::string name;          // below the current folder
  std::int64_t size = 0;     // bytes
  std::uint32_t tail = 0;    // checksum of the last of them
};

// The files below the current folder that were written to after `start`, in seconds of the clock of
// files, or that were marked before; logs of LAMMPS, files of frames and those of `left_out`, a
// folder, are not among them.
std::vector<FileMark> mark_files(double start, const std::vector<FileMark> &before,
                                 const std::string &left_out);

// The names of those that were cut.
std::vector<std::string> cut_to_marks(const std::vector<FileMark> &marks);

// Seconds of the clock of files.
double file_clock_now();

// Adler-32 of bytes, continued from that of the bytes before them.
constexpr std::uint32_t CHECKSUM_START = 1;
std::uint32_t checksum(const char *data, std::size_t size, std::uint32_t before = CHECKSUM_START);

}    // namespace LAMMPS_NS

#endif
