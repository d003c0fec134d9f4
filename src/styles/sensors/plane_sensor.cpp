#include "styles/sensors/plane_sensor.h"

#include "styles/common/lammps_compat.h"
#include "styles/common/rank_vectors.h"
#include "styles/common/restart_block.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "region.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

using namespace LAMMPS_NS;
using grist::ExactSum;

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

// The number of planes below; with a region the position, too.
int PlaneSensor::numbers_by_atom() const
{
  return plane.region.empty() ? 1 : 4;
}

void PlaneSensor::init()
{
  const int k = plane.axis;
  if (domain->triclinic)
    error->all(FLERR, "{}: box is triclinic (expected an orthogonal one)", FIX_SENSOR);
  const bool below = plane.place < domain->boxlo[k] && domain->boundary[k][0] < 2;
  const bool above = plane.place >= domain->boxhi[k] && domain->boundary[k][1] < 2;
  if (below || above)
    error->all(FLERR, "{}: plane {} {} (expected inside the box, {} to {})", FIX_SENSOR, "xyz"[k],
               plane.place, domain->boxlo[k], domain->boxhi[k]);
  if (plane.region.empty()) return;
  region = domain->get_region_by_id(plane.region);
  if (!region) error->all(FLERR, "{}: region {} (does not exist)", FIX_SENSOR, plane.region);
}

// What commands did to atoms between two runs is no crossing.
void PlaneSensor::begin_run(std::vector<double> &numbers, bool, double)
{
  std::fill(numbers.begin(), numbers.end(), NEW);
  look(numbers, 0.0);
}

// Between two rebuilds a particle is at most a little outside of the box.
double PlaneSensor::planes_below(int i) const
{
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
bool PlaneSensor::counts_here(int i, const double *before) const
{
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

void PlaneSensor::look(std::vector<double> &numbers, double)
{
  const int width = numbers_by_atom();
  if (region) region->prematch();
  for (int i = 0; i < atom->nlocal; i++) {
    double *mine = &numbers[static_cast<size_t>(i) * width];
    if (!(atom->mask[i] & groupbit)) {
      mine[0] = NEW;    // in case it comes into the group later
      continue;
    }
    const double below = planes_below(i), crossings = mine[0] == NEW ? 0.0 : below - mine[0];
    if (crossings != 0.0 && (!region || counts_here(i, mine + 1))) count(i, crossings);
    mine[0] = below;
    if (region) std::copy_n(atom->x[i], 3, mine + 1);
  }
}

void PlaneSensor::count(int i, double crossings)
{
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

/* ---------------------------------------------------------------------- */

PlaneSensor::Totals PlaneSensor::totals(int component) const
{
  const Tally &tally = tallies[component];
  Totals all;
  MPI_Allreduce(tally.number.data(), all.number.data(), WAYS, MPI_INT64_T, MPI_SUM, world);
  for (int way = 0; way < WAYS; way++) {
    ExactSum sum;
    for (const double part : from_all_ranks(tally.mass[way].parts(), world)) sum.add(part);
    all.mass[way] = sum.value();
  }
  return all;
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

// Masses are written as the parts of their exact sums, which rank 0 takes over.
void PlaneSensor::write(RestartWriter &block) const
{
  block.add_vector(net_before);
  block.add_vector(whole_intervals());
  for (int c = 0; c < components.count(); c++) {
    block.add(totals(c).number);
    for (const ExactSum &mass : tallies[c].mass) {
      ExactSum sum;
      for (const double part : from_all_ranks(mass.parts(), world)) sum.add(part);
      block.add_vector(sum.parts());
    }
  }
}

void PlaneSensor::read(RestartReader &block)
{
  std::vector<double> parts;
  block.get_vector(net_before);
  block.get_vector(intervals);
  if (comm->me > 0) intervals.assign(intervals.size(), {});
  tallies.assign(tallies.size(), {});
  for (Tally &tally : tallies) {
    std::array<std::int64_t, WAYS> number;
    block.get(number);
    if (comm->me == 0) tally.number = number;
    for (ExactSum &mass : tally.mass) {
      block.get_vector(parts);
      if (comm->me > 0) continue;
      for (const double part : parts) mass.add(part);
    }
  }
}
