#include "styles/energy/stock_rigid.h"

#include "geometry/body_motion.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix_rigid.h"
#include "fix_rigid_small.h"
#include "force.h"
#include "lammps.h"

#include <cstring>

using namespace LAMMPS_NS;
using grist::Matrix3d;
using grist::SphereRates;
using grist::Vector3d;

/* ---------------------------------------------------------------------- */

SphereRates StockRigid::rates_now(int i) const
{
  const Body of = body(body_of(i));
  return {grist::velocity_at(of.velocity, of.omega, of.rotation * place_in_body(i)), of.omega};
}

// A body on a line has no moment about it, and does not turn about it.
StockRigid::Motion StockRigid::motion_after(const Body &body, double half_step)
{
  const Vector3d momentum =
      body.rotation.transpose() * (body.angular_momentum + half_step * body.torque);
  const Vector3d spin =
      (body.moments.array() > 0.0).select(momentum.cwiseQuotient(body.moments), 0.0);
  return {body.velocity + half_step / body.mass * body.force, body.rotation * spin};
}

void StockRigid::complete(std::vector<SphereRates> &rates, double half_step)
{
  sum_forces();
  motions.resize(known_bodies());
  for (int b = 0; b < bodies_with_forces(); b++) motions[b] = motion_after(body(b), half_step);
  share_motions();
  for (int i = 0; i < lmp->atom->nlocal; i++) {
    const int b = body_of(i);
    if (b < 0) continue;
    const Vector3d arm = body(b).rotation * place_in_body(i);
    rates[i] = {grist::velocity_at(motions[b].velocity, motions[b].omega, arm), motions[b].omega};
  }
}

double StockRigid::twice_kinetic_energy(int i, const SphereRates &rates) const
{
  const double share = share_of(i);
  if (share == 0.0) return 0.0;    // mass and moments of its body may not be known here
  const Body of = body(body_of(i));
  const Vector3d velocity =
      grist::velocity_at(rates.velocity, rates.omega, -(of.rotation * place_in_body(i)));
  return share *
      (of.mass * velocity.squaredNorm() +
       grist::twice_rotational_energy(of.rotation, rates.omega, of.moments));
}

double StockRigid::gravitational_energy(int i) const
{
  const double share = share_of(i);
  if (!gravity() || share == 0.0) return 0.0;
  const Body of = body(body_of(i));
  Vector3d place = of.place;
  lmp->domain->unmap(place.data(), of.image);
  return -share * of.mass * Vector3d(gravity()).dot(place);
}

namespace {

/* ----------------------------------------------------------------------
   fix rigid: every rank knows all bodies
------------------------------------------------------------------------- */

// Names of members that only derived classes may read.
struct OfRigid : public FixRigid {
  static constexpr auto BODY_OF = &OfRigid::body, ATOMS = &OfRigid::nrigid;
  static constexpr auto BODIES = &OfRigid::nbody, LANGEVIN = &OfRigid::langflag;
  static constexpr auto PLACE_IN_BODY = &OfRigid::displace;
  static constexpr auto MASS = &OfRigid::masstotal, GRAVITY = &OfRigid::gvec;
  static constexpr auto PLACE = &OfRigid::xcm, VELOCITY = &OfRigid::vcm, FORCE = &OfRigid::fcm,
                        TORQUE = &OfRigid::torque, ANGULAR_MOMENTUM = &OfRigid::angmom,
                        OMEGA = &OfRigid::omega, MOMENTS = &OfRigid::inertia;
  static constexpr auto X_AXIS = &OfRigid::ex_space, Y_AXIS = &OfRigid::ey_space,
                        Z_AXIS = &OfRigid::ez_space;
  static constexpr auto MOVES = &OfRigid::fflag, TURNS = &OfRigid::tflag;
  static constexpr auto IMAGE = &OfRigid::imagebody;
  static constexpr auto GRAVITY_ID = &OfRigid::id_gravity;
  static constexpr auto SUM_FORCES = &OfRigid::compute_forces_and_torques;
};

class BodiesOfRigid : public StockRigid {
 public:
  BodiesOfRigid(LAMMPS *lmp, FixRigid *fix) : StockRigid(lmp), fix(fix) {}

  // All ranks have the same value: only the first one counts it.
  double power_of_constraints() const override
  {
    double sum = 0.0;
    for (int b = 0; b < known_bodies() && lmp->comm->me == 0; b++) {
      const Vector3d held_force = row(OfRigid::FORCE, b) - force(b);
      const Vector3d held_torque = row(OfRigid::TORQUE, b) - torque(b);
      sum -= held_force.dot(motions[b].velocity) + held_torque.dot(motions[b].omega);
    }
    return sum;
  }

 protected:
  int body_of(int i) const override { return (fix->*OfRigid::BODY_OF)[i]; }
  double share_of(int i) const override { return 1.0 / (fix->*OfRigid::ATOMS)[body_of(i)]; }
  int known_bodies() const override { return fix->*OfRigid::BODIES; }
  int bodies_with_forces() const override { return known_bodies(); }
  Vector3d place_in_body(int i) const override { return row(OfRigid::PLACE_IN_BODY, i); }
  const double *gravity() const override
  {
    return fix->*OfRigid::GRAVITY_ID ? fix->*OfRigid::GRAVITY : nullptr;
  }
  void sum_forces() override { (fix->*OfRigid::SUM_FORCES)(); }

  Body body(int b) const override
  {
    Matrix3d rotation;
    rotation << row(OfRigid::X_AXIS, b), row(OfRigid::Y_AXIS, b), row(OfRigid::Z_AXIS, b);
    return {(fix->*OfRigid::MASS)[b],
            row(OfRigid::PLACE, b),
            row(OfRigid::VELOCITY, b),
            force(b),
            torque(b),
            row(OfRigid::ANGULAR_MOMENTUM, b),
            row(OfRigid::OMEGA, b),
            rotation,
            row(OfRigid::MOMENTS, b),
            (fix->*OfRigid::IMAGE)[b]};
  }

