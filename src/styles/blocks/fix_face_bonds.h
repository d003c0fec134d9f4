/* Internal fix FACE/BONDS: the bonds of blocks at their faces, with both blocks of each.

   Both ranks of a bond across a border evaluate it from the same numbers, each for its own block. A
   bond that breaks on one of them is gone on the other one at the next exchange at the latest.

   A fragment is what bonds hold together. Its id, the smallest id of its blocks, is the value of
   each block, found at outputs.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(FACE/BONDS,FixFaceBonds);
// clang-format on
#else

#ifndef LMP_FIX_FACE_BONDS_H
#define LMP_FIX_FACE_BONDS_H

#include "styles/state/atom_rows.h"
#include "styles/state/fix_known_ids.h"

#include "bonds/face_bond.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

struct BondOfBlock {
  tagint partner;
  int type;
  int is_a;    // whether this block is end a
  grist::FaceBond bond;
};

// A block whose face parted under pressure, until the two come apart.
struct PartedBlock {
  tagint partner;
  double share;    // of the law of contact: the normal force stays
};

class FixFaceBonds : public RowsFix<Fix>, public AtomNamer {
 public:
  static constexpr const char *ID = "GRIST_FACE_BONDS";

  FixFaceBonds(class LAMMPS *, int, char **);
  int setmask() override;
  void setup_pre_exchange() override { forget_deleted(); }    // when ids are those of the run
  void pre_exchange() override;
  void setup(int) override { find_fragments(); }
  void end_of_step() override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  void visit_ids(const IdVisit &visit) override;
  double memory_usage() override;
  void write_data_header(FILE *, int) override;

  // Bonds that there are; that have broken since the fix was made or read from a restart file; the
  // energy that was stored in these.
  double compute_vector(int n) override;

  // Makes it at its place in the order of fixes, or finds it.
  static FixFaceBonds &made(class LAMMPS *lmp, const std::string &user);

  const std::vector<BondOfBlock> &bonds_of(int i) const { return rows[i].bonds; }
  void add(int i, const BondOfBlock &bond);
  bool has(int i, tagint partner) const
  {
    const std::vector<tagint> &partners = rows[i].partners;
    return std::find(partners.begin(), partners.end(), partner) != partners.end();
  }

  // Breaks a bond of owned atom i, on both blocks where both are owned. energy: stored in it now;
  // share: of the contact that takes its place.
  void break_bond(int i, tagint partner, double energy, double share);

  // As in BondedBodies.
  double share_of_contact(int i, tagint partner) const;
  void came_apart(int i, tagint partner);

  // The energy of those that have broken on this rank since the last call.
  double take_broken_energy() { return std::exchange(new_energy, 0.0); }

 private:
  struct Row {
    std::vector<BondOfBlock> bonds;
    std::vector<PartedBlock> parted;
    std::vector<tagint> partners;    // of the bonds, side by side in memory

    void list_partners();
  };
  std::vector<Row> rows;    // by atom

  // Bonds with blocks of other ranks that have broken since the last exchange, and those that have come
  // apart: of these the share is APART.
  static constexpr double APART = -1.0;
  struct News {
    tagint a, b;
    double share, energy;    // that was stored in the bond
  };
  std::vector<News> news;

  double broken_count = 0.0, broken_energy = 0.0;    // half a bond for each block of this rank
  double new_energy = 0.0;                           // not taken yet

  std::vector<double> fragments;    // ids, by atom, owned and ghost

  void forget_deleted();
  void find_fragments();
  void follow(int i, tagint partner, double share, double energy);
  void tell_partner(int i, tagint partner, double share, double energy);
  void resize_rows(int nmax) override;
  void copy_row(int from, int to) override { rows[to] = rows[from]; }
  void begin_row(int i) override { rows[i] = {}; }
  void transfer_row(grist::Archive &archive, int i) override
  {
    archive(rows[i].bonds, rows[i].parted);
    if (archive.reads()) rows[i].list_partners();
  }
};

// Before the fix is made.
inline constexpr char FACE_BONDS_PLACEHOLDER[] = "GRIST_FACE_BONDS_PLACEHOLDER";

}    // namespace LAMMPS_NS

#endif
#endif
