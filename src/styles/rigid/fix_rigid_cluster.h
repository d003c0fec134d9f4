/* fix rigid/cluster: moves rigid clusters (bond_coeff N rigid) as rigid bodies, and all other
   spheres of its group as fix leapfrog/sphere does.

   The bodies are in rigid_bodies.h, their motion in cluster_motion.h and, of one, in
   rigid/rigid_body.h; how they are made is in rigid_making.h and held_bodies.h.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(rigid/cluster,FixRigidCluster);
// clang-format on
#else

#ifndef LMP_FIX_RIGID_CLUSTER_H
#define LMP_FIX_RIGID_CLUSTER_H

#include "common/subscription.h"
#include "styles/access/run_time.h"
#include "styles/integrate/fix_leapfrog_sphere.h"
#include "styles/interfaces/bond_events.h"
#include "styles/rigid/held_bodies.h"
#include "styles/rigid/rigid_making.h"
#include "styles/state/atom_rows.h"

#include <array>
#include <memory>
#include <optional>

namespace LAMMPS_NS {

class FixRigidCluster : public RowsFix<FixLeapfrogSphere>, public BreakListener, public BodyMotion {
 public:
  FixRigidCluster(class LAMMPS *, int, char **);
  int setmask() override
  {
    return FixLeapfrogSphere::setmask() | FixConst::PRE_EXCHANGE | FixConst::PRE_NEIGHBOR |
        FixConst::POST_NEIGHBOR;
  }
  void init() override;
  void setup_pre_exchange() override;
  void setup_pre_neighbor() override;
  void pre_neighbor() override { update_bodies(); }
  void setup_post_neighbor() override { post_neighbor(); }
  void post_neighbor() override
  {
    if (held) held->rest_bonds();
  }
  void final_integrate() override;
  void post_run() override;
  void reset_dt() override;
  void bond_broken(const BreakEvent &event) override
  {
    if (held) held->record_break(event.tag_a);
  }
  double compute_vector(int) override;
  void *extract(const char *name, int &dimension) override;

  int pack_forward_comm(int n, int *list, double *buffer, int, int *) override
  {
    return bodies->messages.pack_forward(n, list, buffer);
  }
  void unpack_forward_comm(int n, int first, double *buffer) override
  {
    bodies->messages.unpack_forward(n, first, buffer);
  }
  int pack_reverse_comm(int n, int first, double *buffer) override
  {
    return bodies->messages.pack_reverse(n, first, buffer);
  }
  void unpack_reverse_comm(int n, int *list, double *buffer) override
  {
    bodies->messages.unpack_reverse(n, list, buffer);
  }
  double memory_usage() override { return bodies->memory_usage(); }

  // False for atoms that came since bodies were made, and before a run.
  bool has(int i) const override
  {
    const std::vector<int> &body = bodies->bodies_of_atoms();
    return i < static_cast<int>(body.size()) && body[i] >= 0;
  }
  grist::SphereRates rates_now(int i) const override { return motion->rates_now(i); }
  void complete(std::vector<grist::SphereRates> &rates, double half_step) override;
  double twice_kinetic_energy(int i, const grist::SphereRates &rates) const override;
  void add_atom_motion(AtomMotion &to) override;
  void take_events(grist::EnergyLedger &ledger) override
  {
    ledger.add_held(held ? held->take_energy() : 0.0);
  }

  // Released clusters with a part on this rank whose bonds are looked at, for tests.
  int watched_clusters() const { return watched ? watched->count() : 0; }

 protected:
  void pass(Pass what) override;

 private:
  RigidReach reach;
  HoldCounts counts;
  std::unique_ptr<WatchedClusters> watched;    // null without hold, as `held`
  std::unique_ptr<RigidBodies> bodies;
  std::unique_ptr<ClusterMotion> motion;
  std::unique_ptr<RigidMaking> making;
  std::unique_ptr<HeldBodies> held;
  grist::Subscription breaks;
  RunCounter counter;

  // Own totals of all ranks at the end of the last run. Between runs commands change which rank
  // owns a body; none within a run.
  std::optional<std::array<double, 3>> totals_at_end;

  FixRigidCluster(class LAMMPS *, int, char **, HoldSettings);
  void resize_rows(int nmax) override { bodies->grow(nmax); }
  void copy_row(int from, int to) override { bodies->copy(from, to); }
  void begin_row(int i) override { bodies->clear(i); }
  void transfer_row(grist::Archive &archive, int i) override { bodies->transfer(archive, i); }
  void transfer_state(grist::Archive &archive) override;
  void check_pairs() const;
  double on_all_ranks(double mine) const;
  void update_bodies();
  // Steps that the watch over released clusters keeps.
  void follow_counter(const RunCounter::Jump &jump)
  {
    if (watched && jump.steps != 0) watched->move_steps(jump.steps);
  }
};

}    // namespace LAMMPS_NS

#endif
#endif
