#include "styles/access/lammps_access_rigid.h"

#include "common/space.h"
#include "fix_rigid.h"
#include "fix_rigid_small.h"

#include <cassert>

using namespace LAMMPS_NS;
using grist::Matrix3d;
using grist::Vector3d;

namespace {

// Names of members that only derived classes may read.
struct OpenRigid : FixRigid {
  static constexpr auto BODY_OF = &OpenRigid::body, ATOMS = &OpenRigid::nrigid;
  static constexpr auto BODIES = &OpenRigid::nbody, THERMOSTAT = &OpenRigid::langflag;
  static constexpr auto PLACE_OF = &OpenRigid::displace;
  static constexpr auto MASS = &OpenRigid::masstotal, GRAVITY = &OpenRigid::gvec;
  static constexpr auto PLACE = &OpenRigid::xcm, VELOCITY = &OpenRigid::vcm,
                        FORCE = &OpenRigid::fcm, TORQUE = &OpenRigid::torque,
                        ANGULAR_MOMENTUM = &OpenRigid::angmom, OMEGA = &OpenRigid::omega,
                        MOMENTS = &OpenRigid::inertia;
  static constexpr auto X_AXIS = &OpenRigid::ex_space, Y_AXIS = &OpenRigid::ey_space,
                        Z_AXIS = &OpenRigid::ez_space;
  static constexpr auto MOVES = &OpenRigid::fflag, TURNS = &OpenRigid::tflag;
  static constexpr auto IMAGE = &OpenRigid::imagebody;
  static constexpr auto GRAVITY_ID = &OpenRigid::id_gravity;
  static constexpr auto SUM_FORCES = &OpenRigid::compute_forces_and_torques;
};

struct OpenSmall : FixRigidSmall {
  static constexpr auto BODIES = &OpenSmall::body;
  static constexpr auto OWNS = &OpenSmall::bodyown, BODY_OF = &OpenSmall::atom2body;
  static constexpr auto OWNED = &OpenSmall::nlocal_body, GHOSTS = &OpenSmall::nghost_body,
                        THERMOSTAT = &OpenSmall::langflag;
  static constexpr auto PLACE_OF = &OpenSmall::displace;
  static constexpr auto GRAVITY = &OpenSmall::gvec;
  static constexpr auto GRAVITY_ID = &OpenSmall::id_gravity;
  static constexpr auto SUM_FORCES = &OpenSmall::compute_forces_and_torques;
};

Vector3d row(const FixRigid *fix, double **FixRigid::*rows, int k)
{
  return grist::vector_at((fix->*rows)[k]);
}

}    // namespace

bool LAMMPS_NS::has_thermostat(const FixRigid *fix)
{
  return fix->*OpenRigid::THERMOSTAT != 0;
}

bool LAMMPS_NS::has_thermostat(const FixRigidSmall *fix)
{
  return fix->*OpenSmall::THERMOSTAT != 0;
}

const double *LAMMPS_NS::gravity_of_bodies(const FixRigid *fix)
{
  return fix->*OpenRigid::GRAVITY_ID ? fix->*OpenRigid::GRAVITY : nullptr;
}

const double *LAMMPS_NS::gravity_of_bodies(const FixRigidSmall *fix)
{
  return fix->*OpenSmall::GRAVITY_ID ? fix->*OpenSmall::GRAVITY : nullptr;
}

void LAMMPS_NS::sum_forces_of_bodies(FixRigid *fix)
{
  (fix->*OpenRigid::SUM_FORCES)();
}

void LAMMPS_NS::sum_forces_of_bodies(FixRigidSmall *fix)
{
  (fix->*OpenSmall::SUM_FORCES)();
}

int LAMMPS_NS::body_of_atom(const FixRigid *fix, int i)
{
  assert(i >= 0);
  return (fix->*OpenRigid::BODY_OF)[i];
}

int LAMMPS_NS::body_of_atom(const FixRigidSmall *fix, int i)
{
  assert(i >= 0);
  return (fix->*OpenSmall::BODY_OF)[i];
}

Vector3d LAMMPS_NS::place_of_atom(const FixRigid *fix, int i)
{
  return row(fix, OpenRigid::PLACE_OF, i);
}

Vector3d LAMMPS_NS::place_of_atom(const FixRigidSmall *fix, int i)
{
  return grist::vector_at((fix->*OpenSmall::PLACE_OF)[i]);
}

StockBody LAMMPS_NS::rigid_body(const FixRigid *fix, int b)
{
  assert(b >= 0 && b < count_bodies(fix));
  const Matrix3d rotation =
      Matrix3d::of_columns(row(fix, OpenRigid::X_AXIS, b), row(fix, OpenRigid::Y_AXIS, b),
                           row(fix, OpenRigid::Z_AXIS, b));
  return {(fix->*OpenRigid::MASS)[b],       row(fix, OpenRigid::PLACE, b),
          row(fix, OpenRigid::VELOCITY, b), row(fix, OpenRigid::FORCE, b),
          row(fix, OpenRigid::TORQUE, b),   row(fix, OpenRigid::ANGULAR_MOMENTUM, b),
          row(fix, OpenRigid::OMEGA, b),    rotation,
          row(fix, OpenRigid::MOMENTS, b),  (fix->*OpenRigid::IMAGE)[b]};
}

StockBody LAMMPS_NS::rigid_body(const FixRigidSmall *fix, int b)
{
  assert(b >= 0 && b < count_owned_bodies(fix) + count_ghost_bodies(fix));
  const auto &of = (fix->*OpenSmall::BODIES)[b];
  const Matrix3d rotation = Matrix3d::of_columns(
      grist::vector_at(of.ex_space), grist::vector_at(of.ey_space), grist::vector_at(of.ez_space));
  return {of.mass,
          grist::vector_at(of.xcm),
          grist::vector_at(of.vcm),
          grist::vector_at(of.fcm),
          grist::vector_at(of.torque),
          grist::vector_at(of.angmom),
          grist::vector_at(of.omega),
          rotation,
          grist::vector_at(of.inertia),
          of.image};
}

int LAMMPS_NS::count_bodies(const FixRigid *fix)
{
  return fix->*OpenRigid::BODIES;
}

int LAMMPS_NS::atoms_of_body(const FixRigid *fix, int b)
{
  assert(b >= 0 && b < count_bodies(fix));
  return (fix->*OpenRigid::ATOMS)[b];
}

Vector3d LAMMPS_NS::free_directions(const FixRigid *fix, int b)
{
  assert(b >= 0 && b < count_bodies(fix));
  return row(fix, OpenRigid::MOVES, b);
}

Vector3d LAMMPS_NS::free_rotations(const FixRigid *fix, int b)
{
  assert(b >= 0 && b < count_bodies(fix));
  return row(fix, OpenRigid::TURNS, b);
}

int LAMMPS_NS::count_owned_bodies(const FixRigidSmall *fix)
{
  return fix->*OpenSmall::OWNED;
}

int LAMMPS_NS::count_ghost_bodies(const FixRigidSmall *fix)
{
  return fix->*OpenSmall::GHOSTS;
}

bool LAMMPS_NS::owns_body(const FixRigidSmall *fix, int i)
{
  assert(i >= 0);
  return (fix->*OpenSmall::OWNS)[i] >= 0;
}

int LAMMPS_NS::owner_of_body(const FixRigidSmall *fix, int b)
{
  assert(b >= 0 && b < count_owned_bodies(fix) + count_ghost_bodies(fix));
  return (fix->*OpenSmall::BODIES)[b].ilocal;
}
