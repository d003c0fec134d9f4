#include "contacts/pair_contacts.h"

#include "common/constants.h"
#include "common/prefetch.h"
#include "contacts/cohesion.h"
#include "contacts/contact_block.h"
#include "contacts/contact_flows.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

template <RollingLaw ROLLING, CohesionLaw COHESION> class ForceLoop {
 public:
  ForceLoop(const ContactScene &scene, ContactPairs &pairs, const ContactSink &sink) :
      scene(scene), pairs(pairs), sink(sink), count(0)
  {
    if (scene.types == 1)
      for (int n = 0; n < LANES; n++) block.set_law(n, scene.laws[0]);
  }

  void run()
  {
    int begin = 0;
    if constexpr (COHESION == CohesionLaw::JKR) pairs.changes.clear();
    for (const auto [a, end] : pairs.rows) {
      for (; begin < end; begin = std::min(begin + CHUNK, end)) {
        find_touching(a, begin, std::min(begin + CHUNK, end));
        if (count >= BATCH) evaluate_first(count / LANES * LANES);
      }
    }
    evaluate_first(count);
  }

 private:
  static constexpr int LANES = ContactBlock::LANES;
  static constexpr int CHUNK = 64;
  static constexpr int BATCH = 128;    // found before they are evaluated: time for memory to come
  static constexpr int WIDTH = ROLLING == RollingLaw::SPRING ? 6 : 3;

  const ContactScene &scene;
  ContactPairs &pairs;
  const ContactSink &sink;
  ContactBlock block;

  struct Found {
    int a, b, pair;
  };
  Found found[BATCH + CHUNK];
  int count;

  void find_touching(int a, int begin, int end)
  {
    const SpherePlace here = scene.place[a];
    const int *partner = pairs.partner.data();
    char *touching = pairs.touching.data();
    const int before = count;
    for (int n = begin; n < end; n++) {
      const int b = partner[n];
      const bool now = touch(here, scene.place[b]) || acts_apart(a, b, touching[n]);
      found[count] = {a, b, n};
      count += now;
      if (touching[n] != static_cast<char>(now)) change({a, b, n}, now);
    }
    for (int k = before; k < count; k++) prefetch_for(found[k]);
  }

  // Of a pair that does not touch.
  bool acts_apart(int a, int b, bool has_touched) const
  {
    if constexpr (COHESION == CohesionLaw::NONE || COHESION == CohesionLaw::SJKR) return false;
    if (COHESION == CohesionLaw::JKR && !has_touched) return false;
    const SpherePlace &here = scene.place[a], &there = scene.place[b];
    double square = 0.0, apart_speed = 0.0;
    for (int d = 0; d < 3; d++) {
      const double apart = here.x[d] - there.x[d];
      square += apart * apart;
      apart_speed += apart * (scene.motion[a].velocity[d] - scene.motion[b].velocity[d]);
    }
    const double sum = here.radius + there.radius;
    return cohesion::acts_apart<COHESION>(law_of(a, b), sum - std::sqrt(square),
                                          here.radius * there.radius / sum, has_touched,
                                          apart_speed);
  }

  const ContactLaw &law_of(int a, int b) const
  {
    if (scene.types == 1) return scene.laws[0];
    return scene.laws[scene.motion[a].type * scene.types + scene.motion[b].type];
  }

  void change(const Found &of, bool now)
  {
    const auto [a, b, pair] = of;
    pairs.touching[pair] = now;
    if constexpr (COHESION == CohesionLaw::JKR) pairs.changes.push_back({a, b, now});
    if (!now) std::fill_n(&pairs.history[static_cast<size_t>(pair) * WIDTH], WIDTH, 0.0);
  }

  void prefetch_for(const Found &f) const
  {
    prefetch(&scene.motion[f.b]);
    prefetch(sink.force + 3 * static_cast<size_t>(f.b));
    prefetch(sink.torque + 3 * static_cast<size_t>(f.b));
    if (sink.flows) sink.flows->prefetch_for(f.b);
  }

  // Evaluates the first ones of those found; what is left over moves to the front.
  void evaluate_first(int most)
  {
    for (int first = 0; first < most; first += LANES)
      evaluate_block(found + first, std::min(LANES, most - first));
    std::copy(found + most, found + count, found);
    count -= most;
  }

  void evaluate_block(const Found *which, int lanes)
  {
    for (int n = 0; n < lanes; n++) gather(n, which[n]);
    evaluate(block, lanes, scene.kind, ROLLING, scene.form, COHESION, scene.dt, scene.advance,
             sink.flows ? ContactPowers::YES : ContactPowers::NO);
    scatter(which, lanes);
    if (sink.flows) add_flows(which, lanes);
    if (sink.tally)
      for (int n = 0; n < lanes; n++) tally(which[n], n);
  }

  void gather(int n, const Found &f)
  {
    const SpherePlace &place_a = scene.place[f.a], &place_b = scene.place[f.b];
    const SphereMotion &a = scene.motion[f.a], &b = scene.motion[f.b];
    const double *kept = &pairs.history[static_cast<size_t>(f.pair) * WIDTH];
    for (int d = 0; d < 3; d++) {
      block.apart[d][n] = place_a.x[d] - place_b.x[d];
      block.velocity[d][n] = a.velocity[d] - b.velocity[d];
      block.omega_a[d][n] = a.omega[d];
      block.omega_b[d][n] = b.omega[d];
      block.shear[d][n] = kept[d];
      if (ROLLING == RollingLaw::SPRING) block.roll[d][n] = kept[3 + d];
    }
    block.radius_a[n] = place_a.radius;
    block.radius_b[n] = place_b.radius;
    const MassQuotient mass = effective_mass(a, b);
    block.mass_product[n] = mass.product;
    block.mass_sum[n] = mass.sum;
    if (ROLLING == RollingLaw::TORQUE)
      block.inertia[n] = effective_inertia(a, b, place_a.radius, place_b.radius);
    if (scene.types > 1) block.set_law(n, scene.laws[a.type * scene.types + b.type]);
  }

  // What acts on a is summed in registers while a stays the same.
  void scatter(const Found *which, int lanes)
  {
    for (int n = 0; n < lanes;) {
      const int a = which[n].a;
      double *force_a = sink.force + 3 * static_cast<size_t>(a);
      double *torque_a = sink.torque + 3 * static_cast<size_t>(a);
      double force[3] = {force_a[0], force_a[1], force_a[2]};
      double torque[3] = {torque_a[0], torque_a[1], torque_a[2]};
      for (; n < lanes && which[n].a == a; n++) {
        for (int d = 0; d < 3; d++) {
          force[d] += block.force[d][n];
          torque[d] += block.torque_a[d][n];
        }
        add_to_b(which[n].b, n);
        if (scene.advance) keep(which[n].pair, n);
      }
      for (int d = 0; d < 3; d++) {
        force_a[d] = force[d];
        torque_a[d] = torque[d];
      }
    }
  }

  void add_to_b(int b, int n)
  {
    if (b >= sink.receivers) return;
    double *force = sink.force + 3 * static_cast<size_t>(b);
    double *torque = sink.torque + 3 * static_cast<size_t>(b);
    for (int d = 0; d < 3; d++) {
      force[d] -= block.force[d][n];
      torque[d] += block.torque_b[d][n];
    }
  }

  // Of a pair with a sphere that takes no force the other half is with that sphere's owner.
  void add_flows(const Found *which, int lanes)
  {
    ContactFlows::Ends ends[LANES];
    for (int n = 0; n < lanes; n++)
      ends[n] = {which[n].a, which[n].b, which[n].b < sink.receivers ? 1.0 : 0.5};
    sink.flows->add(block, ends, lanes);
  }

  void keep(int pair, int n)
  {
    double *kept = &pairs.history[static_cast<size_t>(pair) * WIDTH];
    for (int d = 0; d < 3; d++) {
      kept[d] = block.shear[d][n];
      if (ROLLING == RollingLaw::SPRING) kept[3 + d] = block.roll[d][n];
    }
  }

  void tally(const Found &f, int n) const
  {
    const double force[3] = {block.force[0][n], block.force[1][n], block.force[2][n]};
    const double apart[3] = {block.apart[0][n], block.apart[1][n], block.apart[2][n]};
    sink.tally->contact(f.a, f.b, force, apart);
  }
};

}    // namespace

