#include "styles/walls/fix_wall_hertz_mindlin.h"

#include "contacts/contact_laws.h"
#include "styles/commands/input_words.h"
#include "styles/walls/wall_region.h"

#include "error.h"

#include <utility>

using namespace LAMMPS_NS;
using grist::FixedWalls;
using grist::Vector3d;

/* ----------------------------------------------------------------------
   fix ID group wall/hertz/mindlin|wall/hooke/history region ID | xplane lo hi ... zcylinder R ...
          keyword value ...
------------------------------------------------------------------------- */

FixWallHertzMindlin::FixWallHertzMindlin(LAMMPS *lmp, int narg, char **arg) :
    WallContactFix(lmp, narg, arg, std::string("Fix ") + arg[2]), region(nullptr)
{
  InputWords words(lmp, name, narg, arg, 3);
  if (words.next_is("region"))
    read_region(words);
  else
    read_fixed_walls(words, narg > 3 ? arg[3] : "");
  const auto kind = grist::find_contact_kind(arg[2] + strlen("wall/"));
  SurfaceRequest surface;
  auto law = std::make_unique<SphereWallLaw>(lmp, *kind, words, name,
                                             std::vector<Keyword>{surface_keyword(words, surface)});
  set_surface(surface);
  complete(std::move(law));
}

void FixWallHertzMindlin::read_region(InputWords &words)
{
  words.word("region");
  words.need(1, "region", "an ID");
  auto owned = std::make_unique<WallRegion>(lmp, words.word("region"), name);
  region = owned.get();
  wall = std::move(owned);
}

// These return whether the next word is such a wall. If so, they read it.
static bool read_plane_pair(InputWords &words, int axis, FixedWalls &walls)
{
  const std::string keyword = std::string(1, "xyz"[axis]) + "plane";
  if (!words.next_is(keyword.c_str())) return false;
  words.word(keyword);
  for (const auto &[position, inwards] : read_planes_across(words, keyword))
    walls.add_plane(position * Vector3d::unit(axis), inwards * Vector3d::unit(axis));
  return true;
}

static bool read_cylinder(InputWords &words, int axis, FixedWalls &walls)
{
  const std::string keyword = std::string(1, "xyz"[axis]) + "cylinder";
  if (!words.next_is(keyword.c_str())) return false;
  words.word(keyword);
  words.need(1, keyword, "a radius");
  walls.add_cylinder(axis, words.positive(keyword, Quantity::LENGTH));
  return true;
}

static bool read_fixed_wall(InputWords &words, FixedWalls &walls)
{
  for (int axis = 0; axis < 3; axis++)
    if (read_plane_pair(words, axis, walls) || read_cylinder(words, axis, walls)) return true;
  return false;
}

void FixWallHertzMindlin::read_fixed_walls(InputWords &words, const std::string &first)
{
  auto walls = std::make_unique<FixedWalls>();
  while (read_fixed_wall(words, *walls)) continue;
  if (walls->empty())
    error->all(
        FLERR,
        "{}: no wall at '{}' (expected region ID, xplane, yplane, zplane, xcylinder, ycylinder "
        "or zcylinder)",
        name, first);
  wall = std::move(walls);
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

/* ----------------------------------------------------------------------
   restart: the motion of the region. The fix with this ID may have had another kind of wall in the
   restart file
------------------------------------------------------------------------- */

void FixWallHertzMindlin::transfer_state(grist::Archive &archive)
{
  WallContactFix::transfer_state(archive);
  bool has_region = region != nullptr;
  archive(has_region);
  if (!has_region) return;
  RegionMotion::State state = {};
  if (region) state = region->motion().state();
  archive(state);
  if (region) region->motion().set_state(state);
}
