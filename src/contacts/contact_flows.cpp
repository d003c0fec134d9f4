#include "contacts/contact_flows.h"

#include "common/prefetch.h"

#include <algorithm>

namespace grist {

namespace {

constexpr int SIZE = ContactFlows::SIZE;

// What a number of a line is: a force, or a lever, which an arm makes a torque. Nothing is added to the last.
struct alignas(64) Kinds {
  double force[SIZE] = {1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0};
  double lever[SIZE] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0};
};
constexpr Kinds KINDS;

inline void read_line(const ContactBlock &block, int n, double share, double (&line)[SIZE])
{
  const ContactBlock::Lane3 *const vectors[] = {&block.damping_force, &block.damping_lever,
                                                &block.shearing_force, &block.shearing_lever,
                                                &block.rolling};
  for (int v = 0; v < 5; v++)
    for (int d = 0; d < 3; d++) line[3 * v + d] = (*vectors[v])[d][n];
  line[SIZE - 1] = 0.0;
  if (share != 1.0)
    for (double &number : line) number *= share;
}

}    // namespace

void ContactFlows::begin_step(size_t spheres)
{
  at_law = {};
  touched.clear();
  on.resize(spheres);
  step += 1.0;
}

inline ContactFlows::Sums &ContactFlows::sums_of(int i)
{
  Sums &sums = on[i];
  if (sums.of[STEP] != step) {
    std::fill_n(sums.of, SIZE, 0.0);
    sums.of[STEP] = step;
    touched.push_back(i);
  }
  return sums;
}

void ContactFlows::prefetch_for(int i) const
{
  constexpr int LINE = 8;
  for (int k = 0; k < SIZE; k += LINE) prefetch(on[i].of + k);
}

// What acts on a is summed in registers while a stays the same.
void ContactFlows::add(const ContactBlock &block, const Ends *ends, int count)
{
  for (int n = 0; n < count;) {
    const int a = ends[n].a;
    Sums sum = sums_of(a);
    for (; n < count && ends[n].a == a; n++) {
      alignas(64) double line[SIZE];
      read_line(block, n, ends[n].share, line);
      const double arm_a = block.arm_a[n], arm_b = block.arm_b[n];
      Sums &other = sums_of(ends[n].b);
      for (int k = 0; k < SIZE; k++)
        sum.of[k] += line[k] * (KINDS.force[k] + arm_a * KINDS.lever[k]);
      for (int k = 0; k < SIZE; k++)
        other.of[k] += line[k] * (arm_b * KINDS.lever[k] - KINDS.force[k]);
    }
    on[a] = sum;
  }
  for (int n = 0; n < count; n++) {
    const double share = ends[n].share;
    at_law.damping += share * block.damping_power[n];
    at_law.shearing += share * block.shearing_power[n];
    at_law.rolling += share * block.rolling_power[n];
  }
}

inline void ContactFlows::add_gain(int i, const HalfStep &now, ContactPower &sum) const
{
  using Map = Eigen::Map<const Eigen::Vector3d>;
  const SphereRates gain = now.gain(i);
  const double *of = on[i].of;
  const auto power = [&](int first) {
    return Map(of + first).dot(gain.velocity) + Map(of + first + 3).dot(gain.omega);
  };
  sum.damping -= power(DAMPING);
  sum.shearing -= power(SHEARING);
  sum.rolling -= Map(of + ROLLING).dot(gain.omega);
}

// Where most spheres are in contact all of them are read forward, which costs less a sphere.
ContactPower ContactFlows::power_taken(const HalfStep &now) const
{
  constexpr size_t FEW = 4;
  ContactPower sum = at_law;
  if (FEW * touched.size() < on.size()) {
    for (const int i : touched) add_gain(i, now, sum);
  } else {
    for (size_t i = 0; i < on.size(); i++)
      if (on[i].of[STEP] == step) add_gain(static_cast<int>(i), now, sum);
  }
  return sum;
}

}    // namespace grist
