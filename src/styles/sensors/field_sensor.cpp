#include "styles/sensors/field_sensor.h"

#include "common/space.h"
#include "styles/access/atom_style.h"
#include "styles/access/run_time.h"
#include "styles/access/styles_with.h"
#include "styles/interfaces/bonding_style.h"
#include "styles/packings/packed_particles.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "region.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace LAMMPS_NS;
using grist::CellState;
using grist::CellSums;
using grist::PartShare;
using grist::Vector3d;

static constexpr int POINTS_OF_ARM = 16;    // that are tried in a region

namespace {

struct Value {
  const char *name;
  std::vector<std::string> columns;
};

std::vector<std::string> tensor(const std::string &name)
{
  std::vector<std::string> columns;
  for (const char *place : {"xx", "yy", "zz", "xy", "xz", "yz"})
    columns.push_back(name + "_" + place + " [pressure]");
  return columns;
}

const std::vector<Value> &all_values()
{
  static const std::vector<Value> ALL = {
      {"number", {"number"}},
      {"mass", {"mass [mass]"}},
      {"velocity", {"vx [velocity]", "vy [velocity]", "vz [velocity]"}},
      {"temperature",
       {"temperature_x [velocity^2]", "temperature_y [velocity^2]", "temperature_z [velocity^2]"}},
      {"fraction", {"solid_fraction"}},
      {"kinetic", tensor("kinetic")},
      {"stress", tensor("stress")}};
  return ALL;
}

const std::vector<std::string> PLACE_COLUMNS = {"x [distance]", "y [distance]", "z [distance]",
                                                "volume [volume]"};

}    // namespace

std::vector<std::string> FieldSensor::value_names()
{
  std::vector<std::string> names;
  for (const Value &value : all_values()) names.emplace_back(value.name);
  return names;
}

FieldSensor::FieldSensor(LAMMPS *lmp, int groupbit, const SensorComponents &components,
                         FieldSettings settings) :
    Sensor(lmp, groupbit, components),
    space(std::move(settings.space)), values(std::move(settings.values)), has_stays(settings.stays),
    has_stress(measures("stress")), has_fraction(measures("fraction")),
    sums(static_cast<size_t>(components.count()) * places()), solid(places(), 0.0)
{
  if (has_stays) stays = std::make_unique<Stays>(components.count());
  space->init();
  place_grid();
}

// Values in the order of all_values().
std::vector<std::string> FieldSensor::columns() const
{
  std::vector<std::string> columns = PLACE_COLUMNS;
  for (const Value &value : all_values())
    if (measures(value.name))
      columns.insert(columns.end(), value.columns.begin(), value.columns.end());
  if (has_stays) columns.insert(columns.end(), {"entries", "exits", "residence_time [time]"});
  return columns;
}

// Faces that follow the particles would move the places with them.
void FieldSensor::place_grid()
{
  space->init();
  const Region *region = space->region();
  const bool is_of_region = region && region->bboxflag && !region->dynamic && !region->varshape;
  for (int k = 0; k < 3; k++)
    if (!space->parts.ranges[k] && !is_of_region &&
        (domain->boundary[k][0] >= 2 || domain->boundary[k][1] >= 2))
      error->all(FLERR, "{}: the box follows the particles along {} (give range {} lo hi)",
                 FIX_SENSOR, "xyz"[k], "xyz"[k]);
  grid = space->grid_around({});
}

void FieldSensor::init()
{
  place_grid();
  if (has_stress) ParticleLoads(lmp, FIX_SENSOR, [] { return false; });    // its errors
}

void FieldSensor::begin_run(std::vector<SensorRow> &rows, bool is_first, double)
{
  assert(!has_stays || rows.size() >= static_cast<size_t>(atom->nlocal));
  place_grid();
  volumes = space->space_volumes(grid);
  if (!has_stays || !is_first) return;
  space->region()->prematch();
  for (int i = 0; i < atom->nlocal; i++)
    rows[i].stay = place_of(grist::vector_at(atom->x[i])) >= 0 ? Stays::SINCE_UNKNOWN
                                                               : Stays::OUTSIDE;
}

// In a region, or -1: outside.
int FieldSensor::place_of(const Vector3d &x) const
{
  const int part = part_at(grid, x);
  if (part < 0 || !space->region()) return part;
  double inside[3] = {x[0], x[1], x[2]};
  domain->remap(inside);
  return space->region()->match(inside[0], inside[1], inside[2]) ? part : -1;
}

// ---- a sample

void FieldSensor::look(std::vector<SensorRow> &rows, double time)
{
  assert(!has_stays || (stays && rows.size() >= static_cast<size_t>(atom->nlocal)));
  place_grid();
  if (Region *region = space->region()) {
    region->prematch();
    if (region->varshape && !has_fraction) volumes = space->space_volumes(grid);
  }
  samples++;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const int place = place_of(grist::vector_at(atom->x[i]));
    const auto count = [&](const auto &visit) {
      components.each(atom->type[i], atom->mask[i], visit);
    };
    if (has_stays) rows[i].stay = stays->follow(rows[i].stay, place >= 0, time, count);
    if (place < 0) continue;
    count([&](int c) {
      sums[static_cast<size_t>(c) * places() + place].add(atom->rmass[i],
                                                          grist::vector_at(atom->v[i]));
    });
  }
  if (has_stress) add_stress();
  if (has_fraction) add_solid();
}