 private:
  FixRigid *fix;

  Vector3d row(double **FixRigid::*rows, int k) const { return Vector3d((fix->*rows)[k]); }
  // The force without constraints on the body.
  Vector3d force(int b) const
  {
    return row(OfRigid::FORCE, b).cwiseProduct(row(OfRigid::MOVES, b));
  }
  Vector3d torque(int b) const
  {
    return row(OfRigid::TORQUE, b).cwiseProduct(row(OfRigid::TURNS, b));
  }
};

/* ----------------------------------------------------------------------
   fix rigid/small: a rank knows the forces on the bodies that it owns alone
------------------------------------------------------------------------- */

struct OfSmall : public FixRigidSmall {
  static constexpr auto BODIES = &OfSmall::body;
  static constexpr auto OWNS = &OfSmall::bodyown, BODY_OF = &OfSmall::atom2body;
  static constexpr auto OWNED = &OfSmall::nlocal_body, GHOSTS = &OfSmall::nghost_body,
                        LANGEVIN = &OfSmall::langflag;
  static constexpr auto PLACE_IN_BODY = &OfSmall::displace;
  static constexpr auto GRAVITY = &OfSmall::gvec;
  static constexpr auto GRAVITY_ID = &OfSmall::id_gravity;
  static constexpr auto SUM_FORCES = &OfSmall::compute_forces_and_torques;
};

class BodiesOfRigidSmall : public StockRigid {
 public:
  BodiesOfRigidSmall(LAMMPS *lmp, FixRigidSmall *fix) : StockRigid(lmp), fix(fix) {}

 protected:
  int body_of(int i) const override { return (fix->*OfSmall::BODY_OF)[i]; }
  // A body counts with the atom that owns it: other ranks know no mass and moments before they
  // first build their lists.
  double share_of(int i) const override { return (fix->*OfSmall::OWNS)[i] < 0 ? 0.0 : 1.0; }
  int known_bodies() const override { return fix->*OfSmall::OWNED + fix->*OfSmall::GHOSTS; }
  int bodies_with_forces() const override { return fix->*OfSmall::OWNED; }
  Vector3d place_in_body(int i) const override
  {
    return Vector3d((fix->*OfSmall::PLACE_IN_BODY)[i]);
  }
  const double *gravity() const override
  {
    return fix->*OfSmall::GRAVITY_ID ? fix->*OfSmall::GRAVITY : nullptr;
  }
  void sum_forces() override { (fix->*OfSmall::SUM_FORCES)(); }

  // Sends motions with the atom that owns a body.
  void share_motions() override
  {
    const int nall = lmp->atom->nlocal + lmp->atom->nghost;
    numbers.assign(static_cast<size_t>(NUMBERS) * nall, 0.0);
    rows.resize(nall);
    for (int i = 0; i < nall; i++) rows[i] = &numbers[static_cast<size_t>(NUMBERS) * i];
    for (int b = 0; b < bodies_with_forces(); b++) {
      Vector3d::Map(rows[owner(b)]) = motions[b].velocity;
      Vector3d::Map(rows[owner(b)] + 3) = motions[b].omega;
    }
    lmp->comm->forward_comm_array(NUMBERS, rows.data());
    for (int b = bodies_with_forces(); b < known_bodies(); b++)
      motions[b] = {Vector3d(rows[owner(b)]), Vector3d(rows[owner(b)] + 3)};
  }

  Body body(int b) const override
  {
    const auto &of = (fix->*OfSmall::BODIES)[b];
    Matrix3d rotation;
    rotation << Vector3d(of.ex_space), Vector3d(of.ey_space), Vector3d(of.ez_space);
    return {of.mass,
            Vector3d(of.xcm),
            Vector3d(of.vcm),
            Vector3d(of.fcm),
            Vector3d(of.torque),
            Vector3d(of.angmom),
            Vector3d(of.omega),
            rotation,
            Vector3d(of.inertia),
            of.image};
  }

 private:
  static constexpr int NUMBERS = 6;    // of a motion
  FixRigidSmall *fix;
  std::vector<double> numbers;
  std::vector<double *> rows;

  int owner(int b) const { return (fix->*OfSmall::BODIES)[b].ilocal; }
};

bool is_one_of(const Fix *fix, const char *style, const char *variant)
{
  return strcmp(fix->style, style) == 0 || strcmp(fix->style, variant) == 0;
}

void check_thermostat(LAMMPS *lmp, const std::string &user, const Fix *fix, bool is_on)
{
  if (is_on)
    lmp->error->all(FLERR,
                    "{}: fix {} of style {} has a thermostat, whose work nothing tells (expected "
                    "no keyword langevin)",
                    user, fix->id, fix->style);
}

}    // namespace

std::shared_ptr<StockRigid> StockRigid::of(LAMMPS *lmp, const std::string &user, Fix *fix)
{
  if (is_one_of(fix, "rigid", "rigid/nve")) {
    auto *rigid = static_cast<FixRigid *>(fix);
    check_thermostat(lmp, user, fix, rigid->*OfRigid::LANGEVIN);
    return std::make_shared<BodiesOfRigid>(lmp, rigid);
  }
  if (is_one_of(fix, "rigid/small", "rigid/nve/small")) {
    auto *rigid = static_cast<FixRigidSmall *>(fix);
    check_thermostat(lmp, user, fix, rigid->*OfSmall::LANGEVIN);
    return std::make_shared<BodiesOfRigidSmall>(lmp, rigid);
  }
  return nullptr;
}
