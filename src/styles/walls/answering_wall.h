/* The base of mesh walls that may answer to forces (wall_response.h), or move with another wall.

   A step: move_wall() of each wall, which moves by the loads of the last evaluation; the forces of
   all walls; finish_step(), once these are known, with the loads on all walls that move together.
*/

#ifndef GRIST_STYLES_ANSWERING_WALL_H
#define GRIST_STYLES_ANSWERING_WALL_H

#include "common/space.h"
#include "styles/walls/wall_contact_fix.h"
#include "styles/walls/wall_response.h"

#include "walls/mesh_wall.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class AnsweringWall : public WallContactFix {
 public:
  int setmask() override;
  void initial_integrate(int) override { finish_step(); }    // after setup
  void final_integrate() override { finish_step(); }

  void show_contacts(grist::ContactVisitor &visitor) const override;

  // A free wall shows its contacts one by one: its velocity is known late.
  bool has_powers_at_once() const override
  {
    return !is_free() && WallContactFix::has_powers_at_once();
  }
  grist::Subscription record_energy() override;
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const override;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const override;
  void take_events(grist::EnergyLedger &ledger) override;

  bool is_free() const override { return free_response() != nullptr; }

  // The loads that the next step moves by are those of the step before, which restart files have.
  Restore keep_more() override
  {
    return [this, kept = loads] {
      loads = kept;
      finished = true;
    };
  }

  const WallResponse *answer() const { return response.get(); }    // or null

 protected:
  grist::MeshWall *mesh_wall = nullptr;    // owned by the base class

  using WallContactFix::WallContactFix;

  // Once mesh_wall exists, before the wall is completed, and for fix_modify. `continued`: edges of
  // the box along which the mesh has no end.
  void set_response(ResponseRequest request, const grist::Vector3d &continued);

  // At the start of a run.
  void connect_walls();

  // Whether the wall has been moved to this step already, by one that moves with it; remembers it.
  bool has_moved();

  // The answer's part of a step of length dt, 0 at setup.
  void move_by_loads(double dt);

  // Once the forces of a step are known on all walls. Collective.
  void finish_step();

  double least_overlap(const grist::Vector3d &place) const override;
  grist::RigidVelocity body_velocity() const override;

  bool has_answer(int n) const { return first_value > 0 && n >= first_value; }
  double answer_value(int n) const;    // of the vector; 0 while the wall has another motion
  void add_answer_limits(RunLimits &limits);
  void transfer_answer(grist::Archive &archive);

 private:
  std::unique_ptr<WallResponse> response;    // or null
  WallLoads loads;                           // of the last evaluation, once it is finished
  bigint moved_at = -1;                      // the step for which the wall has been moved
  bool finished = true;                      // the step of the last evaluation
  int first_value = 0;                       // of the answer in the vector; 0: none

  std::string leader_id;                     // empty: moves by itself
  AnsweringWall *leader = nullptr;           // null: none
  AnsweringWall *first = this;               // of the chain of leaders: it answers for all of them
  std::vector<AnsweringWall *> followers;    // of the first of a chain: all others
  int follows_as = -1;                       // number of the driven motion
  std::optional<grist::Pose> leader_then;    // place of the leader when it began to lead

  AnsweringWall *leader_of(const AnsweringWall &wall) const;
  void find_leader();
  const WallResponse *free_response() const;
  void gather_loads();
  void follow();
};

}    // namespace LAMMPS_NS

#endif
