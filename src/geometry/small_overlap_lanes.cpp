#include "geometry/small_overlap_lanes.h"

#include "geometry/small_cut_avx2.h"
#include "geometry/small_cut_avx512.h"
#include "geometry/small_integrals.h"

namespace grist {

#ifdef GRIST_SMALL_OVERLAP

inline namespace GRIST_INSTRUCTION_SET {
namespace small {
namespace {

constexpr int PLANES = 8, EIGHT = PLANES / LANES;    // planes at a time, and vectors for them

// Planes in axes of space.
struct PlacedPlanes {
  alignas(64) double x[SMALL_FACES], y[SMALL_FACES], z[SMALL_FACES], offset[SMALL_FACES];
  int count;
  int facing = 0;     // the plane that a point is farthest outside of
  double distance;    // by which; -infinity if the pose is not finite
};

// Component k of rotated vectors. Rotations are columns.
inline Lanes component(const double *rotation, int k, const Lanes &x, const Lanes &y,
                       const Lanes &z)
{
  return rotation[k] * x + (rotation[3 + k] * y + rotation[6 + k] * z);
}

#if defined(GRIST_AVX512)
inline Lanes larger(const Lanes &a, const Lanes &b)
{
  return _mm512_maskz_max_pd(0xff, a, b);
}
inline double greatest_of(const Row<EIGHT> &row)
{
  return _mm512_reduce_max_pd(row.of[0]);
}
#else
inline Lanes larger(const Lanes &a, const Lanes &b)
{
  return _mm256_max_pd(a, b);
}
inline double greatest_of(const Row<EIGHT> &row)
{
  const __m256d all = larger(row.of[0], row.of[1]);
  const __m128d half = _mm_max_pd(_mm256_castpd256_pd128(all), _mm256_extractf128_pd(all, 1));
  return _mm_cvtsd_f64(_mm_max_sd(half, _mm_unpackhi_pd(half, half)));
}
#endif

// The first lane of the greatest value of a row.
inline int lane_of(double greatest, const Row<EIGHT> &row)
{
  return lowest_of(bits_of<_CMP_EQ_OQ>(row, same(greatest)));
}

// `point` is relative to the position of the body.
inline void place(const SmallShape &body, const double *rotation, const double (&point)[3],
                  PlacedPlanes &placed)
{
  placed.count = body.face_count;
  placed.distance = -__builtin_inf();
  for (int first = 0; first < body.face_count; first += PLANES) {
    const Row<EIGHT> distance = make_row<EIGHT>([&](auto v) {
      const int n = first + LANES * v;
      const Lanes x = load(body.normal_x + n), y = load(body.normal_y + n);
      const Lanes z = load(body.normal_z + n), offset = load(body.offset + n);
      const Lanes px = component(rotation, 0, x, y, z), py = component(rotation, 1, x, y, z);
      const Lanes pz = component(rotation, 2, x, y, z);
      store(placed.x + n, px);
      store(placed.y + n, py);
      store(placed.z + n, pz);
      store(placed.offset + n, offset);
      return px * point[0] + (py * point[1] + (pz * point[2] - offset));
    });
    const double most = greatest_of(distance);
    if (most > placed.distance) {
      placed.distance = most;
      placed.facing = first + lane_of(most, distance);
    }
  }
}

// Offsets from another point, by which the planes are shifted.
inline void shift(PlacedPlanes &planes, const double (&by)[3])
{
  for (int n = 0; n < planes.count; n += LANES)
    store(
        planes.offset + n,
        by[0] * load(planes.x + n) +
            (by[1] * load(planes.y + n) + (by[2] * load(planes.z + n) + load(planes.offset + n))));
}

// Where a body is; its position is at `shift`.
struct Placement {
  const SmallShape *shape;
  const double *rotation;
  double shift[3];
};

template <int HALVES> inline void start(const Placement &of, Body<HALVES> &body)
{
  const SmallShape &shape = *of.shape;
  const auto placed = [&](int k) {
    return make_row<Body<HALVES>::VECTORS>([&](auto v) {
      const int n = LANES * v;
      return of.shift[k] +
          component(of.rotation, k, load(shape.x + n), load(shape.y + n), load(shape.z + n));
    });
  };
  body.x = placed(0);
  body.y = placed(1);
  body.z = placed(2);
  read_edges(shape, body);
}

// Whether the shape takes half of the registers.
inline bool is_narrow(const SmallShape &shape)
{
  return 2 * shape.vertex_count <= SMALL_VERTICES && 2 * shape.edge_count <= SMALL_EDGES;
}

// The planes that a vertex is outside of by more than the tolerance.
struct NearPlanes {
  std::uint32_t planes;    // one bit each
  int farthest;
};

template <int HALVES>
inline NearPlanes near_planes(const Body<HALVES> &body, const PlacedPlanes &by, double tolerance)
{
  constexpr int AT_ONCE = 4;    // vertices, without a branch between them
  const Corners<HALVES> p(body);
  NearPlanes near = {0, 0};
  double most = 0.0;
  for (int first = 0; first < by.count; first += PLANES) {
    Row<EIGHT> greatest = make_row<EIGHT>([](auto) { return same(-__builtin_inf()); });
    for (int k = 0; k < HALVES; k++)
      for (int i = 8 * k; i < 8 * k + p.count[k]; i += AT_ONCE)
        greatest = make_row<EIGHT>([&](auto v) {
          const int n = first + LANES * v;
          const Lanes x = load(by.x + n), y = load(by.y + n), z = load(by.z + n);
          const auto height = [&](int j) { return x * p.x[j] + (y * p.y[j] + z * p.z[j]); };
          static_assert(AT_ONCE == 4);
          return larger(
              greatest.of[v],
              larger(larger(height(i), height(i + 1)), larger(height(i + 2), height(i + 3))));
        });
    greatest = make_row<EIGHT>(
        [&](auto v) { return greatest.of[v] - load(by.offset + first + LANES * v); });
    const unsigned used = first_bits(by.count - first);
    near.planes |= (used & bits_of<_CMP_GT_OQ>(greatest, same(tolerance))) << first;
    const double here = greatest_of(greatest);
    if (here > most) {
      most = here;
      near.farthest = first + lane_of(here, greatest);
    }
  }
  return near;
}

// The planes that are still to cut, and the one that is next; a bit each. Faces of cuts are
// numbered from `first_face` on.
struct Progress {
  std::uint32_t planes, next;
  int first_face, face;
};

enum class Clip { DONE, EMPTY, LEFT_OUT, GROWN, SHRUNK };

// The first cut leaves a small cap as a rule, which few other planes are near to. False if the body
// would have too many faces.
template <int HALVES>
inline bool find_next(const Body<HALVES> &body, const PlacedPlanes &by, double tolerance,
                      Progress &at)
{
  if (at.face > at.first_face + 1) {
    at.next = at.planes & -at.planes;
    return true;
  }
  const NearPlanes near = near_planes(body, by, tolerance);
  at.planes = near.planes & ~(1u << by.facing);
  at.next = at.planes & 1u << near.farthest;
  if (at.next == 0) at.next = at.planes & -at.planes;
  return at.face + count_of(at.planes) <= SMALL_FACES;
}

template <int HALVES>
[[gnu::always_inline]] inline Clip clip(Body<HALVES> &body, const PlacedPlanes &by,
                                        double tolerance, bool may_shrink, Progress &at)
{
  while (at.planes != 0) {
    const int n = lowest_of(at.next);
    const Cut done = cut(body, {by.x[n], by.y[n], by.z[n], by.offset[n]}, at.face, tolerance);
    if (done == Cut::EMPTY) return Clip::EMPTY;
    if (done == Cut::LEFT_OUT) return Clip::LEFT_OUT;
    if (done == Cut::GROWN) return Clip::GROWN;
    at.planes &= ~at.next;
    at.face++;
    if constexpr (HALVES == 2)
      if (may_shrink && fits(body)) return Clip::SHRUNK;
    if (!find_next(body, by, tolerance, at)) return Clip::LEFT_OUT;
  }
  return Clip::DONE;
}

// How a body is cut, and where the result goes.
struct Task {
  const PlacedPlanes &by;
  double tolerance;
  Progress at;
  double sign;
  Overlap &result;
  double *reach;    // as in SmallPair
};

// The largest distance of a vertex from a point.
template <int HALVES> inline double reach_of(const Body<HALVES> &body, const Vector3d &point)
{
  const Corners<HALVES> p(body);
  double most = 0.0;
  for (int half = 0; half < HALVES; half++) {
    if (p.count[half] == 0) continue;
    const double square = greatest_of(make_row<EIGHT>([&](auto v) {
      const int n = 8 * half + LANES * v;
      const Lanes x = load(p.x + n) - point.x, y = load(p.y + n) - point.y,
                  z = load(p.z + n) - point.z;
      return x * x + (y * y + z * z);
    }));
    most = square > most ? square : most;
  }
  return __builtin_sqrt(most);
}

template <int HALVES>
inline SmallOutcome measured(Clip done, const Body<HALVES> &body, const Task &task)
{
  if (done == Clip::EMPTY) return SmallOutcome::SEPARATE;
  if (done != Clip::DONE) return SmallOutcome::LEFT_OUT;
  integrate(body, task.at.first_face, task.sign, task.result);
  if (task.reach) *task.reach = reach_of(body, task.result.centroid);
  return SmallOutcome::DONE;
}

// A body that is large until a cut leaves little of it, or has grown large.
__attribute__((noinline)) SmallOutcome cut_large(Body<2> &body, bool may_shrink, Task &task)
{
  Clip done = clip(body, task.by, task.tolerance, may_shrink, task.at);
  if (done == Clip::SHRUNK) {
    Body<1> small = narrowed(body);
    if (!find_next(small, task.by, task.tolerance, task.at)) return SmallOutcome::LEFT_OUT;
    done = clip(small, task.by, task.tolerance, false, task.at);
    if (done != Clip::GROWN) return measured(done, small, task);
    body = widened(small);
    done = clip(body, task.by, task.tolerance, false, task.at);
  }
  return measured(done, body, task);
}

// Steps 3 to 5 of overlap.h, in axes of space and relative to the position of a.
SmallOutcome overlap(const SmallPair &pair, Overlap &result)
{
  const double *d = pair.distance;
  PlacedPlanes planes_a, planes_b;
  place(*pair.a, pair.rotation_a, {d[0], d[1], d[2]}, planes_a);
  place(*pair.b, pair.rotation_b, {-d[0], -d[1], -d[2]}, planes_b);
  if (!__builtin_isfinite(planes_a.distance) || !__builtin_isfinite(planes_b.distance))
    return SmallOutcome::LEFT_OUT;
  const bool cut_a = planes_b.distance * pair.b->radius >= planes_a.distance * pair.a->radius;

  // No branch on which body is cut, because it could not be predicted.
  PlacedPlanes *const both[2] = {&planes_a, &planes_b};
  PlacedPlanes &by = *both[cut_a ? 1 : 0];
  const SmallShape *const shapes[2] = {pair.b, pair.a};
  const double *const rotations[2] = {pair.rotation_b, pair.rotation_a};
  const double of_planes = cut_a ? 1.0 : 0.0, of_body = 1.0 - of_planes;
  shift(by, {of_planes * d[0], of_planes * d[1], of_planes * d[2]});
  const Placement given = {shapes[cut_a ? 1 : 0],
                           rotations[cut_a ? 1 : 0],
                           {of_body * d[0], of_body * d[1], of_body * d[2]}};

  const int faces = given.shape->face_count;
  const std::uint32_t first = 1u << by.facing;
  Task task = {by,     pair.tolerance, {first, first, faces, faces}, of_planes - of_body,
               result, pair.reach};
  if (is_narrow(*given.shape)) {
    Body<1> body;
    start(given, body);
    const Clip done = clip(body, by, task.tolerance, false, task.at);
    if (done != Clip::GROWN) return measured(done, body, task);
    Body<2> grown = widened(body);
    return cut_large(grown, false, task);
  }
  Body<2> body;
  start(given, body);
  return cut_large(body, true, task);
}

// From plane k on.
template <int HALVES>
inline SmallOutcome cut_by_walls(Body<HALVES> &body, const SmallBehindPlanes &walls, int k,
                                 Overlap &result)
{
  const int faces = walls.body->face_count;
  for (; k < walls.plane_count; k++) {
    const double *const p = walls.planes[k];
    const Cut done = cut(body, {p[0], p[1], p[2], p[3]}, faces + k, walls.tolerance);
    if (done == Cut::EMPTY) return SmallOutcome::SEPARATE;
    if (done == Cut::GROWN || done == Cut::LEFT_OUT) return SmallOutcome::LEFT_OUT;
    if constexpr (HALVES == 2) {
      if (fits(body)) {
        Body<1> small = narrowed(body);
        return cut_by_walls(small, walls, k + 1, result);
      }
    }
  }
  integrate(body, faces, 1.0, result);
  return SmallOutcome::DONE;
}

template <int HALVES>
inline SmallOutcome start_behind_planes(const SmallBehindPlanes &walls, Overlap &result)
{
  Body<HALVES> body;
  start({walls.body, walls.rotation, {0.0, 0.0, 0.0}}, body);
  return cut_by_walls(body, walls, 0, result);
}

SmallOutcome behind_planes(const SmallBehindPlanes &walls, Overlap &result)
{
  if (walls.body->face_count + walls.plane_count > SMALL_FACES) return SmallOutcome::LEFT_OUT;
  if (is_narrow(*walls.body)) {
    const SmallOutcome done = start_behind_planes<1>(walls, result);
    if (done != SmallOutcome::LEFT_OUT) return done;
  }
  return start_behind_planes<2>(walls, result);
}

}    // namespace
}    // namespace small
}    // namespace GRIST_INSTRUCTION_SET

const SmallOverlapLanes SmallOverlapLanes::GRIST_INSTRUCTION_SET = {small::overlap,
                                                                    small::behind_planes};

#else

const SmallOverlapLanes SmallOverlapLanes::GRIST_INSTRUCTION_SET = {nullptr, nullptr};

#endif

}    // namespace grist
