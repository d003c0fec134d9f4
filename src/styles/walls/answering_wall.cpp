#include "styles/walls/answering_wall.h"

#include "common/space.h"
#include "contacts/contact_laws.h"
#include "geometry/mass_properties.h"
#include "styles/access/styles_with.h"
#include "styles/files/output_columns.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "modify.h"
#include "update.h"

#include <cmath>
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

// The closed mesh at its present place, else an empty one. A sheet that ends at its own images, as wide as the periodic box, has no open
// edge and no volume.
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
  const Vector3d size = grist::extent(mesh).high - grist::extent(mesh).low;
  const double volume = grist::mass_properties(mesh.vertices, mesh.faces).volume;
  return std::fabs(volume) > 1e-9 * dot(size, size) * norm(size) ? mesh : grist::Mesh();
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
                 "velocity_x [velocity]", "velocity_y [velocity]", "velocity_z [velocity]",
                 "angle [radian]", "angular_velocity [radian/time]", "on_target [time]"});
}

// Null: it moves by itself.
AnsweringWall *AnsweringWall::leader_of(const AnsweringWall &wall) const
{
  if (wall.leader_id.empty()) return nullptr;
  Fix *fix = modify->get_fix_by_id(wall.leader_id);
  if (!fix)
    error->all(FLERR, "{} {}: move with {} (there is no such fix)", name, wall.id, wall.leader_id);
  auto *found = dynamic_cast<AnsweringWall *>(fix);
  if (!found)
    error->all(FLERR, "{} {}: move with {}, a fix {} (expected wall/mesh)", name, wall.id,
               wall.leader_id, fix->style);
  return found;
}

// The wall that this one moves with, and the first of the chain of walls that move so. A chain that
// is longer than there are fixes has no first one.
void AnsweringWall::find_leader()
{
  leader = leader_of(*this);
  first = this;
  int length = 0;
  for (AnsweringWall *next = leader; next; next = leader_of(*next)) {
    if (next == this || length++ > modify->nfix)
      error->all(FLERR,
                 "{} {}: move with {} is a circle (expected one wall with a motion of its own)",
                 name, id, leader_id);
    first = next;
  }
  if (leader && !leader_then)
    leader_then = inverse(mesh_wall->motion.driven_place(follows_as)) * leader->mesh_wall->frame();
}

void AnsweringWall::connect_walls()
{
  find_leader();
  followers.clear();
  for (AnsweringWall *other : fixes_with<AnsweringWall>(lmp)) {
    if (other == this || other->leader_id.empty()) continue;
    other->find_leader();
    if (other->first == this) followers.push_back(other);
  }
  const WallResponse *answers = first->response.get();
  if (answers && !knows_tangents())
    error->all(
        FLERR,
        "{} {}: a wall of a model of fix wall/gran cannot answer (expected {}, with keywords)",
        name, id, grist::listed_springs({"polyhedron"}));
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
  state.center_velocity = leader->mesh_wall->motion.center_velocity();
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

// From the center of a particle to where the velocity of the wall was read.
template <class Contact> Vector3d arm_of(const Contact &contact)
{
  const bool at_surface = contact.law->form == grist::ContactForm::STOCK;
  const double overlap = at_surface ? contact.contact.overlap : 0.0;
  return (overlap - contact.contact.radius_a) * contact.contact.normal;
}
Vector3d arm_of(const grist::RecordedOverlap &contact)
{
  return contact.overlap.centroid;
}

// A rigid velocity where a contact is.
template <class Contact>
grist::SphereRates rates_at(const Contact &contact, const grist::RigidVelocity &of,
                            const Atom *atom)
{
  const Vector3d place = grist::vector_at(atom->x[contact.a]) + contact.image + arm_of(contact);
  return {of.at(place), of.omega};
}

class LateWall : public grist::ContactVisitor {
 public:
  LateWall(grist::ContactVisitor &to, const grist::RigidVelocity &late, const Atom *atom) :
      to(to), late(late), atom(atom)
  {
  }
  void visit(const grist::RecordedContact &contact) override { to.visit(moved(contact)); }
  void visit(const grist::RecordedOverlap &contact) override { to.visit(moved(contact)); }
  void visit(const grist::RecordedChange &contact) override { to.visit(moved(contact)); }

 private:
  grist::ContactVisitor &to;
  const grist::RigidVelocity late;
  const Atom *atom;

  template <class Contact> Contact moved(const Contact &contact) const
  {
    Contact changed = contact;
    const grist::SphereRates more = rates_at(contact, late, atom);
    changed.wall.velocity += more.velocity;
    changed.wall.omega += more.omega;
    return changed;
  }
};

// Power on particles by the motion of a wall relative to the free body that it belongs to: that of
// motors.
class MotorPower : public grist::ContactVisitor {
 public:
  double sum = 0.0;

  MotorPower(const grist::RigidVelocity &body, const Atom *atom) : body(body), atom(atom) {}
  void visit(const grist::RecordedContact &contact) override { add(contact, contact.on.rolling); }
  void visit(const grist::RecordedOverlap &contact) override
  {
    add(contact, contact.on.torque_a - cross(contact.overlap.centroid, contact.on.force));
  }

 private:
  const grist::RigidVelocity body;
  const Atom *atom;

  // rolling: the part of the torque that is not the lever of the force.
  template <class Contact> void add(const Contact &contact, const Vector3d &rolling)
  {
    const grist::SphereRates carried = rates_at(contact, body, atom);
    sum += contact.share *
        (dot(contact.on.force, contact.wall.velocity - carried.velocity) +
         dot(rolling, contact.wall.omega - carried.omega));
  }
};

}    // namespace

