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
using grist::SphereRates;
using grist::Vector3d;

SphereRates StockRigid::rates_now(int i) const
{
  const StockBody of = body(body_of(i));
  return {grist::velocity_at(of.velocity, of.omega, of.rotation * place_in_body(i)), of.omega};
}

// A body on a line has no moment about it, and does not turn about it.
StockRigid::Motion StockRigid::motion_after(const StockBody &body, double half_step)
{
  const Vector3d momentum =
      transposed(body.rotation) * (body.angular_momentum + half_step * body.torque);
  Vector3d spin;
  for (int d = 0; d < 3; d++) spin[d] = body.moments[d] > 0.0 ? momentum[d] / body.moments[d] : 0.0;
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
  const StockBody of = body(body_of(i));
  const Vector3d velocity =
      grist::velocity_at(rates.velocity, rates.omega, -(of.rotation * place_in_body(i)));
  return share *
      (of.mass * squared_norm(velocity) +
       grist::twice_rotational_energy(of.rotation, rates.omega, of.moments));
}

double StockRigid::gravitational_energy(int i) const
{
  const double share = share_of(i);
  if (!gravity() || share == 0.0) return 0.0;
  const StockBody of = body(body_of(i));
  Vector3d place = of.place;
  lmp->domain->unmap(place.data(), of.image);
  return -share * of.mass * dot(grist::vector_at(gravity()), place);
}

namespace {

// ---- fix rigid: every rank knows all bodies

class BodiesOfRigid : public StockRigid {
 public:
  BodiesOfRigid(LAMMPS *lmp, FixRigid *fix) : StockRigid(lmp), fix(fix) {}

  // All ranks have the same value: only the first one counts it.
  double power_of_constraints() const override
  {
    double sum = 0.0;
    for (int b = 0; b < known_bodies() && lmp->comm->me == 0; b++) {
      const StockBody held = rigid_body(fix, b), free = body(b);
      const Vector3d held_force = held.force - free.force;
      const Vector3d held_torque = held.torque - free.torque;
      sum -= dot(held_force, motions[b].velocity) + dot(held_torque, motions[b].omega);
    }
    return sum;
  }

 protected:
  int body_of(int i) const override { return body_of_atom(fix, i); }
  double share_of(int i) const override { return 1.0 / atoms_of_body(fix, body_of(i)); }
  int known_bodies() const override { return count_bodies(fix); }
  int bodies_with_forces() const override { return known_bodies(); }
  Vector3d place_in_body(int i) const override { return place_of_atom(fix, i); }
  const double *gravity() const override { return gravity_of_bodies(fix); }
  void sum_forces() override { sum_forces_of_bodies(fix); }

  // Without constraints on the body.
  StockBody body(int b) const override
  {
    StockBody body = rigid_body(fix, b);
    body.force = product(body.force, free_directions(fix, b));
    body.torque = product(body.torque, free_rotations(fix, b));
    return body;
  }

 private:
  FixRigid *fix;
};

// ---- fix rigid/small: a rank knows the forces on the bodies that it owns alone

class BodiesOfRigidSmall : public StockRigid {
 public:
  BodiesOfRigidSmall(LAMMPS *lmp, FixRigidSmall *fix) : StockRigid(lmp), fix(fix) {}

 protected:
  int body_of(int i) const override { return body_of_atom(fix, i); }
  // A body counts with the atom that owns it: other ranks know no mass and moments before they
  // first build their lists.
  double share_of(int i) const override { return owns_body(fix, i) ? 1.0 : 0.0; }
  int known_bodies() const override { return count_owned_bodies(fix) + count_ghost_bodies(fix); }
  int bodies_with_forces() const override { return count_owned_bodies(fix); }
  Vector3d place_in_body(int i) const override { return place_of_atom(fix, i); }
  const double *gravity() const override { return gravity_of_bodies(fix); }
  void sum_forces() override { sum_forces_of_bodies(fix); }

  // Sends motions with the atom that owns a body.
  void share_motions() override
  {
    const int nall = lmp->atom->nlocal + lmp->atom->nghost;
    numbers.assign(static_cast<size_t>(NUMBERS) * nall, 0.0);
    rows.resize(nall);
    for (int i = 0; i < nall; i++) rows[i] = &numbers[static_cast<size_t>(NUMBERS) * i];
    for (int b = 0; b < bodies_with_forces(); b++) {
      grist::copy_to(rows[owner(b)], motions[b].velocity);
      grist::copy_to(rows[owner(b)] + 3, motions[b].omega);
    }
    lmp->comm->forward_comm_array(NUMBERS, rows.data());
    for (int b = bodies_with_forces(); b < known_bodies(); b++)
      motions[b] = {grist::vector_at(rows[owner(b)]), grist::vector_at(rows[owner(b)] + 3)};
  }

  StockBody body(int b) const override { return rigid_body(fix, b); }

 private:
  static constexpr int NUMBERS = 6;    // of a motion
  FixRigidSmall *fix;
  std::vector<double> numbers;
  std::vector<double *> rows;

  int owner(int b) const { return owner_of_body(fix, b); }
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
    check_thermostat(lmp, user, fix, has_thermostat(rigid));
    return std::make_shared<BodiesOfRigid>(lmp, rigid);
  }
  if (is_one_of(fix, "rigid/small", "rigid/nve/small")) {
    auto *rigid = static_cast<FixRigidSmall *>(fix);
    check_thermostat(lmp, user, fix, has_thermostat(rigid));
    return std::make_shared<BodiesOfRigidSmall>(lmp, rigid);
  }
  return nullptr;
}
