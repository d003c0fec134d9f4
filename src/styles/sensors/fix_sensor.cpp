#include "styles/sensors/fix_sensor.h"

#include "styles/access/run_checks.h"
#include "styles/access/run_time.h"
#include "styles/commands/input_words.h"
#include "styles/commands/named_group.h"
#include "styles/files/output_columns.h"
#include "styles/sensors/field_sensor.h"
#include "styles/sensors/plane_sensor.h"
#include "styles/sensors/sensor_series.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "update.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr int FIRST_WORD = 3;    // after fix ID group style
static constexpr int RESTART_VERSION = 2;
static constexpr double MOST_ROWS = 1e6;

struct FixSensor::Words {
  bool is_plane = false;
  SensorPlane plane;
  FieldSettings field;
  std::string file, grid;
};

FixSensor::FixSensor(LAMMPS *lmp, int narg, char **arg) :
    AtomRows(FIX_SENSOR, RESTART_VERSION, lmp, narg, arg), components(lmp, FIX_SENSOR)
{
  if (!atom->radius_flag || !atom->rmass_flag)
    error->all(FLERR,
               "{}: atom style {} has no radius and mass per atom (expected spheres or bodies)",
               FIX_SENSOR, atom->get_style());
  InputWords input(lmp, FIX_SENSOR, narg, arg, FIRST_WORD);
  Words words;
  read_words(input, words);
  if (words.is_plane)
    sensor = std::make_unique<PlaneSensor>(lmp, groupbit, components, words.plane);
  else
    sensor = std::make_unique<FieldSensor>(lmp, groupbit, components, std::move(words.field));
  field = dynamic_cast<FieldSensor *>(sensor.get());

  const double rows = static_cast<double>(sensor->places()) * components.count();
  if (rows > MOST_ROWS) input.refuse("number of rows", rows, "at most 1 million");
  array_flag = 1;
  extarray = 0;
  size_array_rows = static_cast<int>(rows);
  size_array_cols = static_cast<int>(sensor->columns().size());
  global_freq = 1;    // those of the last interval
  nevery = 1;
  kept.table.assign(static_cast<size_t>(size_array_rows) * size_array_cols, 0.0);
  name_columns(lmp, *this, {{}, {}, sensor->columns(), {}});
  make_files(words);
  if (sensor->has_rows()) start_rows(sensor->restarts_rows());
}

// ---- the input line

void FixSensor::read_words(InputWords &words, Words &to)
{
  samples_every = words.whole("N", 1);
  to.field.space = std::make_unique<PartSpace>(lmp, FIX_SENSOR);
  to.field.values = FieldSensor::default_values();
  PartSpace &space = *to.field.space;
  words.need(1, "N", "a place behind it: plane, region, slices or blocks");
  const std::string place = words.one_of("place", {"plane", "region", "slices", "blocks"});
  to.is_plane = place == "plane";
  if (to.is_plane) {
    static const std::vector<std::string> AXES = {"x", "y", "z"};
    words.need(2, "plane", "an axis and a place");
    const std::string axis = words.one_of("plane", AXES);
    to.plane.axis = static_cast<int>(std::find(AXES.begin(), AXES.end(), axis) - AXES.begin());
    to.plane.place = words.finite("plane", Quantity::LENGTH);
  } else if (place == "region") {
    space.region_id = words.word("region");
    to.field.stays = true;
  } else if (place == "slices")
    space.parts.read_slices(words);
  else
    space.parts.read_blocks(words);

  output_every = samples_every;
  std::vector<std::string> names;
  const auto read_values = [&] {
    to.field.values.clear();
    const auto is_keyword = [&](const std::string &word) { return words.next_is(word.c_str()); };
    while (words.left() && std::none_of(names.begin(), names.end(), is_keyword))
      to.field.values.push_back(words.one_of("values", FieldSensor::value_names()));
    if (to.field.values.empty()) words.need(1, "values", "one name or more");
  };
  std::vector<Keyword> keywords = {{"every", [&] { output_every = words.whole("every", 1); }},
                                   {"by", [&] { components.read(words, names); }},
                                   {"file", [&] { to.file = words.word("file"); }},
                                   {"append", [&] {
                                      to.file = words.word("append");
                                      is_appended = true;
                                    }}};
  if (to.is_plane)
    keywords.push_back({"within", [&] { to.plane.region = words.word("within"); }});
  else {
    keywords.push_back({"values", read_values});
    for (const Keyword &keyword : space.keywords(words))
      if (keyword.name == "range" || keyword.name == "tolerance" ||
          (keyword.name == "region" && !to.field.stays))
        keywords.push_back(keyword);
    if (!to.field.stays) keywords.push_back({"grid", [&] { to.grid = words.word("grid"); }});
  }
  for (const Keyword &keyword : keywords) names.push_back(keyword.name);
  words.read_keywords(keywords);
  if (output_every % samples_every != 0)
    words.refuse("every", output_every, fmt::format("expected a multiple of N, {}", samples_every));
  const std::string ending = ".pvd";
  if (!to.grid.empty() &&
      (to.grid.size() <= ending.size() ||
       to.grid.compare(to.grid.size() - ending.size(), ending.size(), ending) != 0))
    words.refuse("grid", to.grid, "expected a name that ends with .pvd");
}

