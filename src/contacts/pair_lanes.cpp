#include "contacts/pair_lanes.h"

#include "common/constants.h"
#include "contacts/contact_laws.h"
#include "lanes/lane_rows.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(PAIR_LANES % LANES == 0 && ContactBlock::LANES % PAIR_LANES == 0);

int whole_vectors(int count)
{
  return (count + PAIR_LANES - 1) / PAIR_LANES * PAIR_LANES;
}

// ---- touch

// x, y, z from b to a, and the sum of radii.
struct Apart {
  Lanes x, y, z, radii;
};

#if defined(GRIST_AVX512)

// Rows of lanes k and k + 4 side by side.
Apart apart(const SpherePlace *place, const int *a, const int *b)
{
  const auto two = [place](const int *index, int k) {
    return _mm512_maskz_insertf64x4(0xff, _mm512_castpd256_pd512(_mm256_load_pd(place[index[k]].x)),
                                    _mm256_load_pd(place[index[k + 4]].x), 1);
  };
  const Lanes sign = {-1.0, -1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 1.0};
  __m512d rows[4];
  for (int k = 0; k < 4; k++) rows[k] = two(a, k) + sign * two(b, k);
  const __m512d xz01 = _mm512_maskz_unpacklo_pd(0xff, rows[0], rows[1]),
                xz23 = _mm512_maskz_unpacklo_pd(0xff, rows[2], rows[3]),
                yr01 = _mm512_maskz_unpackhi_pd(0xff, rows[0], rows[1]),
                yr23 = _mm512_maskz_unpackhi_pd(0xff, rows[2], rows[3]);
  const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13),
                odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  return {_mm512_permutex2var_pd(xz01, even, xz23), _mm512_permutex2var_pd(yr01, even, yr23),
          _mm512_permutex2var_pd(xz01, odd, xz23), _mm512_permutex2var_pd(yr01, odd, yr23)};
}

#else

Apart apart(const SpherePlace *place, const int *a, const int *b)
{
  Lanes columns[4], rows[LANES];
  for (int first = 0; first < 4; first += LANES) {
    Lanes sign = Lanes{} - 1.0;
    if (first + LANES == 4) sign[LANES - 1] = 1.0;
    for (int k = 0; k < LANES; k++)
      rows[k] = load_row(place[a[k]].x + first) + sign * load_row(place[b[k]].x + first);
    transpose(rows);
    for (int c = 0; c < LANES; c++) columns[first + c] = rows[c];
  }
  return {columns[0], columns[1], columns[2], columns[3]};
}

#endif

std::uint64_t touching(const SpherePlace *place, const int *a, const int *b, int count)
{
  static_assert(sizeof(SpherePlace) == 4 * sizeof(double));
  std::uint64_t bits = 0;
  for (int n = 0; n < count; n += LANES) {
    const Apart from = apart(place, a + n, b + n);
    const LaneMask now =
        from.x * from.x + from.y * from.y + from.z * from.z < from.radii * from.radii;
    bits |= static_cast<std::uint64_t>(bits_of(now)) << n;
  }
  return count < 64 ? bits & ((std::uint64_t{1} << count) - 1) : bits;
}

// ---- into a block

// Columns of a SpherePlace and of a SphereMotion.
enum { RADIUS = 3, OMEGA = 3, MASS = 6, TYPE_AND_FROZEN = 7 };

struct Motion {
  Lanes of[8];

  Motion(const SphereMotion *motion, const int *index)
  {
    static_assert(sizeof(SphereMotion) == 8 * sizeof(double));
    load_columns([&](int k) { return motion[index[k]].velocity; }, of);
  }

  LaneMask is_frozen() const
  {
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the type is in the lower half");
    return ((LaneMask) of[TYPE_AND_FROZEN] >> 32) != 0;
  }
};

void gather_places(const SpherePlace *place, const int *a, const int *b, int n, ContactBlock &block)
{
  Lanes of_a[4], of_b[4];
#if defined(GRIST_AVX512)
  Lanes rows[LANES];
  for (int k = 0; k < LANES; k++)
    rows[k] = _mm512_maskz_insertf64x4(0xff, _mm512_castpd256_pd512(_mm256_load_pd(place[a[k]].x)),
                                       _mm256_load_pd(place[b[k]].x), 1);
  transpose(rows);
  for (int c = 0; c < 4; c++) {
    of_a[c] = rows[c];
    of_b[c] = rows[4 + c];
  }
#else
  const auto read = [place](const int *index, Lanes(&columns)[4]) {
    for (int first = 0; first < 4; first += LANES) {
      Lanes rows[LANES];
      for (int k = 0; k < LANES; k++) rows[k] = load_row(place[index[k]].x + first);
      transpose(rows);
      for (int c = 0; c < LANES; c++) columns[first + c] = rows[c];
    }
  };
  read(a, of_a);
  read(b, of_b);
#endif
  for (int d = 0; d < 3; d++) store_row(&block.apart[d][n], of_a[d] - of_b[d]);
  store_row(&block.radius_a[n], of_a[RADIUS]);
  store_row(&block.radius_b[n], of_b[RADIUS]);
}

