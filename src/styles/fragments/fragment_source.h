/* Where fix breakage gets fragments and events from: bonded clusters (bonded_fragments.h) or bodies
   (body_fragments.h).

   The fix keeps a row for each owned atom, which its source fills.
*/

#ifndef LMP_FRAGMENT_SOURCE_H
#define LMP_FRAGMENT_SOURCE_H

#include "common/archive.h"
#include "fragments/fragment_list.h"
#include "pointers.h"
#include "styles/access/styles_of_run.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

inline constexpr char FIX_BREAKAGE[] = "Fix breakage";    // begins errors

// The entries of the vector of fix breakage that are no sizes; the same on every rank.
struct BreakageCounts {
  double all = 0.0, broken = 0.0, broken_fraction = 0.0;
  double breakable = 0.0;    // fragments that can still break
  double largest_mass = 0.0;
  double energy = 0.0;
  double by_tension = 0.0, by_shear = 0.0;
};

// What an atom carries for fix breakage.
struct FragmentRow {
  double birth = 0.0;     // time: of its fragment; of a body without fix break/polyhedra
  double sieve = 0.0;     // diameter of a body; 0: not computed yet
  tagint fragment = 0;    // id; 0 until the end of the step
  double origin_size = 0.0,
         origin_sieve = 0.0;    // of a block: diameters of its rock; 0: not known
};
using FragmentRows = std::vector<FragmentRow>;

class FragmentSource : protected Pointers {
 public:
  // First rows of the files, with their ends.
  struct Headers {
    const char *events, *fragments;
  };

  FragmentSource(class LAMMPS *lmp, int groupbit, FragmentRows &rows) :
      Pointers(lmp), groupbit(groupbit), rows(rows)
  {
  }
  virtual ~FragmentSource() = default;

  virtual Headers headers() const = 0;

  // At every init: an error if there is nothing to report on. Until then the collective calls are
  // not allowed.
  virtual void connect() = 0;
  virtual bool is_connected() const = 0;

  // Events since the last call, as rows of the file; complete on rank 0. Collective.
  virtual std::string take_events() = 0;

  // Brings counts up to date, after take_events(). Collective.
  virtual void count() = 0;
  virtual BreakageCounts counts() const = 0;

  // Collective. Marks fines by the source's own rule, without the size that limits them.
  virtual grist::FragmentList collect(bool with_sieves) = 0;
  virtual std::string row_of(const grist::Fragment &fragment) const = 0;    // after step and time

  // Brings the ids of fragments up to date. Collective. True if they may have changed since the
  // last call.
  virtual bool update_ids() { return false; }

  // Id of the fragment that an owned atom is in.
  virtual tagint fragment_id(int i) const = 0;

  // Totals, and other data that a run continues with. Writing is collective, and the block of rank
  // 0 counts; reading is done on every rank.
  virtual void transfer_state(grist::Archive &archive) = 0;

 protected:
  const int groupbit;
  FragmentRows &rows;
  StylesOfRun known;    // from which events come
};

}    // namespace LAMMPS_NS

#endif
