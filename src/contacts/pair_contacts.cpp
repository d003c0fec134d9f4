#include "contacts/pair_contacts.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "contacts/block_forces.h"
#include "contacts/contact_block.h"
#include "contacts/contact_laws.h"
#include "contacts/pair_lanes.h"
#include "lanes/prefetch.h"
#include "lanes/vector_sums.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace grist {

namespace {

// Bit n: whether flag n is set. At most 64 flags, each 0 or 1.
std::uint64_t bits_of(const char *flags, int count)
{
  std::uint64_t bits = 0;
  int n = 0;
  for (; n + 8 <= count; n += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, flags + n, 8);
    bits |= (eight * 0x0102040810204080u >> 56) << n;    // one bit of each byte, side by side
  }
  for (; n < count; n++) bits |= static_cast<std::uint64_t>(flags[n]) << n;
  return bits;
}

// Lanes that the kernels work on.
int whole_vectors(int count)
{
  return (count + PAIR_LANES - 1) / PAIR_LANES * PAIR_LANES;
}

// visit(n) for each bit n that is set, ascending.
template <class Visit> void for_each_bit(std::uint64_t bits, const Visit &visit)
{
  for (; bits; bits &= bits - 1) visit(__builtin_ctzll(bits));
}

// BESIDE: some pairs act beside their bonds.
template <class COHESION, bool BESIDE> class ForceLoop {
 public:
  ForceLoop(const ContactScene &scene, ContactPairs &pairs, const ContactSink &sink) :
      scene(scene), mode(scene.mode), pairs(pairs), sink(sink),
      kernels(kernels_in_use<PairLanes>()), laws_in_block{}, count(0)
  {
    mode.beside_bonds = BESIDE;
    for (int n = 0; n < LANES; n++) block.set_law(n, scene.laws[0]);
  }

  void run()
  {
    if constexpr (COHESION::JUMPS) pairs.changes.clear();
    size_t row = 0;
    for (int begin = 0, size = pairs.size(); begin < size; begin += CHUNK) {
      const int end = std::min(begin + CHUNK, size);
      row = list_ends(row, begin, end);
      find_touching(begin, end - begin);
      if (count >= BATCH) evaluate_first(count / LANES * LANES);
    }
    evaluate_first(count);
  }

 private:
  static constexpr int LANES = ContactBlock::LANES;
  static constexpr int CHUNK = 64;
  static constexpr int VECTOR = 8;     // numbers that are written at once
  static constexpr int BATCH = 128;    // found before they are evaluated: time for memory to come

  const ContactScene &scene;
  ContactMode mode;
  ContactPairs &pairs;
  const HistoryLayout layout = mode.history();
  const int width = layout.width;
  const ContactSink &sink;
  const PairLanes &kernels;
  ContactBlock block;
  ContactRows rows;
  int laws_in_block[LANES];

  // Spheres a and b of the chunk.
  int first[CHUNK + VECTOR], last_second[CHUNK];
  const int *second = nullptr;

  // Contacts that are not evaluated yet.
  static constexpr int MOST = BATCH + CHUNK + PAIR_LANES;
  int a[MOST], b[MOST], pair[MOST];
  int count;

  // To whole vectors, with the last one again and again: what is worked out for it is the same each
  // time.
  static void fill_up(int *numbers, int count)
  {
    if (count > 0) std::fill(numbers + count, numbers + whole_vectors(count), numbers[count - 1]);
  }

  // Writes whole vectors, so that more may be written than asked for: most rows are short.
  static void repeat(int number, int times, int *to)
  {
    for (int n = 0; n < times; n += VECTOR)
      for (int k = 0; k < VECTOR; k++) to[n + k] = number;
  }

  // Lists both spheres of pairs begin to end, the first of which is in this row or a later one.
  // Returns the row of the last.
  size_t list_ends(size_t row, int begin, int end)
  {
    for (int n = begin; n < end;) {
      while (pairs.rows[row].end <= n) row++;
      const int upto = std::min(end, pairs.rows[row].end);
      repeat(pairs.rows[row].a, upto - n, first + (n - begin));
      n = upto;
    }
    second = pairs.partner.data() + begin;
    if (end - begin < CHUNK) {
      second = std::copy_n(second, end - begin, last_second) - (end - begin);
      for (int *of : {first, last_second}) fill_up(of, end - begin);
    }
    return row;
  }

  void find_touching(int begin, int size)
  {
    std::uint64_t now = kernels.touching(scene.place, first, second, size);
    const std::uint64_t before = bits_of(&pairs.touching[begin], size);
    if constexpr (COHESION::ACTS_APART)
      for (int n = 0; n < size; n++)
        if (!(now >> n & 1) && acts_apart(first[n], second[n], before >> n & 1))
          now |= std::uint64_t{1} << n;
    if constexpr (BESIDE)
      for_each_bit(now, [&](int n) {
        if (!touch_beside_bond(first[n], second[n], begin + n)) now &= ~(std::uint64_t{1} << n);
      });
    for_each_bit(now ^ before,
                 [&](int n) { change(first[n], second[n], begin + n, now >> n & 1); });
    for_each_bit(now, [&](int n) {
      a[count] = first[n];
      b[count] = second[n];
      pair[count++] = begin + n;
      prefetch_for(second[n], begin + n);
    });
  }

  // Whether a pair that does not touch exerts a force.
  bool acts_apart(int a, int b, bool has_touched) const
  {
    if (COHESION::REMEMBERS_TOUCH && !has_touched) return false;
    const SpherePlace &here = scene.place[a], &there = scene.place[b];
    double square = 0.0, apart_speed = 0.0;
    for (int d = 0; d < 3; d++) {
      const double apart = here.x[d] - there.x[d];
      square += apart * apart;
      apart_speed += apart * (scene.motion[a].velocity[d] - scene.motion[b].velocity[d]);
    }
    const double sum = here.radius + there.radius;
    const ContactLaw &law = law_of(a, b);
    return COHESION::acts_apart(law, numbers_of<COHESION>(law), sum - std::sqrt(square),
                                here.radius * there.radius / sum, has_touched, apart_speed);
  }

  // Whether a pair whose spheres touch does so beside its bond.
  bool touch_beside_bond(int a, int b, int pair) const
  {
    const double from = pairs.bondings[pair].counts_from;
    const SpherePlace &here = scene.place[a], &there = scene.place[b];
    if (!(from < here.radius + there.radius)) return true;
    double square = 0.0;
    for (int d = 0; d < 3; d++) {
      const double apart = here.x[d] - there.x[d];
      square += apart * apart;
    }
    return square < from * from;
  }

  void set_references(const int *pair, int lanes)
  {
    for (int n = 0; n < whole_vectors(lanes); n++)
      block.reference[n] =
          reference_overlap(pairs.bondings[pair[n]], block.radius_a[n] + block.radius_b[n]);
  }

  const ContactLaw &law_of(int a, int b) const
  {
    if (scene.types == 1) return scene.laws[0];
    return scene.laws[scene.motion[a].type * scene.types + scene.motion[b].type];
  }

  void change(int of_a, int of_b, int n, bool now)
  {
    pairs.touching[n] = now;
    if constexpr (COHESION::JUMPS) pairs.changes.push_back({of_a, of_b, now});
    if (!now) std::fill_n(&pairs.history[static_cast<size_t>(n) * width], width, 0.0);
  }

  void prefetch_for(int sphere, int n) const
  {
    prefetch(&pairs.history[static_cast<size_t>(n) * width]);
    prefetch(&scene.motion[sphere]);
    prefetch(sink.force + 3 * static_cast<size_t>(sphere));
    prefetch(sink.torque + 3 * static_cast<size_t>(sphere));
  }

  // Evaluates the first ones of those found; what is left over moves to the front.
  void evaluate_first(int most)
  {
    if (most == count)
      for (int *of : {a, b, pair}) fill_up(of, most);
    for (int begin = 0; begin < most; begin += LANES)
      evaluate_block(begin, std::min(LANES, most - begin));
    for (int *of : {a, b, pair}) std::copy(of + most, of + count, of);
    count -= most;
  }

  void evaluate_block(int begin, int lanes)
  {
    const BlockPairs now = {a + begin, b + begin, pair + begin, lanes};
    kernels.gather(scene, now, pairs.history.data(), block);
    if (scene.types > 1)
      for (int n = 0; n < whole_vectors(lanes); n++) set_law(n, a[begin + n], b[begin + n]);
    if constexpr (BESIDE) set_references(now.pair, lanes);
    evaluate(block, lanes, mode, sink.losses ? sink.losses->room_for(lanes) : nullptr);
    if (scene.mode.advance)
      kernels.keep(block, layout, now, pairs.history.data());
    else
      keep_memories(now);
    add_forces(begin, lanes);
    if (sink.losses) add_losses(begin, lanes);
    if (sink.heat) add_heat(now);
    if (sink.tally)
      for (int n = 0; n < lanes; n++) tally(a[begin + n], b[begin + n], n);
  }

  // What a contact remembers of its overlaps holds from its first evaluation on, also where no time
  // passes, as at the start of a run.
  void keep_memories(const BlockPairs &of)
  {
    for (int n = 0; n < of.count; n++)
      for (int d = 0; d < layout.remembered; d++)
        pairs.history[static_cast<size_t>(of.pair[n]) * width + layout.memory + d] =
            block.memory[d][n];
  }

  // The law of a lane is in most cases the same as before.
  void set_law(int n, int of_a, int of_b)
  {
    const int law = scene.motion[of_a].type * scene.types + scene.motion[of_b].type;
    if (laws_in_block[n] == law) return;
    laws_in_block[n] = law;
    block.set_law(n, scene.laws[law]);
  }

  // Forces on a are summed in registers while a stays the same.
  void add_forces(int begin, int lanes)
  {
    kernels.scatter(block, lanes, rows);
    for (int n = 0; n < lanes;) {
      const int of = a[begin + n];
      VectorSum force(sink.force, of), torque(sink.torque, of);
      for (; n < lanes && a[begin + n] == of; n++) {
        const ContactRow &row = rows.of[n];
        force.add(row.force, row.force[2]);
        torque.add(row.torque_a_xy, row.torque_a_z);
        add_to_b(b[begin + n], row, block.torque_b[2][n]);
      }
      force.write();
      torque.write();
    }
  }

  void add_to_b(int of, const ContactRow &row, double torque_z)
  {
    if (of >= sink.receivers) return;
    subtract_vector(sink.force + 3 * static_cast<size_t>(of), row.force, row.force[2]);
    add_vector(sink.torque + 3 * static_cast<size_t>(of), row.torque_b_xy, torque_z);
  }

  // Where b takes no force, half of the pair counts here and half on the rank that owns b.
  void add_losses(int begin, int lanes)
  {
    double share[LANES];
    const int receivers = sink.receivers;
    for (int n = 0; n < lanes; n++) share[n] = b[begin + n] < receivers ? 1.0 : 0.5;
    const bool all_count = *std::max_element(b + begin, b + begin + lanes) < receivers;
    sink.losses->add(a + begin, b + begin, all_count ? nullptr : share, lanes);
  }

  // Springs that do not advance hold what they held.
  void add_heat(const BlockPairs &of)
  {
    if (!scene.mode.advance) kernels.gather(scene, of, pairs.history.data(), block);
    double held[LANES], radius[LANES];
    find_heat(block, of.count, mode, held, radius);
    const std::size_t before = sink.heat->size();
    sink.heat->resize(before + of.count);
    ContactHeat *row = &(*sink.heat)[before];
    for (int n = 0; n < of.count; n++) row[n] = {of.a[n], of.b[n], held[n], radius[n]};
  }

  void tally(int of_a, int of_b, int n) const
  {
    const double force[3] = {block.force[0][n], block.force[1][n], block.force[2][n]};
    const double apart[3] = {block.apart[0][n], block.apart[1][n], block.apart[2][n]};
    sink.tally->contact(of_a, of_b, force, apart);
  }
};

}    // namespace

