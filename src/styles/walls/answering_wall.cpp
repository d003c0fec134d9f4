#include "styles/walls/answering_wall.h"

#include "common/space.h"
#include "styles/common/output_columns.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "modify.h"
#include "update.h"

#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::MeshWall;
using grist::Vector3d;

// Other fixes that only add forces have no more.
int AnsweringWall::setmask()
{
  return WallContactFix::setmask() | (response ? INITIAL_INTEGRATE | FINAL_INTEGRATE : 0);
}

// The closed mesh at its present place, else an empty one.
static grist::Mesh filled_mesh(const MeshWall &wall)
{
  grist::Mesh mesh;
  const grist::TriangleMesh &triangles = wall.mesh();
  if (triangles.open_edges() > 0) return mesh;
  for (const auto &corner : triangles.corners())
    mesh.vertices.emplace_back(wall.frame() * corner.place);
  for (int t = 0; t < triangles.own_triangles(); t++) {
    const auto &corners = triangles.triangles()[t].corners;
    mesh.faces.emplace_back(corners.begin(), corners.end());
  }
  return mesh;
}

void AnsweringWall::set_response(ResponseRequest request, const Vector3d &continued)
{
  response.reset();
  leader_then.reset();
  leader_id = request.leader;
  if (!leader_id.empty()) follows_as = mesh_wall->motion.add_driven_about(Vector3d::zero());
  if (!request.any()) return;
  response = std::make_unique<WallResponse>(lmp, fmt::format("{} {}", name, id), std::move(request),
                                            filled_mesh(*mesh_wall), mesh_wall->motion);
  for (int d = 0; d < 3; d++)
    if (continued[d] > 0.0 && !mesh_wall->motion.keeps_period(d))
      error->all(
          FLERR,
          "{} {}: this move turns a mesh as long as the periodic box along {} (expected move "
          "free ... around none)",
          name, id, "xyz"[d]);
  if (first_value > 0) return;
  first_value = size_vector;
  size_vector += 9;
  add_to_vector(lmp, *this,
                {"shift_x [distance]", "shift_y [distance]", "shift_z [distance]",
                 "velocity_x [velocity]", "velocity_y [velocity]", "velocity_z [velocity]", "angle",
                 "rate [1/time]", "on_target [time]"});
}

// The first of the chain of walls that this one moves with.
void AnsweringWall::find_leader()
{
  leader = nullptr;
  for (AnsweringWall *wall = this; !wall->leader_id.empty();) {
    Fix *fix = modify->get_fix_by_id(wall->leader_id);
    if (!fix)
      error->all(FLERR, "{} {}: move with {} (there is no such fix)", name, wall->id,
                 wall->leader_id);
    leader = dynamic_cast<AnsweringWall *>(fix);
    if (!leader)
      error->all(FLERR, "{} {}: move with {}, a fix {} (expected wall/mesh)", name, wall->id,
                 wall->leader_id, fix->style);
    if (leader == this) error->all(FLERR, "{} {}: move with {} is a circle", name, id, leader_id);
    wall = leader;
  }
  if (leader && !leader_then)
    leader_then = inverse(mesh_wall->motion.driven_place(follows_as)) * leader->mesh_wall->frame();
}

void AnsweringWall::connect_walls()
{
  find_leader();
  followers.clear();
  for (Fix *fix : modify->get_fix_list()) {
    auto *other = dynamic_cast<AnsweringWall *>(fix);
    if (!other || other == this || other->leader_id.empty()) continue;
    other->find_leader();
    if (other->leader == this) followers.push_back(other);
  }
  const WallResponse *answers = leader ? leader->response.get() : response.get();
  if (answers && !knows_tangents())
    error->all(FLERR,
               "{} {}: a wall of a model of fix wall/gran cannot answer (expected hertz/mindlin, "
               "hooke/history with keywords, or polyhedron)",
               name, id);
  measures_resistance = answers != nullptr;
  set_inertia(answers && answers->is_free() ? answers : nullptr);
  if (response) response->find();
}

// With the leader since it began to lead.
void AnsweringWall::follow()
{
  leader->move_wall();
  const grist::Pose moved = leader->mesh_wall->frame() * inverse(*leader_then);
  const grist::RigidVelocity &velocity = leader->mesh_wall->motion.velocity();
  grist::RigidMotion::Driven state;
  state.displacement = moved.position;
  state.velocity = velocity.at(moved.position);
  state.turn = moved.rotation;
  state.omega = velocity.omega;
  mesh_wall->motion.drive(follows_as, state);
}

// Once the forces of a step are known on all walls. Collective.
void AnsweringWall::finish_step()
{
  if (!response || std::exchange(finished, true)) return;
  gather_loads();
  response->finish(loads, update->setupflag || moved_at != update->ntimestep ? 0.0 : update->dt);
}

