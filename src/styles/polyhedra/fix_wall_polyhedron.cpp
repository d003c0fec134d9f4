#include "styles/polyhedra/fix_wall_polyhedron.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "styles/common/input_words.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/motion_keyword.h"
#include "styles/common/motion_state.h"
#include "styles/common/restart_block.h"
#include "styles/common/run_checks.h"
#include "styles/polyhedra/contact_history_numbers.h"
#include "styles/polyhedra/overlap_law_keywords.h"
#include "styles/polyhedra/wall_planes.h"
#include "update.h"

#include <algorithm>
#include <limits>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::ContactForce;
using grist::Overlap;
using grist::OverlapStatus;
using grist::Vector3d;
using grist::WallTotals;

static constexpr int RESTART_VERSION = 3;                // histories and the motion
static constexpr char USER[] = "Fix wall/polyhedron";    // begins errors

/* ----------------------------------------------------------------------
   fix ID group wall/polyhedron volume|energy K ... plane px py pz nx ny nz | xplane lo hi ... surface linear vx vy vz
      move ... about x y z
------------------------------------------------------------------------- */

FixWallPolyhedron::FixWallPolyhedron(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), history(nullptr), energy(0.0), all_totals{}, all_energy(0.0), summed(true)
{
  read(narg, arg);
  scalar_flag = vector_flag = global_freq = energy_global_flag = 1;
  size_vector = WallTotals::TOUCHING;
  extscalar = extvector = 1;
  restart_global = restart_peratom = create_attribute = 1;
  maxexchange = columns = HISTORY_NUMBERS * walls.count();
  FixWallPolyhedron::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  for (int i = 0; i < atom->nlocal; i++) set_arrays(i);
}

void FixWallPolyhedron::read(int narg, char **arg)
{
  InputWords words(lmp, USER, narg, arg, 3);
  law = read_normal_law(words);
  std::vector<Keyword> keywords = overlap_law_keywords(words, law);
  std::vector<grist::HalfSpace> planes;
  for (const Keyword &keyword : wall_plane_keywords(words, planes)) keywords.push_back(keyword);
  keywords.push_back({"surface", [&] { read_surface(words); }});
  std::vector<DrivenMotion> driven;
  keywords.push_back(motion_keyword(words, walls.motion, driven));
  keywords.push_back({"about", [&] {
                        words.need(3, "about", "x y z");
                        about = words.vector("about");
                      }});
  words.read_keywords(keywords);
  if (planes.empty())
    error->all(FLERR, "{}: no wall (expected plane, xplane, yplane or zplane)", USER);
  walls.set(planes);
  variables = std::make_unique<MotionVariables>(lmp, USER, driven);
}

void FixWallPolyhedron::read_surface(InputWords &words)
{
  const std::string kind = words.one_of("surface", {"linear"});
  if (surface_motion.moves())
    words.refuse("surface", kind, "a second one: expected one surface motion for a wall");
  words.need(3, "surface linear", "vx vy vz");
  surface_motion.set_linear(words.vector("surface linear"));
}

FixWallPolyhedron::~FixWallPolyhedron()
{
  if (copymode) return;
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
  memory->destroy(history);
}

void FixWallPolyhedron::post_constructor()
{
  guard_run(lmp);
}

int FixWallPolyhedron::setmask()
{
  return POST_FORCE;
}

void FixWallPolyhedron::init()
{
  bodies.connect(atom, error, USER);
  refuse_respa(lmp, USER);
  variables->find();
}

void FixWallPolyhedron::setup(int vflag)
{
  post_force(vflag);
}

/* ---------------------------------------------------------------------- */