// Null: not free.
const WallResponse *AnsweringWall::free_response() const
{
  const WallResponse *answers = first->response.get();
  return answers && answers->is_free() ? answers : nullptr;
}

// May be called before the init() of this wall.
grist::Subscription AnsweringWall::record_energy()
{
  find_leader();
  return is_free() ? record_contacts() : WallContactFix::record_energy();
}

void AnsweringWall::show_contacts(grist::ContactVisitor &visitor) const
{
  const WallResponse *free = free_response();
  if (!free || !first->finished) return WallContactFix::show_contacts(visitor);
  LateWall late(visitor, free->late_velocity(), atom);
  WallContactFix::show_contacts(late);
}

void AnsweringWall::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  WallContactFix::add_stored(to, of);
  if (!response || !response->is_free() || !of.has_all() || comm->me > 0) return;
  to.walls += response->kinetic_energy() + response->potential_energy();
}

// A free wall and its particles get work from motors and by what is applied to the wall. A selection
// of particles gets work from the wall.
void AnsweringWall::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                               const grist::SphereSelection &of) const
{
  grist::EnergyFlows powers{};
  WallContactFix::add_powers(powers, rates, of);
  if (const WallResponse *free = free_response(); free && of.has_all()) {
    MotorPower motors(free->velocity_of_step(), atom);
    WallContactFix::show_contacts(motors);
    powers[grist::WALL_WORK] = motors.sum + driven_pull;
  }
  if (response && response->is_free() && of.has_all() && comm->me == 0) {
    powers[grist::WALL_WORK] += response->applied_power();
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

// ---- what the fix asks

bool AnsweringWall::has_moved()
{
  const bigint now = update->setupflag ? -1 : update->ntimestep;
  return std::exchange(moved_at, now) == now && now >= 0;
}

void AnsweringWall::move_by_loads(double dt)
{
  if (response) response->start(loads, mesh_wall->motion, dt);
  if (leader) follow();
  finished = false;
}

double AnsweringWall::least_overlap(const Vector3d &place) const
{
  return first->response ? first->response->last_move(place) : 0.0;
}

// A wall that is not free has none.
grist::RigidVelocity AnsweringWall::body_velocity() const
{
  const WallResponse *free = free_response();
  return free ? free->velocity_of_step() : grist::RigidVelocity();
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

void AnsweringWall::transfer_answer(grist::Archive &archive)
{
  if (!archive.reads()) finish_step();
  if (response) response->transfer_state(archive, mesh_wall->motion);
  archive(loads);
  if (archive.reads()) leader_then.reset();
}
