/* Where fix breakage gets fragments and events from: bonded clusters (bonded_fragments.h) or bodies
   (body_fragments.h).

   A source keeps numbers for each owned atom, which the fix lets move with the atoms and puts into
   restart files.
*/

#ifndef LMP_FRAGMENT_SOURCE_H
#define LMP_FRAGMENT_SOURCE_H

#include "fragments/fragment_list.h"
#include "pointers.h"
#include "styles/common/restart_block.h"

#include <string>

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

// Restart data of the fix itself.
struct ReportState {
  bigint last_output, step;
};

class FragmentSource : protected Pointers {
 public:
  // First rows of the files, with their ends.
  struct Headers {
    const char *events, *fragments;
  };

  FragmentSource(class LAMMPS *lmp, int groupbit) : Pointers(lmp), groupbit(groupbit) {}
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

  // Numbers of each atom, in arrays of nmax atoms; set() is for an atom that is new.
  virtual int columns() const = 0;
  virtual void grow(int nmax) = 0;
  virtual void copy(int i, int j) = 0;
  virtual void set(int i) = 0;
  virtual void pack(int i, double *buf) const = 0;
  virtual void unpack(int i, const double *buf) = 0;
  virtual double memory_usage() const = 0;

  // Totals, and other data that a run continues with. Writing is collective, and the block of rank
  // 0 counts; reading is done on every rank.
  virtual void write(RestartWriter &block, const ReportState &state) const = 0;
  virtual void read(RestartReader &block, ReportState &state) = 0;

 protected:
  const int groupbit;
};

}    // namespace LAMMPS_NS

#endif
