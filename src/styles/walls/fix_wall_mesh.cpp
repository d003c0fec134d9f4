#include "styles/walls/fix_wall_mesh.h"

#include "atom.h"
#include "comm.h"
#include "common/constants.h"
#include "common/space.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "styles/access/run_checks.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/commands/motion_keyword.h"
#include "styles/files/output_columns.h"
#include "styles/meshes/mesh_input.h"
#include "styles/walls/polyhedra_on_mesh.h"
#include "styles/walls/wall_clock.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::MeshWall;
using grist::MovingSphere;
using grist::Vector3d;
using grist::WallContact;

// ---- fix ID group wall/mesh FILE keyword values ... model name values ...

FixWallMesh::FixWallMesh(LAMMPS *lmp, int narg, char **arg) :
    AnsweringWall(lmp, narg, arg, "Fix wall/mesh"), continued(Vector3d::zero()), clock(update)
{
  if (narg < 4) error->all(FLERR, "{}: no mesh (expected a file of STL, OFF, PLY or OBJ)", name);
  check_box();
  file = arg[3];
  MeshWallKeywords given = read_mesh_wall_keywords(lmp, name, narg, arg, 4);
  auto owned = std::make_unique<MeshWall>(read_mesh(given), given.one_sided, given.motion);
  mesh_wall = owned.get();
  wall = std::move(owned);
  if (given.has_reference) mesh_wall->set_reference(given.reference);
  set_surface(given.surface);
  draws_all = given.draws_all;
  variables = std::make_unique<MotionVariables>(lmp, name, given.driven);
  if (given.stress_every > 0) {
    stress_files = std::make_unique<MeshStressFiles>(lmp, name, std::string("fix ") + id,
                                                     mesh_wall->mesh(), given.stress_file);
    nevery = given.stress_every;
  }
  set_wear(given.wear);
  set_response(given.response, continued);
  set_deformation(given);

  if (given.law_of_bodies)
    take_law(std::move(given.law_of_bodies), given.one_sided);
  else
    complete(std::move(given.law));
  log_mesh(given);
  warn_of_place();
}

void FixWallMesh::set_wear(const grist::WearLaws &given)
{
  wear = given;
  if (!wear.any()) return;
  if (!stress_files)
    error->all(FLERR, "{}: wear is written by stress (add stress, a number of steps and a file)",
               name);
  wear = as_evaluated(wear_numbers(), given, force->nktv2p, {});
  stress_files->show_wear(wear);
  size_vector = grist::WallTotals::TOUCHING + 2;
  add_to_vector(lmp, *this, {"worn_archard [volume]", "worn_finnie [volume]"});
}

void FixWallMesh::set_deformation(const MeshWallKeywords &given)
{
  if (given.deform.every == 0) return;
  if (!wear.any())
    error->all(FLERR, "{}: deform has nothing that wears (add wear archard or wear finnie)", name);
  if (!given.one_sided)
    error->all(FLERR,
               "{}: deform with sides two (expected sides one: the solid behind the triangles)",
               name);
  DeformRequest request = given.deform;
  if (request.file.empty())
    request.file = given.stress_file.substr(0, given.stress_file.rfind('.')) + ".stl";
  try {
    deformation =
        std::make_unique<WallDeformation>(lmp, name, std::string("fix ") + id, *mesh_wall, request);
  } catch (const std::invalid_argument &invalid) {
    error->all(FLERR, "{}: {} (file {})", name, invalid.what(), file);
  }
}

void FixWallMesh::take_law(std::unique_ptr<PolyhedronWallLaw> law, bool one_sided)
{
  auto polyhedra = std::make_unique<PolyhedraOnMesh>(law->bodies, *mesh_wall, one_sided);
  plates = polyhedra.get();
  complete_for_bodies(std::move(law), std::move(polyhedra));
}

// At its place, so that the precision is a length of the box.
grist::Mesh FixWallMesh::read_clean(const MeshWallKeywords &given)
{
  grist::Mesh mesh = grist::read_mesh(file);
  given.placement.apply_to(mesh);
  grist::MeshCleaning how;
  how.use = given.one_sided ? grist::MeshUse::ONE_SIDED_WALL : grist::MeshUse::WALL;
  how.precision = given.precision;
  how.repair = given.repair;
  grist::CleanMesh clean = clean_mesh(lmp, file, mesh, how);
  cleaning = clean.report;
  return std::move(clean.mesh);
}

