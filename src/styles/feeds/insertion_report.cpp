#include "styles/feeds/insertion_report.h"

#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "styles/access/run_time.h"
#include "styles/commands/input_words.h"
#include "update.h"
#include "utils.h"

#include <cassert>
#include <cstdint>

using namespace LAMMPS_NS;
using grist::FeedParticle;

static constexpr double MORE = 2.0;    // times as much must wait for another warning

void InsertionReport::read_file(InputWords &words, const std::string &keyword)
{
  const std::string name = words.word(keyword);
  if (!file_name.empty()) words.refuse(keyword, name, "the file is " + file_name + " already");
  file_name = name;
  appends = keyword == "append";
}

void InsertionReport::open()
{
  static constexpr char HEADER[] =
      "step,time [time],component,number_in,mass_in [mass],number_waiting,mass_waiting [mass]\n";
  file = std::make_unique<ReportFile>(lmp, user,
                                      ReportFile::Request{file_name, appends, HEADER, "fix " + id});
}

void InsertionReport::start()
{
  assert(file);
  file->start();
}

void InsertionReport::continue_from(bigint step)
{
  has_begun = appends;
  if (appends && step == update->ntimestep) file->continue_from(step);
}

void InsertionReport::add(const Insertion &now, const grist::InsertedTotals &inserted,
                          const grist::InsertionQueue &queue, const std::string &place,
                          bool at_setup)
{
  assert(now.found <= now.wanted.size());
  const bool is_first = inserted.number(-1) == static_cast<std::int64_t>(now.found);
  if (comm->me == 0 && at_setup && (is_first || now.found > 0))
    utils::logmesg(lmp, "{} {}: {} particles of mass {:.6g} inserted in {}{}\n", user, id,
                   now.found, now.mass, place,
                   is_first ? "" : fmt::format(" (mass {:.6g} so far)", inserted.mass(-1)));
  if (at_setup) print_sizes(queue);
  if (now.found < now.wanted.size()) warn_of_waiting(now, queue, place);
}

// What an insertion had room for: number and mass of each component, of the first `found` particles
// and of all that were tried.
static std::string insertion_shares(const grist::FeedMix &mix,
                                    const std::vector<grist::FeedParticle> &tried, size_t found)
{
  assert(found <= tried.size());
  struct Row {
    int number = 0, number_in = 0;
    double mass = 0.0, mass_in = 0.0;
  };
  std::vector<Row> rows(mix.count());
  for (size_t n = 0; n < tried.size(); n++) {
    Row &row = rows[tried[n].component];
    const double mass = mix.mass(tried[n]);
    row.number++;
    row.mass += mass;
    if (n >= found) continue;
    row.number_in++;
    row.mass_in += mass;
  }
  std::string text;
  for (int n = 0; n < mix.count(); n++)
    text += fmt::format("{}{} {} of {}, mass {:.6g} of {:.6g}", n == 0 ? "" : "; ",
                        mix.components()[n].name, rows[n].number_in, rows[n].number,
                        rows[n].mass_in, rows[n].mass);
  return text;
}

// All others come after the first one without a place: it is named.
void InsertionReport::warn_of_waiting(const Insertion &now, const grist::InsertionQueue &queue,
                                      const std::string &place)
{
  assert(now.found < now.wanted.size());
  const double waits = queue.waiting_mass(-1);
  if (waits < MORE * warned_mass) return;
  warned_mass = waits;
  if (comm->me > 0) return;
  const FeedParticle &next = now.wanted[now.found];
  error->warning(FLERR,
                 "{} {}: {} of {} particles found no room in {} (inserted of asked: {}; mass "
                 "{:.6g} waits for the next insertion, the first one of {} with size {:.6g}; fewer "
                 "particles at a time or a larger space help)",
                 user, id, now.wanted.size() - now.found, now.wanted.size(), place,
                 insertion_shares(mix, now.wanted, now.found), waits,
                 mix.components()[next.component].name, next.size);
}

void InsertionReport::print_sizes(const grist::InsertionQueue &queue)
{
  if (comm->me == 0 && drawn.follow(queue))
    utils::logmesg(lmp, "{} {}: drawn so far\n{}", user, id, drawn.table());
}

// For all components, and for each by its name if there are several.
void InsertionReport::write_rows(const grist::InsertedTotals &inserted,
                                 const grist::InsertionQueue &queue)
{
  assert(file);
  has_begun = true;
  if (!file->is_open()) return;
  std::string rows;
  const int components = mix.count();
  for (int n = -1; n < (components > 1 ? components : 0); n++)
    rows += fmt::format("{},{:.9g},{},{},{:.17g},{},{:.17g}\n", update->ntimestep, run_time(update),
                        n < 0 ? "all" : mix.components()[n].name, inserted.number(n),
                        inserted.mass(n), queue.waiting_number(n), queue.waiting_mass(n));
  file->write(rows);
}
