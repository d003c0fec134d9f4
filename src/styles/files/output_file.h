// A file that is written completely or not at all: written beside it under a name of this process,
// and renamed when complete; otherwise removed with this object. So two processes that write the
// same file neither fail nor mix: it is that of the last one. For one rank.

#ifndef LMP_OUTPUT_FILE_H
#define LMP_OUTPUT_FILE_H

#include <cstdio>
#include <string>

namespace LAMMPS_NS {

class OutputFile {
 public:
  OutputFile() = default;
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;
  ~OutputFile();

  // All return whether it worked; if not, failure() gives the reason.
  bool open_temporary();                     // in the temporary folder, under an unused name
  bool open_for(const std::string &name);    // written beside `name`, as incomplete_name()
  bool write(const std::string &text);       // and closes
  bool rename_to(const std::string &name);

  std::string failure() const { return reason; }

  std::string path;

 private:
  FILE *stream = nullptr;
  std::string reason;

  bool record(bool worked);
};

// The name that a file has in this process until it is complete.
std::string incomplete_name(const std::string &name);

// Removes what runs that were killed left behind: incomplete files of any process, of the names
// that `pattern` stands for with digits for its *, or of the name `pattern` itself. For who has
// claimed these files (file_lock.h).
void remove_leftovers(const std::string &pattern);

}    // namespace LAMMPS_NS

#endif
