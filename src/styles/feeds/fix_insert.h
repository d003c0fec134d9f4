/* Base of fix insert/pack and fix insert/stream: draws particles of a mix as they are due, finds
   places for them, and creates them.

   Vocabulary:
     due       the amount (mass, volume of solid or number) that should have been inserted by now
     waiting   particles that were drawn but found no place yet; they are tried again at the next
               insertion
     amount    of a particle, in the unit of what is due
*/

#ifndef LMP_FIX_INSERT_H
#define LMP_FIX_INSERT_H

#include "feeds/inserted_totals.h"
#include "feeds/insertion_queue.h"
#include "styles/access/run_time.h"
#include "styles/commands/input_words.h"
#include "styles/feeds/insertion_place.h"
#include "styles/feeds/insertion_report.h"
#include "styles/feeds/particle_creation.h"
#include "styles/interfaces/energy_traffic.h"
#include "styles/particles/fix_particle_mix.h"
#include "styles/state/restarted_fix.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixInsert : public RestartedFix<>, public EnergyTraffic, public IdSource {
 public:
  int setmask() override { return FixConst::PRE_EXCHANGE; }
  void init() override;
  void setup_pre_exchange() override;
  void pre_exchange() override;
  void post_run() override;

  // Mass that was inserted; vector: mass, number, mass that waits, number that waits; array: the
  // same for each component.
  double compute_scalar() override { return inserted.mass(-1); }
  double compute_vector(int n) override { return compute_array(-1, n); }
  double compute_array(int, int) override;

  bool mark_entered(std::vector<char> &) const override;
  bool mark_entered_at_setup(std::vector<char> &marks) const override
  {
    return entered.at_setup && mark_entered(marks);
  }
  HighestIds highest_given() const override { return highest; }

 protected:
  // fix ID group STYLE MIX ...; `name`: "Fix insert/pack".
  FixInsert(class LAMMPS *, int, char **, const std::string &name);

  InputWords words;
  FixParticleMix &mix;
  const std::weak_ptr<const void> mix_life = mix.lifetime();
  InsertionPlace place;
  grist::Vector3d velocity = grist::Vector3d::zero(), omega = grist::Vector3d::zero();
  bigint every = 0;    // steps between insertions; 0: not given

  // Keywords of both styles: region, mesh, velocity, omega, orientation, every, seed, file, append.
  std::vector<Keyword> common_keywords();
  void require_mix() const;              // an error if it was removed
  void open_file() { report.open(); }    // when all keywords are right

  virtual double amount(const grist::FeedParticle &particle) const = 0;
  virtual double due() = 0;                // by now
  virtual bool is_complete() const = 0;    // nothing more will be due
  virtual bool inserts_at_setup() const = 0;
  virtual void move_times(double) {}    // of what is due, by a jump of the time
  // The velocity of a new particle at a place.
  virtual grist::Vector3d velocity_at(const grist::Vector3d &) const { return velocity; }

  double drawn_amount() const { return queue.state.amount; }
  double waiting_amount() const;
  bool has_waiting() const { return !queue.state.waiting.empty(); }
  void check_number(double more);     // an error where too many are due with so much more
  void stretch_wait(double ratio);    // for the next insertion, in steps
  bool has_begun() const { return next_step != NOT_BEGUN; }    // in a run, maybe an earlier one

  // A style that has more takes it through the archive after this.
  void transfer_state(grist::Archive &archive) override;

 private:
  Orientation orientation;
  std::unique_ptr<ParticleCreation> creation;

  grist::InsertionQueue queue;
  grist::InsertedTotals inserted;
  InsertionReport report;
  HighestIds highest;
  static constexpr bigint NOT_BEGUN = std::numeric_limits<bigint>::min();
  bigint next_step = NOT_BEGUN;    // counts on when nothing more is due
  RunCounter counter;
  struct {
    bigint step = -1;
    tagint after = 0, last = 0;    // ids of atoms
    bool at_setup = false;         // of the present run
  } entered;                       // at the last insertion

  void follow_counter();
  grist::InsertionQueue::Amount amounts() const
  {
    return [this](const grist::FeedParticle &particle) { return amount(particle); };
  }
  bool is_done() { return is_complete() && !has_waiting() && !queue.is_due(due(), amounts()); }
  void set_next() { next_reneighbor = is_done() ? -1 : next_step; }
  void insert();
  std::vector<NewParticle> find_places();
  void count(const grist::FeedParticle &particle);
};

}    // namespace LAMMPS_NS

#endif
