/* A fix with a block in restart files (restart_block.h): one function takes what a run continues
   with through an archive, to the file and back.
*/

#ifndef LMP_RESTARTED_FIX_H
#define LMP_RESTARTED_FIX_H

#include "comm.h"
#include "fix.h"
#include "styles/state/restart_block.h"

#include <cassert>
#include <string>
#include <utility>

namespace LAMMPS_NS {

template <class Base = Fix> class RestartedFix : public Base {
 public:
  void write_restart(FILE *file) override
  {
    RestartWriter out(version);
    transfer_state(out);
    if (this->comm->me == 0) out.write_for_fix(file);
  }
  void restart(char *buffer) override
  {
    RestartReader in(this->lmp, name, version, buffer);
    transfer_state(in);
    in.end();
  }

 protected:
  const std::string name;    // begins error texts

  // `version`: of the layout of the block and of what each atom has in the file, to be raised when
  // either changes.
  template <class... More>
  RestartedFix(std::string name, int version, class LAMMPS *lmp, int narg, char **arg,
               More &&...more) :
      Base(lmp, narg, arg, std::forward<More>(more)...),
      name(std::move(name)), version(version)
  {
    assert(version > 0);
    this->restart_global = 1;
  }

  // What a run continues with. All ranks write together, and the block of rank 0 counts; each rank
  // reads all.
  virtual void transfer_state(grist::Archive &) {}

 private:
  const int version;
};

}    // namespace LAMMPS_NS

#endif
