#include "testing/unit_cases.h"

#include "testing/lammps_session.h"
#include "testing/unit_styles.h"

#include "atom.h"
#include "domain.h"
#include "lammps.h"
#include "styles/files/output_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <map>
#include <sstream>
#include <stdexcept>

namespace grist::testing {

// Another run: how much of its largest value a number of its kind has changed.
constexpr double CHANGED = 1e-6;
// Most columns of files have six digits. The sieve diameter of a cluster is found by a search.
constexpr double DIGITS_OF_FILES = 2e-5, SIEVE_SEARCH = 1e-3;
const char *const PARCELS = "coarse 2";    // L of {real}

std::vector<std::string> entries(const std::string &of, int first, int last)
{
  std::vector<std::string> all;
  for (int k = first; k <= last; k++) all.push_back(of + "[" + std::to_string(k) + "]");
  return all;
}

namespace {

// Of one kind and dimension, as numbers of SI.
struct Values {
  std::string when, kind, dimension;
  std::vector<double> values;

  double largest() const
  {
    double size = 0.0;
    for (double value : values)
      if (std::isfinite(value)) size = std::max(size, std::fabs(value));
    return size;
  }
  double tolerance_of_files(double otherwise) const
  {
    if (dimension != "column") return otherwise;
    return kind.find("sieve") == std::string::npos ? DIGITS_OF_FILES : SIEVE_SEARCH;
  }
  // Sums of work and kinetic energy.
  bool is_energy() const
  {
    return dimension == "energy" || dimension == "power" || dimension == "pressure";
  }
};
using Looked = std::vector<Values>;

class Look {
 public:
  Look(LammpsSession &session, const UnitStyle &units, const std::string &when, AtomOrder by) :
      session(session), units(units), when(when), order(session.lammps()->atom->nlocal)
  {
    for (size_t i = 0; i < order.size(); i++) order[i] = static_cast<int>(i);
    const LAMMPS_NS::Atom &atom = *session.lammps()->atom;
    std::sort(order.begin(), order.end(), [&](int a, int b) {
      return by == BY_ID ? atom.tag[a] < atom.tag[b] : atom.x[a][0] < atom.x[b][0];
    });
  }

  void add_state(Looked &to) const
  {
    LAMMPS_NS::Atom &atom = *session.lammps()->atom;
    to.push_back({when, "number of atoms", "1", {static_cast<double>(order.size())}});
    to.push_back({when, "places", "length", places(atom)});
    add(to, "velocities", atom.v, "velocity");
    add(to, "rotations", atom.omega, "1/time");
    add(to, "angular momenta", atom.angmom, "mass*area/time");
    add(to, "forces", atom.f, "force");
    add(to, "torques", atom.torque, "torque");
    if (!atom.temperature) return;
    to.push_back({when, "temperatures", "temperature", {}});
    for (int i : order) to.back().values.push_back(atom.temperature[i] * units.size("temperature"));
  }

  void add_reading(Looked &to, const Reading &reading) const
  {
    Values all = {when, reading.expressions.front(), reading.dimension, {}};
    if (reading.expressions.size() > 1) all.kind += " to " + reading.expressions.back();
    for (const std::string &expression : reading.expressions)
      all.values.push_back(session.evaluate(expression) * units.size(reading.dimension));
    to.push_back(all);
  }

 private:
  std::vector<double> places(LAMMPS_NS::Atom &atom) const
  {
    std::vector<double> all;
    for (int i : order) {
      double x[3];
      session.lammps()->domain->unmap(atom.x[i], atom.image[i], x);
      for (double c : x) all.push_back(c * units.size("length"));
    }
    return all;
  }

  void add(Looked &to, const std::string &name, double **of, const std::string &dimension) const
  {
    if (!of) return;
    Values all = {when, name, dimension, {}};
    for (int i : order)
      for (int k = 0; k < 3; k++) all.values.push_back(of[i][k] * units.size(dimension));
    to.push_back(all);
  }

