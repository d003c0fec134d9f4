#include "styles/walls/fix_wall_polyhedron.h"

#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "styles/access/run_checks.h"
#include "styles/commands/input_words.h"
#include "styles/commands/motion_keyword.h"
#include "styles/files/output_columns.h"
#include "styles/polyhedra/polyhedron_bodies.h"
#include "styles/walls/compound_histories.h"
#include "styles/walls/polyhedra_on_wall.h"
#include "styles/walls/wall_clock.h"
#include "update.h"

#include "common/preconditions.h"
#include "geometry/half_space.h"
#include "walls/plane_wall.h"

#include <cstring>
#include <string>
#include <utility>
#include <vector>

using namespace LAMMPS_NS;
using grist::HalfSpace;
using grist::Overlap;
using grist::OverlapStatus;
using grist::Vector3d;

namespace {

// Polyhedra on planes: the overlap with each half space.
class PolyhedraOnPlanes : public PolyhedraOnWall {
 public:
  PolyhedraOnPlanes(PolyhedronBodies &bodies, grist::PlaneWall &planes) :
      bodies(bodies), planes(planes), compound_histories(planes.count())
  {
  }
  void list(const std::vector<int> &, double) override {}
  const std::vector<Contact> &find(int n, int i) override;
  double *histories(int i, grist::ContactMemory &memory) override
  {
    if (is_compound) return compound_histories.begin(i, memory, compound);
    return memory.update(i, places, planes);
  }
  void store(int i, grist::ContactMemory &memory) const override
  {
    if (is_compound) compound_histories.store(i, memory);
  }
  bool began(int k, const grist::ContactMemory &memory) const override
  {
    return is_compound ? compound.began(k) : memory.began(k);
  }

 private:
  PolyhedronBodies &bodies;
  grist::PlaneWall &planes;
  std::vector<Contact> contacts;
  std::vector<grist::WallContact> places;    // of the contacts
  bool is_compound = false;                  // the body of the last find()
  grist::CompoundContacts compound;
  CompoundHistories compound_histories;

  void add(int i, const Overlap &overlap, int plane, double share);
};

// The planes as compounds touch them: each by itself.
class PlaneSolids : public grist::WallSolids {
 public:
  PlaneSolids(grist::PlaneWall &planes, double reach) : planes(planes), reach(reach) {}

  int count() const override { return planes.count(); }
  double coupling(int, int) const override { return 0.0; }
  int number(int plane) const override { return plane; }
  bool begin(const grist::ConvexPolyhedron &body_in, const grist::Pose &pose_in) override
  {
    body = &body_in;
    pose = pose_in;
    return true;
  }
  bool touch(int plane, Overlap &found, grist::AreaSpread &) override
  {
    if (planes.distance(plane) >= reach || planes[plane].distance(pose.position) >= body->radius())
      return false;
    found = overlap(*body, pose, planes[plane], workspace);    // one behind the plane has no area
    return found.status == OverlapStatus::OVERLAPPING;
  }
  std::vector<HalfSpace> half_spaces(int plane, int &shared) const override
  {
    shared = 1;
    return {planes[plane]};
  }

 private:
  grist::PlaneWall &planes;
  double reach;
  const grist::ConvexPolyhedron *body = nullptr;
  grist::Pose pose;
  grist::OverlapWorkspace workspace;
};

const std::vector<PolyhedraOnWall::Contact> &PolyhedraOnPlanes::find(int, int i)
{
  assert(bodies.shape(i));
  contacts.clear();
  places.clear();
  planes.measure(bodies.pose(i).position);
  is_compound = bodies.shape(i).compound != nullptr;
  if (is_compound) {
    PlaneSolids solids(planes, bodies.radius(i));
    int k = 0;
    for (const grist::CompoundContact &found : compound.find(bodies.placed(i), solids))
      add(i, found.overlap, compound.solid_of(k++), found.share);
    return contacts;
  }
  for (int plane = 0; plane < planes.count(); plane++) {
    if (planes.distance(plane) >= bodies.radius(i)) continue;
    const Overlap overlap = bodies.overlap(i, planes[plane]);
    if (overlap.status == OverlapStatus::OVERLAPPING && overlap.area > 0.0)
      add(i, overlap, plane, 1.0);
  }
  return contacts;
}

void PolyhedraOnPlanes::add(int i, const Overlap &overlap, int plane, double share)
{
  const Vector3d place = bodies.pose(i).position + overlap.centroid;
  contacts.push_back({overlap, planes.contact(plane, place, planes.distance(plane)), share});
  places.push_back(contacts.back().at);
}

}    // namespace

static HalfSpace read_plane(InputWords &words)
{
  words.need(6, "plane", "6 values");
  const Vector3d point = words.vector("point of plane", Quantity::LENGTH),
                 normal = words.axis("normal of plane");
  return HalfSpace::through(point, normal);
}

static void read_planes(int axis, const std::string &name, InputWords &words,
                        std::vector<HalfSpace> &walls)
{
  for (const auto &[position, inwards] : read_planes_across(words, name))
    walls.push_back(
        HalfSpace::through(position * Vector3d::unit(axis), inwards * Vector3d::unit(axis)));
}

// `plane px py pz nx ny nz`, `xplane lo hi`, `yplane lo hi`, `zplane lo hi`: appended to `walls`, half
// spaces whose normals point into the domain.
static std::vector<Keyword> wall_plane_keywords(InputWords &words, std::vector<HalfSpace> &walls)
{
  std::vector<Keyword> keywords = {{"plane", [&] { walls.push_back(read_plane(words)); }}};
  for (int axis = 0; axis < 3; axis++) {
    const std::string name = std::string(1, static_cast<char>('x' + axis)) + "plane";
    keywords.push_back({name, [=, &words, &walls] { read_planes(axis, name, words, walls); }});
  }
  return keywords;
}

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
    error->all(FLERR, "{}: place or velocity of the planes is not finite at time {:g} (see move)",
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