grist::TriangleMesh FixWallMesh::read_mesh(const MeshWallKeywords &given)
{
  try {
    const grist::Mesh mesh = read_clean(given);
    continued = continued_edges(extent(mesh), box_edges(), given.motion);
    grist::TriangleMesh triangles(mesh, given.smooth * grist::DEGREE, continued);
    if (given.closed && triangles.open_edges() > 0)
      error->all(FLERR, "{}: {} is not closed: {} edges are not between two triangles", name, file,
                 triangles.open_edges());
    if (given.one_sided && triangles.open_edges() == 0 && is_zero(continued))
      solid = std::make_unique<grist::ClosedMesh>(mesh);
    return triangles;
  } catch (const std::invalid_argument &invalid) {
    error->all(FLERR, "{}: {} (file {})", name, invalid.what(), file);
  }
}

void FixWallMesh::log_mesh(const MeshWallKeywords &given)
{
  const grist::TriangleMesh &mesh = mesh_wall->mesh();
  const Vector3d least = mesh.extent().low, greatest = mesh.extent().high;
  if (comm->me == 0)
    utils::logmesg(
        lmp,
        "wall/mesh {}: {} triangles, {} degenerate and {} copies dropped, {} open edges, "
        "extent {:g} {:g} {:g} to {:g} {:g} {:g}{}\n",
        id, mesh.own_triangles(), mesh.degenerate() + cleaning.flat,
        mesh.duplicates() + cleaning.doubled, mesh.open_edges(), least[0], least[1], least[2],
        greatest[0], greatest[1], greatest[2], given.one_sided ? ", one-sided" : "");
}

// Warns of a mesh that is in other units, or where no sphere can be. Not if the box adapts to the
// spheres.
void FixWallMesh::warn_of_place() const
{
  if (domain->nonperiodic == 2 || comm->me > 0) return;
  const grist::AlignedBox box{grist::vector_at(domain->boxlo), grist::vector_at(domain->boxhi)};
  const grist::AlignedBox &extent = mesh_wall->mesh().extent();
  const grist::MeshSize size = grist::compare_sizes(extent, box);
  if (size != grist::MeshSize::FITS)
    error->warning(FLERR,
                   "{} {}: {} is {:.3g} long in a box of {:.3g} (expected the units of the box: "
                   "scale {}?)",
                   name, id, file, greatest_of(extent.sizes()), greatest_of(box.sizes()),
                   size == grist::MeshSize::TOO_LARGE ? "0.001" : "1000");
  else if (intersection(extent, box).is_empty() && !mesh_wall->moves() && domain->nonperiodic == 1)
    error->warning(FLERR,
                   "{} {}: {} lies outside the box, {:g} {:g} {:g} to {:g} {:g} {:g}, where no "
                   "sphere touches it (see shift)",
                   name, id, file, extent.low[0], extent.low[1], extent.low[2], extent.high[0],
                   extent.high[1], extent.high[2]);
}

// Whether a fix changes the length of the box along an axis, along which it is periodic.
static bool changes_along(Modify *modify, int axis)
{
  const std::vector<Fix *> fixes = fixes_of(*modify);
  return std::any_of(fixes.begin(), fixes.end(), [axis](const Fix *fix) {
    return (fix->box_change & (Fix::BOX_CHANGE_X << axis)) != 0;
  });
}

int FixWallMesh::setmask()
{
  return AnsweringWall::setmask() | (stress_files ? END_OF_STEP : 0);
}

void FixWallMesh::init()
{
  WallContactFix::init();
  check_box();
  check_rerun();
  for (int d = 0; d < 3; d++)
    if (continued[d] > 0.0 && (!keeps_edge(continued, box_edges(), d) || changes_along(modify, d)))
      error->all(
          FLERR,
          "{}: the box changes along {}, where {} is as long as it (expected a box that stays, "
          "or a face that is not periodic)",
          name, "xyz"[d], file);
  variables->find();
  connect_walls();
  if (stress_files) stress_files->check_steps();
  if (wear.finnie.flow_stress > 0.0 && acts_beyond_touch())
    error->all(FLERR, "{}: wear finnie needs contacts that begin at touch (take cohesion out)",
               name);
}

void FixWallMesh::setup(int vflag)
{
  WallContactFix::setup(vflag);
  warn_of_side();
}

// Warns of spheres in the solid behind the triangles of a closed mesh.
void FixWallMesh::warn_of_side()
{
  if (!solid) return;
  const grist::Pose to_own = inverse(mesh_wall->frame());
  bigint here[2] = {0, 0}, all[2];    // spheres, and those inside the mesh
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    here[0]++;
    here[1] += solid->holds(to_own * mesh_wall->image_of(grist::vector_at(atom->x[i])), 0.0);
  }
  MPI_Allreduce(here, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
  if (all[0] == 0) return;
  const bool inward = solid->faces_inward();
  solid.reset();
  if (comm->me > 0 || (inward ? all[1] > 0 : all[1] == 0)) return;
  error->warning(FLERR,
                 "{} {}: the triangles of {} face {}, so that {} of {} spheres are in the solid "
                 "behind them (sides one; flip yes turns them)",
                 name, id, file, inward ? "inward" : "outward", inward ? all[0] : all[1], all[0]);
}

