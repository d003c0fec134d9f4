/* Internal fix KNOWN/IDS: ids of atoms that change between two runs.

   Contacts, bridges and others name their partners by atom ids. `delete_atoms` (compress yes, its
   default) and `reset_atoms id` give new ids, and `create_atoms` may give those of deleted atoms
   again. This fix keeps, with each atom, its *known* id: the one by which others name it since the
   last run. Where known and present ids differ at an init, all AtomNamers take over the present
   ids, before anything is computed or written. Within a run no id changes, and kernels know nothing
   of this.

   Memory: one id an atom. A restart file has it, too. An atom of a restart file without it is
   known by its present id.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(KNOWN/IDS,FixKnownIds);
// clang-format on
#else

#ifndef LMP_FIX_KNOWN_IDS_H
#define LMP_FIX_KNOWN_IDS_H

#include "fix.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// A fix that names atoms by their ids from one run to the next.
class AtomNamer {
 public:
  using IdVisit = std::function<void(tagint &id)>;

  // Calls visit() for each id that it keeps; visit() may change it, to 0 for an atom that is gone
  // for good. Called by all ranks together, between runs, when data stand with their atoms.
  virtual void visit_ids(const IdVisit &visit) = 0;

 protected:
  ~AtomNamer() = default;    // deleted as a fix
};

class FixKnownIds : public Fix {
 public:
  static constexpr const char *ID = "GRIST_KNOWN_IDS";

  FixKnownIds(class LAMMPS *, int, char **);
  ~FixKnownIds() override;
  int setmask() override { return 0; }
  void init() override;
  void post_run() override { accept_ids(); }

  void grow_arrays(int nmax) override { known.resize(nmax); }
  void copy_arrays(int i, int j, int) override { known[j] = known[i]; }
  void set_arrays(int i) override { known[i] = 0; }
  int pack_exchange(int i, double *buf) override;
  int unpack_exchange(int i, double *buf) override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override { return size_restart(0); }
  double memory_usage() override;

  // For each init of a style whose partners are named. Made before the first run of the style;
  // later an error if it is missing, as the input has removed it.
  static void require(class LAMMPS *lmp, const std::string &user, bool is_first_run);

 private:
  std::vector<tagint> known;    // of owned atoms; 0: new since the last run, no style names it

  void accept_ids();
};

}    // namespace LAMMPS_NS

#endif
#endif