void ContactPairs::clear()
{
  rows.clear();
  partner.clear();
  bondings.clear();
  has_bondings = false;
}

void ContactPairs::add(int b, const Bonding &bonding)
{
  assert(b >= 0);
  partner.push_back(b);
  has_bondings = true;
  bondings.resize(partner.size());
  bondings.back() = bonding;
}

void ContactPairs::forget_all(const HistoryLayout &as)
{
  assert(begin(rows.size()) == size());
  layout = as;
  touching.assign(partner.size(), 0);
  history.assign(partner.size() * width(), 0.0);
  if (has_bondings) bondings.resize(partner.size());
  changes.clear();
  find_members();
}

bool ContactPairs::mark(int sphere)
{
  assert(sphere >= 0);
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
  assert(static_cast<int>(touching.size()) == size());
  add(b);
  end_row(a);
  for (const int sphere : {a, b})
    if (mark(sphere)) members.push_back(sphere);
  touching.push_back(0);
  if (has_bondings) bondings.emplace_back();
  history.insert(history.end(), width(), 0.0);
}

SphereContactHistory ContactPairs::remembered(int pair) const
{
  assert(is_number_of(pair, size()));
  return SphereContactHistory::read(&history[static_cast<size_t>(pair) * width()], layout);
}

void ContactPairs::remember(int pair, const SphereContactHistory &what)
{
  assert(is_number_of(pair, size()));
  what.write(&history[static_cast<size_t>(pair) * width()], layout);
}

