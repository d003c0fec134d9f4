// Fragments of bonded clusters and of bonded blocks, as a source of fix breakage: events are bonds of
// bond_style parallel, or faces of bond_style face, that break.
//
// Breaks are reported on one rank each. They are shared between all ranks only at steps with an
// output: neither totals nor births of fragments depend on when that is.

#ifndef LMP_BONDED_FRAGMENTS_H
#define LMP_BONDED_FRAGMENTS_H

#include "pointers.h"
#include "styles/fragments/breakage_totals.h"
#include "styles/fragments/fragment_source.h"
#include "styles/fragments/fragment_table.h"
#include "styles/interfaces/bonded_elements.h"

#include <cassert>
#include <vector>

namespace LAMMPS_NS {

// When the fragment of each atom formed, per owned atom.
//
// A fragment formed when the last bond broke that had one end in it and the other end elsewhere. So
// its birth does not depend on when the breaks are evaluated. An atom that is new forms a fragment
// at that time.
class FragmentBirths : protected Pointers {
 public:
  FragmentBirths(class LAMMPS *lmp, FragmentRows &rows) : Pointers(lmp), rows(rows) {}

  // Collective. events: of all ranks, the same on every rank; cluster: current cluster ids of owned
  // atoms.
  void update(const std::vector<BreakEvent> &events, const tagint *cluster);

 private:
  FragmentRows &rows;

  std::vector<tagint> clusters_at_ends(const std::vector<BreakEvent> &events,
                                       const tagint *cluster) const;
};

class BondedFragments : public FragmentSource, public BreakListener {
 public:
  // Fragments of fewer elements are fines.
  BondedFragments(class LAMMPS *lmp, int groupbit, FragmentRows &rows, int fines_below);

  Headers headers() const override;
  void connect() override;
  bool is_connected() const override { return bonds != nullptr; }
  std::string take_events() override;
  void count() override
  {
    assert(bonds);
    summary = summarize_clusters(lmp, groupbit, *bonds);
  }
  BreakageCounts counts() const override;
  grist::FragmentList collect(bool with_sieves) override;
  std::string row_of(const grist::Fragment &fragment) const override;
  bool update_ids() override;
  tagint fragment_id(int i) const override
  {
    assert(bonds && i >= 0);
    return bonds->cluster_ids()[i];
  }

  void transfer_state(grist::Archive &archive) override;

  void bond_broken(const BreakEvent &event) override { pending.push_back(event); }

 private:
  const int fines_below;
  BondedElements *bonds = nullptr;
  grist::Subscription breaks;
  std::vector<BreakEvent> pending;    // this rank's since events were last shared
  BreakageTotals totals;              // of the group; the same on every rank
  FragmentBirths births;
  ClusterSummary summary;
  FragmentTable table;
  int known_version = -1;    // of the ids of fragments, at the last update

  std::vector<BreakEvent> share_pending();
  void find_origins();
};

}    // namespace LAMMPS_NS

#endif
