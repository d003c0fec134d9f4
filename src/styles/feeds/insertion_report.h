// What fix insert/pack and fix insert/stream report of their particles: lines of the log, warnings of
// those that wait, and a CSV file.

#ifndef GRIST_STYLES_FEEDS_INSERTION_REPORT_H
#define GRIST_STYLES_FEEDS_INSERTION_REPORT_H

#include "feeds/drawn_sizes.h"
#include "feeds/inserted_totals.h"
#include "feeds/insertion_queue.h"
#include "pointers.h"
#include "styles/files/report_file.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class InputWords;

class InsertionReport : protected Pointers {
 public:
  // `user`: "Fix insert/pack", and `id` of the fix. Before its words are read.
  InsertionReport(LAMMPS *lmp, std::string user, std::string id, const grist::FeedMix &mix) :
      Pointers(lmp), user(std::move(user)), id(std::move(id)), mix(mix), drawn(mix)
  {
  }

  // The word behind the keyword file or append.
  void read_file(InputWords &words, const std::string &keyword);

  // When all keywords are right. Collective.
  void open();

  // At the start of each run. Collective.
  void start();

  // With what a restart file of this step holds.
  void continue_from(bigint step);

  // Particles that were tried at a step, of which the first `found` ones have places.
  struct Insertion {
    const std::vector<grist::FeedParticle> &wanted;
    std::size_t found;
    double mass;    // of those found
  };
  void add(const Insertion &now, const grist::InsertedTotals &inserted,
           const grist::InsertionQueue &queue, const std::string &place, bool at_setup);

  // Whether the file needs no row at the start of this run.
  bool has_rows() const { return has_begun; }
  void write_rows(const grist::InsertedTotals &inserted, const grist::InsertionQueue &queue);

  // Sizes that were drawn since the last time.
  void print_sizes(const grist::InsertionQueue &queue);

 private:
  const std::string user, id;
  const grist::FeedMix &mix;
  grist::DrawnSizes drawn;    // on rank 0
  std::string file_name;
  bool appends = false, has_begun = false;
  std::unique_ptr<ReportFile> file;
  double warned_mass = 0.0;    // waiting at the last warning

  void warn_of_waiting(const Insertion &now, const grist::InsertionQueue &queue,
                       const std::string &place);
};

}    // namespace LAMMPS_NS

#endif
