/* Internal fix FACE/BONDS: the bonds of blocks at their faces, with both blocks of each.

   Both ranks of a bond across a border evaluate it from the same numbers, each for its own block, and
   each keeps what damage it has. A bond that breaks on one of them is gone on the other one at the next
   exchange at the latest.

   A fragment is what bonds hold together. Its id, the smallest id of its blocks, is the value of
   each block, brought up to date at outputs; others ask for it at any step (BondedElements).
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(FACE/BONDS,FixFaceBonds);
// clang-format on
#else

#ifndef LMP_FIX_FACE_BONDS_H
#define LMP_FIX_FACE_BONDS_H

#include "styles/blocks/block_bonds.h"
#include "styles/blocks/face_changes.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/interfaces/order_of_fixes.h"
#include "styles/state/atom_rows.h"
#include "styles/state/fix_known_ids.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixFaceBonds :
    public RowsFix<Fix>,
    public AtomNamer,
    public BondedElements,
    public StandsAt<FixPlace::BONDS> {
 public:
  static constexpr const char *ID = "GRIST_FACE_BONDS";

  FixFaceBonds(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;
  void setup_pre_exchange() override;
  void pre_exchange() override;
  void setup(int) override { show_fragments(); }
  void end_of_step() override;
  void post_run() override;
  int pack_forward_comm(int n, int *atoms, double *buffer, int, int *) override
  {
    return clusters.pack(n, atoms, buffer);
  }
  void unpack_forward_comm(int n, int first, double *buffer) override
  {
    clusters.unpack(n, first, buffer);
  }
  void visit_ids(const IdVisit &visit) override;
  double memory_usage() override;
  void write_data_header(FILE *, int) override;

  // Bonds that there are; that have broken since the fix was made or read from a restart file; the
  // energy that faces have lost: by damage, and what was stored in those that broke; of these, the ones
  // that parted in tension and in shear; the bonds that have softened, not broken; the
  // energy that friction in faces has taken.
  double compute_vector(int n) override;

  // Makes it at its place in the order of fixes, or finds it.
  static FixFaceBonds &made(class LAMMPS *lmp, const std::string &user);

  const BlockBonds &of(int i) const { return rows[i]; }
  void add(int i, const BondOfBlock &bond);

  // Blocks of rocks that move as rigid bodies: their faces are not evaluated, and pairs of blocks
  // of one rock have no contact. By owned atom.
  bool is_held(int i) const { return held[i]; }
  void set_held(int i, bool now)
  {
    held_changes += held[i] != static_cast<char>(now);
    held[i] = static_cast<char>(now);
  }
  bigint changes_of_held() const { return held_changes; }
  bool are_held_together(int i, tagint other) const;

  // As BondedElements.
  bool is_in_use() const override;
  void list_bonds(int i, std::vector<BondEnd> &to) const override;
  void list_faces(int i, std::vector<FaceOfBlock> &to) const override;

 private:
  std::vector<BlockBonds> rows;    // by atom
  std::vector<char> held;          // by atom
  bigint held_changes = 0;
  std::vector<tagint> fragments;          // ids, by atom, owned and ghost
  std::vector<double> shown_fragments;    // the same at the last output

 public:
  FaceChanges changes;

 private:
  void forget_deleted();
  void show_fragments();
  void resize_rows(int nmax) override;
  void copy_row(int from, int to) override
  {
    rows[to] = rows[from];
    fragments[to] = fragments[from];
    held[to] = held[from];
  }
  void begin_row(int i) override
  {
    rows[i] = {};
    fragments[i] = 0;
    held[i] = 0;
  }
  void transfer_row(grist::Archive &archive, int i) override
  {
    rows[i].transfer(archive);
    if (archive.reads()) fragments[i] = held[i] = 0;
  }
};

// Before the fix is made.
inline constexpr char FACE_BONDS_PLACEHOLDER[] = "GRIST_FACE_BONDS_PLACEHOLDER";

}    // namespace LAMMPS_NS

#endif
#endif