double effective_inertia(const SphereMotion &a, const SphereMotion &b, double radius_a,
                         double radius_b)
{
  assert(radius_a > 0.0 && radius_b > 0.0);
  const double inertia_a = sphere_inertia(a.mass, radius_a);
  const double inertia_b = sphere_inertia(b.mass, radius_b);
  if (b.is_frozen) return inertia_a;
  if (a.is_frozen) return inertia_b;
  return inertia_a * inertia_b / (inertia_a + inertia_b);
}

void add_contact_forces(const ContactScene &scene, ContactPairs &pairs, const ContactSink &sink)
{
  assert(scene.types > 0 && sink.force && sink.torque);
  assert(pairs.begin(pairs.rows.size()) == pairs.size());
  assert(pairs.touching.size() == pairs.partner.size());
  assert(pairs.history.size() == pairs.partner.size() * scene.mode.history().width);
  assert(pairs.bondings.empty() || scene.mode.cohesion == PART_NUMBER<NoCohesion>);
  if (!pairs.bondings.empty()) {
    ForceLoop<NoCohesion, true>(scene, pairs, sink).run();
    return;
  }
  with_any_cohesion(scene.mode.cohesion, [&](auto cohesion) {
    ForceLoop<decltype(cohesion), false>(scene, pairs, sink).run();
  });
}

}    // namespace grist
