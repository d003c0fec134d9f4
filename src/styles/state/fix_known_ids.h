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

#include "styles/state/atom_rows.h"

#include <functional>
#include <string>

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

struct KnownId {
  tagint id = 0;    // 0: new since the last run, no style names it
};

class FixKnownIds : public AtomRows<KnownId> {
 public:
  static constexpr const char *ID = "GRIST_KNOWN_IDS";

  FixKnownIds(class LAMMPS *, int, char **);
  int setmask() override { return 0; }
  void init() override;
  void post_run() override { accept_ids(); }
  int pack_restart(int i, double *buffer) override;

  // For each init of a style whose partners are named. Made before the first run of the style;
  // later an error if it is missing, as the input has removed it.
  static void require(class LAMMPS *lmp, const std::string &user, bool is_first_run);

  // For commands that add atoms whose ids others keep, after init(): all atoms are known.
  void accept_ids();
};

}    // namespace LAMMPS_NS

#endif
#endif
