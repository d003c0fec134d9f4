// Bodies of atom_style body polyhedron, as a source of fix breakage: each is a fragment, and events
// are bodies that fix break/polyhedra breaks. Without such a fix nothing breaks.
//
// The sieve diameter of a body is computed once, and then moves with it.

#ifndef LMP_BODY_FRAGMENTS_H
#define LMP_BODY_FRAGMENTS_H

#include "common/subscription.h"
#include "styles/breakage/body_events.h"
#include "styles/fragments/fragment_source.h"
#include "styles/polyhedra/body_polyhedron.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class BodyFragments : public FragmentSource, public BodyBreakListener {
 public:
  BodyFragments(class LAMMPS *lmp, int groupbit, FragmentRows &rows);

  Headers headers() const override;
  void connect() override;
  bool is_connected() const override { return is_listening; }
  std::string take_events() override;
  void count() override;
  BreakageCounts counts() const override;
  grist::FragmentList collect(bool with_sieves) override;
  std::string row_of(const grist::Fragment &fragment) const override;
  tagint fragment_id(int i) const override;

  void transfer_state(grist::Archive &archive) override { archive(totals); }

  void bodies_broken(const std::vector<BrokenBody> &events) override;

 private:
  const AtomPolyhedra polyhedra;
  std::vector<grist::Subscription> breaks;
  bool is_listening = false;
  std::string pending;    // rows of events, on rank 0

  // Totals of the group, the same on every rank.
  struct Totals {
    bigint broken = 0, whole_broken = 0;    // of these, bodies that were no pieces
    double energy = 0.0;                    // of the hits
  } totals;
  struct Summary {
    bigint whole = 0, breakable = 0;    // polyhedra that are no pieces; that can break
    double largest_mass = 0.0;          // of a fragment
  } summary;

  BodyLineage lineage(int i, const std::vector<class FixBreakPolyhedra *> &fixes) const;
  grist::Fragment fragment(int i, const BodyLineage &lineage) const;
  double sieve(int i);
};

}    // namespace LAMMPS_NS

#endif
