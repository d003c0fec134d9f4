#include "styles/polyhedra/pair_polyhedron.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "fix_dummy.h"
#include "fix_neigh_history.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "styles/common/lammps_compat.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using grist::ContactForce;
using grist::FrictionLaw;
using grist::NormalLaw;
using grist::Overlap;
using grist::OverlapContactLaw;
using grist::OverlapStatus;
using grist::Vector3d;

static constexpr int HISTORY = grist::ContactHistory::SIZE;    // numbers that a pair keeps
static constexpr int SINGLE_EXTRA = 9;                         // of compute pair/local: p1 to p9

/* ---------------------------------------------------------------------- */

PairPolyhedron::PairPolyhedron(LAMMPS *lmp) : Pair(lmp), history(nullptr), freeze_group(0)
{
  single_enable = 1;
  restartinfo = 1;
  no_virial_fdotr_compute = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  finitecutflag = 1;
  single_extra = SINGLE_EXTRA;
  svector = new double[SINGLE_EXTRA];

  // A placeholder, so that the fix that keeps the history has its place before fixes of the input script.
  history_id = "NEIGH_HISTORY_POLYHEDRON" + std::to_string(instance_me);
  modify->add_fix(history_id + "_DUMMY all DUMMY");
}

PairPolyhedron::~PairPolyhedron()
{
  if (copymode) return;
  delete[] svector;
  modify->delete_fix(history ? history_id : history_id + "_DUMMY");
  if (!allocated) return;
  memory->destroy(setflag);
  memory->destroy(cutsq);
}

void PairPolyhedron::allocate()
{
  allocated = 1;
  const int n = atom->ntypes + 1;
  memory->create(setflag, n, n, "pair:setflag");
  memory->create(cutsq, n, n, "pair:cutsq");
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) setflag[i][j] = 0;
  laws.assign(n, std::vector<OverlapContactLaw>(n));
}

/* ---------------------------------------------------------------------- */

void PairPolyhedron::settings(int narg, char **arg)
{
  if (narg > 0)
    error->all(FLERR, "Pair style polyhedron: unexpected argument {} (it takes none)", arg[0]);
}

namespace {

// Reads numbers after a keyword, with a range in the error text.
class ValueReader {
 public:
  ValueReader(int narg, char **arg, const std::string &user, LAMMPS *lmp) :
      narg(narg), arg(arg), user(user), lmp(lmp)
  {
  }

  double positive(int iarg, const char *what) const
  {
    const double value = number(iarg, what);
    if (!(value > 0.0) || !std::isfinite(value)) refuse(what, value, "must be positive");
    return value;
  }

  double not_negative(int iarg, const char *what) const
  {
    const double value = number(iarg, what);
    if (!(value >= 0.0) || !std::isfinite(value)) refuse(what, value, "must not be negative");
    return value;
  }

  double restitution(int iarg) const
  {
    const double value = number(iarg, "restitution");
    if (!(value > 0.0 && value <= 1.0)) refuse("restitution", value, "above 0, at most 1");
    return value;
  }

 private:
  int narg;
  char **arg;
  const std::string &user;
  LAMMPS *lmp;

  double number(int iarg, const char *what) const
  {
    if (iarg >= narg) lmp->error->all(FLERR, "{}: {} needs a value", user, what);
    return utils::numeric(FLERR, arg[iarg], false, lmp);
  }
  void refuse(const char *what, double value, const char *expected) const
  {
    lmp->error->all(FLERR, "{}: {} {} ({})", user, what, value, expected);
  }
};

}    // namespace

