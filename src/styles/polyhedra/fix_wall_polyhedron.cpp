#include "styles/polyhedra/fix_wall_polyhedron.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "styles/common/input_words.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/restart_block.h"
#include "styles/common/run_checks.h"
#include "styles/polyhedra/contact_history_numbers.h"
#include "styles/polyhedra/overlap_law_keywords.h"
#include "styles/polyhedra/wall_planes.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::ContactForce;
using grist::HalfSpace;
using grist::Overlap;
using grist::OverlapStatus;
using grist::Vector3d;

static constexpr int RESTART_VERSION = 2;                // of the layout of an atom's history
static constexpr char USER[] = "Fix wall/polyhedron";    // begins errors

/* ----------------------------------------------------------------------
   fix ID group wall/polyhedron volume|energy K ... plane px py pz nx ny nz | xplane lo hi ... surface linear vx vy vz
------------------------------------------------------------------------- */

FixWallPolyhedron::FixWallPolyhedron(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), history(nullptr), summed(true)
{
  std::fill_n(sums, SUMS, 0.0);
  std::fill_n(all_sums, SUMS, 0.0);
  read(narg, arg);
  distances = grist::PlaneDistances(walls);
  scalar_flag = vector_flag = global_freq = energy_global_flag = 1;
  size_vector = ENERGY;
  extscalar = extvector = 1;
  restart_global = restart_peratom = create_attribute = 1;
  maxexchange = columns = HISTORY_NUMBERS * static_cast<int>(walls.size());
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
  for (const Keyword &keyword : wall_plane_keywords(words, walls)) keywords.push_back(keyword);
  keywords.push_back({"surface", [&] { read_surface(words); }});
  words.read_keywords(keywords);
  if (walls.empty())
    error->all(FLERR, "{}: no wall (expected plane, xplane, yplane or zplane)", USER);
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

int FixWallPolyhedron::setmask()
{
  return POST_FORCE;
}

void FixWallPolyhedron::init()
{
  bodies.connect(atom, error, USER);
  refuse_respa(lmp, USER);
}

void FixWallPolyhedron::setup(int vflag)
{
  post_force(vflag);
}

/* ---------------------------------------------------------------------- */

void FixWallPolyhedron::post_force(int)
{
  if (neighbor->ago == 0) update_after_rebuild();
  std::fill_n(sums, SUMS, 0.0);
  summed = false;
  record.begin_step();
  const double dt = update->setupflag ? 0.0 : update->dt;
  const int count = static_cast<int>(walls.size());
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const double nearest = distances.measure(Vector3d(atom->x[i]));
    if (!touching[i] && nearest >= bodies.radius(i)) continue;
    bodies.update_one(i);
    touching[i] = false;
    for (int w = 0; w < count; w++) {
      double *kept = history[i] + HISTORY_NUMBERS * w;
      if (distances[w] < bodies.radius(i) && touch(i, walls[w], kept, dt))
        touching[i] = true;
      else
        std::fill_n(kept, HISTORY_NUMBERS, 0.0);
    }
  }
}

// Atoms may have other indices now.
void FixWallPolyhedron::update_after_rebuild()
{
  bodies.find_shapes(atom->nlocal);
  touching.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    touching[i] = std::any_of(history[i], history[i] + columns, [](double v) { return v != 0.0; });
}

// Adds the forces of one contact; false if body and wall do not touch.
bool FixWallPolyhedron::touch(int i, const HalfSpace &wall, double *kept, double dt)
{
  const Overlap overlap = bodies.overlap(i, wall);
  if (overlap.status != OverlapStatus::OVERLAPPING || !(overlap.area > 0.0)) return false;
  grist::ContactHistory remembered = load_history(kept);
  const Vector3d surface =
      surface_motion.at(wall.normal, overlap.centroid, Eigen::Isometry3d::Identity()).velocity;
  const grist::ContactMotion motion = {
      bodies.velocity(i, overlap.centroid) - surface, bodies.omega(i),
      atom->rmass[i] / force->ftm2v, dt,
      grist::wall_turning(bodies.omega(i), Vector3d::Zero(), overlap.normal)};
  const ContactForce contact = overlap_contact(law, overlap, overlap.centroid, motion, remembered);
  store_history(remembered, kept);
  if (record.is_on())
    record.add({i,
                grist::OverlapRecord::WALL,
                1.0,
                &law,
                overlap,
                overlap.centroid,
                motion,
                remembered,
                contact,
                {surface, Vector3d::Zero()}});
  for (int d = 0; d < 3; d++) {
    atom->f[i][d] += contact.force[d];
    atom->torque[i][d] += contact.torque_a[d];
    sums[FORCE + d] -= contact.force[d];
  }
  sums[POWER] += contact.force.dot(surface);
  sums[ENERGY] += contact.energy;
  return true;
}

/* ----------------------------------------------------------------------
   over all ranks: the force on the walls, their power, and the elastic energy of contacts with them (law energy)
------------------------------------------------------------------------- */

void FixWallPolyhedron::sum_up()
{
  if (summed) return;
  MPI_Allreduce(sums, all_sums, SUMS, MPI_DOUBLE, MPI_SUM, world);
  summed = true;
}

double FixWallPolyhedron::compute_scalar()
{
  sum_up();
  return all_sums[ENERGY];
}

double FixWallPolyhedron::compute_vector(int n)
{
  sum_up();
  return all_sums[n];
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
   restart files: a block with the layout, then of each atom its history, which may be of fewer or more walls
------------------------------------------------------------------------- */

void FixWallPolyhedron::write_restart(FILE *file)
{
  RestartWriter out(RESTART_VERSION);
  out.add(HISTORY_NUMBERS);
  if (comm->me == 0) out.write_for_fix(file);
}

void FixWallPolyhedron::restart(char *buffer)
{
  RestartReader in(lmp, USER, RESTART_VERSION, buffer);
  int numbers = 0;
  in.get(numbers);
  in.end();
  if (numbers != HISTORY_NUMBERS)
    error->all(FLERR, "{}: the restart file has {} numbers for a contact (expected {})", USER,
               numbers, HISTORY_NUMBERS);
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
  return static_cast<double>(atom->nmax) * columns * sizeof(double) + bodies.memory_usage();
}
