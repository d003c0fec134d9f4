#include "styles/contacts/pair_hertz_mindlin.h"

#include "styles/contacts/contact_keywords.h"
#include "styles/contacts/fix_contact_history.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "fix_dummy.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "styles/common/lammps_compat.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using grist::ContactCoefficients;
using grist::ElasticMaterial;
using grist::HertzMindlin;
using grist::RollingLaw;
using grist::SphereMotion;
using grist::SpherePlace;
using grist::Vector3d;

static constexpr const char *PLACEHOLDER = "GRIST_CONTACT_HISTORY_PLACEHOLDER";
static constexpr int SINGLE_EXTRA = 12;    // of compute pair/local: p1 to p12

// Spheres are read by the list of those in pairs below this share: reading all of them forward costs less a sphere.
static constexpr double FEW = 0.6;

/* ---------------------------------------------------------------------- */

PairHertzMindlin::PairHertzMindlin(LAMMPS *lmp) :
    Pair(lmp), history(nullptr), rigid(nullptr), freeze_group(0), rolling(RollingLaw::NONE),
    one_law(false)
{
  single_enable = 1;
  restartinfo = 1;
  writedata = 1;
  no_virial_fdotr_compute = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  finitecutflag = 1;
  comm_forward = 1;
  single_extra = SINGLE_EXTRA;
  svector = new double[SINGLE_EXTRA];

  // The fix itself is made in init_style(), when a restart file has handed over its per-atom data; its place in the
  // order of fixes, ahead of those that move atoms, is taken now.
  modify->add_fix(std::string(PLACEHOLDER) + " all DUMMY");
}

PairHertzMindlin::~PairHertzMindlin()
{
  if (copymode) return;
  delete[] svector;
  modify->delete_fix(history ? FixContactHistory::ID : PLACEHOLDER);
  if (!allocated) return;
  memory->destroy(setflag);
  memory->destroy(cutsq);
}

void PairHertzMindlin::allocate()
{
  allocated = 1;
  const int n = atom->ntypes + 1;
  memory->create(setflag, n, n, "pair:setflag");
  memory->create(cutsq, n, n, "pair:cutsq");
  for (int i = 0; i < n; i++) std::fill_n(setflag[i], n, 0);
  materials.assign(n, {0.0, std::nan("")});
  coefficients.assign(n, std::vector<ContactCoefficients>(n));
}

/* ---------------------------------------------------------------------- */

void PairHertzMindlin::settings(int narg, char **arg)
{
  if (narg > 0)
    error->all(FLERR, "Pair style hertz/mindlin: unexpected argument {} (it takes none)", arg[0]);
  comm->ghost_velocity = 1;
}

/* ----------------------------------------------------------------------
   pair_coeff I J [young E] [poisson nu] [restitution e] [friction mu] [damping_t huang|x]
                  [rolling none | torque mu_r | sds k gamma mu]
------------------------------------------------------------------------- */

void PairHertzMindlin::coeff(int narg, char **arg)
{
  if (narg < 3) utils::missing_cmd_args(FLERR, "pair_coeff", error);
  if (!allocated) allocate();
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, arg[0], 1, atom->ntypes, ilo, ihi, error);
  utils::bounds(FLERR, arg[1], 1, atom->ntypes, jlo, jhi, error);
  const ContactKeywords given(narg, arg, 2, "Pair style hertz/mindlin", lmp);

  int count = 0;
  for (int i = ilo; i <= ihi; i++)
    for (int j = std::max(jlo, i); j <= jhi; j++) {
      given.set(materials[i]);
      given.set(materials[j]);
      given.set(coefficients[i][j]);
      coefficients[j][i] = coefficients[i][j];
      // A material alone says nothing of how two different types rub.
      if (i == j || given.has_contact()) setflag[i][j] = 1;
      count++;
    }
  if (count == 0)
    error->all(FLERR, "Pair style hertz/mindlin: no pair of types in {} {} (expected I <= J)",
               arg[0], arg[1]);
}

/* ---------------------------------------------------------------------- */

void PairHertzMindlin::init_style()
{
  check_surroundings();
  comm->ghost_velocity = 1;
  find_rolling_law();
  find_largest_radii();

  neighbor->add_request(this, NeighConst::REQ_SIZE);
  if (!history) {
    const std::string replacement =
        fmt::format("{} all CONTACT/HISTORY {}", FixContactHistory::ID, FixContactHistory::NUMBERS);
    history = dynamic_cast<FixContactHistory *>(modify->replace_fix(PLACEHOLDER, replacement, 1));
    history->pair = this;
  }
  history->rolling = rolling;
}

