// A file that is written completely or not at all: written under another name and renamed when
// complete; otherwise removed with this object. For one rank.

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
  bool open_for(const std::string &name);    // written beside `name`, under another name
  bool write(const std::string &text);       // and closes
  bool rename_to(const std::string &name);

  std::string failure() const { return reason; }

  std::string path;

 private:
  FILE *stream = nullptr;
  std::string reason;

  bool record(bool worked);
};

// Removes what runs that were killed left behind: files of the names that open_for() gives to
// `pattern` with digits for its *.
void remove_leftovers(const std::string &pattern);

}    // namespace LAMMPS_NS

#endif
