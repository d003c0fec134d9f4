/* The held rocks of this rank: their motion, the loads on them, and how they are released.

   A rock with blocks on several ranks has a body on each of them. Its loads are summed over all ranks
   in each step, so that all bodies go through the same motion; ranks send each other the loads of its
   blocks only where it may have to be released.
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
class FixGravity;

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
    grist::Vector3d solved_spin = grist::Vector3d::zero();
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

  HeldRocks(LAMMPS *lmp, std::vector<HeldBlock> &rows, RockShapes &shapes,
            const HoldRocks &settings);

  // At the start of a run.
  void init(FixFaceBonds &faces);

  // At a rebuild, when ghosts are known: bodies from what blocks carry. Collective.
  void attach();
  void forget_bodies();    // rows have the motion of their rocks from now on

  // Whether blocks are where attached bodies have them, and are all there. Collective.
  bool are_in_place() const;
  void dissolve();    // all blocks are free

  const std::vector<Body> &all() const { return bodies; }
  const Body *body_of(int i) const { return rows[i].body >= 0 ? &bodies[rows[i].body] : nullptr; }

  // Once all forces are known. Collective where any rock has blocks on several ranks.
  void find_loads();

  // Those that come near their strength are free afterwards, deformed and in balance with their loads.
  // True if any block of this rank is.
  bool release_loaded();

  void kick(double half);
  void move(double dt);       // and turn
  void place_velocities();    // of the blocks

  // Rates of blocks after half a step of the present forces. Collective.
  void complete(std::vector<grist::SphereRates> &rates, double half);

  double take_energy() { return std::exchange(energy, 0.0); }
  void add_energy(double more) { energy += more; }
  double kinetic_energy_of(int i) const;
  double releases = 0.0;    // of rocks whose first block is here

 private:
  struct Load {
    grist::Vector3d force = grist::Vector3d::zero(), torque = grist::Vector3d::zero();
    double share = 0.0;          // of strength, at most
    double other_share = 0.0;    // the same by loads that were solved for
    double is_asked = 0.0;       // by a rank that does not know the shape
  };

  std::vector<HeldBlock> &rows;    // by atom
  RockShapes &shapes;
  HoldRocks set;
  FixFaceBonds *faces = nullptr;
  class AtomVecBody *avec = nullptr;
  std::vector<FixGravity *> gravity;
  std::vector<std::pair<int, grist::Vector3d>> fields;    // groups and acceleration of gravity now

  std::vector<Body> bodies;
  std::vector<Member> members;
  std::vector<tagint> split;        // rocks with blocks on several ranks, the same on all of them
  std::vector<Load> loads;          // by body
  std::vector<Load> split_loads;    // sums, in the order of `split`
  bool are_loads_known = false;     // the same on all ranks
  double energy = 0.0;

  void find_split();
  grist::Vector3d weight_of(int i) const;
  double work_on_way(int i, const grist::Vector3d &moved, const grist::Vector3d &turned) const;
  Load load_of(const Body &body) const;
  double share_by_solved(const Body &body) const;
  bool is_at_risk(const Load &load) const
  {
    return load.share > set.release && load.other_share > set.release;
  }
  void remember_solved(Body &body, double share);
  void sum_over_ranks();
  std::vector<BlockLoad> loads_here(const Body &body) const;
  std::vector<BlockRecord> records_here(const Body &body) const;
  void find_shape(Body &body, const std::vector<BlockRecord> &blocks);
  bool release_split();
  bool release_if_loaded(Body &body, const std::vector<BlockLoad> &on);
  void release(Body &body, const std::vector<grist::ElementLoad> &on,
               const std::vector<tagint> &tags);
  void place(const Body &body, const grist::Vector3d &spin, const Member &member, bool has_moved);
  void set_angular_momentum(int i, const grist::Vector3d &omega);
  grist::Matrix3d inertia_in_rock(int i) const;
  void find_gravity();
};

}    // namespace LAMMPS_NS

#endif