void FixWallMesh::check_rerun() const
{
  if (stress_files)
    refuse_rerun(lmp, name,
                 "stress would write the files of the run anew: leave stress out of fix " +
                     std::string(id));
  if (!mesh_wall->motion.driven().empty()) refuse_rerun(lmp, name, NO_PLACE_IN_FRAMES);
  if (mesh_wall->motion.origin().time > 0.0) refuse_rerun(lmp, name, ONE_MOTION_IN_FRAMES);
}

// The box may become triclinic between runs.
void FixWallMesh::check_box() const
{
  if (domain->triclinic)
    error->all(FLERR, "{}: box is triclinic (expected an orthogonal one)", name);
}

grist::BoxEdges FixWallMesh::box_edges() const
{
  const int *periodic = domain->periodicity;
  return {grist::vector_at(domain->prd), {periodic[0] != 0, periodic[1] != 0, periodic[2] != 0}};
}

int FixWallMesh::modify_param(int narg, char **arg)
{
  if (strcmp(arg[0], "move") != 0) return 0;
  finish_step();
  InputWords words(lmp, name, narg, arg);
  ResponseRequest request;
  const int read = modify_motion(lmp, name, words, mesh_wall->motion, clock.time(), variables,
                                 response_motions(words, request));
  set_response(std::move(request), continued);
  modify->fmask[modify->find_fix(id)] = setmask();
  for (int d = 0; d < 3; d++)
    if (continued[d] > 0.0 && !mesh_wall->motion.keeps_period(d))
      error->all(FLERR,
                 "{} {}: fix_modify move (a mesh as long as the periodic box rotates about {} "
                 "only)",
                 name, id, "xyz"[d]);
  mesh_wall->place(clock.time());
  return read;
}

// At setup the wall is where it was at the last step. A wall that follows this one may ask before its
// turn.
void FixWallMesh::move_wall()
{
  if (has_moved()) return;
  const double dt = update->setupflag ? 0.0 : update->dt;
  if (dt > 0.0) clock.step(dt);
  if (dt == 0.0 && is_rerun(lmp)) clock.go_to_frame();
  if (dt > 0.0 && deformation && deformation->is_due()) recede();
  begin_stress(dt);
  mesh_wall->set_periods(image_edges(mesh_wall->mesh().extent(), box_edges()));
  if (!mesh_wall->moves()) return;
  variables->drive(mesh_wall->motion, dt);
  move_by_loads(dt);
  mesh_wall->place(clock.time());
  if (!mesh_wall->motion.is_finite())
    error->all(FLERR, "{}: place or velocity of the mesh is not finite at time {:g} (see move)",
               name, clock.time());
}

// By what wore up to the step before, so that forces of this step, and a restart file of it, are of
// the new shape.
void FixWallMesh::recede()
{
  deformation->deform(worn_volumes());
  if (plates) plates->refit();
  change_surfaces();
}

// The volume worn from each triangle since the beginning by all laws, on rank 0. Collective.
std::vector<double> FixWallMesh::worn_volumes()
{
  const std::vector<double> totals = stress_files->totals();
  std::vector<double> volumes;
  for (size_t n = 0; n < totals.size(); n += grist::MeshStress::TOTALS)
    volumes.push_back(totals[n + grist::MeshStress::ARCHARD - grist::MeshStress::FIRST_TOTAL] +
                      totals[n + grist::MeshStress::FINNIE - grist::MeshStress::FIRST_TOTAL]);
  return volumes;
}

void FixWallMesh::begin_stress(double dt)
{
  stress_readers.begin_step(dt);
  if (stress_files) stress_files->begin_step(dt);
}

bool FixWallMesh::tallies() const
{
  return !update->setupflag && (stress_files || !stress_readers.now().empty());
}

void FixWallMesh::tally_contact(const SphereAtWall &contact, const WallLaw::Force &on, bool began)
{
  const auto &[i, sphere, at] = contact;
  const Vector3d slip = slip_velocity(at, sphere.velocity, sphere.omega, sphere.radius);
  for (const auto &sums : stress_readers.now()) sums->add(*mesh_wall, at, on.force, slip);
  if (!stress_files) return;
  stress_files->add(*mesh_wall, at, on.force, slip);
  if (wear.archard.coefficient > 0.0)
    stress_files->add_wear(at.surface, grist::MeshStress::ARCHARD,
                           wear.archard.volume(dot(on.force, at.normal), norm(slip) * update->dt));
  if (wear.finnie.flow_stress > 0.0 && began)
    stress_files->add_wear(at.surface, grist::MeshStress::FINNIE, hit_volume(sphere, at));
}

