#include "styles/liquid/liquid_at_walls.h"

#include "styles/access/styles_with.h"
#include "styles/walls/wall_contact_fix.h"

#include "atom.h"
#include "error.h"
#include "modify.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace LAMMPS_NS;

void LiquidAtWalls::set(const grist::BridgeLaw &law, double angle, double share)
{
  assert(share >= 0.0 && share <= 1.0);
  liquid.law = law;
  liquid.law.angle = grist::mean_angle(law.angle, angle);
  liquid.share = share;
  makes = true;
}

std::shared_ptr<LiquidAtWall> LiquidAtWalls::named(const std::string &id)
{
  const auto found =
      std::find_if(walls.begin(), walls.end(), [&](const auto &wall) { return wall->id == id; });
  return found != walls.end() ? *found : std::make_shared<LiquidAtWall>(lmp, id, liquid);
}

void LiquidAtWalls::connect(double farthest)
{
  assert(farthest >= 0.0);
  liquid.most = liquid.law.volume_of_rupture(farthest);
  std::vector<std::shared_ptr<LiquidAtWall>> now;
  for (WallContactFix *wall : fixes_with<WallContactFix>(lmp)) {
    if (!makes || wall->is_for_bodies()) continue;
    now.push_back(named(wall->id));
    now.back()->begin_run();
    wall->set_bridges(now.back(), farthest);
  }
  for (const auto &wall : walls)
    if (std::find(now.begin(), now.end(), wall) == now.end())
      for (int i = 0; i < atom->nlocal; i++) wall->break_all(i);
  walls = now;
}

void LiquidAtWalls::check_walls(const std::string &user)
{
  if (!makes) return;
  for (const WallContactFix *wall : fixes_with<WallContactFix>(lmp)) {
    if (wall->is_for_bodies()) continue;
    named(wall->id)->is_free = wall->is_free();
    if (wall->pulls_beyond_touch())
      error->all(FLERR, "{}: cohesion {} of wall {} (expected {}, which end at touch)", user,
                 grist::names_of_cohesion(true), wall->id, grist::names_of_cohesion(false));
  }
}

void LiquidAtWalls::share_counts()
{
  if (std::none_of(walls.begin(), walls.end(), [](const auto &wall) { return wall->is_free; }))
    return;
  double mine = 0.0;
  for (const auto &wall : walls)
    for (int i = 0; i < atom->nlocal && wall->is_free; i++) mine += wall->volumes.count(i);
  MPI_Allreduce(&mine, &liquid.with_free_walls, 1, MPI_DOUBLE, MPI_SUM, world);
}

// ---- of an atom

double LiquidAtWalls::volume_of(int i) const
{
  double sum = 0.0;
  for (const auto &wall : walls) sum += wall->volume_of(i);
  return sum;
}

int LiquidAtWalls::bridges_of(int i) const
{
  int sum = 0;
  for (const auto &wall : walls) sum += wall->volumes.count(i);
  return sum;
}

// The ids of the walls, in the order of the numbers of an atom.
void LiquidAtWalls::transfer_state(grist::Archive &archive)
{
  std::vector<std::string> ids;
  for (const auto &wall : walls) ids.push_back(wall->id);
  archive(ids);
  if (!archive.reads()) return;
  for (const std::string &one : ids) walls.push_back(named(one));
}

// ---- energy

double LiquidAtWalls::power_on_spheres(const grist::SphereRates *rates) const
{
  double sum = 0.0;
  for (const auto &wall : walls) sum += wall->power_on_spheres(rates);
  return sum;
}

double LiquidAtWalls::take_lost()
{
  double sum = 0.0;
  for (const auto &wall : walls) sum += wall->take_lost();
  return sum;
}

double LiquidAtWalls::shortest_time() const
{
  double least = std::numeric_limits<double>::infinity();
  for (const auto &wall : walls) least = std::min(least, wall->shortest_time());
  return least;
}