int LAMMPS_NS::parse_overlap_contact_law(int narg, char **arg, int iarg, const std::string &user,
                                         LAMMPS *lmp, OverlapContactLaw &law)
{
  const ValueReader read(narg, arg, user, lmp);
  const std::string normal = iarg < narg ? arg[iarg] : "";
  if (normal != "volume" && normal != "energy")
    lmp->error->all(FLERR, "{}: normal law '{}' (expected volume or energy)", user, normal);
  law = OverlapContactLaw();
  law.normal = normal == "volume" ? NormalLaw::VOLUME : NormalLaw::ENERGY;
  law.stiffness = read.positive(iarg + 1, "stiffness");
  for (iarg += 2; iarg < narg;) {
    const std::string word = arg[iarg];
    int used = 2;
    if (word == "restitution")
      law.set_restitution(read.restitution(iarg + 1));
    else if (word == "damping")
      law.damping = read.not_negative(iarg + 1, "damping");
    else if (word == "coulomb") {
      law.friction = FrictionLaw::COULOMB;
      law.mu = read.not_negative(iarg + 1, "coulomb");
    } else if (word == "ratio")
      law.stiffness_ratio = read.positive(iarg + 1, "ratio");
    else if (word == "regularised") {
      law.friction = FrictionLaw::REGULARISED;
      law.mu = read.not_negative(iarg + 1, "regularised");
      law.speed_squared = std::pow(read.positive(iarg + 2, "the speed of regularised"), 2);
      used = 3;
    } else if (word == "tangential")
      law.tangential_damping = read.not_negative(iarg + 1, "tangential");
    else
      break;
    iarg += used;
  }
  return iarg;
}

/* ----------------------------------------------------------------------
   pair_coeff I J volume|energy K [restitution e] [damping c] [coulomb mu [ratio r]] [regularised mu speed [tangential d]]
------------------------------------------------------------------------- */

void PairPolyhedron::coeff(int narg, char **arg)
{
  if (narg < 4) utils::missing_cmd_args(FLERR, "pair_coeff", error);
  if (!allocated) allocate();
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, arg[0], 1, atom->ntypes, ilo, ihi, error);
  utils::bounds(FLERR, arg[1], 1, atom->ntypes, jlo, jhi, error);
  OverlapContactLaw law;
  const int end = parse_overlap_contact_law(narg, arg, 2, "Pair style polyhedron", lmp, law);
  if (end < narg) error->all(FLERR, "Pair style polyhedron: unknown keyword {}", arg[end]);

  int count = 0;
  for (int i = ilo; i <= ihi; i++)
    for (int j = std::max(jlo, i); j <= jhi; j++) {
      laws[i][j] = laws[j][i] = law;
      setflag[i][j] = 1;
      count++;
    }
  if (count == 0)
    error->all(FLERR, "Pair style polyhedron: no pair of types in {} {}", arg[0], arg[1]);
}

/* ---------------------------------------------------------------------- */

void PairPolyhedron::init_style()
{
  bodies.connect(atom, error, "Pair style polyhedron");
  comm->ghost_velocity = 1;
  neighbor->add_request(this, NeighConst::REQ_SIZE | NeighConst::REQ_HISTORY);
  if (!history) {
    history = dynamic_cast<FixNeighHistory *>(modify->replace_fix(
        history_id + "_DUMMY", history_id + " all NEIGH_HISTORY " + std::to_string(HISTORY), 1));
    history->pair = this;
  }
  const auto freezes = modify->get_fix_by_style("^freeze");
  freeze_group = freezes.empty() ? 0 : freezes.front()->groupbit;

  largest.assign(atom->ntypes + 1, 0.0);
  for (int i = 0; i < atom->nlocal; i++)
    largest[atom->type[i]] = std::max(largest[atom->type[i]], atom->radius[i]);
  std::vector<double> mine = largest;
  MPI_Allreduce(mine.data(), largest.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_MAX,
                world);
}

/* ----------------------------------------------------------------------
   types that no pair_coeff names together: harmonic mean of stiffness, geometric means of restitution and friction
------------------------------------------------------------------------- */