void FixWallPolyhedron::post_force(int)
{
  if (neighbor->ago == 0) update_after_rebuild();
  totals.clear();
  energy = 0.0;
  summed = false;
  record.begin_step();
  const double dt = update->setupflag ? 0.0 : update->dt;
  move_walls(dt);
  const int count = walls.count();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const double nearest = walls.measure(Vector3d(atom->x[i]));
    if (!touching[i] && nearest >= bodies.radius(i)) continue;
    bodies.update_one(i);
    touching[i] = false;
    char *const touched = touched_walls.data() + static_cast<std::size_t>(i) * count;
    for (int w = 0; w < count; w++) {
      const bool near = walls.distance(w) < bodies.radius(i);
      if (!near && !touched[w]) continue;
      double *kept = history[i] + HISTORY_NUMBERS * w;
      const bool touches = near && touch(i, w, kept, dt);
      if (!touches) std::fill_n(kept, HISTORY_NUMBERS, 0.0);
      touched[w] = touches;
      if (touches) touching[i] = true;
    }
  }
}

// Atoms may have other indices now.
void FixWallPolyhedron::update_after_rebuild()
{
  bodies.find_shapes(atom->nlocal);
  const int count = walls.count();
  touching.assign(atom->nlocal, false);
  touched_walls.resize(static_cast<std::size_t>(atom->nlocal) * count);
  char *touched = touched_walls.data();
  for (int i = 0; i < atom->nlocal; i++)
    for (int w = 0; w < count; w++, touched++) {
      const double *kept = history[i] + HISTORY_NUMBERS * w;
      *touched = std::any_of(kept, kept + HISTORY_NUMBERS, [](double v) { return v != 0.0; });
      if (*touched) touching[i] = true;
    }
}

// At setup they are where they were at the last step.
void FixWallPolyhedron::move_walls(double dt)
{
  if (!walls.moves()) return;
  if (dt > 0.0) clock.step(dt);
  variables->drive(walls.motion, dt);
  walls.place(clock.time());
  if (!walls.motion.is_finite())
    error->all(FLERR, "{}: place or velocity of the planes is not finite at time {} (see move)",
               USER, clock.time());
}

Vector3d FixWallPolyhedron::reference_point() const
{
  return about ? *about : walls.motion.center();
}

// Adds the forces of one contact; false if body and wall do not touch.
bool FixWallPolyhedron::touch(int i, int wall, double *kept, double dt)
{
  const Overlap overlap = bodies.overlap(i, walls[wall]);
  if (overlap.status != OverlapStatus::OVERLAPPING || !(overlap.area > 0.0)) return false;
  grist::ContactHistory remembered = load_history(kept);
  const Vector3d position(atom->x[i]), point = position + overlap.centroid;
  const grist::RigidVelocity &moving = walls.motion.velocity();
  const Vector3d surface = surface_motion.at(walls[wall].normal, point, walls.frame()).velocity;
  const grist::ContactMotion motion = {
      bodies.velocity(i, overlap.centroid) - moving.at(point) - surface,
      bodies.omega(i) - moving.omega, atom->rmass[i] / force->ftm2v, dt,
      grist::wall_turning(bodies.omega(i), moving.omega, overlap.normal)};
  const ContactForce contact = overlap_contact(law, overlap, overlap.centroid, motion, remembered);
  store_history(remembered, kept);
  if (record.is_on())
    record.add({{i, grist::TouchingPair::WALL, 1.0},
                &law,
                overlap,
                overlap.centroid,
                motion,
                remembered,
                contact,
                {moving.at(point) + surface, moving.omega}});
  for (int d = 0; d < 3; d++) {
    atom->f[i][d] += contact.force[d];
    atom->torque[i][d] += contact.torque_a[d];
  }
  totals.add_contact(position, reference_point(), contact.force, contact.torque_a, moving, surface);
  energy += contact.energy;
  return true;
}

/* ----------------------------------------------------------------------
   over all ranks: elastic energy of the contacts (law energy); force and torque on the walls, and their power
------------------------------------------------------------------------- */

void FixWallPolyhedron::sum_up()
{
  if (summed) return;
  MPI_Allreduce(totals.values().data(), all_totals.data(), WallTotals::NUMBERS, MPI_DOUBLE, MPI_SUM,
                world);
  MPI_Allreduce(&energy, &all_energy, 1, MPI_DOUBLE, MPI_SUM, world);
  summed = true;
}

double FixWallPolyhedron::compute_scalar()
{
  sum_up();
  return all_energy;
}

