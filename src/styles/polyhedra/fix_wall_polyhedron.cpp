#include "styles/polyhedra/fix_wall_polyhedron.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "styles/common/lammps_compat.h"
#include "styles/polyhedra/pair_polyhedron.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::ContactForce;
using grist::HalfSpace;
using grist::Overlap;
using grist::OverlapStatus;
using grist::Vector3d;

static constexpr int HISTORY =
    grist::ContactHistory::SIZE;    // numbers that an atom keeps of a wall

/* ----------------------------------------------------------------------
   fix ID group wall/polyhedron volume|energy K ... plane px py pz nx ny nz | xplane lo hi ...
------------------------------------------------------------------------- */

FixWallPolyhedron::FixWallPolyhedron(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), history(nullptr), summed(true)
{
  std::fill_n(sums, 4, 0.0);
  std::fill_n(all_sums, 4, 0.0);
  int iarg = parse_overlap_contact_law(narg, arg, 3, "Fix wall/polyhedron", lmp, law);
  while (iarg < narg) {
    const std::string word = arg[iarg];
    const int axis = word == "xplane" ? 0 : word == "yplane" ? 1 : word == "zplane" ? 2 : -1;
    const int used = word == "plane" ? 7 : 3;
    if (axis < 0 && word != "plane")
      error->all(FLERR, "Fix wall/polyhedron: unknown keyword {}", word);
    if (iarg + used > narg)
      error->all(FLERR, "Fix wall/polyhedron: {} needs {} values", word, used - 1);
    if (axis < 0) {
      double values[6];
      for (int k = 0; k < 6; k++) values[k] = utils::numeric(FLERR, arg[iarg + 1 + k], false, lmp);
      add_plane(values);
    } else {
      for (int side = 0; side < 2; side++) {
        if (strcmp(arg[iarg + 1 + side], "NULL") == 0) continue;
        double values[6] = {};
        values[axis] = utils::numeric(FLERR, arg[iarg + 1 + side], false, lmp);
        values[3 + axis] = side == 0 ? 1.0 : -1.0;
        add_plane(values);
      }
    }
    iarg += used;
  }
  if (walls.empty())
    error->all(FLERR, "Fix wall/polyhedron: no wall (expected plane, xplane, yplane or zplane)");

  std::vector<Vector3d> n;
  for (const HalfSpace &wall : walls) {
    n.push_back(wall.normal);
    offsets.push_back(wall.offset);
  }
  normals.assign(n);
  offsets.resize(normals.x.size(), offsets.front());
  distance.resize(normals.x.size());
  scalar_flag = vector_flag = global_freq = energy_global_flag = 1;
  size_vector = 3;
  extscalar = extvector = 1;
  restart_peratom = create_attribute = 1;
  columns = HISTORY * static_cast<int>(walls.size());
  FixWallPolyhedron::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  for (int i = 0; i < atom->nlocal; i++) set_arrays(i);
}

FixWallPolyhedron::~FixWallPolyhedron()
{
  if (copymode) return;
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
  memory->destroy(history);
}

// A point, and the normal into the domain.
void FixWallPolyhedron::add_plane(const double *values)
{
  const Vector3d point(values[0], values[1], values[2]), normal(values[3], values[4], values[5]);
  const double length = normal.norm();
  if (!(length > 0.0) || !std::isfinite(length) || !point.allFinite())
    error->all(FLERR,
               "Fix wall/polyhedron: plane with normal {} {} {} at {} {} {} (expected finite "
               "numbers and a normal)",
               values[3], values[4], values[5], values[0], values[1], values[2]);
  walls.push_back({normal / length, normal.dot(point) / length});
}

int FixWallPolyhedron::setmask()
{
  return POST_FORCE;
}

void FixWallPolyhedron::init()
{
  bodies.connect(atom, error, "Fix wall/polyhedron");
}

void FixWallPolyhedron::setup(int vflag)
{
  post_force(vflag);
}

/* ---------------------------------------------------------------------- */

void FixWallPolyhedron::post_force(int)
{
  if (neighbor->ago == 0) look_up();
  std::fill_n(sums, 4, 0.0);
  summed = false;
  const double dt = update->setupflag ? 0.0 : update->dt;
  const int count = static_cast<int>(walls.size());
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const double nearest = find_distances(atom->x[i]);
    if (!touching[i] && nearest >= bodies.radius(i)) continue;
    bodies.update_one(i);
    touching[i] = false;
    for (int w = 0; w < count; w++) {
      double *kept = history[i] + HISTORY * w;
      if (distance[w] < bodies.radius(i) && touch(i, walls[w], kept, dt))
        touching[i] = true;
      else
        std::fill_n(kept, HISTORY, 0.0);
    }
  }
}

// After a rebuild atoms have changed places: who has something to forget?
void FixWallPolyhedron::look_up()
{
  bodies.look_up(atom->nlocal);
  touching.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    touching[i] = std::any_of(history[i], history[i] + columns, [](double v) { return v != 0.0; });
}

// From a point to each wall; returns the least.
double FixWallPolyhedron::find_distances(const double *x)
{
  using Values = Eigen::Map<const Eigen::ArrayXd>;
  const int n = static_cast<int>(distance.size());
  Eigen::Map<Eigen::ArrayXd> to(distance.data(), n);
  to = Values(normals.x.data(), n) * x[0] + Values(normals.y.data(), n) * x[1] +
      Values(normals.z.data(), n) * x[2] - Values(offsets.data(), n);
  return to.minCoeff();
}

// False if they do not touch.
bool FixWallPolyhedron::touch(int i, const HalfSpace &wall, double *kept, double dt)
{
  const Overlap overlap = bodies.overlap(i, wall);
  if (overlap.status != OverlapStatus::OVERLAPPING || !(overlap.area > 0.0)) return false;
  grist::ContactHistory remembered = contact_history(kept);
  const grist::ContactMotion motion = {bodies.velocity(i, overlap.centroid), bodies.spin(i),
                                       atom->rmass[i] / force->ftm2v, dt};
  const ContactForce contact = overlap_contact(law, overlap, overlap.centroid, motion, remembered);
  keep(remembered, kept);
  for (int d = 0; d < 3; d++) {
    atom->f[i][d] += contact.force[d];
    atom->torque[i][d] += contact.torque_a[d];
    sums[d] -= contact.force[d];
  }
  sums[3] += contact.energy;
  return true;
}

/* ----------------------------------------------------------------------
   over all ranks: the force on the walls, and the elastic energy of contacts with them (law energy)
------------------------------------------------------------------------- */

void FixWallPolyhedron::sum_up()
{
  if (summed) return;
  MPI_Allreduce(sums, all_sums, 4, MPI_DOUBLE, MPI_SUM, world);
  summed = true;
}

double FixWallPolyhedron::compute_scalar()
{
  sum_up();
  return all_sums[3];
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

int FixWallPolyhedron::pack_restart(int i, double *buf)
{
  buf[0] = columns + 1;
  std::copy_n(history[i], columns, buf + 1);
  return columns + 1;
}

void FixWallPolyhedron::unpack_restart(int i, int nth)
{
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
