/* Internal fix COMPOUND/HISTORY: what contacts of compound bodies remember.

   A pair of bodies of which one is a compound may touch at many cells (compounds/compound_contacts.h),
   so that fix NEIGH_HISTORY, with as many numbers for each pair, cannot keep it. During steps the
   histories are with the pairs (compound_pairs.h); before atoms migrate, at the end of a run and
   before a restart file is written they are copied to both atoms, each with the id of its partner.
   As in NEIGH_HISTORY, ghosts send theirs to the owners where only one rank has a pair (newton on).
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(COMPOUND/HISTORY,FixCompoundHistory);
// clang-format on
#else

#ifndef LMP_FIX_COMPOUND_HISTORY_H
#define LMP_FIX_COMPOUND_HISTORY_H

#include "styles/state/atom_rows.h"
#include "styles/state/fix_known_ids.h"

#include "compounds/compound_contacts.h"

#include <functional>
#include <vector>

namespace LAMMPS_NS {

class FixCompoundHistory : public RowsFix<Fix>, public AtomNamer {
 public:
  FixCompoundHistory(class LAMMPS *, int, char **);
  int setmask() override;
  void pre_exchange() override { collect(); }
  void post_run() override { collect(); }
  void write_restart(FILE *) override;
  int pack_reverse_comm_size(int, int) override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;
  void visit_ids(const IdVisit &visit) override;
  double memory_usage() override;

  // Who has the histories during steps: copies them here by add(), if they are newer.
  std::function<void(FixCompoundHistory &)> owner;

  // Before forces of pairs are computed.
  void mark_newer() { is_newer = true; }

  // Of a pair, as seen from owned or ghost atom i.
  void add(int i, tagint partner, const grist::CellHistories &cells);

  // Null: nothing is remembered.
  const grist::CellHistories *find(int i, tagint partner) const;

 private:
  struct Remembered {
    tagint partner;
    grist::CellHistories cells;
  };
  std::vector<std::vector<Remembered>> rows;    // by atom
  bool is_newer = false;                        // than what stands with the atoms

  void collect();
  void resize_rows(int nmax) override;
  void copy_row(int from, int to) override;
  void begin_row(int i) override;
  void transfer_row(grist::Archive &archive, int i) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