static OverlapContactLaw mixed(const OverlapContactLaw &a, const OverlapContactLaw &b)
{
  OverlapContactLaw law = a;
  law.stiffness = 2.0 * a.stiffness * b.stiffness / (a.stiffness + b.stiffness);
  law.set_restitution(std::sqrt(a.restitution * b.restitution));
  if (law.damping >= 0.0) law.damping = std::sqrt(a.damping * b.damping);
  law.mu = std::sqrt(a.mu * b.mu);
  law.stiffness_ratio = std::sqrt(a.stiffness_ratio * b.stiffness_ratio);
  law.tangential_damping = std::sqrt(a.tangential_damping * b.tangential_damping);
  return law;
}

double PairPolyhedron::init_one(int i, int j)
{
  if (setflag[i][j] == 0) {
    const OverlapContactLaw &a = laws[i][i], &b = laws[j][j];
    const bool same_kind = a.normal == b.normal && a.friction == b.friction &&
        (a.damping < 0.0) == (b.damping < 0.0) && a.speed_squared == b.speed_squared;
    if (!setflag[i][i] || !setflag[j][j] || !same_kind)
      error->all(FLERR,
                 "Pair style polyhedron: no coefficients for types {} and {}, and laws of "
                 "different kind do not mix",
                 i, j);
    laws[i][j] = mixed(a, b);
  }
  laws[j][i] = laws[i][j];
  return largest[i] + largest[j];
}

/* ----------------------------------------------------------------------
   after a rebuild: shapes, and a place for a plane for each entry of the list
------------------------------------------------------------------------- */

void PairPolyhedron::look_up()
{
  bodies.look_up(atom->nlocal + atom->nghost);
  first_plane.assign(atom->nlocal + 1, 0);
  int entries = 0;
  for (int ii = 0; ii < list->inum; ii++) {
    first_plane[list->ilist[ii]] = entries;
    entries += list->numneigh[list->ilist[ii]];
  }
  planes.assign(entries, {});
}

// In units of force times time squared over length, whatever that of mass is.
double PairPolyhedron::effective_mass(int i, int j) const
{
  const double a = atom->rmass[i], b = atom->rmass[j];
  if (atom->mask[i] & freeze_group) return b / force->ftm2v;
  if (atom->mask[j] & freeze_group) return a / force->ftm2v;
  return a * b / (a + b) / force->ftm2v;
}

grist::ContactHistory LAMMPS_NS::contact_history(const double *numbers)
{
  return {Vector3d(numbers[0], numbers[1], numbers[2]),
          Vector3d(numbers[3], numbers[4], numbers[5])};
}

void LAMMPS_NS::keep(const grist::ContactHistory &history, double *numbers)
{
  std::copy_n(history.force.data(), 3, numbers);
  std::copy_n(history.twist.data(), 3, numbers + 3);
}

static void add(double *to, const Vector3d &what, double factor = 1.0)
{
  for (int d = 0; d < 3; d++) to[d] += factor * what[d];
}

/* ---------------------------------------------------------------------- */

void PairPolyhedron::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  if (neighbor->ago == 0) look_up();
  bodies.update(atom->nlocal + atom->nghost);
  const double dt = update->setupflag ? 0.0 : update->dt;

  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    const int *neighbors = list->firstneigh[i];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = neighbors[jj] & NEIGHMASK;
      const Overlap overlap = bodies.overlap(i, j, &planes[first_plane[i] + jj]);
      double *kept = history->firstvalue[i] + HISTORY * jj;
      const bool touching = overlap.status == OverlapStatus::OVERLAPPING && overlap.area > 0.0;
      if (touching)
        evaluate(i, j, overlap, kept, dt);
      else if (history->firstflag[i][jj])
        std::fill_n(kept, HISTORY, 0.0);
      history->firstflag[i][jj] = touching;
    }
  }
}

grist::ContactMotion PairPolyhedron::motion(int i, int j, const Overlap &overlap, double dt) const
{
  const Vector3d distance = bodies.pose(j).position - bodies.pose(i).position;
  return {bodies.velocity(i, overlap.centroid) - bodies.velocity(j, overlap.centroid - distance),
          bodies.spin(i) - bodies.spin(j), effective_mass(i, j), dt};
}