void PairHertzMindlin::check_surroundings()
{
  if (force->pair != this)
    error->all(FLERR, "Pair style hertz/mindlin cannot be a part of pair_style hybrid");
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag)
    error->all(FLERR,
               "Pair style hertz/mindlin needs an atom style with radius, rmass, omega and torque "
               "(now: {})",
               atom->get_style());
  for (int k = 1; k <= 3; k++)
    if (force->special_lj[k] != 0.0 && force->special_lj[k] != 1.0)
      error->all(FLERR, "Pair style hertz/mindlin: special_bonds lj weight {} (must be 0 or 1)",
                 force->special_lj[k]);
  for (int i = 1; i <= atom->ntypes; i++) {
    if (materials[i].young == 0.0)
      error->all(FLERR, "Pair style hertz/mindlin: no young for type {} (pair_coeff)", i);
    if (std::isnan(materials[i].poisson))
      error->all(FLERR, "Pair style hertz/mindlin: no poisson for type {} (pair_coeff)", i);
  }

  const auto freezes = modify->get_fix_by_style("^freeze");
  if (freezes.size() > 1)
    error->all(FLERR, "Pair style hertz/mindlin: {} fixes freeze (at most 1)", freezes.size());
  freeze_group = freezes.empty() ? 0 : freezes.front()->groupbit;
  rigid = nullptr;
  for (auto *fix : modify->get_fix_list()) {
    if (!fix->rigid_flag) continue;
    if (rigid)
      error->all(FLERR, "Pair style hertz/mindlin: fixes {} and {} are both rigid (at most 1)",
                 rigid->id, fix->id);
    rigid = fix;
  }
}

/* ----------------------------------------------------------------------
   one rolling law for the whole run; pairs of types without it have coefficients of zero
------------------------------------------------------------------------- */

void PairHertzMindlin::find_rolling_law()
{
  rolling = RollingLaw::NONE;
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      const RollingLaw law = coefficients[i][j].rolling;
      if (!setflag[i][j] || law == RollingLaw::NONE) continue;
      if (rolling != RollingLaw::NONE && rolling != law)
        error->all(FLERR,
                   "Pair style hertz/mindlin: rolling torque and rolling sds in one run (types {} "
                   "and {})",
                   i, j);
      rolling = law;
    }
}

/* ----------------------------------------------------------------------
   of every type, with what fix pour and fix deposit will insert
------------------------------------------------------------------------- */

void PairHertzMindlin::find_largest_radii()
{
  std::vector<double> mine(atom->ntypes + 1, 0.0);
  for (const char *style : {"^pour", "^deposit"})
    for (auto *fix : modify->get_fix_by_style(style))
      for (int i = 1; i <= atom->ntypes; i++) {
        int type = i;
        const auto *radius = static_cast<double *>(fix->extract("radius", type));
        if (radius) mine[i] = std::max(mine[i], *radius);
      }
  for (int i = 0; i < atom->nlocal; i++)
    mine[atom->type[i]] = std::max(mine[atom->type[i]], atom->radius[i]);
  largest.resize(mine.size());
  MPI_Allreduce(mine.data(), largest.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_MAX,
                world);
}

/* ---------------------------------------------------------------------- */

double PairHertzMindlin::init_one(int i, int j)
{
  if (setflag[i][j] == 0) {
    const ContactCoefficients &a = coefficients[i][i], &b = coefficients[j][j];
    if (!mixable(a, b))
      error->all(FLERR,
                 "Pair style hertz/mindlin: no coefficients for types {} and {}, and laws of "
                 "different kind do not mix",
                 i, j);
    coefficients[i][j] = mixed(a, b);
  }
  coefficients[j][i] = coefficients[i][j];
  if (i == atom->ntypes && j == atom->ntypes) make_laws();

  // A type that has no sphere yet must not make the cells of a search small.
  const double most = *std::max_element(largest.begin(), largest.end());
  return largest[i] > 0.0 && largest[j] > 0.0 ? largest[i] + largest[j] : 2.0 * most;
}

// Called for the last pair of types.
void PairHertzMindlin::make_laws()
{
  laws.clear();
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = 1; j <= atom->ntypes; j++)
      laws.emplace_back(material(i), material(j), coefficients[std::min(i, j)][std::max(i, j)]);
  one_law = std::all_of(laws.begin(), laws.end(),
                        [&](const HertzMindlin &law) { return law == laws.front(); });
}

ElasticMaterial PairHertzMindlin::material(int type) const
{
  return {materials[type].young / force->nktv2p, materials[type].poisson};
}

/* ----------------------------------------------------------------------
   spheres of a rigid body weigh as much as the body
------------------------------------------------------------------------- */

void PairHertzMindlin::look_up_body_masses()
{
  int unused;
  const auto *body = static_cast<int *>(rigid->extract("body", unused));
  const auto *mass = static_cast<double *>(rigid->extract("masstotal", unused));
  body_mass.assign(atom->nlocal + atom->nghost, 0.0);
  for (int i = 0; i < atom->nlocal; i++)
    if (body[i] >= 0) body_mass[i] = mass[body[i]];
  comm->forward_comm(this);
}