void FixSensor::make_files(const Words &words)
{
  const std::string owner = std::string("fix ") + id;
  file = std::make_unique<ReportFile>(
      lmp, FIX_SENSOR, ReportFile::Request{words.file, is_appended, header(), owner});
  if (!words.grid.empty()) series = std::make_unique<SensorSeries>(lmp, words.grid, owner);
}

void FixSensor::init()
{
  refuse_respa(lmp, FIX_SENSOR);
  refuse_rerun(lmp, FIX_SENSOR,
               "frames lack forces and what happens between them: leave out fix " +
                   std::string(id));
  warn_of_empty_group(lmp, this);
  components.init();
  sensor->init();
}

void FixSensor::setup(int)
{
  kept.start += counter.enter(update).time;
  file->start();
  if (update->whichflag != 1) return;
  if (!kept.has_begun) kept.start = run_time(update);
  sensor->begin_run(rows, !kept.has_begun, time());
  kept.has_begun = true;
  if ((update->ntimestep + 1) % samples_every == 0) sensor->before_sample();
}

void FixSensor::end_of_step()
{
  const bool is_sample = update->ntimestep % samples_every == 0;
  if (is_sample || sensor->looks_at_every_step()) {
    components.find_groups();
    sensor->look(rows, time());
  }
  if ((update->ntimestep + 1) % samples_every == 0) sensor->before_sample();
  if (update->ntimestep % output_every != 0) return;
  kept.table = sensor->close(time() - kept.interval_start);
  kept.interval_start = time();
  write_rows();
}

// Names of columns with dimensions, and what comes before them in a row.
std::string FixSensor::header() const
{
  std::string names = "step,time [time],component";
  for (const std::string &column : sensor->columns()) names += "," + column;
  return names + "\n";
}

void FixSensor::write_rows()
{
  if (file->is_open()) {
    std::string rows;
    for (int row = 0; row < size_array_rows; row++) {
      rows += fmt::format("{},{:.9g},{}", update->ntimestep, run_time(update),
                          components.name(row / sensor->places()));
      for (int column = 0; column < size_array_cols; column++)
        rows += fmt::format(",{:.12g}", compute_array(row, column));
      rows += "\n";
    }
    file->write(rows);
  }
  if (series) series->add(comm->me == 0 ? field->image(kept.table) : "");
}

// ---- counts continue after a restart

void FixSensor::transfer_state(grist::Archive &archive)
{
  std::string then = signature();
  archive(then);
  if (then != signature())
    error->all(FLERR,
               "{}: the restart file has fix {} with other values, components or places (give the "
               "same, or another fix ID)",
               FIX_SENSOR, id);
  archive(kept);
  sensor->transfer_state(archive);
  const bigint step = counter.transfer(archive, update);
  if (!archive.reads() || step != update->ntimestep) return;
  if (is_appended) file->continue_from(step);
  if (series) series->continue_from(step);
}