void AnsweringWall::gather_loads()
{
  loads = {};
  loads.reference = mesh_wall->reference_point();
  grist::ContactResistance here;
  const auto add = [&](AnsweringWall &wall) {
    const Vector3d force{wall.total(0), wall.total(1), wall.total(2)};
    const Vector3d lever = wall.mesh_wall->reference_point() - loads.reference;
    loads.force += force;
    loads.torque += Vector3d{wall.total(3), wall.total(4), wall.total(5)} + cross(lever, force);
    loads.touches = loads.touches || wall.total(grist::WallTotals::TOUCHING) > 0.0;
    here.add(wall.resistance, lever);
  };
  add(*this);
  for (AnsweringWall *wall : followers) add(*wall);
  MPI_Allreduce(here.numbers(), loads.resistance.numbers(), grist::ContactResistance::SIZE,
                MPI_DOUBLE, MPI_SUM, world);
}

/* ----------------------------------------------------------------------
   energy of a free wall. Its contacts are shown with the wall's velocity of the full step, which is
   known when all forces are
------------------------------------------------------------------------- */

namespace {

class LateWall : public grist::ContactVisitor {
 public:
  LateWall(grist::ContactVisitor &to, const grist::RigidVelocity &late, const Atom *atom) :
      to(to), late(late), atom(atom)
  {
  }
  void visit(const grist::RecordedContact &contact) override
  {
    const double arm = contact.contact.radius_a - contact.contact.overlap;
    to.visit(moved(contact, -arm * contact.contact.normal));
  }
  void visit(const grist::RecordedOverlap &overlap) override
  {
    to.visit(moved(overlap, overlap.overlap.centroid));
  }
  void visit(const grist::RecordedChange &change) override
  {
    const double arm = change.contact.radius_a - change.contact.overlap;
    to.visit(moved(change, -arm * change.contact.normal));
  }

 private:
  grist::ContactVisitor &to;
  const grist::RigidVelocity late;
  const Atom *atom;

  template <class Contact> Contact moved(const Contact &contact, const Vector3d &arm) const
  {
    Contact changed = contact;
    changed.wall.velocity += late.at(grist::vector_at(atom->x[contact.a]) + arm);
    changed.wall.omega += late.omega;
    return changed;
  }
};

}    // namespace

void AnsweringWall::show_contacts(grist::ContactVisitor &visitor) const
{
  const AnsweringWall &mover = leader ? *leader : *this;
  if (!mover.response || !mover.response->is_free() || !mover.finished)
    return WallContactFix::show_contacts(visitor);
  LateWall late(visitor, mover.response->late_velocity(), atom);
  WallContactFix::show_contacts(late);
}

bool AnsweringWall::is_free() const
{
  return leader ? leader->is_free() : response && response->is_free();
}

void AnsweringWall::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  WallContactFix::add_stored(to, of);
  if (!response || !response->is_free() || !of.has_all() || comm->me > 0) return;
  to.walls += response->kinetic_energy() + response->potential_energy();
}

// What a free wall gets from outside, in place of its work on particles.
void AnsweringWall::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                               const grist::SphereSelection &of) const
{
  grist::EnergyFlows powers{};
  WallContactFix::add_powers(powers, rates, of);
  if (is_free()) powers[grist::WALL_WORK] = 0.0;
  if (response && response->is_free() && of.has_all() && comm->me == 0) {
    powers[grist::WALL_WORK] = response->applied_power();
    powers[grist::WALL_LOSS] = response->dashpot_power();
  }
  for (int k = 0; k < grist::ENERGY_FLOWS; k++) to[k] += powers[k];
}

void AnsweringWall::take_events(grist::EnergyLedger &ledger)
{
  finish_step();
  if (!response || !response->is_free()) return;
  const double lost = response->take_stop_losses();
  if (comm->me == 0) ledger.add_flow(grist::WALL_LOSS, lost);
}

/* ----------------------------------------------------------------------
   what the fix asks
------------------------------------------------------------------------- */

bool AnsweringWall::has_moved()
{
  const bigint now = update->setupflag ? -1 : update->ntimestep;
  return std::exchange(moved_at, now) == now && now >= 0;
}

void AnsweringWall::move_by_loads(double dt)
{
  if (response) {
    response->start(loads, mesh_wall->motion, dt);
    least_overlap = response->last_move();
  }
  if (leader) follow();
  finished = false;
}

double AnsweringWall::answer_value(int n) const
{
  if (!response) return 0.0;
  const int k = n - first_value;
  if (k < 3) return response->shift()[k];
  if (k < 6) return response->velocity()[k - 3];
  return k == 6 ? response->angle() : k == 7 ? response->rate() : response->time_on_target();
}

void AnsweringWall::add_answer_limits(RunLimits &limits)
{
  if (response && response->is_free())
    limits.times.push_back({TimeLimitKind::OVERLAP_CONTACT, fmt::format("{} {}", name, id),
                            response->half_period(loads)});
}

void AnsweringWall::add_answer(RestartWriter &out)
{
  finish_step();
  if (response) response->add_state(out);
}

void AnsweringWall::get_answer(RestartReader &in)
{
  if (response) response->get_state(in, mesh_wall->motion);
  leader_then.reset();
}
