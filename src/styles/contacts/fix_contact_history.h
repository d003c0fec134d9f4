/* Internal fix CONTACT/HISTORY: the pairs of a pair style of spheres that may touch, and what they
   remember.

   Between two rebuilds the pairs stand in flat arrays (contacts/pair_contacts.h), made from the
   pairwise list without bonded pairs, except for those whose contact acts beside their bond. While atoms migrate, between runs and in restart files, what
   touching pairs remember stands with each of the two atoms, as FixNeighHistory keeps it: the id of
   the partner, and numbers as that atom sees them. During a run these are the numbers that its laws
   need, and those of all laws before it and in restart files.

   A pair whose bond breaks between rebuilds joins the flat arrays at once: FixBondState reports it. A
   contact that begins there with an overlap is one from the next evaluation on; what it remembers, as
   the overlap of the break, stands with the atoms before that, where these migrate.
   Breaks that only fix update/special/bonds makes (bond styles bpm) show in the pairwise list,
   which is searched for them at every step.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(CONTACT/HISTORY,FixContactHistory);
// clang-format on
#else

#ifndef LMP_FIX_CONTACT_HISTORY_H
#define LMP_FIX_CONTACT_HISTORY_H

#include "styles/bonds/fix_bond_state.h"
#include "styles/state/partner_history.h"
#include "styles/state/restarted_fix.h"

#include "contacts/pair_contacts.h"

#include <optional>
#include <vector>

namespace LAMMPS_NS {

// Says what pairs remember from the step on in which their bond breaks.
class BrokenPairs {
 public:
  // The pair (i, j), which may have acted beside its bond. None if the spheres do not touch.
  virtual std::optional<grist::SphereContactHistory> begun_by_break(int i, int j) = 0;

 protected:
  ~BrokenPairs() = default;
};

class FixContactHistory : public RestartedFix<PartnerHistory>, public NeighborListener {
 public:
  static constexpr const char *ID = "GRIST_CONTACT_HISTORY";
  static constexpr int NUMBERS =
      grist::SphereContactHistory::SIZE;    // for a touching pair in a restart file

  grist::ContactPairs pairs;
  grist::HistoryLayout layout;        // of the pair style, for the next rebuild
  grist::ContactForm contact_form;    // of the pair style: what the springs mean
  bool remembers_touch;    // of the pair style: contacts that have touched act beyond touch
  BrokenPairs *broken = nullptr;    // the pair style

  FixContactHistory(class LAMMPS *, int, char **);
  void init() override;
  void pre_exchange() override;
  void post_neighbor() override;
  int pack_restart(int i, double *buffer) override;
  void unpack_restart(int, int) override;
  int size_restart(int i) override;
  int maxsize_restart() override;
  double memory_usage() override;

  // Before the pair style evaluates the pairs: adds those that became ordinary neighbors.
  void begin_update();

  // Whether the pairs are as they were evaluated, with some whose contacts have begun since, or have
  // become whole, as their bonds broke.
  bool has_begun_contacts() const { return !begun.empty(); }

  // Whether rebuild_in_next_step() may be called in the run that begins.
  void rebuilds_on_demand(bool may);
  void rebuild_in_next_step();

  // Whether pairs come from this list.
  bool reads(const class NeighList *list) const;

  // What the pair (i, j) has beside its bond, if it is one of those.
  grist::ContactPairs::Bonding bonding(int i, int j) const;

  // Whether the pair (i, j) acted at the last evaluation.
  bool acts(int i, int j) const;

  // The history of the pair (i, j), as seen from i.
  grist::SphereContactHistory find(int i, int j) const;

 private:
  class AtomVecBondedCluster *avec = nullptr;    // null in other atom styles
  std::optional<grist::ContactForm> restored;    // of the restart file
  HistoryPages memory_pages;
  grist::HistoryLayout kept = grist::HistoryLayout::all();    // what stands with the atoms

  struct Entry {
    int i, jj;    // of the pairwise list
  };
  std::vector<Entry> bonded;    // special entries to be checked at every step
  struct Begun {
    int pair;
    std::optional<grist::SphereContactHistory> memory;
  };
  std::vector<Begun> begun;    // pairs whose bonds have broken since the last evaluation
  std::vector<int> row_of;     // of each owned atom; -1: no pairs in the pairwise list
  size_t listed_rows;          // rows from here on are of pairs that became ordinary since
  bool special_changes;        // in the pairwise list, by fix update/special/bonds
  grist::Subscription breaks;
  const BondContacts *bond_contacts = nullptr;    // null: no contact acts beside a bond

  int index_in(size_t row, int a, int b) const;
  int listed_index_of(int a, int b) const;
  int index_of(int a, int b) const;
  void keep_as(const grist::HistoryLayout &now);
  void add_row(const class NeighList *list, int i);
  void load();
  void load_row(size_t row);
  bool touch(int i, int j) const;
  void became_ordinary(const class NeighList *list, int i, int j) override;
  void find_ordinary();
  void settle_begun();
  void transfer_state(grist::Archive &archive) override;

  void pre_exchange_newton() override { save(nall_neigh); }
  void pre_exchange_no_newton() override { save(nlocal_neigh); }
  void save(int receivers);
  void count_partners(int receivers);
  void get_chunks(int receivers);
  void store_partners(int receivers);
  void store(int i, tagint partner_tag, const grist::SphereContactHistory &what);
};

}    // namespace LAMMPS_NS

#endif
#endif
