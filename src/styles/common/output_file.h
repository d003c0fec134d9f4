// A file that is written whole or not at all: written beside its name, renamed when complete, and gone with this object
// otherwise. For one rank.

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

  // all return whether it worked; if not, failure() says why
  bool open_temporary();                     // in the temporary folder, under a name of nobody else
  bool open_for(const std::string &name);    // written beside `name`, under another name
  bool write(const std::string &text);       // and closes
  bool rename_to(const std::string &name);

  std::string failure() const;

  std::string path;

 private:
  FILE *stream = nullptr;
  std::string reason;    // empty: errno has it
};

}    // namespace LAMMPS_NS

#endif
