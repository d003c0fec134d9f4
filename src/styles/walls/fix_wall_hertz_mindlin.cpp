#include "styles/walls/fix_wall_hertz_mindlin.h"

#include "comm.h"
#include "error.h"
#include "styles/walls/wall_region.h"

#include <cstring>
#include <utility>

using namespace LAMMPS_NS;
using grist::Vector3d;

/* ----------------------------------------------------------------------
   fix ID group wall/hertz/mindlin|wall/hooke/history region ID | xplane lo hi ... zcylinder R ... keyword value ...
------------------------------------------------------------------------- */

FixWallHertzMindlin::FixWallHertzMindlin(LAMMPS *lmp, int narg, char **arg) :
    WallContactFix(lmp, narg, arg, std::string("Fix ") + arg[2]), region(nullptr)
{
  int iarg = 3;
  if (narg > 4 && strcmp(arg[3], "region") == 0) {
    auto owned = std::make_unique<WallRegion>(lmp, arg[4], name);
    region = owned.get();
    wall = std::move(owned);
    restart_global = 1;
    iarg = 5;
  } else {
    auto walls = std::make_unique<grist::FixedWalls>();
    iarg = read_fixed_walls(narg, arg, iarg, *walls);
    if (walls->empty())
      error->all(
          FLERR,
          "{}: no wall at '{}' (expected region ID, xplane, yplane, zplane, xcylinder, ycylinder "
          "or zcylinder)",
          name, narg > 3 ? arg[3] : "");
    wall = std::move(walls);
  }
  const auto kind = grist::find_contact_kind(arg[2] + strlen("wall/"));
  complete(std::make_unique<SphereWallLaw>(lmp, *kind, narg, arg, iarg, name));
}

// Returns the first word that is no plane and no cylinder.
int FixWallHertzMindlin::read_fixed_walls(int narg, char **arg, int iarg, grist::FixedWalls &walls)
{
  for (; iarg < narg; iarg += 2) {
    const char *word = arg[iarg], *kind = word[0] == '\0' ? word : word + 1;
    const bool plane = strcmp(kind, "plane") == 0, cylinder = strcmp(kind, "cylinder") == 0;
    const int axis = word[0] - 'x';
    if (axis < 0 || axis > 2 || !(plane || cylinder)) break;
    if (iarg + (plane ? 2 : 1) >= narg)
      error->all(FLERR, "{}: {} needs {}", name, word, plane ? "lo and hi" : "a radius");
    const auto value = [&](int k) { return utils::numeric(FLERR, arg[iarg + k], false, lmp); };
    if (cylinder) {
      if (!(value(1) > 0.0))
        error->all(FLERR, "{}: {} {} (expected a radius above 0)", name, word, value(1));
      walls.add_cylinder(axis, value(1));
      continue;
    }
    for (int side = 0; side < 2; side++)
      if (strcmp(arg[iarg + 1 + side], "NULL") != 0)
        walls.add_plane(value(1 + side) * Vector3d::Unit(axis),
                        (side == 0 ? 1.0 : -1.0) * Vector3d::Unit(axis));
    iarg++;
  }
  return iarg;
}

void FixWallHertzMindlin::init()
{
  WallContactFix::init();
  if (region) region->connect();
}

void FixWallHertzMindlin::move_wall()
{
  if (region) region->advance();
}

bool FixWallHertzMindlin::list_is_useless() const
{
  return region && region->changes_shape();
}

/* ----------------------------------------------------------------------
   the motion of the region goes on where it was; a fix with this ID may have had another wall
------------------------------------------------------------------------- */

void FixWallHertzMindlin::write_restart(FILE *file)
{
  if (comm->me > 0) return;
  const int size = sizeof(WallRegion::Motion);
  fwrite(&size, sizeof(int), 1, file);
  fwrite(&region->motion(), size, 1, file);
}

void FixWallHertzMindlin::restart(char *buf)
{
  if (!region) return;
  WallRegion::Motion motion;
  memcpy(&motion, buf, sizeof(motion));
  region->set_motion(motion);
}
