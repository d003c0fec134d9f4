/* Internal fix of a run of parcels, made by the command coarse, and by a restart file of such a run.

   Styles ask for the scale when they turn what a user gave into what they evaluate; what they keep,
   and write into restart and data files, is that of the real material. Before a run the fix prints
   what was scaled, and checks what parcels do not keep.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(COARSE/PARCELS,FixParcels);
// clang-format on
#else

#ifndef LMP_FIX_PARCELS_H
#define LMP_FIX_PARCELS_H

#include "fix.h"

#include "common/parcel_check.h"
#include "common/parcel_scaling.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixParcels : public Fix {
 public:
  static constexpr const char *ID = "GRIST_COARSE_PARCELS";

  // fix GRIST_COARSE_PARCELS all COARSE/PARCELS, and the words of the command
  FixParcels(class LAMMPS *, int, char **);
  int setmask() override { return 0; }
  void setup(int) override;

  // The command, with its words. A run has one L.
  static void begin(class LAMMPS *lmp, const std::vector<std::string> &words);

  // The scale of what is not of an atom type. Without the command it changes nothing.
  static grist::ParcelScale scale(class LAMMPS *lmp);

  // The scale of particles of a type.
  static grist::ParcelScale scale(class LAMMPS *lmp, int type);

  // The scale of contacts of two types, by a law that reads real coefficients; the same type twice:
  // also with a wall. Only contacts of two real types are not scaled.
  static grist::ParcelScale scale_of_contact(class LAMMPS *lmp, int i, int j);

  // "parcels of 2" for reports with sizes of particles, with `before` ahead; empty for real particles.
  static std::string label(class LAMMPS *lmp, const std::string &before);

  // The first line of a file, "# parcels of 2"; empty for real particles.
  static std::string head_line(class LAMMPS *lmp);

  // An error of `user`, which has no parcels.
  static void refuse(class LAMMPS *lmp, const std::string &user);

  // In the block of a style; reading makes the fix, or compares it with one that is there.
  static void write_restart(class LAMMPS *lmp, class RestartWriter &out);
  static void read_restart(class LAMMPS *lmp, const std::string &user, class RestartReader &in);

 private:
  std::vector<std::string> words;    // of the command
  double ratio = 1.0;
  std::vector<bool> real;    // by type, 0 unused
  bool checks = false, ends = false, scales_contacts = false;
  grist::ParcelCheck check;
  grist::ParcelTable table;
  std::string printed;

  void read_words(int narg, char **arg);
  grist::ParcelCharge charge() const;
};

}    // namespace LAMMPS_NS

#endif
#endif
