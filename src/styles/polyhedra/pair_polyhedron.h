/* Contacts of convex polyhedra and spheres, by the volume of their overlap
   (overlaps/overlap_contact.h).

   The neighbor list is by bounding radius. Two things are stored for a pair: the history of Coulomb
   friction and of the hysteretic law, by FixNeighHistory, which keeps it through rebuilds and
   restarts; and a separating plane between bodies that are apart (geometry/pair_planes.h), which
   only saves time.
*/

#ifdef PAIR_CLASS
// clang-format off
PairStyle(polyhedron,PairPolyhedron);
// clang-format on
#else

#ifndef LMP_PAIR_POLYHEDRON_H
#define LMP_PAIR_POLYHEDRON_H

#include "styles/access/lammps_compat.h"
#include "styles/guard/run_limits.h"
#include "styles/interfaces/energy_style.h"
#include "styles/interfaces/setup_memory.h"
#include "styles/polyhedra/bonded_pairs.h"
#include "styles/polyhedra/compound_pairs.h"
#include "styles/polyhedra/polyhedron_bodies.h"
#include "styles/state/partner_history.h"

#include "common/archive.h"
#include "energy/losses.h"
#include "geometry/pair_planes.h"
#include "overlaps/overlap_block.h"
#include "overlaps/overlap_contact.h"
#include "records/contact_record.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class PairPolyhedron :
    public PairWithReach,
    public GuardedStyle,
    public ContactStyle,
    public SetupMemory {
 public:
  PairPolyhedron(class LAMMPS *);
  ~PairPolyhedron() override;
  void compute(int, int) override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double init_one(int, int) override;
  // For neigh_modify collection/interval: by the size of each body, as bodies of one type may differ
  // much.
  double atom2cut(int i) override { return radii2cut(atom->radius[i], atom->radius[i]); }
  double radii2cut(double r1, double r2) override { return r1 + r2; }
  void reset_dt() override {}
  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  double single(int, int, int, int, double, double, double, double &) override;
  double memory_usage() override
  {
    return bodies.memory_usage() + planes.memory_usage() + losses.memory_usage() +
        compounds.memory_usage();
  }
  void add_limits(RunLimits &) override;
  grist::Subscription record_contacts() override { return record.contacts.subscribe(); }
  bool may_lose_at_once() const override;

  const grist::OverlapContactLaw &law_of(int type_a, int type_b) const
  {
    return laws[type_a][type_b];
  }

  // While someone subscribes, all powers and the energy stored need no record of contacts.
  grist::Subscription record_energy() override { return flow_recording.subscribe(); }
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const override;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const override;
  void show_contacts(grist::ContactVisitor &visitor) const override { record.show(visitor); }
  grist::OverlapRecord *overlap_record() override { return &record; }
  void transfer_history(double *, double *, int, int) override;

 private:
  std::string history_id;           // of the fix, or of its placeholder
  class PartnerHistory *history;    // null before the first run
  HistoryPages history_pages;
  PolyhedronBodies bodies;
  CompoundPairs compounds;
  BondedPairs bonded;
  grist::OverlapRecord record;
  grist::Recording flow_recording;
  grist::Losses<grist::OverlapEntries> losses;
  grist::OverlapEnergy stored;                                // with them
  std::vector<std::vector<grist::OverlapContactLaw>> laws;    // by two types
  grist::PairPlanes planes;
  std::vector<double> largest;    // radius by type
  int freeze_group;               // bit of fix freeze, 0 for none

  // Contacts whose overlap is known, until there are enough of them for a block.
  struct Touching {
    int i, j;
    const grist::OverlapContactLaw *law;
    double *kept;
    double share;    // of the force that acts
    grist::Overlap overlap;
  };
  std::array<Touching, grist::OverlapBlock::LANES> waiting;
  int waiting_count;
  std::unique_ptr<grist::OverlapBlock> block;
  std::array<const grist::OverlapContactLaw *, grist::OverlapBlock::LANES> laws_in_block;

  struct Known {
    double share;
    grist::Overlap overlap;
    grist::ContactHistory remembered;
  };
  std::vector<Known> contacts_of(int i, int j);
  void allocate();
  void transfer_laws(grist::Archive &archive);
  void make_history();
  double effective_mass(int i, int j) const;
  grist::ContactMotion motion(int i, int j, const grist::Overlap &overlap, double dt) const;
  void add_contact(int i, int j, double *kept, double share, double dt);
  void evaluate_waiting(double dt);
  void add_losses(int count, double dt);
  double share_of(int j) const;
  void record_contact(const Touching &contact, const grist::ContactHistory &now,
                      const grist::ContactForce &on, double dt);
};

}    // namespace LAMMPS_NS

#endif
#endif
