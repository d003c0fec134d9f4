#include "styles/liquid/liquid_at_wall.h"

#include "styles/access/atom_style.h"
#include "styles/walls/wall_law.h"
#include "styles/walls/wall_list.h"

#include "atom.h"
#include "force.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace LAMMPS_NS;
using grist::MovingSphere;
using grist::WallContact;

// Places are found up to this multiple of the rupture gap, so that a bridge is seen when it breaks.
static constexpr double BEYOND_RUPTURE = 1.02;

static constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

LiquidAtWall::LiquidAtWall(LAMMPS *lmp, std::string id, LiquidOfWalls &liquid) :
    Pointers(lmp), id(std::move(id)), liquid(liquid)
{
  volumes.set_width(1);
  volumes.resize(atom->nmax);
}

double LiquidAtWall::volume_of(int i) const
{
  double sum = 0.0;
  for (int k = 0; k < volumes.count(i); k++) sum += *volumes.history(i, k);
  return sum;
}

void LiquidAtWall::end_bridge(int i, double volume)
{
  assert(is_owned(atom, i) && volume > 0.0);
  liquid.film[i] += volume;
  liquid.totals.mine[LiquidTotals::BROKEN] += 1.0;
  liquid.changed = true;
}

void LiquidAtWall::break_all(int i)
{
  assert(i >= 0);
  for (int k = 0; k < volumes.count(i); k++) end_bridge(i, *volumes.history(i, k));
  volumes.clear(i);
}

void LiquidAtWall::begin_step(const WallList &list)
{
  assert(std::is_sorted(list.spheres().begin(), list.spheres().end()));
  acting.clear();
  greatest_inertia = 0.0;
  if (std::exchange(listed, list.builds()) == list.builds()) return;
  auto next = list.spheres().begin();
  for (int i = 0; i < atom->nlocal; i++) {
    const bool is_listed = next != list.spheres().end() && *next == i;
    if (is_listed)
      ++next;
    else
      break_all(i);
  }
  volumes.keep_only(list.spheres());
  near = list.spheres();
}

double LiquidAtWall::reach(int i, bool touches) const
{
  assert(is_owned(atom, i));
  double most = 0.0;
  for (int k = 0; k < volumes.count(i); k++) most = std::max(most, *volumes.history(i, k));
  if (most > 0.0) return atom->radius[i] + BEYOND_RUPTURE * liquid.law.rupture_gap(most);
  return touches && liquid.share * liquid.film[i] > 0.0 ? atom->radius[i] : 0.0;
}

const std::vector<WallBridges::Pull> &LiquidAtWall::pulls(int i, const MovingSphere &sphere,
                                                          const std::vector<WallContact> &found,
                                                          const grist::WallSurface &wall,
                                                          const WallInertia *inertia)
{
  assert(is_owned(atom, i) && sphere.radius > 0.0);
  // Bridges whose place is out of reach have no place among those found.
  kept.clear();
  for (int k = 0; k < volumes.count(i); k++) kept.push_back(*volumes.history(i, k));
  double *volume = volumes.update(i, found, wall);
  for (size_t k = 0; k < found.size(); k++)
    if (volume[k] > 0.0) *std::find(kept.begin(), kept.end(), volume[k]) = 0.0;
  for (const double gone : kept)
    if (gone > 0.0) end_bridge(i, gone);

  break_and_make(i, sphere, found, volume);
  const double radius = grist::bridge_radius(sphere.radius);
  pulled.assign(found.size(), {0.0, 0.0});
  surfaces.clear();
  kept.clear();
  for (size_t k = 0; k < found.size(); k++) {
    if (!(volume[k] > 0.0)) continue;
    const WallContact &at = found[k];
    const double gap = at.distance - sphere.radius;
    const double resistance = began[k] ? 0.0 : limited_resistance(i, sphere, at, inertia);
    const double damping = resistance * dot(at.normal, sphere.velocity - at.velocity);
    // A sphere that is light for its resistance follows the wall within a step. A servo sees that
    // late, so for it the resistance is up to twice as large.
    const double follows = resistance * update->dt * force->ftm2v * liquid.load[i];
    pulled[k] = {liquid.law.force(radius, volume[k], gap) + damping, (1.0 + follows) * resistance};
    acting.push_back({i, radius, volume[k], gap, -pulled[k].force * at.normal, -damping * at.normal,
                      at.place(sphere.position), at.velocity, inertia});
    surfaces.push_back(at.surface);
    kept.push_back(volume[k]);
  }
  if (surfaces.size() < found.size()) volumes.replace(i, surfaces, kept);
  return pulled;
}

