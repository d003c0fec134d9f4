#include "styles/sensors/plane_sensor.h"

#include "styles/access/atom_style.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/commands/named_region.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "region.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <utility>

using namespace LAMMPS_NS;
using grist::ExactSum;
using grist::Vector3d;

PlaneSensor::PlaneSensor(LAMMPS *lmp, int groupbit, const SensorComponents &components,
                         SensorPlane plane_in) :
    Sensor(lmp, groupbit, components),
    plane(std::move(plane_in)), tallies(components.count()), intervals(components.count()),
    net_before(components.count(), 0.0)
{
  init();
}

std::vector<std::string> PlaneSensor::columns() const
{
  return {"number_forward",        "number_back",   "mass_forward [mass]", "mass_back [mass]",
          "mass_rate [mass/time]", "vx [velocity]", "vy [velocity]",       "vz [velocity]"};
}

void PlaneSensor::init()
{
  const int k = plane.axis;
  if (domain->triclinic)
    error->all(FLERR, "{}: box is triclinic (expected an orthogonal one)", FIX_SENSOR);
  const bool below = plane.place < domain->boxlo[k] && domain->boundary[k][0] < 2;
  const bool above = plane.place >= domain->boxhi[k] && domain->boundary[k][1] < 2;
  if (below || above)
    error->all(FLERR, "{}: plane {} {:g} (expected inside the box, {:g} to {:g})", FIX_SENSOR,
               "xyz"[k], plane.place, domain->boxlo[k], domain->boxhi[k]);
  find_region();
}

void PlaneSensor::find_region()
{
  if (!plane.region.empty())
    region = region_named(lmp, std::string(FIX_SENSOR) + ": region", plane.region);
}

// What commands did to atoms between two runs is no crossing.
void PlaneSensor::begin_run(std::vector<SensorRow> &rows, bool, double)
{
  std::fill(rows.begin(), rows.end(), SensorRow());
  look(rows, 0.0);
}

// Between two rebuilds a particle is at most a little outside of the box.
double PlaneSensor::planes_below(int i) const
{
  assert(is_owned(atom, i));
  static constexpr int SHIFTS[3] = {0, IMGBITS, IMG2BITS};
  const int k = plane.axis;
  const double above = atom->x[i][k] - plane.place, period = domain->prd[k];
  const bool is_near = -period <= above && above < period;
  const double below = above < 0.0 ? -1.0 : 0.0;
  if (!domain->periodicity[k]) return below;
  const auto image = static_cast<int>((atom->image[i] >> SHIFTS[k] & IMGMASK) - IMGMAX);
  return (is_near ? below : std::floor(above / period)) + image;
}

// Whether the place on the plane where the particle crossed it is in the region.
bool PlaneSensor::counts_here(int i, const Vector3d &before) const
{
  assert(region && is_owned(atom, i));
  const int k = plane.axis;
  double way[3], x[3];
  for (int d = 0; d < 3; d++) way[d] = atom->x[i][d] - before[d];
  minimum_image(domain, way);
  double beyond = atom->x[i][k] - plane.place;    // of the nearest image of the plane
  if (domain->periodicity[k]) beyond -= domain->prd[k] * std::round(beyond / domain->prd[k]);
  const double share = way[k] != 0.0 ? std::clamp(beyond / way[k], 0.0, 1.0) : 0.0;
  for (int d = 0; d < 3; d++) x[d] = atom->x[i][d] - share * way[d];
  domain->remap(x);
  return region->match(x[0], x[1], x[2]) != 0;
}

void PlaneSensor::look(std::vector<SensorRow> &rows, double)
{
  assert(rows.size() >= static_cast<size_t>(atom->nlocal));
  find_region();
  if (region) region->prematch();
  for (int i = 0; i < atom->nlocal; i++) {
    SensorRow &mine = rows[i];
    if (!(atom->mask[i] & groupbit)) {
      mine = {};    // in case it comes into the group later
      continue;
    }
    const double below = planes_below(i), before = mine.planes_below;
    const double crossings = before == SensorRow::NEW ? 0.0 : below - before;
    if (crossings != 0.0 && (!region || counts_here(i, mine.place))) count(i, crossings);
    mine.planes_below = below;
    mine.place = grist::vector_at(atom->x[i]);
  }
}

void PlaneSensor::count(int i, double crossings)
{
  assert(is_owned(atom, i) && crossings != 0.0);
  const int way = crossings > 0.0 ? FORWARD : BACK;
  const double mass = atom->rmass[i];
  components.each(atom->type[i], atom->mask[i], [&](int c) {
    for (int n = 0; n < std::abs(static_cast<int>(crossings)); n++) {
      tallies[c].number[way]++;
      tallies[c].mass[way].add(mass);
      intervals[c].mass += mass;
      for (int d = 0; d < 3; d++) intervals[c].momentum[d] += mass * atom->v[i][d];
    }
  });
}

PlaneSensor::Totals PlaneSensor::totals(int component) const
{
  assert(component >= 0 && component < static_cast<int>(tallies.size()));
  const Tally &tally = tallies[component];
  Totals all;
  MPI_Allreduce(tally.number.data(), all.number.data(), WAYS, MPI_INT64_T, MPI_SUM, world);
  for (int way = 0; way < WAYS; way++) all.mass[way] = sum_of_all_ranks(tally.mass[way]).value();
  return all;
}

ExactSum PlaneSensor::sum_of_all_ranks(const ExactSum &mine) const
{
  ExactSum sum;
  for (const double part : from_all_ranks(mine.parts(), world)) sum.add(part);
  return sum;
}

std::vector<PlaneSensor::Interval> PlaneSensor::whole_intervals() const
{
  std::vector<Interval> all(intervals.size());
  static_assert(sizeof(Interval) == 4 * sizeof(double));
  MPI_Allreduce(intervals.data(), all.data(), 4 * components.count(), MPI_DOUBLE, MPI_SUM, world);
  return all;
}

std::vector<double> PlaneSensor::close(double elapsed)
{
  std::vector<double> table;
  const std::vector<Interval> crossed = whole_intervals();
  for (int c = 0; c < components.count(); c++) {
    const Totals all = totals(c);
    const double net = all.mass[FORWARD] - all.mass[BACK];
    const double rate = elapsed > 0.0 ? (net - net_before[c]) / elapsed : 0.0;
    table.insert(table.end(),
                 {static_cast<double>(all.number[FORWARD]), static_cast<double>(all.number[BACK]),
                  all.mass[FORWARD], all.mass[BACK], rate});
    for (const double momentum : crossed[c].momentum)
      table.push_back(crossed[c].mass > 0.0 ? momentum / crossed[c].mass : 0.0);
    net_before[c] = net;
  }
  intervals.assign(intervals.size(), {});
  return table;
}

// Rank 0 takes over the amounts of all.
void PlaneSensor::transfer_state(grist::Archive &archive)
{
  std::vector<Interval> crossed = archive.reads() ? intervals : whole_intervals();
  std::vector<Tally> all = tallies;
  for (size_t c = 0; c < all.size() && !archive.reads(); c++) {
    all[c].number = totals(static_cast<int>(c)).number;
    for (ExactSum &mass : all[c].mass) mass = sum_of_all_ranks(mass);
  }
  archive(net_before, crossed, all);
  if (!archive.reads()) return;
  intervals.assign(crossed.size(), {});
  tallies.assign(all.size(), {});
  if (comm->me > 0) return;
  intervals = crossed;
  tallies = all;
}
