/* Bodies that break: a hit whose energy reaches the strength of a polyhedron splits it; weaker ones
   damage it.

   The energy that contacts have put into a body is checked after the forces of every step
   (body_loads.h). When a hit begins, ends and breaks a body: breakage/hit_monitor.h. A body that
   breaks is replaced by its pieces before the forces of the next step; their t10 follows from the
   energy of the hit and that of the remaining approach.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(break/polyhedra,FixBreakPolyhedra);
// clang-format on
#else

#ifndef LMP_FIX_BREAK_POLYHEDRA_H
#define LMP_FIX_BREAK_POLYHEDRA_H

#include "breakage/break_settings.h"
#include "breakage/hit_monitor.h"
#include "common/subscription.h"
#include "styles/access/inserting_fixes.h"
#include "styles/breakage/body_breaking.h"
#include "styles/breakage/body_events.h"
#include "styles/breakage/body_loads.h"
#include "styles/files/report_file.h"
#include "styles/interfaces/energy_traffic.h"
#include "styles/polyhedra/body_polyhedron.h"
#include "styles/state/atom_rows.h"
#include "styles/state/fix_known_ids.h"

#include <vector>

namespace LAMMPS_NS {

// State of a body. Energies are specific.
struct BreakableBody {
  grist::HitState hit = {{0.0, 0.0}};    // number 0: this fix has not seen the body
  tagint parent = 0;
  int generation = 0;
  BodyOrigin origin = {0, 0.0, 0.0};    // its sieve diameter is known of pieces
  double birth = 0.0;                   // time
};

class FixBreakPolyhedra :
    public AtomRows<BreakableBody>,
    public EnergyTraffic,
    public IdSource,
    public AtomNamer {
 public:
  FixBreakPolyhedra(class LAMMPS *, int, char **);
  ~FixBreakPolyhedra() override;
  int setmask() override { return FixConst::PRE_EXCHANGE | FixConst::END_OF_STEP; }
  void init() override;
  void setup(int) override;
  void end_of_step() override { decide_leaving(); }
  void pre_exchange() override;

  HighestIds highest_given() const override { return {totals.highest, 0}; }
  bool breaks_bodies() const override { return true; }
  bool mark_entered(std::vector<char> &) const override;
  bool mark_leaving(std::vector<char> &) const override;
  void decide_leaving() override;
  void visit_ids(const IdVisit &visit) override;

  double compute_vector(int) override;
  void grow_arrays(int) override;

  grist::Listeners<BodyBreakListener> listeners;

  // Lineage of an owned body; its origin has the id 0 where this fix does not know the body,
  // because it is not in the group.
  BodyLineage lineage(int i) const;

 private:
  grist::BreakSettings settings;
  BodyLoads loads;
  BodyBreaking breaking;
  ReportFile file;
  const AtomPolyhedra polyhedra;
  bigint decided_at = -1;    // the step of `orders`
  std::vector<BodyBreaking::Order> orders;
  std::vector<tagint>
      ordered;    // ids of the bodies of all ranks that break in the next step, ascending
  struct Pieces {
    bigint step;
    tagint after, last;
  } newest;    // ids of the pieces that were born last
  struct Totals {
    bigint broken, born, hits;    // hits: ended, on this rank
    double mass, largest;         // broken; specific energy of a hit, on this rank
    tagint highest;               // id given to a piece or by others before
  } totals;

  double size(int i) const;
  void transfer_state(grist::Archive &archive) override;
  void begin_row(int i) override;
  void row_changed(int i) override;
  grist::HitLoad load_of(int i) const;
  bool begin(int i);
  bool begin(int i, BreakableBody &body) const;
  void follow_loads(int i);
  void drop_leaving();
  void share_orders();
  BodyOrigin origin_of_pieces(int i) const;
  void begin_pieces(const std::vector<BodyBreaking::Born> &born,
                    const std::vector<BrokenBody> &events);
  void write_rows(const std::vector<BrokenBody> &events);
};

}    // namespace LAMMPS_NS

#endif
#endif