void ContactPairs::clear()
{
  rows.clear();
  partner.clear();
}

void ContactPairs::forget_all(RollingLaw rolling)
{
  numbers = rolling == RollingLaw::SPRING ? 6 : 3;
  touching.assign(partner.size(), 0);
  history.assign(partner.size() * numbers, 0.0);
  changes.clear();
  find_members();
}

bool ContactPairs::mark(int sphere)
{
  if (static_cast<size_t>(sphere) >= is_member.size()) is_member.resize(sphere + 1, 0);
  if (is_member[sphere]) return false;
  is_member[sphere] = 1;
  return true;
}

// Ascending, so that memory is read forward.
void ContactPairs::find_members()
{
  is_member.clear();
  members.clear();
  for (size_t row = 0; row < rows.size(); row++)
    if (begin(row) < rows[row].end) mark(rows[row].a);
  for (const int b : partner) mark(b);
  for (size_t i = 0; i < is_member.size(); i++)
    if (is_member[i]) members.push_back(static_cast<int>(i));
}

void ContactPairs::append(int a, int b)
{
  add(b);
  end_row(a);
  for (const int sphere : {a, b})
    if (mark(sphere)) members.push_back(sphere);
  touching.push_back(0);
  history.insert(history.end(), numbers, 0.0);
}

SphereContactHistory ContactPairs::remembered(int pair) const
{
  using Map = Eigen::Map<const Vector3d>;
  const double *kept = &history[static_cast<size_t>(pair) * numbers];
  SphereContactHistory what;
  what.shear = Map(kept);
  if (numbers > 3) what.roll = Map(kept + 3);
  return what;
}

void ContactPairs::remember(int pair, const SphereContactHistory &what)
{
  double *kept = &history[static_cast<size_t>(pair) * numbers];
  std::copy_n(what.shear.data(), 3, kept);
  if (numbers > 3) std::copy_n(what.roll.data(), 3, kept + 3);
}

double effective_inertia(const SphereMotion &a, const SphereMotion &b, double radius_a,
                         double radius_b)
{
  const double inertia_a = sphere_inertia(a.mass, radius_a);
  const double inertia_b = sphere_inertia(b.mass, radius_b);
  if (b.is_frozen) return inertia_a;
  if (a.is_frozen) return inertia_b;
  return inertia_a * inertia_b / (inertia_a + inertia_b);
}

void add_contact_forces(const ContactScene &scene, ContactPairs &pairs, const ContactSink &sink)
{
  with_rolling(scene.rolling, [&](auto rolling) {
    with_any_cohesion(scene.cohesion, [&](auto cohesion) {
      ForceLoop<rolling(), cohesion()>(scene, pairs, sink).run();
    });
  });
}

}    // namespace grist