  LammpsSession &session;
  const UnitStyle &units;
  std::string when;
  std::vector<int> order;
};

std::string filled(std::string text, const std::string &hole, const std::string &words)
{
  for (size_t at; (at = text.find(hole)) != std::string::npos;)
    text.replace(at, hole.size(), words);
  return text;
}

// The size of a unit by its text in this unit style: "kg/s".
double size_of_text(const std::string &text, const UnitStyle &units)
{
  static const std::map<std::string, std::string> DIMENSIONS = {
      {"mass", "mass"},           {"distance", "length"},
      {"time", "time"},           {"energy", "energy"},
      {"velocity", "velocity"},   {"force", "force"},
      {"torque", "torque"},       {"pressure", "pressure"},
      {"power", "power"},         {"volume", "volume"},
      {"mass/time", "mass/time"}, {"energy/mass", "energy/mass"},
      {"1/time", "1/time"},       {"velocity^2", "velocity*velocity"}};
  for (const auto &[named, dimension] : DIMENSIONS)
    if (LAMMPS_NS::unit_of(named, units.name()) == text) return units.size(dimension);
  throw std::invalid_argument("no unit " + text + " in " + units.name());
}

std::vector<std::string> cells(const std::string &row)
{
  std::vector<std::string> all;
  std::istringstream words(row);
  for (std::string word; std::getline(words, word, ',');) all.push_back(word);
  return all;
}

// A number, or else the length of the word.
double number_in(const std::string &cell)
{
  char *end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  return *end == 0 ? value : static_cast<double>(cell.size());
}

void add_columns(Looked &to, const std::string &path, const UnitStyle &units)
{
  std::istringstream text(read_file(path));
  std::string row;
  do std::getline(text, row);
  while (row[0] == '#');
  const std::string file = path.substr(path.rfind('/') + 1) + ", ";
  std::vector<double> sizes;
  const size_t first = to.size();
  for (const std::string &name : cells(row)) {
    const size_t unit = name.find(" [");
    sizes.push_back(unit == std::string::npos
                        ? 1.0
                        : size_of_text(name.substr(unit + 2, name.size() - unit - 3), units));
    to.push_back({"in the file ", file + name.substr(0, unit), "column", {}});
  }
  while (std::getline(text, row)) {
    const std::vector<std::string> values = cells(row);
    for (size_t k = 0; k < sizes.size(); k++)
      to[first + k].values.push_back(sizes[k] * number_in(values.at(k)));
  }
}

Looked looked_at(const UnitDeck &deck, const std::string &words, const UnitStyle &units,
                 const std::string &coarse = "")
{
  LammpsSession session;
  std::string lines = filled(filled(deck.lines, "{words}", words), "{coarse}", coarse);
  lines = filled(lines, "{real}", coarse == PARCELS ? "0.5" : "1");
  std::istringstream stream(units.written("units " + units.name() + "\n" + lines));
  Looked all;
  const auto look = [&](const std::string &when) {
    const Look now(session, units, when, deck.order);
    now.add_state(all);
    for (const Reading &reading : deck.readings) now.add_reading(all, reading);
  };
  std::string part;
  int looks = 0;
  for (std::string line; std::getline(stream, line);) {
    const bool looks_now =
        line.find_first_not_of(' ') == line.find("look") && line.find("look") != std::string::npos;
    part += looks_now ? "" : line + "\n";
    if (!looks_now) continue;
    session.run(part);
    part.clear();
    look("at look " + std::to_string(++looks) + ", ");
  }
  session.run(part);
  look("at the end, ");
  for (const std::string &file : deck.files) add_columns(all, file, units);
  return all;
}

// The values of one kind that differ most, over the largest of this kind in the run.
struct Difference {
  double relative = 0.0;
  size_t at = 0;
};

Difference difference(const Values &one, const Values &two, double largest)
{
  if (one.values.size() != two.values.size()) return {HUGE_VAL};
  Difference most;
  for (size_t k = 0; k < one.values.size(); k++) {
    if (one.values[k] == two.values[k]) continue;    // infinite, too
    const double apart = std::fabs(one.values[k] - two.values[k]);
    if (!std::isfinite(apart)) return {HUGE_VAL, k};
    if (apart > most.relative * largest) most = {apart / largest, k};
  }
  return most;
}

// At all looks.
std::vector<Difference> differences(const Looked &one, const Looked &two)
{
  std::map<std::string, double> largest;
  for (const Values &values : one)
    largest[values.kind] = std::max(largest[values.kind], values.largest());
  std::vector<Difference> all;
  for (size_t k = 0; k < one.size(); k++)
    all.push_back(difference(one[k], two[k], largest[one[k].kind]));
  return all;
}

std::string figures(const Values &one, const Values &two, size_t at)
{
  std::ostringstream text;
  text.precision(15);
  text << one.when << one.kind;
  if (one.values.size() != two.values.size())
    text << ": " << two.values.size() << " values instead of " << one.values.size();
  else
    text << ", number " << at + 1 << " of " << one.values.size() << ": " << two.values[at]
         << " in SI instead of " << one.values[at];
  return text.str();
}

double largest_difference(const Looked &one, const Looked &two)
{
  double most = 0.0;
  for (const Difference &difference : differences(one, two))
    most = std::max(most, difference.relative);
  return most;
}

void expect_same(const Looked &si, const Looked &other, const UnitStyle &units, double tolerance,
                 const std::string &what)
{
  const std::vector<Difference> all = differences(si, other);
  for (size_t k = 0; k < si.size(); k++) {
    const Difference &most = all[k];
    const double allowed =
        si[k].tolerance_of_files(tolerance) + (si[k].is_energy() ? 2.0 * units.energy_gap() : 0.0);
    EXPECT_LE(most.relative, allowed) << what << ", " << figures(si[k], other[k], most.at);
    if (!(most.relative <= allowed)) return;    // what follows from it differs as well
  }
}

// With GRIST_ONE_IN=N in the environment, as in .ci/run, one in N of the keywords, from one on that is
// drawn.
bool is_drawn()
{
  const char *sample = getenv("GRIST_ONE_IN");
  static const int parts = sample ? std::stoi(sample) : 1;
  static int number = static_cast<int>(std::time(nullptr) % parts);
  return number++ % parts == 0;
}

}    // namespace

void expect_same_in_all_units(const std::string &style, const UnitDeck &deck,
                              const std::vector<UnitCase> &cases)
{
  const UnitStyle &si = unit_styles().front();
  std::map<std::string, Looked> known;    // runs in si: most are without a keyword
  const auto in_si = [&](const std::string &words) -> const Looked & {
    const auto found = known.find(words);
    return found != known.end() ? found->second
                                : known.emplace(words, looked_at(deck, words, si)).first->second;
  };
  const auto expect_case = [&](const UnitCase &one, const std::string &what) {
    const Looked &right = in_si(one.words);
    if (one.without) {
      EXPECT_GT(largest_difference(right, in_si(*one.without)), CHANGED)
          << what << ": the run is the same without it";
    }
    for (const std::string &words : with_one_changed(one.words, one.factor))
      EXPECT_GT(largest_difference(right, in_si(words)), CHANGED)
          << what << ": the run is the same with " << words;
    const auto expect_other_styles = [&](const Looked &of_si, const std::string &coarse) {
      for (const UnitStyle &units : unit_styles())
        if (units.name() != si.name())
          expect_same(of_si, looked_at(deck, one.words, units, coarse), units,
                      std::max(deck.tolerance, one.tolerance),
                      what + (coarse.empty() ? "" : ", " + coarse) + ", units " + units.name());
    };
    expect_other_styles(right, "");
    if (deck.lines.find("{coarse}") != std::string::npos)
      expect_other_styles(looked_at(deck, one.words, si, PARCELS), PARCELS);
  };
  for (const UnitCase &one : cases) {
    if (!is_drawn()) continue;
    const std::string what = style + ", " + one.keyword;
    try {
      expect_case(one, what);
    } catch (const std::exception &error) {
      ADD_FAILURE() << what << ": " << error.what();
    }
  }
}

}    // namespace grist::testing