double FixWallPolyhedron::compute_vector(int n)
{
  sum_up();
  return all_totals[n];
}

/* ---------------------------------------------------------------------- */

void FixWallPolyhedron::grow_arrays(int nmax)
{
  memory->grow(history, nmax, columns, "wall/polyhedron:history");
}

void FixWallPolyhedron::copy_arrays(int i, int j, int)
{
  std::copy_n(history[i], columns, history[j]);
}

void FixWallPolyhedron::set_arrays(int i)
{
  std::fill_n(history[i], columns, 0.0);
}

int FixWallPolyhedron::pack_exchange(int i, double *buf)
{
  std::copy_n(history[i], columns, buf);
  return columns;
}

int FixWallPolyhedron::unpack_exchange(int i, double *buf)
{
  std::copy_n(buf, columns, history[i]);
  return columns;
}

/* ----------------------------------------------------------------------
   for fix guard: contacts as they are, and how fast the planes come. The atoms may be others than at the last step
------------------------------------------------------------------------- */

void FixWallPolyhedron::add_limits(RunLimits &limits)
{
  update_after_rebuild();
  grist::ContactSurvey survey;
  double thinnest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const grist::ConvexPolyhedron *shape = bodies.shape(i);
    thinnest = std::min(thinnest, shape ? shape->inner_radius() : bodies.radius(i));
    if (walls.measure(Vector3d(atom->x[i])) >= bodies.radius(i)) continue;
    bodies.update_one(i);
    for (int w = 0; w < walls.count(); w++)
      if (walls.distance(w) < bodies.radius(i))
        survey.add(law, bodies.overlap(i, walls[w]), atom->rmass[i] / force->ftm2v,
                   bodies.radius(i));
  }
  const std::string user = fmt::format("{} {}", USER, id);
  limits.add(TimeLimitKind::OVERLAP_CONTACT, user, survey);
  const grist::AlignedBox3d box{Vector3d(domain->boxlo), Vector3d(domain->boxhi)};
  limits.times.push_back({TimeLimitKind::WALL_SPEED, user, thinnest / walls.greatest_speed(box)});
}

/* ----------------------------------------------------------------------
   restart files: a block with the layout and the motion, then of each atom its history, which may be of fewer or more walls
------------------------------------------------------------------------- */

void FixWallPolyhedron::write_restart(FILE *file)
{
  RestartWriter out(RESTART_VERSION);
  out.add(HISTORY_NUMBERS);
  add_motion(out, walls.motion, clock.time());
  if (comm->me == 0) out.write_for_fix(file);
}

void FixWallPolyhedron::restart(char *buffer)
{
  RestartReader in(lmp, USER, RESTART_VERSION, buffer);
  int numbers = 0;
  in.get(numbers);
  if (numbers != HISTORY_NUMBERS)
    error->all(FLERR, "{}: the restart file has {} numbers for a contact (expected {})", USER,
               numbers, HISTORY_NUMBERS);
  clock.set_time(get_motion(lmp, USER, in, walls.motion));
  in.end();
  walls.place(clock.time());
}

int FixWallPolyhedron::pack_restart(int i, double *buf)
{
  buf[0] = columns + 1;
  std::copy_n(history[i], columns, buf + 1);
  return columns + 1;
}

void FixWallPolyhedron::unpack_restart(int i, int nth)
{
  refuse_unless_restarted(lmp, this, USER);
  double **extra = atom->extra;
  int m = 0;
  for (int k = 0; k < nth; k++) m += static_cast<int>(extra[i][m]);
  const int kept = static_cast<int>(extra[i][m]) - 1;
  for (int k = 0; k < columns; k++) history[i][k] = k < kept ? extra[i][m + 1 + k] : 0.0;
}

int FixWallPolyhedron::size_restart(int)
{
  return columns + 1;
}

int FixWallPolyhedron::maxsize_restart()
{
  return columns + 1;
}

double FixWallPolyhedron::memory_usage()
{
  return static_cast<double>(atom->nmax) * columns * sizeof(double) + bodies.memory_usage() +
      static_cast<double>(touched_walls.capacity() + touching.capacity());
}
