/* The held rocks of this rank and their motion. The loads on them are in rock_loads.h.

   A rock with blocks on several ranks has a body on each of them.
*/

#ifndef LMP_HELD_ROCKS_H
#define LMP_HELD_ROCKS_H

#include "energy/sphere_rates.h"
#include "pointers.h"
#include "relief/held_rock.h"
#include "rigid/rigid_block.h"
#include "styles/rocks/held_blocks.h"
#include "styles/rocks/rock_shapes.h"

#include <utility>
#include <vector>

namespace LAMMPS_NS {

class AtomVecBody;
class FixFaceBonds;

// On a rock, of all ranks.
struct RockLoad {
  grist::Vector3d force = grist::Vector3d::zero(), torque = grist::Vector3d::zero();
  double share = 0.0;          // of strength, at most
  double other_share = 0.0;    // the same by loads that were solved for
  double is_asked = 0.0;       // by a rank that does not know the shape
};

class HeldRocks : protected Pointers {
 public:
  struct Body : grist::PosedBody {
    tagint id = 0;             // of the fragment
    int first = 0, end = 0;    // in members()
    int count = 0;             // blocks on all ranks
    int slot = -1;             // number among rocks with blocks on several ranks; -1: all are here
    double by_spin = 0.0, period = 0.0;
    bool is_released = false;    // since the last rebuild
    ShapeOfRock shape;           // once it is needed

    // Loads that were solved for since the last rebuild, in the axes of the rock, by member.
    double solved_share = -1.0;    // of strength; < 0: none were
    grist::Vector3d solved_omega = grist::Vector3d::zero();
    std::vector<grist::ElementVector> solved;
  };
  struct Member {
    int atom;
    grist::Vector3d place;
    grist::Quaterniond turn;
    grist::Matrix3d inertia;    // about its centre, in the axes of the rock
    double by_force, by_torque;
    grist::Vector3d shift;    // the periods between it and its rock
  };

  HeldRocks(LAMMPS *lmp, std::vector<HeldBlock> &rows) : Pointers(lmp), rows(rows) {}

  // At the start of a run.
  void init(FixFaceBonds &faces);

  // At a rebuild, when ghosts are known: bodies from what blocks carry. Collective.
  void attach();

  // Whether blocks are where attached bodies have them, and are all there. Collective.
  bool are_in_place() const;
  void dissolve();    // all blocks are free

  const std::vector<Body> &all() const { return bodies; }
  const Body *body_of(int i) const { return rows[i].body >= 0 ? &bodies[rows[i].body] : nullptr; }

  std::vector<Body> &bodies_here() { return bodies; }
  const std::vector<Member> &members_here() const { return members; }    // body by body

  // Rocks with blocks on several ranks, in the order of slots, the same on all of them.
  const std::vector<tagint> &split_rocks() const { return split; }

  // Loads: by body.
  void kick(const std::vector<RockLoad> &loads, double half);
  void move(double dt);       // and turn
  void place_velocities();    // of the blocks

  // Rates of blocks after half a step of the loads.
  void complete(const std::vector<RockLoad> &loads, std::vector<grist::SphereRates> &rates,
                double half) const;

  // Block i is free from now on. Its angular velocity becomes omega.
  void release(int i, double wait, const grist::Vector3d &omega);

  double take_energy() { return std::exchange(energy, 0.0); }
  void add_energy(double more) { energy += more; }
  double kinetic_energy_of(int i) const;

 private:
  std::vector<HeldBlock> &rows;    // by atom
  FixFaceBonds *faces = nullptr;
  class AtomVecBody *avec = nullptr;

  std::vector<Body> bodies;
  std::vector<Member> members;
  std::vector<tagint> split;
  double energy = 0.0;

  void find_split();
  void place(const Body &body, const grist::Vector3d &turning, const Member &member,
             bool has_moved);
  grist::Matrix3d inertia_in_rock(int i) const;
};

}    // namespace LAMMPS_NS

#endif