// At most one over the time step times what sphere and wall have of inverse mass times the number
// of their bridges, as between spheres.
double LiquidAtWall::limited_resistance(int i, const MovingSphere &sphere, const WallContact &at,
                                        const WallInertia *inertia)
{
  assert(sphere.mass > 0.0 && static_cast<size_t>(i) < liquid.load.size());
  if (liquid.law.viscosity == 0.0) return 0.0;
  double inverse = force->ftm2v * liquid.load[i];
  if (inertia) {
    const double mass = sphere.mass / force->ftm2v;
    const grist::Vector3d place = at.place(sphere.position);
    // A coordinate of the wall at its stop gives way to one of the two.
    const double of_both = 1.0 /
        std::min(inertia->effective_mass(mass, place, -at.normal),
                 inertia->effective_mass(mass, place, at.normal));
    const double of_wall = of_both - 1.0 / mass;
    inverse += std::max(1.0, liquid.with_free_walls) * of_wall;
  }
  greatest_inertia = std::max(greatest_inertia, inverse * sphere.radius);
  const double free =
      liquid.law.resistance(grist::bridge_radius(sphere.radius), at.distance - sphere.radius);
  return std::min(free, 1.0 / (inverse * update->dt));
}

// Half a step before, by which velocities are behind: a bridge begins and ends in the middle
// between two steps.
double LiquidAtWall::gap_halfway(const MovingSphere &sphere, const WallContact &at) const
{
  const double half_step = update->setupflag ? 0.0 : 0.5 * update->dt;
  return at.distance - sphere.radius - half_step * dot(at.normal, sphere.velocity - at.velocity);
}

// A sphere gives to the bridges that it makes with this wall in one step as to those with spheres.
void LiquidAtWall::break_and_make(int i, const MovingSphere &sphere,
                                  const std::vector<WallContact> &found, double *volume)
{
  const double radius = grist::bridge_radius(sphere.radius);
  int fresh = 0;
  began.assign(found.size(), 0);
  for (size_t k = 0; k < found.size(); k++) {
    const double gap = found[k].distance - sphere.radius;
    if (volume[k] == 0.0 && gap <= 0.0) {
      began[k] = 1;
      fresh++;
    } else if (volume[k] > 0.0 && gap > liquid.law.rupture_gap(volume[k])) {
      lost += liquid.law.energy(radius, volume[k], gap_halfway(sphere, found[k]));
      end_bridge(i, std::exchange(volume[k], 0.0));
    }
  }
  double &film = liquid.film[i];
  const double before = film, given = grist::film_share(film, liquid.share, fresh, liquid.most);
  if (given > 0.0) {
    film = std::max(0.0, film - fresh * given);
    liquid.fresh[i] *= film / before;
    liquid.totals.mine[LiquidTotals::FORMED] += fresh;
    liquid.changed = true;
  }
  pour(i, sphere.radius, found, volume);
  for (size_t k = 0; k < found.size() && given > 0.0; k++) {
    if (!began[k]) continue;
    volume[k] = given;
    lost -= liquid.law.energy(radius, given, gap_halfway(sphere, found[k]));
  }
}

// What has fallen on the sphere, into the bridges of before at which it touches.
void LiquidAtWall::pour(int i, double sphere, const std::vector<WallContact> &found, double *volume)
{
  assert(is_owned(atom, i) && sphere > 0.0);
  double &film = liquid.film[i], &fresh = liquid.fresh[i];
  if (!(fresh > 0.0)) return;
  const auto is_closed = [&](size_t k) { return volume[k] > 0.0 && found[k].distance <= sphere; };
  int closed = 0;
  for (size_t k = 0; k < found.size(); k++) closed += is_closed(k);
  const double part = grist::film_share(fresh, liquid.share, closed, liquid.most);
  film = std::max(0.0, film - closed * part);
  fresh = std::max(0.0, fresh - closed * part);
  const double radius = grist::bridge_radius(sphere);
  for (size_t k = 0; k < found.size(); k++) {
    if (part == 0.0 || !is_closed(k)) continue;
    const double gap = found[k].distance - sphere;
    lost += liquid.law.energy(radius, volume[k], gap);
    volume[k] += part;
    lost -= liquid.law.energy(radius, volume[k], gap);
  }
}

// Wet spheres near the wall count by their own mass, bridges also by that of a free wall.
double LiquidAtWall::shortest_time() const
{
  double greatest = greatest_inertia;
  for (const int i : near)
    if (volumes.count(i) > 0 || liquid.share * liquid.film[i] > 0.0)
      greatest = std::max(greatest, force->ftm2v * liquid.load[i] * atom->radius[i]);
  if (greatest == 0.0) return UNLIMITED;
  // The resistance at the smallest gap goes with the radius.
  return 1.0 / (greatest * liquid.law.resistance(grist::bridge_radius(1.0), 0.0));
}

// ---- energy

void LiquidAtWall::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  for (const Acting &one : acting)
    if (of.has(one.i)) to.normal += liquid.law.energy(one.radius, one.volume, one.gap);
}

grist::Vector3d LiquidAtWall::Acting::velocity_of_wall() const
{
  return wall ? velocity + wall->late_velocity().at(place) : velocity;
}

void LiquidAtWall::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                              const grist::SphereSelection &of) const
{
  for (const Acting &one : acting) {
    if (!of.has(one.i)) continue;
    to[grist::CONTACT_DAMPING] += dot(one.damping, one.velocity_of_wall() - rates[one.i].velocity);
    if (!is_free) to[grist::WALL_WORK] += dot(one.force, one.velocity);
  }
}

double LiquidAtWall::power_on_spheres(const grist::SphereRates *rates) const
{
  double sum = 0.0;
  for (const Acting &one : acting) sum += dot(one.force, rates[one.i].velocity);
  return sum;
}
