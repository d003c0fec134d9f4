#include "styles/walls/fix_wall_polyhedron.h"

#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "styles/access/run_checks.h"
#include "styles/commands/input_words.h"
#include "styles/commands/motion_keyword.h"
#include "styles/files/output_columns.h"
#include "styles/state/motion_state.h"
#include "styles/walls/plane_words.h"
#include "styles/walls/polyhedra_on_planes.h"
#include "update.h"

#include <cstring>
#include <utility>

using namespace LAMMPS_NS;
using grist::Vector3d;

/* ----------------------------------------------------------------------
   fix ID group wall/polyhedron volume|energy K ... plane px py pz nx ny nz | xplane lo hi ...
          surface linear vx vy vz
      move ... about x y z
------------------------------------------------------------------------- */

FixWallPolyhedron::FixWallPolyhedron(LAMMPS *lmp, int narg, char **arg) :
    WallContactFix(lmp, narg, arg, "Fix wall/polyhedron"), planes(nullptr), clock(update)
{
  energy_global_flag = 1;
  name_columns(lmp, *this, {{"elastic [energy]"}, {}, {}, {}});
  auto owned = std::make_unique<grist::PlaneWall>();
  planes = owned.get();
  wall = std::move(owned);
  InputWords words(lmp, name, narg, arg, 3);
  std::vector<grist::HalfSpace> given;
  std::vector<Keyword> keywords = wall_plane_keywords(words, given);
  SurfaceRequest surface;
  keywords.push_back(surface_keyword(words, surface));
  std::vector<DrivenMotion> driven;
  keywords.push_back(motion_keyword(words, planes->motion, driven));
  keywords.push_back({"about", [&] {
                        words.need(3, "about", "x y z");
                        planes->set_reference(words.vector("about", Quantity::LENGTH));
                      }});
  auto law = std::make_unique<PolyhedronWallLaw>(lmp, words, name, keywords);
  if (given.empty())
    error->all(FLERR, "{}: no wall (expected plane, xplane, yplane or zplane)", name);
  planes->set(given);
  set_surface(surface);
  variables = std::make_unique<MotionVariables>(lmp, name, driven);
  auto polyhedra = std::make_unique<PolyhedraOnPlanes>(law->bodies, *planes);
  complete_for_bodies(std::move(law), std::move(polyhedra));
}

void FixWallPolyhedron::init()
{
  WallContactFix::init();
  if (!planes->motion.driven().empty()) refuse_rerun(lmp, name, NO_PLACE_IN_FRAMES);
  if (planes->motion.origin().time > 0.0) refuse_rerun(lmp, name, ONE_MOTION_IN_FRAMES);
  variables->find();
}

int FixWallPolyhedron::modify_param(int narg, char **arg)
{
  if (strcmp(arg[0], "move") != 0) return 0;
  InputWords words(lmp, name, narg, arg);
  const int read = modify_motion(lmp, name, words, planes->motion, clock.time(), variables);
  planes->place(clock.time());
  return read;
}

// At setup they are where they were at the last step.
void FixWallPolyhedron::move_wall()
{
  const double dt = update->setupflag ? 0.0 : update->dt;
  if (dt > 0.0) clock.step(dt);
  if (!planes->moves()) return;
  if (dt == 0.0 && is_rerun(lmp)) clock.go_to_frame();
  variables->drive(planes->motion, dt);
  planes->place(clock.time());
  if (!planes->motion.is_finite())
    error->all(FLERR, "{}: place or velocity of the planes is not finite at time {} (see move)",
               name, clock.time());
}

// Elastic energy of the contacts (law energy).
double FixWallPolyhedron::compute_scalar()
{
  const double mine = law_of_bodies()->energy();
  double all = 0.0;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

void FixWallPolyhedron::add_limits(RunLimits &limits)
{
  WallContactFix::add_limits(limits);
  const grist::AlignedBox box{grist::vector_at(domain->boxlo), grist::vector_at(domain->boxhi)};
  limits.times.push_back({TimeLimitKind::WALL_SPEED, fmt::format("{} {}", name, id),
                          thinnest() / planes->greatest_speed(box)});
}

void FixWallPolyhedron::transfer_state(grist::Archive &archive)
{
  WallContactFix::transfer_state(archive);
  const double time = transfer_motion(lmp, name, archive, planes->motion, clock.time());
  if (!archive.reads()) return;
  clock.set_time(time);
  planes->place(time);
}
