/* Rigid bodies of LAMMPS' fix rigid and fix rigid/small, and of their variants. The fixes keep them
   protected, and report velocities only after other fixes have run.

   Bodies of fix rigid are known on all ranks. Of fix rigid/small a rank knows those that it owns,
   and after them those that it has as ghosts.
*/

#ifndef LMP_LAMMPS_ACCESS_RIGID_H
#define LMP_LAMMPS_ACCESS_RIGID_H

#include "common/space.h"
#include "lmptype.h"

namespace LAMMPS_NS {

class FixRigid;
class FixRigidSmall;

// In space axes, except for the moments.
struct StockBody {
  double mass;
  grist::Vector3d place, velocity, force, torque, angular_momentum, omega;
  grist::Matrix3d rotation;    // from principal axes to space
  grist::Vector3d moments;     // principal
  imageint image;
};

// Whether the keyword langevin was given.
bool has_thermostat(const FixRigid *fix);
bool has_thermostat(const FixRigidSmall *fix);

// Acceleration by the keyword gravity; null without it.
const double *gravity_of_bodies(const FixRigid *fix);
const double *gravity_of_bodies(const FixRigidSmall *fix);

// Makes force and torque of all bodies, or those that this rank owns, from those of their atoms.
void sum_forces_of_bodies(FixRigid *fix);
void sum_forces_of_bodies(FixRigidSmall *fix);

// The body of an atom of this rank, or -1.
int body_of_atom(const FixRigid *fix, int i);
int body_of_atom(const FixRigidSmall *fix, int i);

// The place of an atom in its body, in principal axes.
grist::Vector3d place_of_atom(const FixRigid *fix, int i);
grist::Vector3d place_of_atom(const FixRigidSmall *fix, int i);

StockBody rigid_body(const FixRigid *fix, int b);
StockBody rigid_body(const FixRigidSmall *fix, int b);

int count_bodies(const FixRigid *fix);
int atoms_of_body(const FixRigid *fix, int b);

// 1 along axes in which force, or torque, moves the body; 0 along others (keywords force, torque).
grist::Vector3d free_directions(const FixRigid *fix, int b);
grist::Vector3d free_rotations(const FixRigid *fix, int b);

int count_owned_bodies(const FixRigidSmall *fix);
int count_ghost_bodies(const FixRigidSmall *fix);
bool owns_body(const FixRigidSmall *fix, int i);       // whether the atom owns its body
int owner_of_body(const FixRigidSmall *fix, int b);    // the atom that owns it

}    // namespace LAMMPS_NS

#endif
