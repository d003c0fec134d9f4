/* A mesh wall that answers to forces: held at a force by servos (walls/servo.h), or free as a
   guided body (rigid/guided_body.h).

     move servo force F ax ay az V | pressure P A ax ay az V | torque T px py pz ax ay az W
                [gain g] [limit d]
     move free mass M | density D [inertia Ixx Iyy Izz Ixy Ixz Iyz] [center x y z]
               [along AXES] [around none | all | axis px py pz ax ay az] [force fx fy fz]
               [torque tx ty tz] [gravity g vector x y z] [spring kx ky kz] [dashpot cx cy cz]
               [hinge k c] [stop x | y | z | turn low high]
*/

#ifndef GRIST_STYLES_WALL_RESPONSE_H
#define GRIST_STYLES_WALL_RESPONSE_H

#include "pointers.h"

#include "styles/commands/input_words.h"
#include "styles/commands/number_or_variable.h"
#include "styles/walls/wall_law.h"

#include "common/archive.h"
#include "meshes/mesh.h"
#include "rigid/guided_body.h"
#include "walls/contact_resistance.h"
#include "walls/rigid_motion.h"
#include "walls/servo.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct ServoMotion {
  grist::Servo servo;
  NumberOrVariable target;
  double area = 0.0;      // of a pressure; 0: none
  double factor = 1.0;    // from the target to a force or torque
  double limit = 0.0;     // of the displacement or angle; 0: not given
  int number = 0;         // in grist::RigidMotion
};

// What a servo holds: its name, the words that follow it, and its numbers, each stated once.
struct ServoKind {
  const char *name;
  int words;
  const char *needs;
  grist::NumberDescription target, fastest;
};
const std::vector<ServoKind> &servo_kinds();
const grist::NumberRows<ServoMotion> &servo_numbers();    // of all kinds

struct FreeMotion {
  grist::GuidedBody body;
  double density = 0.0;    // 0: the mass is given
  bool has_center = false, has_inertia = false;
  std::array<NumberOrVariable, 3> force, torque;
  int number = 0;    // in grist::RigidMotion
};

// What an input asks for; at most one of servos, free and leader.
struct ResponseRequest {
  std::vector<ServoMotion> servos;
  std::optional<FreeMotion> free;
  std::string leader;    // id of the fix that this wall moves with

  bool any() const { return !servos.empty() || free; }
};

// The words behind `move` that ask for it.
std::vector<Keyword> response_motions(InputWords &words, ResponseRequest &request);

// Force and torque on a wall, and the resistance of its contacts, over all ranks and all meshes
// that move with it.
struct WallLoads {
  grist::Vector3d force = grist::Vector3d::zero(), torque = grist::Vector3d::zero();
  grist::Vector3d reference = grist::Vector3d::zero();    // that the torque is about
  grist::ContactResistance resistance;
  bool touches = false;
};

class WallResponse : protected Pointers, public WallInertia {
 public:
  // `mesh` at its present place. The motions are added to `motion`. `user` begins errors.
  WallResponse(class LAMMPS *lmp, std::string user, ResponseRequest request,
               const grist::Mesh &mesh, grist::RigidMotion &motion);

  bool is_free() const { return given.free.has_value(); }
  const grist::GuidedBody &body() const { return given.free->body; }    // of a free wall

  // At the start of a run.
  void find();

  // Moves by a step of length dt, 0 at setup, with the loads of the last evaluation.
  void start(const WallLoads &loads, grist::RigidMotion &motion, double dt);

  // Once the loads at the new place are known.
  void finish(const WallLoads &loads, double dt)
  {
    if (given.free && dt > 0.0) given.free->body.finish(load_on_body(loads), dt);
  }

  // The distance by which servos have moved the wall at this place in the last step.
  double last_move(const grist::Vector3d &place) const { return norm(last_step.at(place)); }

  // Time for which all servos have been within a hundredth of their targets.
  double time_on_target() const { return on_target; }
  grist::Vector3d shift() const;
  double angle() const;    // about the axis of a servo or of the free body
  grist::Vector3d velocity() const;
  double rate() const;

  // Half a period of the wall on its contacts: what a time step is compared with.
  double half_period(const WallLoads &loads) const;

  // The velocity of a free wall that contacts were evaluated with, and that of the full step less it.
  double effective_mass(double mass, const grist::Vector3d &place,
                        const grist::Vector3d &push) const override
  {
    return 1.0 / (1.0 / mass + given.free->body.mobility(place, push));
  }
  grist::RigidVelocity velocity_of_step() const;
  grist::RigidVelocity late_velocity() const override;
  double kinetic_energy() const { return given.free->body.kinetic_energy(); }
  double potential_energy() const { return given.free->body.potential_energy(); }
  double applied_power() const { return given.free->body.applied_power(applied); }
  double dashpot_power() const { return given.free->body.dashpot_power(); }
  double take_stop_losses() { return given.free->body.take_stop_losses(); }

  void transfer_state(grist::Archive &archive, const grist::RigidMotion &motion);

 private:
  const std::string user;
  ResponseRequest given;
  grist::BodyLoad applied;
  std::vector<grist::RigidMotion::Driven> states;    // of the servos
  std::vector<grist::ServoMemory> memories;
  grist::RigidVelocity last_step;    // by the servos: displacement and angles
  double on_target = 0.0;
  bool warned = false, warned_of_miss = false;    // the latter in this run

  void complete(FreeMotion &free, const grist::Mesh &mesh) const;
  void read_applied();
  void drive_servos(const WallLoads &loads, grist::RigidMotion &motion, double dt);
  double limit_of(const ServoMotion &one) const;
  double held_within(const ServoMotion &one, double place, double speed, double dt);
  double speed_of(size_t n, const grist::Servo &servo, const grist::ServoLoad &load, double place,
                  double dt);
  void warn_of_miss(const ServoMotion &one, const grist::MissedTarget &missed);
  grist::BodyLoad load_on_body(const WallLoads &loads) const;
  void set_motion(grist::RigidMotion &motion) const;
};

}    // namespace LAMMPS_NS

#endif