// Volume worn by an impact on the moving wall, at the velocity of the sphere's center or of the
// body at the contact.
double FixWallMesh::hit_volume(const MovingSphere &sphere, const WallContact &at) const
{
  const Vector3d velocity = sphere.velocity - at.velocity;
  const double away = dot(velocity, at.normal);
  return wear.finnie.volume(sphere.mass / force->ftm2v, -away, norm(velocity - away * at.normal));
}

// Worn volumes behind the values of every wall, then those of walls that answer.
double FixWallMesh::compute_vector(int n)
{
  if (n < grist::WallTotals::TOUCHING) return WallContactFix::compute_vector(n);
  if (has_answer(n)) return answer_value(n);
  return stress_files->worn_volume(n == grist::WallTotals::TOUCHING ? grist::MeshStress::ARCHARD
                                                                    : grist::MeshStress::FINNIE);
}

void FixWallMesh::end_of_step()
{
  stress_files->write(*mesh_wall, clock.time());
  if (deformation) deformation->write();
}

int FixWallMesh::image(int *&kinds, double **&shapes)
{
  if (comm->me > 0) return 0;
  std::vector<const MeshWall *> drawn = {mesh_wall};
  for (const FixWallMesh *other : fixes_with<FixWallMesh>(lmp))
    if (draws_all && other != this) drawn.push_back(other->mesh_wall);
  return drawing.draw(drawn, kinds, shapes);
}

// ---- for fix guard

void FixWallMesh::add_limits(RunLimits &limits)
{
  WallContactFix::add_limits(limits);
  limits.times.push_back(
      {TimeLimitKind::WALL_SPEED, fmt::format("{} {}", name, id), thinnest() / greatest_speed()});
  add_answer_limits(limits);
}

// Bound for all points of the mesh: the speed of a rigid motion is greatest at a corner of a box
// around it.
double FixWallMesh::greatest_speed() const
{
  double greatest = 0.0;
  const grist::AlignedBox &extent = mesh_wall->mesh().extent();
  for (int corner = 0; corner < 8; corner++) {
    const Vector3d place = mesh_wall->frame() * extent.corner(corner);
    greatest = std::max(greatest, norm(mesh_wall->motion.velocity().at(place)));
  }
  return std::isfinite(greatest) ? greatest : 0.0;    // move_wall() ends a run whose motion is not
}

// ---- restart: time since the fix was made, states of driven motions, sums by triangle

void FixWallMesh::transfer_state(grist::Archive &archive)
{
  WallContactFix::transfer_state(archive);
  const double time = transfer_motion(lmp, name, archive, mesh_wall->motion, clock.time());
  transfer_answer(archive);
  MeshStressState own;
  std::vector<MeshStressState> of_readers;
  WornState worn;
  if (!archive.reads()) {
    if (stress_files) own = stress_files->state();
    of_readers = stress_readers.states();
    if (deformation) worn = deformation->state();
  }
  archive(own, of_readers, worn);
  if (!archive.reads()) return;
  clock.set_time(time);
  mesh_wall->place(time);
  set_stress(own, std::move(of_readers));
  if (stress_files) stress_files->continue_series(time);
  if (!deformation && !worn.corners.empty())
    error->all(FLERR, "{} {}: no deform (the restart file has a worn mesh: add deform)", name, id);
  if (!deformation) return;
  deformation->set_state(worn, worn_volumes());
  if (plates) plates->refit();
}

// Sums of readers on another mesh begin anew.
void FixWallMesh::set_stress(const MeshStressState &own, std::vector<MeshStressState> of_readers)
{
  const auto triangles = static_cast<size_t>(mesh_wall->mesh().own_triangles());
  const auto count_in = [](const MeshStressState &state) {
    return state.sums.size() / grist::MeshStress::NUMBERS;
  };
  const bool fits = std::all_of(of_readers.begin(), of_readers.end(),
                                [&](const auto &state) { return count_in(state) == triangles; });
  if (fits) stress_readers.set_states(std::move(of_readers));
  if (!stress_files || own.sums.empty()) return;
  if (count_in(own) != triangles)
    error->all(FLERR, "{}: {} triangles (the restart file has {}; give the same mesh)", name,
               triangles, count_in(own));
  stress_files->set_state(own);
}
