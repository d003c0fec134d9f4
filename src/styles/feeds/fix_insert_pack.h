/* fix insert/pack: fills a region or a closed mesh with particles of a mix, at the start of the
   next run, or tops it up again and again.

   fix ID group insert/pack MIX region R|mesh FILE fraction F|mass M|number N refill yes|no keywords
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(insert/pack,FixInsertPack);
// clang-format on
#else

#ifndef LMP_FIX_INSERT_PACK_H
#define LMP_FIX_INSERT_PACK_H

#include "styles/feeds/fix_insert.h"

namespace LAMMPS_NS {

class FixInsertPack : public FixInsert {
 public:
  FixInsertPack(class LAMMPS *, int, char **);

 protected:
  double amount(const grist::FeedParticle &particle) const override;
  double due() override;
  bool is_complete() const override { return !refills; }
  bool inserts_at_setup() const override { return !refills || !has_begun(); }
  void transfer_state(grist::Archive &archive) override;

 private:
  enum class Goal { NONE, FRACTION, MASS, NUMBER } goal = Goal::NONE;
  double wanted = 0.0;
  bool refills = false;    // tops the space up at each insertion
  struct {
    double wanted = -1.0, fraction = 0.0;    // of solid, once it is known, and what it is for
  } volume;                                  // of Goal::FRACTION

  void set_goal(Goal which, double value);
  double parcels_for(double number) const;
  double inside();    // in the unit of what is due
};

}    // namespace LAMMPS_NS

#endif
#endif