// Product and sum of two masses, or of moments of inertia; a frozen sphere's is infinite.
struct Quotient {
  Lanes product, sum;

  Quotient(const Lanes &a, const Lanes &b, const LaneMask &a_is_frozen,
           const LaneMask &b_is_frozen) :
      product(select(b_is_frozen, a, select(a_is_frozen, b, a * b))),
      sum(select(a_is_frozen | b_is_frozen, Lanes{} + 1.0, a + b))
  {
  }
};

void gather_motion(const ContactScene &scene, bool with_inertia, const int *a, const int *b, int n,
                   ContactBlock &block)
{
  const Motion of_a(scene.motion, a), of_b(scene.motion, b);
  for (int d = 0; d < 3; d++) store_row(&block.velocity[d][n], of_a.of[d] - of_b.of[d]);
  store_three(block.omega_a, n, of_a.of + OMEGA);
  store_three(block.omega_b, n, of_b.of + OMEGA);
  const LaneMask a_is_frozen = of_a.is_frozen(), b_is_frozen = of_b.is_frozen();
  const Quotient mass(of_a.of[MASS], of_b.of[MASS], a_is_frozen, b_is_frozen);
  store_row(&block.mass_product[n], mass.product);
  store_row(&block.mass_sum[n], mass.sum);
  if (!with_inertia) return;
  const Lanes radius_a = load_row(&block.radius_a[n]), radius_b = load_row(&block.radius_b[n]);
  const Quotient inertia(SPHERE_INERTIA * of_a.of[MASS] * radius_a * radius_a,
                         SPHERE_INERTIA * of_b.of[MASS] * radius_b * radius_b, a_is_frozen,
                         b_is_frozen);
  store_row(&block.inertia[n], inertia.product / inertia.sum);
}

// The part whose numbers stand behind the shear.
template <class Block> auto &second_part(Block &block, const HistoryLayout &as)
{
  return as.roll > 0 ? block.roll : block.memory;
}

void gather_history(const HistoryLayout &as, const int *pairs, const double *history, int n,
                    ContactBlock &block)
{
  Lanes of[6];
  if (as.width > 3) {
    const auto row = [&](int k) { return history + as.width * static_cast<std::size_t>(pairs[k]); };
    load_six(row, of);
    for (int k = 0; as.twist > 0 && k < LANES; k++) block.twist[n + k] = row(k)[as.twist];
    for (int k = 0; as.memory > 3 && k < LANES; k++)
      for (int d = 0; d < as.remembered; d++) block.memory[d][n + k] = row(k)[as.memory + d];
    store_three(second_part(block, as), n, of + 3);
  } else {
    gather_vectors(history, pairs, of[0], of[1], of[2]);
  }
  store_three(block.shear, n, of);
}

void gather(const ContactScene &scene, const BlockPairs &pairs, const double *history,
            ContactBlock &block)
{
  const int lanes = whole_vectors(pairs.count);
  const HistoryLayout as = history_of(scene.mode);
  const bool with_inertia = needs_inertia(scene.mode);
  for (int n = 0; n < lanes; n += LANES) {
    const int *a = pairs.a + n, *b = pairs.b + n;
    gather_places(scene.place, a, b, n, block);
    gather_motion(scene, with_inertia, a, b, n, block);
    gather_history(as, pairs.pair + n, history, n, block);
  }
}

// ---- and back

void keep(const ContactBlock &block, const HistoryLayout &as, const BlockPairs &pairs,
          double *history)
{
  const int lanes = pairs.count;
  if (as.width == 3) {
    for (int n = 0; n < lanes; n++)
      for (int d = 0; d < 3; d++)
        history[3 * static_cast<std::size_t>(pairs.pair[n]) + d] = block.shear[d][n];
    return;
  }
  const auto row = [&](int n) {
    return history + as.width * static_cast<std::size_t>(pairs.pair[n]);
  };
  for (int n = 0; n < lanes; n += LANES) {
    Lanes of[6];
    load_three(block.shear, n, of);
    load_three(second_part(block, as), n, of + 3);
    store_six([&](int k) { return row(n + k); }, of);
  }
  for (int n = 0; as.twist > 0 && n < lanes; n++) row(n)[as.twist] = block.twist[n];
  for (int n = 0; as.memory > 3 && n < lanes; n++)
    for (int d = 0; d < as.remembered; d++) row(n)[as.memory + d] = block.memory[d][n];
}

void scatter(const ContactBlock &block, int lanes, ContactRows &rows)
{
  static_assert(sizeof(ContactRow) == 8 * sizeof(double));
  for (int n = 0; n < lanes; n += LANES) {
    Lanes torque_a[3], of[8];
    load_three(block.force, n, of);
    load_three(block.torque_a, n, torque_a);
    of[3] = torque_a[2];
    of[4] = torque_a[0];
    of[5] = torque_a[1];
    of[6] = load_row(&block.torque_b[0][n]);
    of[7] = load_row(&block.torque_b[1][n]);
    store_columns([&](int k) { return rows.of[n + k].force; }, of);
  }
}

constexpr PairLanes TABLE = {touching, gather, keep, scatter};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const PairLanes PairLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
