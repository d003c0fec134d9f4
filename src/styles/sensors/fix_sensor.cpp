#include "styles/sensors/fix_sensor.h"

#include "styles/common/input_words.h"
#include "styles/common/named_group.h"
#include "styles/common/output_columns.h"
#include "styles/common/restart_block.h"
#include "styles/common/run_checks.h"
#include "styles/common/run_time.h"
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
static constexpr int RESTART_VERSION = 1;
static constexpr double MOST_ROWS = 1e6;

struct FixSensor::Words {
  bool is_plane = false;
  SensorPlane plane;
  FieldSettings field;
  std::string file, grid;
};

FixSensor::FixSensor(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), components(lmp, FIX_SENSOR)
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
  array_flag = restart_global = 1;
  extarray = 0;
  size_array_rows = static_cast<int>(rows);
  size_array_cols = static_cast<int>(sensor->columns().size());
  global_freq = 1;    // those of the last interval
  nevery = 1;
  table.assign(static_cast<size_t>(size_array_rows) * size_array_cols, 0.0);
  name_columns(lmp, *this, {{}, {}, sensor->columns(), {}});
  make_files(words);

  width = sensor->numbers_by_atom();
  if (width == 0) return;
  create_attribute = 1;
  maxexchange = width;
  grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  if (!sensor->restarts_atoms()) return;
  restart_peratom = 1;
  atom->add_callback(Atom::RESTART);
}

FixSensor::~FixSensor()
{
  if (width == 0) return;
  atom->delete_callback(id, Atom::GROW);
  if (restart_peratom) atom->delete_callback(id, Atom::RESTART);
}

int FixSensor::setmask()
{
  return END_OF_STEP;
}

/* ----------------------------------------------------------------------
   the input line
------------------------------------------------------------------------- */

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

/* ---------------------------------------------------------------------- */

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

double FixSensor::time() const
{
  return run_time(update) - start;
}

void FixSensor::setup(int)
{
  start += counter.enter(update).time;
  file->start();
  if (update->whichflag != 1) return;
  if (!has_begun) start = run_time(update);
  sensor->begin_run(numbers, !has_begun, time());
  has_begun = true;
  if ((update->ntimestep + 1) % samples_every == 0) sensor->before_sample();
}

void FixSensor::end_of_step()
{
  const bool is_sample = update->ntimestep % samples_every == 0;
  if (is_sample || sensor->looks_at_every_step()) sensor->look(numbers, time());
  if ((update->ntimestep + 1) % samples_every == 0) sensor->before_sample();
  if (update->ntimestep % output_every != 0) return;
  table = sensor->close(time() - interval_start);
  interval_start = time();
  write_rows();
}

double FixSensor::compute_array(int row, int column)
{
  return table[static_cast<size_t>(row) * size_array_cols + column];
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
  if (series) series->add(comm->me == 0 ? field->image(table) : "");
}

double FixSensor::memory_usage()
{
  return static_cast<double>(numbers.capacity() + table.capacity()) * sizeof(double);
}

/* ----------------------------------------------------------------------
   numbers that migrate with atoms
------------------------------------------------------------------------- */

void FixSensor::grow_arrays(int nmax)
{
  numbers.resize(static_cast<size_t>(nmax) * width, Sensor::NEW);
}

void FixSensor::copy_arrays(int from, int to, int)
{
  std::copy_n(&numbers[static_cast<size_t>(from) * width], width,
              &numbers[static_cast<size_t>(to) * width]);
}

void FixSensor::set_arrays(int i)
{
  std::fill_n(&numbers[static_cast<size_t>(i) * width], width, Sensor::NEW);
}

int FixSensor::pack_exchange(int i, double *buffer)
{
  std::copy_n(&numbers[static_cast<size_t>(i) * width], width, buffer);
  return width;
}

int FixSensor::unpack_exchange(int i, double *buffer)
{
  std::copy_n(buffer, width, &numbers[static_cast<size_t>(i) * width]);
  return width;
}

/* ----------------------------------------------------------------------
   counts continue after a restart
------------------------------------------------------------------------- */

std::vector<char> FixSensor::signature() const
{
  const std::string text = fmt::format("{} {}", header(), size_array_rows);
  return {text.begin(), text.end()};
}

void FixSensor::write_restart(FILE *stream)
{
  RestartWriter block(RESTART_VERSION);
  block.add_vector(signature());
  block.add(update->ntimestep);
  block.add(run_time(update));
  block.add(has_begun);
  block.add(start);
  block.add(interval_start);
  block.add_vector(table);
  sensor->write(block);
  if (comm->me == 0) block.write_for_fix(stream);
}

void FixSensor::restart(char *buffer)
{
  RestartReader block(lmp, FIX_SENSOR, RESTART_VERSION, buffer);
  std::vector<char> then;
  bigint step = 0;
  double time_then = 0.0;
  block.get_vector(then);
  if (then != signature())
    error->all(FLERR,
               "{}: the restart file has fix {} with other values, components or places (give the "
               "same, or another fix ID)",
               FIX_SENSOR, id);
  block.get(step);
  block.get(time_then);
  block.get(has_begun);
  block.get(start);
  block.get(interval_start);
  block.get_vector(table);
  sensor->read(block);
  block.end();
  counter.leave(step, time_then);
  if (step != update->ntimestep) return;
  if (is_appended) file->continue_from(step);
  if (series) series->continue_from(step);
}

int FixSensor::pack_restart(int i, double *buffer)
{
  return close_restart_numbers(buffer, pack_exchange(i, buffer + 1));
}

void FixSensor::unpack_restart(int i, int nth)
{
  refuse_unless_restarted(lmp, this, FIX_SENSOR);
  std::copy_n(restart_numbers(lmp, FIX_SENSOR, i, nth), width,
              &numbers[static_cast<size_t>(i) * width]);
}

int FixSensor::size_restart(int)
{
  return width + RESTART_NUMBERS_MORE;
}

int FixSensor::maxsize_restart()
{
  return width + RESTART_NUMBERS_MORE;
}
