#include "styles/files/output_columns.h"

#include "styles/access/styles_with.h"

#include "comm.h"
#include "compute.h"
#include "fix.h"
#include "fmt/format.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"

#include <cstdio>
#include <map>
#include <utility>

using namespace LAMMPS_NS;

// ---- units

using Units = std::map<std::string, std::string>;

// In the order mass, distance, time, energy, velocity, force, torque, pressure, power, volume.
static Units units(const std::vector<std::string> &names)
{
  static const char *const DIMENSIONS[] = {"mass",  "distance", "time",     "energy", "velocity",
                                           "force", "torque",   "pressure", "power",  "volume"};
  Units all = {
      {"percent", "%"}, {"second", "s"}, {"nanosecond", "ns"}, {"radian", "rad"}, {"1", "1"}};
  for (size_t n = 0; n < names.size(); n++) all[DIMENSIONS[n]] = names[n];
  all["velocity^2"] = "(" + all["velocity"] + ")^2";
  return all;
}

// The page of the command `units` gives velocities of electron in Bohr over 1.03275 fs; LAMMPS moves
// atoms by velocity times time.
static const Units &units_of_style(const std::string &unit_style)
{
  static const std::map<std::string, Units> ALL = {
      {"si", units({"kg", "m", "s", "J", "m/s", "N", "N*m", "Pa", "W", "m^3"})},
      {"cgs", units({"g", "cm", "s", "erg", "cm/s", "dyn", "dyn*cm", "dyn/cm^2", "erg/s", "cm^3"})},
      {"real",
       units({"g/mol", "A", "fs", "kcal/mol", "A/fs", "kcal/mol/A", "kcal/mol", "atm",
              "kcal/mol/fs", "A^3"})},
      {"metal", units({"g/mol", "A", "ps", "eV", "A/ps", "eV/A", "eV", "bar", "eV/ps", "A^3"})},
      {"electron",
       units({"u", "Bohr", "fs", "Ha", "Bohr/fs", "Ha/Bohr", "Ha", "Pa", "Ha/fs", "Bohr^3"})},
      {"micro",
       units({"pg", "um", "us", "pg*um^2/us^2", "um/us", "pg*um/us^2", "pg*um^2/us^2", "pg/um/us^2",
              "pg*um^2/us^3", "um^3"})},
      {"nano",
       units({"ag", "nm", "ns", "ag*nm^2/ns^2", "nm/ns", "ag*nm/ns^2", "ag*nm^2/ns^2", "ag/nm/ns^2",
              "ag*nm^2/ns^3", "nm^3"})},
      {"lj",
       units({"m", "sigma", "tau", "epsilon", "sigma/tau", "epsilon/sigma", "epsilon",
              "epsilon/sigma^3", "epsilon/tau", "sigma^3"})}};
  return ALL.at(unit_style);
}

std::string LAMMPS_NS::unit_of(const std::string &dimension, const std::string &unit_style)
{
  const Units &known = units_of_style(unit_style);
  const size_t slash = dimension.find('/');
  if (slash == std::string::npos) return known.at(dimension);
  const std::string below = known.at(dimension.substr(slash + 1));
  const bool is_quotient = below.find_first_of("/*") != std::string::npos;
  return known.at(dimension.substr(0, slash)) + "/" + (is_quotient ? "(" + below + ")" : below);
}

// "name [dimension]".
static std::pair<std::string, std::string> name_and_unit(const std::string &column,
                                                         const std::string &unit_style)
{
  const size_t space = column.find(" [");
  if (space == std::string::npos) return {column, "1"};
  return {column.substr(0, space),
          unit_of(column.substr(space + 2, column.size() - space - 3), unit_style)};
}

std::string LAMMPS_NS::with_units(const std::string &head, const std::string &unit_style)
{
  std::string text;
  size_t at = 0;
  while (at < head.size()) {
    const size_t open = head.find('[', at), close = head.find(']', open);
    if (close == std::string::npos) break;
    text += head.substr(at, open + 1 - at);
    text += unit_of(head.substr(open + 1, close - open - 1), unit_style);
    at = close;
  }
  return text + head.substr(at);
}

// ---- columns of styles

// By instance and "f_ID" or "c_ID". An entry outlives its style: it counts only for a style of the
// same name and ID, which has written it anew.
struct Entry {
  std::string style;
  OutputColumns columns;
};
static Entry &entry_of(const LAMMPS *lmp, const std::string &reference)
{
  static std::map<std::pair<const LAMMPS *, std::string>, Entry> all;
  return all[{lmp, reference}];
}