void PairPolyhedron::evaluate(int i, int j, const Overlap &overlap, double *kept, double dt)
{
  const Vector3d distance = bodies.pose(j).position - bodies.pose(i).position;
  grist::ContactHistory remembered = contact_history(kept);
  const ContactForce contact = overlap_contact(laws[atom->type[i]][atom->type[j]], overlap,
                                               distance, motion(i, j, overlap, dt), remembered);
  keep(remembered, kept);

  add(atom->f[i], contact.force);
  add(atom->torque[i], contact.torque_a);
  if (force->newton_pair || j < atom->nlocal) {
    add(atom->f[j], contact.force, -1.0);
    add(atom->torque[j], contact.torque_b);
  }
  if (evflag)
    ev_tally_xyz(i, j, atom->nlocal, force->newton_pair, contact.energy, 0.0, contact.force[0],
                 contact.force[1], contact.force[2], -distance[0], -distance[1], -distance[2]);
}

/* ----------------------------------------------------------------------
   compute pair/local: energy, and p1 to p9: volume, area, force on the first (3), contact point (3), 1 if they touch
------------------------------------------------------------------------- */

double PairPolyhedron::single(int i, int j, int itype, int jtype, double, double, double,
                              double &fforce)
{
  fforce = 0.0;
  std::fill_n(svector, SINGLE_EXTRA, 0.0);
  bodies.update_one(i);
  bodies.update_one(j);
  const Overlap overlap = bodies.overlap(i, j, nullptr);
  if (overlap.status != OverlapStatus::OVERLAPPING) return 0.0;
  const Vector3d distance = bodies.pose(j).position - bodies.pose(i).position;
  grist::ContactHistory remembered;
  const int *neighbors = list->firstneigh[i];
  for (int jj = 0; jj < list->numneigh[i]; jj++)
    if ((neighbors[jj] & NEIGHMASK) == j)
      remembered = contact_history(history->firstvalue[i] + HISTORY * jj);
  const ContactForce contact = overlap_contact(laws[itype][jtype], overlap, distance,
                                               motion(i, j, overlap, 0.0), remembered);
  const Vector3d point = bodies.pose(i).position + overlap.centroid;
  svector[0] = overlap.volume;
  svector[1] = overlap.area;
  std::copy_n(contact.force.data(), 3, svector + 2);
  std::copy_n(point.data(), 3, svector + 5);
  svector[8] = 1.0;
  const double apart = distance.norm();
  if (apart > 0.0) fforce = -contact.force.dot(distance) / (apart * apart);
  return contact.energy;
}

/* ---------------------------------------------------------------------- */

void PairPolyhedron::write_restart(FILE *fp)
{
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      fwrite(&setflag[i][j], sizeof(int), 1, fp);
      if (setflag[i][j]) fwrite(&laws[i][j], sizeof(OverlapContactLaw), 1, fp);
    }
}

void PairPolyhedron::read_restart(FILE *fp)
{
  if (!allocated) allocate();
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      if (comm->me == 0) utils::sfread(FLERR, &setflag[i][j], sizeof(int), 1, fp, nullptr, error);
      MPI_Bcast(&setflag[i][j], 1, MPI_INT, 0, world);
      if (!setflag[i][j]) continue;
      OverlapContactLaw &law = laws[i][j];
      if (comm->me == 0) utils::sfread(FLERR, &law, sizeof law, 1, fp, nullptr, error);
      MPI_Bcast(&law, sizeof law, MPI_BYTE, 0, world);
      laws[j][i] = law;
    }
}

double PairPolyhedron::memory_usage()
{
  return bodies.memory_usage() +
      static_cast<double>(planes.capacity() * sizeof(grist::SeparatingPlane)) +
      static_cast<double>(first_plane.capacity() * sizeof(int));
}