// With newton off both ranks of a pair have its contact, and both ranks of a bond have it.
void FieldSensor::add_stress()
{
  assert(loads);
  loads->for_each([&](const ContactLoad &contact) {
    const auto is_here = [&](int i) { return force->newton_pair || i < atom->nlocal; };
    if (is_here(contact.a)) add_arm(contact.a, contact.arm_a, contact.force);
    if (contact.b >= 0 && is_here(contact.b)) add_arm(contact.b, contact.arm_b, -contact.force);
  });
  loads.reset();    // contacts are not recorded until the next sample
  const auto *bond = bond_with<LoadedBonds>(lmp);
  if (!bond) return;
  for (const BondPull &pull : bond->elastic_pulls()) {
    if (pull.a < atom->nlocal) add_arm(pull.a, pull.arm_a, pull.force);
    if (pull.b < atom->nlocal) add_arm(pull.b, pull.arm_b, -pull.force);
  }
}

// The arm reaches from the center of atom i to where the force acts.
void FieldSensor::add_arm(int i, const Vector3d &arm, const Vector3d &force_there)
{
  assert(is_owned_or_ghost(atom, i));
  if (!(atom->mask[i] & groupbit)) return;
  const Vector3d center = grist::vector_at(atom->x[i]);
  const auto add = [&](int place, double share) {
    components.each(atom->type[i], atom->mask[i], [&](int c) {
      sums[static_cast<size_t>(c) * places() + place].add_force(share, arm, force_there);
    });
  };
  if (!space->region()) {
    for (const PartShare &part : shares.find(grid, center, arm)) add(part.part, part.share);
    return;
  }
  for (int n = 0; n < POINTS_OF_ARM; n++) {
    const int place = place_of(center + (n + 0.5) / POINTS_OF_ARM * arm);
    if (place >= 0) add(place, 1.0 / POINTS_OF_ARM);
  }
}

void FieldSensor::add_solid()
{
  PackedParticles particles(lmp, FIX_SENSOR, groupbit);
  const std::vector<PartSpace::Volumes> found = space->measure(particles, grid);
  for (int place = 0; place < places(); place++) {
    volumes[place] = found[place].space;
    solid[place] += found[place].solid;
  }
}

// ---- an interval

std::vector<CellSums> FieldSensor::whole_sums() const
{
  std::vector<CellSums> all(sums.size());
  MPI_Allreduce(sums.data(), all.data(), static_cast<int>(CellSums::SIZE * sums.size()), MPI_DOUBLE,
                MPI_SUM, world);
  return all;
}

std::vector<double> FieldSensor::close(double)
{
  const std::vector<CellSums> all = whole_sums();
  std::vector<Stays::Values> stayed;
  if (has_stays) stayed = stays->values(world);
  std::vector<double> table;
  for (int c = 0; c < components.count(); c++)
    for (int place = 0; place < places(); place++) {
      const Vector3d middle = grid.middle(place);
      table.insert(table.end(), {middle[0], middle[1], middle[2], volumes[place]});
      const CellState state =
          all[static_cast<size_t>(c) * places() + place].state(samples, volumes[place]);
      add_values(table, state, samples > 0.0 ? solid[place] / samples : 0.0, volumes[place]);
      if (has_stays)
        table.insert(table.end(), {stayed[c].entries, stayed[c].exits, stayed[c].mean_time});
    }
  samples = 0.0;
  std::fill(sums.begin(), sums.end(), CellSums());
  std::fill(solid.begin(), solid.end(), 0.0);
  return table;
}

// In the order of columns(). The solid fraction is that of all components.
void FieldSensor::add_values(std::vector<double> &row, const CellState &state, double solid_volume,
                             double volume) const
{
  const auto add = [&](const char *value, const auto &numbers, double scale = 1.0) {
    if (!measures(value)) return;
    for (const double number : numbers) row.push_back(scale * number);
  };
  using One = std::array<double, 1>;
  const double pressure = force->nktv2p;
  add("number", One{state.number});
  add("mass", One{state.mass});
  add("velocity", state.velocity);
  add("temperature", state.temperature);
  add("fraction", One{volume > 0.0 ? solid_volume / volume : 0.0});
  add("kinetic", state.kinetic, force->mvv2e * pressure);
  add("stress", state.contact, pressure);
}

std::string FieldSensor::image(const std::vector<double> &table) const
{
  std::vector<grist::ImageField> fields;
  const int width = static_cast<int>(columns().size());
  for (int c = 0; c < components.count(); c++) {
    int column = static_cast<int>(PLACE_COLUMNS.size());
    for (const Value &value : all_values()) {
      if (!measures(value.name)) continue;
      const int size = static_cast<int>(value.columns.size());
      const std::string name = c == 0 ? value.name
                                      : std::string(value.name) + " " + components.name(c);
      fields.push_back({name, size, {}});
      for (int place = 0; place < places(); place++) {
        const double *row = &table[(static_cast<size_t>(c) * places() + place) * width + column];
        fields.back().values.insert(fields.back().values.end(), row, row + size);
        if (size == 6) std::swap(fields.back().values.end()[-1], fields.back().values.end()[-2]);
      }
      column += size;
    }
  }
  return image_text(grid, fields, run_time(update));
}

// Rank 0 has the sums of all.
void FieldSensor::transfer_state(grist::Archive &archive)
{
  std::vector<CellSums> all = archive.reads() ? sums : whole_sums();
  std::vector<Stays::Tally> stayed;
  if (!archive.reads() && has_stays) stayed = stays->whole(world);
  archive(samples, all, solid, stayed);
  if (!archive.reads()) return;
  if (comm->me > 0) std::fill(all.begin(), all.end(), CellSums());
  if (comm->me > 0) std::fill(stayed.begin(), stayed.end(), Stays::Tally());
  sums = all;
  if (has_stays) stays->set(stayed);
}