static void add(std::vector<NamedColumn> &list, const std::string &reference,
                const std::string &column, const std::string &unit_style)
{
  const auto [name, unit] = name_and_unit(column, unit_style);
  list.push_back({reference, name, unit});
}

static void add_all(std::vector<NamedColumn> &list, const std::string &reference,
                    const std::vector<std::string> &columns, const std::string &unit_style)
{
  for (size_t n = 0; n < columns.size(); n++)
    add(list, fmt::format("{}[{}]", reference, n + 1), columns[n], unit_style);
}

template <class Style>
static std::vector<NamedColumn> global_of(const Style &style, const std::string &reference,
                                          const OutputColumns &columns, const std::string &units)
{
  std::vector<NamedColumn> list;
  if (style.scalar_flag && !columns.scalar.empty()) add(list, reference, columns.scalar[0], units);
  if (style.vector_flag) add_all(list, reference, columns.vector, units);
  if (style.array_flag) add_all(list, reference + "[*]", columns.array, units);
  return list;
}

template <class Style>
static std::vector<NamedColumn> atom_of(const Style &style, const std::string &reference,
                                        const OutputColumns &columns, const std::string &units)
{
  std::vector<NamedColumn> list;
  if (!style.peratom_flag) return list;
  if (style.size_peratom_cols == 0 && !columns.atom.empty())
    add(list, reference, columns.atom[0], units);
  if (style.size_peratom_cols > 0) add_all(list, reference, columns.atom, units);
  return list;
}

static void log_columns(const LAMMPS *lmp, const char *title, const std::vector<NamedColumn> &list)
{
  if (lmp->comm->me > 0 || !lmp->logfile || list.empty()) return;
  std::string line = title;
  for (const NamedColumn &column : list)
    line += fmt::format(" {}={}[{}]", column.reference, column.name, column.unit);
  fputs((line + "\n").c_str(), lmp->logfile);
}

template <class Style>
static void name(const Style &style, LAMMPS *lmp, const std::string &reference,
                 const OutputColumns &given)
{
  Entry &entry = entry_of(lmp, reference);
  if (entry.style != style.style) entry = {style.style, {}};
  if (!given.scalar.empty()) entry.columns.scalar = given.scalar;
  if (!given.vector.empty()) entry.columns.vector = given.vector;
  if (!given.array.empty()) entry.columns.array = given.array;
  if (!given.atom.empty()) entry.columns.atom = given.atom;
  const std::string units = lmp->update->unit_style;
  log_columns(lmp, "Columns:", global_of(style, reference, given, units));
  log_columns(lmp, "Columns of atoms:", atom_of(style, reference, given, units));
}

void LAMMPS_NS::name_columns(LAMMPS *lmp, const Fix &fix, const OutputColumns &columns)
{
  name(fix, lmp, std::string("f_") + fix.id, columns);
}

void LAMMPS_NS::add_to_vector(LAMMPS *lmp, const Fix &fix, const std::vector<std::string> &columns)
{
  std::vector<std::string> all = entry_of(lmp, std::string("f_") + fix.id).columns.vector;
  all.insert(all.end(), columns.begin(), columns.end());
  name_columns(lmp, fix, {{}, all, {}, {}});
}

void LAMMPS_NS::name_columns(LAMMPS *lmp, const Compute &compute, const OutputColumns &columns)
{
  name(compute, lmp, std::string("c_") + compute.id, columns);
}

// Those that `of`, global_of or atom_of, lists.
template <class Of> static std::vector<NamedColumn> columns_of_all(LAMMPS *lmp, const Of &of)
{
  std::vector<NamedColumn> list;
  const auto append = [&](const auto &style, const std::string &reference) {
    const Entry &entry = entry_of(lmp, reference);
    if (entry.style != style.style) return;
    for (const NamedColumn &column : of(style, reference, entry.columns)) list.push_back(column);
  };
  for (const Fix *fix : fixes_of(*lmp->modify)) append(*fix, std::string("f_") + fix->id);
  for (const Compute *compute : computes_of(*lmp->modify))
    append(*compute, std::string("c_") + compute->id);
  return list;
}

std::vector<NamedColumn> LAMMPS_NS::global_columns(LAMMPS *lmp)
{
  return columns_of_all(lmp, [&](const auto &style, const auto &reference, const auto &columns) {
    return global_of(style, reference, columns, lmp->update->unit_style);
  });
}

std::vector<NamedColumn> LAMMPS_NS::atom_columns(LAMMPS *lmp)
{
  return columns_of_all(lmp, [&](const auto &style, const auto &reference, const auto &columns) {
    return atom_of(style, reference, columns, lmp->update->unit_style);
  });
}
