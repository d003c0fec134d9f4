#include "styles/liquid/liquid_at_wall.h"

#include "styles/walls/wall_list.h"

#include "atom.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::MovingSphere;
using grist::SurfaceContact;

LiquidAtWall::LiquidAtWall(LAMMPS *lmp, std::string id, const LiquidOfWalls &liquid) :
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
  liquid.film[i] += volume;
  liquid.totals.mine[LiquidTotals::BROKEN] += 1.0;
}

void LiquidAtWall::break_all(int i)
{
  for (int k = 0; k < volumes.count(i); k++) end_bridge(i, *volumes.history(i, k));
  volumes.clear(i);
}

void LiquidAtWall::begin_step(const WallList &list)
{
  acting.clear();
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
}

double LiquidAtWall::reach(int i, bool touches) const
{
  double most = 0.0;
  for (int k = 0; k < volumes.count(i); k++) most = std::max(most, *volumes.history(i, k));
  if (most > 0.0) return atom->radius[i] + liquid.law.rupture_gap(most);
  return touches && liquid.share * liquid.film[i] > 0.0 ? atom->radius[i] : 0.0;
}

const std::vector<double> &LiquidAtWall::pulls(int i, const MovingSphere &sphere,
                                               const std::vector<SurfaceContact> &found,
                                               const grist::WallSurface &wall)
{
  // Bridges whose place is out of reach have no place among those found.
  kept.clear();
  for (int k = 0; k < volumes.count(i); k++) kept.push_back(*volumes.history(i, k));
  double *volume = volumes.update(i, found, wall);
  for (size_t k = 0; k < found.size(); k++)
    if (volume[k] > 0.0) *std::find(kept.begin(), kept.end(), volume[k]) = 0.0;
  for (const double gone : kept)
    if (gone > 0.0) end_bridge(i, gone);

  break_and_make(i, sphere.radius, found, volume);
  const double radius = grist::bridge_radius(sphere.radius);
  pulled.assign(found.size(), 0.0);
  surfaces.clear();
  kept.clear();
  for (size_t k = 0; k < found.size(); k++) {
    if (!(volume[k] > 0.0)) continue;
    const SurfaceContact &at = found[k];
    const double gap = at.distance - sphere.radius;
    const double drag =
        liquid.law.resistance(radius, gap) * dot(at.normal, sphere.velocity - at.velocity);
    pulled[k] = liquid.law.force(radius, volume[k], gap) + drag;
    acting.push_back(
        {i, radius, volume[k], gap, -pulled[k] * at.normal, -drag * at.normal, at.velocity});
    surfaces.push_back(at.surface);
    kept.push_back(volume[k]);
  }
  if (surfaces.size() < found.size()) volumes.replace(i, surfaces, kept);
  return pulled;
}

// A sphere gives to the bridges that it makes with this wall in one step as to those with spheres.
void LiquidAtWall::break_and_make(int i, double radius, const std::vector<SurfaceContact> &found,
                                  double *volume)
{
  const auto is_new = [&](size_t k) { return volume[k] == 0.0 && found[k].distance <= radius; };
  int fresh = 0;
  for (size_t k = 0; k < found.size(); k++) {
    if (is_new(k))
      fresh++;
    else if (found[k].distance - radius > liquid.law.rupture_gap(volume[k]) && volume[k] > 0.0)
      end_bridge(i, std::exchange(volume[k], 0.0));
  }
  double &film = liquid.film[i];
  const double given = grist::film_share(film, liquid.share, fresh, liquid.most);
  if (given == 0.0) return;
  film = std::max(0.0, film - fresh * given);
  for (size_t k = 0; k < found.size(); k++) {
    if (!is_new(k)) continue;
    volume[k] = given;
    lost -= liquid.law.energy(grist::bridge_radius(radius), given, 0.0);
  }
  liquid.totals.mine[LiquidTotals::FORMED] += fresh;
}

/* ----------------------------------------------------------------------
   energy
------------------------------------------------------------------------- */

void LiquidAtWall::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  for (const Acting &one : acting)
    if (of.has(one.i)) to.normal += liquid.law.energy(one.radius, one.volume, one.gap);
}

void LiquidAtWall::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                              const grist::SphereSelection &of) const
{
  for (const Acting &one : acting) {
    if (!of.has(one.i)) continue;
    to[grist::CONTACT_DAMPING] += dot(one.drag, one.velocity - rates[one.i].velocity);
    if (!is_free) to[grist::WALL_WORK] += dot(one.force, one.velocity);
  }
}

double LiquidAtWall::power_on_spheres(const grist::SphereRates *rates) const
{
  double sum = 0.0;
  for (const Acting &one : acting) sum += dot(one.force, rates[one.i].velocity);
  return sum;
}