int PairHertzMindlin::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  for (int k = 0; k < n; k++) buf[k] = body_mass[list[k]];
  return n;
}

void PairHertzMindlin::unpack_forward_comm(int n, int first, double *buf)
{
  std::copy_n(buf, n, body_mass.begin() + first);
}

// In units of force times time squared over length, whatever that of mass is.
inline double PairHertzMindlin::inertial_mass(int i) const
{
  const bool in_body = rigid && body_mass[i] > 0.0;
  return (in_body ? body_mass[i] : atom->rmass[i]) / force->ftm2v;
}

/* ---------------------------------------------------------------------- */

inline SpherePlace PairHertzMindlin::place_of(int i) const
{
  const double *x = atom->x[i];
  return {{x[0], x[1], x[2]}, atom->radius[i]};
}

inline SphereMotion PairHertzMindlin::motion_of(int i) const
{
  const double *v = atom->v[i], *omega = atom->omega[i];
  return {{v[0], v[1], v[2]},
          {omega[0], omega[1], omega[2]},
          inertial_mass(i),
          one_law ? 0 : atom->type[i] - 1,
          (atom->mask[i] & freeze_group) != 0};
}

inline void PairHertzMindlin::read_sphere(int i)
{
  place[i] = place_of(i);
  motion[i] = motion_of(i);
}

void PairHertzMindlin::read_spheres()
{
  const int nall = atom->nlocal + atom->nghost;
  place.resize(nall);
  motion.resize(nall);
  const std::vector<int> &members = history->pairs.members;
  if (static_cast<double>(members.size()) < FEW * nall)
    for (const int i : members) read_sphere(i);
  else
    for (int i = 0; i < nall; i++) read_sphere(i);
}

/* ---------------------------------------------------------------------- */

void PairHertzMindlin::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  if (rigid && neighbor->ago == 0) look_up_body_masses();
  history->begin_update();
  const int nall = atom->nlocal + atom->nghost;
  if (nall == 0) return;

  read_spheres();
  const grist::ContactScene scene{
      place.data(), motion.data(), laws.data(),           one_law ? 1 : atom->ntypes,
      rolling,      update->dt,    update->setupflag == 0};
  const grist::ContactSink sink{atom->f[0], atom->torque[0],
                                force->newton_pair ? nall : atom->nlocal,
                                evflag ? static_cast<grist::ContactTally *>(this) : nullptr};
  grist::sweep(scene, history->pairs, sink);
}

void PairHertzMindlin::contact(int a, int b, const double *force_a, const double *apart)
{
  ev_tally_xyz(a, b, atom->nlocal, force->newton_pair, 0.0, 0.0, force_a[0], force_a[1], force_a[2],
               apart[0], apart[1], apart[2]);
}

/* ----------------------------------------------------------------------
   one pair by itself: the law between its types, and its contact as it is now
------------------------------------------------------------------------- */

const HertzMindlin &PairHertzMindlin::law_of(int i, int j) const
{
  return laws[(atom->type[i] - 1) * atom->ntypes + atom->type[j] - 1];
}

grist::SphereContact PairHertzMindlin::contact_of(int i, int j) const
{
  const auto sphere = [&](int k) {
    return grist::MovingSphere{Vector3d(atom->x[k]), Vector3d(atom->v[k]), Vector3d(atom->omega[k]),
                               atom->radius[k], inertial_mass(k)};
  };
  grist::SphereContact contact = sphere_contact(sphere(i), sphere(j), update->dt, false);
  const SphereMotion a = motion_of(i), b = motion_of(j);
  const auto mass = grist::effective_mass(a, b);
  contact.mass = mass.product / mass.sum;
  contact.inertia = grist::effective_inertia(a, b, contact.radius_a, contact.radius_b);
  return contact;
}

/* ----------------------------------------------------------------------
   for compute energy/balance
------------------------------------------------------------------------- */

// Without newton each rank has the pairs of its atoms with ghosts; the other half is with the ghost's owner.
double PairHertzMindlin::share_of(int j) const
{
  return force->newton_pair || j < atom->nlocal ? 1.0 : 0.5;
}

template <class Visit> void PairHertzMindlin::for_each_touching(const Visit &visit) const
{
  const grist::ContactPairs &pairs = history->pairs;
  int n = 0;
  for (const auto &row : pairs.rows)
    for (; n < row.end; n++)
      if (pairs.touching[n]) visit(row.a, pairs.partner[n], pairs.remembered(n));
}

