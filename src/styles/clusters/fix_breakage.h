/* fix breakage: broken bonds, and what is left of the clusters: fragments with parent, birth, mass and size, for thermo,
   dumps and CSV files.

   The births of fragments are kept per atom and go with the atoms. Events are gathered from all ranks only when somebody
   looks: a fragment was born when the last bond broke that led out of it, so that it does not matter when that is
   found out.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(breakage,FixBreakage);
// clang-format on
#else

#ifndef LMP_FIX_BREAKAGE_H
#define LMP_FIX_BREAKAGE_H

#include "fix.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/clusters/fragment_table.h"

#include "clusters/size_distribution.h"

#include <cstdio>
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
  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;

  void bond_broken(const BreakEvent &event) override;

 private:
  // Counts over the whole run, the same on every rank.
  struct Totals {
    bigint broken = 0, by_tension = 0, by_shear = 0;    // the rest of broken: both at once
    double energy = 0.0;                                // elastic, that broken bonds had stored
    bigint files_step = -1;                             // of the last lines of fragments and sizes
  };

  // What is left of the bonds and clusters.
  struct Summary {
    bigint bonds_start = 0;    // all that there ever were in the group
    double broken_fraction = 0.0;
    bigint clusters = 0;          // connected sets of two elements or more
    double largest_mass = 0.0;    // of those
  };

  // What the fragments come to; the same on every rank.
  struct Sizes {
    double d10 = 0.0, d50 = 0.0, d80 = 0.0;
    double fragments = 0.0, fines_fraction = 0.0, mass = 0.0;
  };

  struct OutputFile {
    std::string name;
    FILE *stream = nullptr;    // on rank 0
  };

  class FixBondState *fix_state;
  int interval;       // N
  int nmax_vector;    // length of vector_atom
  bool append;        // go on with existing files
  OutputFile events_file, fragments_file, sizes_file;
  bigint every;              // of the files of fragments and sizes; 0: not by steps
  std::vector<double> at;    // times of these files, ascending
  size_t at_next;
  int fines_below;    // fragments of fewer elements are fines
  bool by_sieve;      // sizes are sieve diameters, or equivalent ones

  std::vector<BreakEvent> pending;    // this rank's since the ranks last shared them
  Totals totals;
  double *birth;    // per atom: when its fragment came to be
  Summary summary;
  Sizes sizes;
  FragmentTable table;
  bigint summary_step, sizes_step;    // the steps that they hold for; -1: none
  bool sieved;                        // sieve diameters are in the table

  void parse(int narg, char **arg);
  int parse_times(int iarg, int narg, char **arg);
  void open_files();
  double time_now() const;
  bool files_are_due();
  void refresh();
  void share_events();
  void count(const BreakEvent &event);
  void find_births(const std::vector<BreakEvent> &events);
  Summary summarize();
  bigint count_bonds() const;
  void find_clusters(Summary &found) const;
  void collect_fragments(bool with_sieve);
  void work_out_sizes();
  bool is_fines(const Fragment &fragment) const { return fragment.elements < fines_below; }
  grist::SizeDistribution size_distribution() const;    // on rank 0
  void fill_vector_atom();
  void write_files();
  void write_event(const BreakEvent &event);
  void write_fragments();
  void write_sizes();
};

}    // namespace LAMMPS_NS

#endif
#endif
