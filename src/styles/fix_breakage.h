/* fix breakage: broken bonds and what is left of the clusters, for thermo, dumps and a file of events. */

#ifdef FIX_CLASS
// clang-format off
FixStyle(breakage,FixBreakage);
// clang-format on
#else

#ifndef LMP_FIX_BREAKAGE_H
#define LMP_FIX_BREAKAGE_H

#include "fix.h"
#include "fix_bond_state.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixBreakage : public Fix, public BreakListener {
 public:
  FixBreakage(class LAMMPS *, int, char **);
  ~FixBreakage() override;
  int setmask() override;
  void init() override;
  void setup(int) override;
  void end_of_step() override;
  void post_run() override;
  double compute_scalar() override;
  double compute_vector(int) override;
  double memory_usage() override;

  void write_restart(FILE *) override;
  void restart(char *) override;

  void bond_broken(const BreakEvent &event) override;

 private:
  // What the vector reports, in its order.
  struct Summary {
    bigint bonds_start = 0;    // all that there ever were in the group
    bigint bonds_broken = 0;
    double broken_fraction = 0.0;
    bigint clusters = 0;          // connected sets of two elements or more
    double largest_mass = 0.0;    // of those
  };

  class FixBondState *fix_state;
  int interval;       // N
  int nmax_vector;    // length of vector_atom
  std::string file_name;
  bool append;                        // go on with an existing file
  FILE *file;                         // on rank 0
  std::vector<BreakEvent> pending;    // this rank's, not yet in the file
  bigint broken_here;                 // on this rank, since this fix began or was restarted
  bigint broken_before;               // on rank 0: from a restart file
  Summary summary;
  bigint summary_step;    // the step it holds for; -1: none

  void open_file();
  void refresh();
  Summary summarize();
  bigint count_bonds() const;
  void find_clusters(Summary &found) const;
  void fill_vector_atom();
  void flush_events();
  void write_event(const BreakEvent &event);
};

}    // namespace LAMMPS_NS

#endif
#endif