grist::ContactEnergy PairHertzMindlin::stored_energy() const
{
  grist::ContactEnergy sum;
  for_each_touching([&](int i, int j, const grist::SphereContactHistory &remembered) {
    sum.add(grist::stored_energy(law_of(i, j), contact_of(i, j), remembered), share_of(j));
  });
  return sum;
}

// Springs as they are now give the forces again: sliding has been taken out of them.
grist::ContactPower PairHertzMindlin::power_taken(const grist::SphereRates *rates) const
{
  grist::ContactPower sum;
  for_each_touching([&](int i, int j, grist::SphereContactHistory remembered) {
    const HertzMindlin &law = law_of(i, j);
    const grist::SphereContact contact = contact_of(i, j);
    const grist::SphereContactForce on = hertz_mindlin(law, contact, remembered);
    sum.add(grist::power_taken(law, contact, on, rates[i], rates[j]), share_of(j));
  });
  return sum;
}

double PairHertzMindlin::energy_of_new(const NeighList *list, int i, int j) const
{
  if (!history->reads(list) || !grist::touch(place_of(i), place_of(j))) return 0.0;
  const HertzMindlin &law = law_of(i, j);
  const grist::SphereContact contact = contact_of(i, j);
  const double force = contact_stiffness(law, contact).normal * contact.overlap;
  const double taken = -0.5 * update->dt * force * contact.velocity.dot(contact.normal);
  return share_of(j) * (grist::stored_energy(law, contact, {}).normal + taken);
}

/* ----------------------------------------------------------------------
   compute pair/local: p1 to p12: tangential force on the first (3) and its size, torque of rolling friction on the first (3)
   and its size, overlap, vector from the second to the first (3)
------------------------------------------------------------------------- */

double PairHertzMindlin::single(int i, int j, int itype, int jtype, double, double,
                                double factor_lj, double &fforce)
{
  fforce = 0.0;
  std::fill_n(svector, SINGLE_EXTRA, 0.0);
  if (factor_lj == 0.0 || !grist::touch(place_of(i), place_of(j))) return 0.0;

  const grist::SphereContact contact = contact_of(i, j);
  grist::SphereContactHistory remembered = history->find(i, j);
  const grist::SphereContactForce on = hertz_mindlin(law_of(i, j), contact, remembered);

  const double distance = contact.radius_a + contact.radius_b - contact.overlap;
  const Vector3d apart = distance * contact.normal;
  std::copy_n(on.tangential.data(), 3, svector);
  svector[3] = on.tangential.norm();
  std::copy_n(on.rolling.data(), 3, svector + 4);
  svector[7] = on.rolling.norm();
  svector[8] = contact.overlap;
  std::copy_n(apart.data(), 3, svector + 9);
  fforce = on.normal / distance;
  return 0.0;
}

double PairHertzMindlin::atom2cut(int i)
{
  return 2.0 * atom->radius[i];
}

double PairHertzMindlin::radii2cut(double r1, double r2)
{
  return r1 + r2;
}

/* ---------------------------------------------------------------------- */

void PairHertzMindlin::write_restart(FILE *fp)
{
  fwrite(&materials[1], sizeof(ElasticMaterial), atom->ntypes, fp);
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      fwrite(&setflag[i][j], sizeof(int), 1, fp);
      fwrite(&coefficients[i][j], sizeof(ContactCoefficients), 1, fp);
    }
}

void PairHertzMindlin::read_restart(FILE *fp)
{
  if (!allocated) allocate();
  const auto read = [&](void *to, size_t size) {
    if (comm->me == 0) utils::sfread(FLERR, to, 1, size, fp, nullptr, error);
    MPI_Bcast(to, static_cast<int>(size), MPI_BYTE, 0, world);
  };
  read(&materials[1], sizeof(ElasticMaterial) * atom->ntypes);
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      read(&setflag[i][j], sizeof(int));
      read(&coefficients[i][j], sizeof(ContactCoefficients));
      coefficients[j][i] = coefficients[i][j];
    }
}

/* ----------------------------------------------------------------------
   sections Pair Coeffs and PairIJ Coeffs of data files
------------------------------------------------------------------------- */

void PairHertzMindlin::write_data(FILE *fp)
{
  for (int i = 1; i <= atom->ntypes; i++)
    utils::print(fp, "{} {} {}\n", i, keywords_of(materials[i]), keywords_of(coefficients[i][i]));
}

void PairHertzMindlin::write_data_all(FILE *fp)
{
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++)
      utils::print(fp, "{} {} {}{}\n", i, j, i == j ? keywords_of(materials[i]) + " " : "",
                   keywords_of(coefficients[i][j]));
}

double PairHertzMindlin::memory_usage()
{
  return static_cast<double>(place.capacity()) * sizeof(SpherePlace) +
      static_cast<double>(motion.capacity()) * sizeof(SphereMotion) +
      static_cast<double>(body_mass.capacity()) * sizeof(double);
}
