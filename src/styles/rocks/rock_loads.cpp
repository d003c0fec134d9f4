#include "styles/rocks/rock_loads.h"

#include "atom.h"
#include "fix_gravity.h"
#include "modify.h"
#include "styles/access/lammps_access.h"

#include <cmath>

using namespace LAMMPS_NS;
using grist::Matrix3d;
using grist::Vector3d;

static constexpr double UNKNOWN = 1e300;

void RockLoads::init()
{
  gravity.clear();
  for (Fix *fix : modify->get_fix_by_style("^gravity$"))
    gravity.push_back(dynamic_cast<FixGravity *>(fix));
}

void RockLoads::find_gravity()
{
  fields.clear();
  for (const FixGravity *fix : gravity)
    if (!gravity_is_off(fix)) fields.emplace_back(fix->groupbit, gravity_of(fix));
}

// A uniform gravity deforms nothing.
Vector3d RockLoads::weight_of(int i) const
{
  Vector3d sum = Vector3d::zero();
  for (const auto &[groups, field] : fields)
    if (atom->mask[i] & groups) sum += atom->rmass[i] * field;
  return sum;
}

RockLoad RockLoads::load_of(const Body &body) const
{
  RockLoad sum;
  const std::vector<Member> &members = rocks.members_here();
  for (int m = body.first; m < body.end; m++) {
    const Member &one = members[m];
    const Vector3d f = grist::vector_at(atom->f[one.atom]),
                   t = grist::vector_at(atom->torque[one.atom]);
    sum.force += f;
    sum.torque += cross(body.axes * one.place, f) + t;
    const Vector3d pressed = f - weight_of(one.atom);
    const double size = squared_norm(pressed), turn = squared_norm(t);
    if (size > 0.0) sum.share += one.by_force * std::sqrt(size);
    if (turn > 0.0) sum.share += one.by_torque * std::sqrt(turn);
  }
  const double part = static_cast<double>(body.end - body.first) / body.count;
  sum.share += part * body.by_spin * squared_norm(body.omega);
  if (body.slot >= 0 && !body.shape.shape) sum.is_asked = 1.0;
  if (body.slot >= 0 || sum.share > release) sum.other_share = share_by_solved(body);
  return sum;
}

// The share of strength is no more than that of the loads that were solved for and what the change
// of loads can do: bodies at rest are solved for once.
double RockLoads::share_by_solved(const Body &body) const
{
  if (body.solved_share < 0.0) return UNKNOWN;
  const std::vector<Member> &members = rocks.members_here();
  const Matrix3d to_axes = transposed(body.axes);
  const Vector3d omega = to_axes * body.omega;
  const double part = static_cast<double>(body.end - body.first) / body.count;
  double sum = part *
      (body.solved_share +
       body.by_spin * norm(omega - body.solved_omega) * (norm(omega) + norm(body.solved_omega)));
  for (int m = body.first; m < body.end; m++) {
    const Member &one = members[m];
    const grist::ElementVector &then = body.solved[m - body.first];
    const Vector3d f = grist::vector_at(atom->f[one.atom]) - weight_of(one.atom);
    const Vector3d t = grist::vector_at(atom->torque[one.atom]);
    sum += one.by_force * norm(to_axes * f - then.linear) +
        one.by_torque * norm(to_axes * t - then.angular);
  }
  return sum;
}

void RockLoads::remember_solved(Body &body, double share) const
{
  const Matrix3d to_axes = transposed(body.axes);
  const std::vector<Member> &members = rocks.members_here();
  body.solved_share = share;
  body.solved_omega = to_axes * body.omega;
  body.solved.resize(body.end - body.first);
  for (int m = body.first; m < body.end; m++) {
    const int i = members[m].atom;
    body.solved[m - body.first] = {to_axes * (grist::vector_at(atom->f[i]) - weight_of(i)),
                                   to_axes * grist::vector_at(atom->torque[i])};
  }
}

const std::vector<RockLoad> &RockLoads::find()
{
  find_gravity();
  const std::vector<Body> &bodies = rocks.all();
  loads.resize(bodies.size());
  for (size_t n = 0; n < bodies.size(); n++)
    loads[n] = bodies[n].is_released ? RockLoad() : load_of(bodies[n]);
  if (!rocks.split_rocks().empty()) sum_over_ranks();
  are_known = true;
  return loads;
}

void RockLoads::sum_over_ranks()
{
  const std::vector<Body> &bodies = rocks.all();
  const size_t count = rocks.split_rocks().size();
  constexpr int NUMBERS = sizeof(RockLoad) / sizeof(double);
  std::vector<RockLoad> mine(count), all(count);
  for (size_t n = 0; n < bodies.size(); n++)
    if (bodies[n].slot >= 0) mine[bodies[n].slot] = loads[n];
  MPI_Allreduce(mine.data(), all.data(), NUMBERS * static_cast<int>(count), MPI_DOUBLE, MPI_SUM,
                world);
  for (size_t n = 0; n < bodies.size(); n++)
    if (bodies[n].slot >= 0) loads[n] = all[bodies[n].slot];
  split_loads = all;
}

std::vector<BlockLoad> RockLoads::on_blocks(const Body &body) const
{
  const std::vector<Member> &members = rocks.members_here();
  std::vector<BlockLoad> found;
  for (int m = body.first; m < body.end; m++) {
    const int i = members[m].atom;
    found.push_back({body.id, atom->tag[i], grist::vector_at(atom->f[i]) - weight_of(i),
                     grist::vector_at(atom->torque[i])});
  }
  return found;
}
