#include "geometry/small_overlap_lanes.h"

#include "geometry/small_cut.h"
#include "geometry/small_integrals.h"

namespace grist {

#ifdef GRIST_SMALL_OVERLAP

inline namespace GRIST_INSTRUCTION_SET {
namespace small {
namespace {

// Planes in axes of space.
struct PlacedPlanes {
  alignas(64) double x[SMALL_FACES], y[SMALL_FACES], z[SMALL_FACES], offset[SMALL_FACES];
  int count;
  int facing = 0;     // the plane that a point is farthest outside of
  double distance;    // by which; -infinity if the pose is not finite
};

// Component k of rotated vectors. Rotations are columns.
inline __m512d component(const double *rotation, int k, __m512d x, __m512d y, __m512d z)
{
  return _mm512_set1_pd(rotation[k]) * x +
      (_mm512_set1_pd(rotation[3 + k]) * y + _mm512_set1_pd(rotation[6 + k]) * z);
}

// `point` is relative to the position of the body.
inline void place(const SmallShape &body, const double *rotation, const double (&point)[3],
                  PlacedPlanes &placed)
{
  const __m512d x = _mm512_set1_pd(point[0]), y = _mm512_set1_pd(point[1]),
                z = _mm512_set1_pd(point[2]);
  placed.count = body.face_count;
  placed.distance = -__builtin_inf();
  for (int first = 0; first < body.face_count; first += WIDE) {
    const __m512d nx = _mm512_load_pd(body.normal_x + first),
                  ny = _mm512_load_pd(body.normal_y + first);
    const __m512d nz = _mm512_load_pd(body.normal_z + first),
                  offset = _mm512_load_pd(body.offset + first);
    const __m512d px = component(rotation, 0, nx, ny, nz), py = component(rotation, 1, nx, ny, nz);
    const __m512d pz = component(rotation, 2, nx, ny, nz);
    _mm512_store_pd(placed.x + first, px);
    _mm512_store_pd(placed.y + first, py);
    _mm512_store_pd(placed.z + first, pz);
    _mm512_store_pd(placed.offset + first, offset);
    const __m512d distance = px * x + (py * y + (pz * z - offset));
    const double most = _mm512_reduce_max_pd(distance);
    if (most > placed.distance) {
      placed.distance = most;
      placed.facing = first +
          static_cast<int>(_tzcnt_u32(
              _mm512_cmp_pd_mask(distance, _mm512_set1_pd(most), _CMP_EQ_OQ)));
    }
  }
}

// Offsets from another point, by which the planes are shifted.
inline void shift(PlacedPlanes &planes, const double (&by)[3])
{
  const __m512d x = _mm512_set1_pd(by[0]), y = _mm512_set1_pd(by[1]), z = _mm512_set1_pd(by[2]);
  for (int first = 0; first < planes.count; first += WIDE)
    _mm512_store_pd(
        planes.offset + first,
        x * _mm512_load_pd(planes.x + first) +
            (y * _mm512_load_pd(planes.y + first) +
             (z * _mm512_load_pd(planes.z + first) + _mm512_load_pd(planes.offset + first))));
}

// Where a body is; its position is at `shift`.
struct Placement {
  const SmallShape *shape;
  const double *rotation;
  double shift[3];
};

inline __m512d placed(const Placement &of, int k, int first)
{
  return _mm512_set1_pd(of.shift[k]) +
      component(of.rotation, k, _mm512_load_pd(of.shape->x + first),
                _mm512_load_pd(of.shape->y + first), _mm512_load_pd(of.shape->z + first));
}
inline void put(const Placement &of, Body<1> &body)
{
  body.at = {{placed(of, 0, 0)}, {placed(of, 1, 0)}, {placed(of, 2, 0)}};
  body.edges[0] = _mm512_load_si512(of.shape->edges);
}
inline void put(const Placement &of, Body<2> &body)
{
  body.at = {{placed(of, 0, 0), placed(of, 0, WIDE)},
             {placed(of, 1, 0), placed(of, 1, WIDE)},
             {placed(of, 2, 0), placed(of, 2, WIDE)}};
  body.edges[0] = _mm512_load_si512(of.shape->edges);
  body.edges[1] = _mm512_load_si512(of.shape->edges + HALF_EDGES);
}

// The planes that a vertex is outside of by more than the tolerance.
struct NearPlanes {
  std::uint32_t planes;    // one bit each
  int farthest;
};

template <int HALVES> struct Corners {
  alignas(64) double x[WIDE * HALVES], y[WIDE * HALVES], z[WIDE * HALVES];
};

inline void store(const Row<1> &row, double *to)
{
  _mm512_store_pd(to, row.low);
}
inline void store(const Row<2> &row, double *to)
{
  _mm512_store_pd(to, row.low);
  _mm512_store_pd(to + WIDE, row.high);
}

// Lanes beyond the last vertex become vertex 0.
inline Row<1> filled(const Row<1> &row, unsigned there)
{
  const __m512d first = _mm512_broadcastsd_pd(_mm512_castpd512_pd128(row.low));
  return {_mm512_mask_mov_pd(first, static_cast<__mmask8>(there), row.low)};
}
inline Row<2> filled(const Row<2> &row, unsigned there)
{
  const __m512d first = _mm512_broadcastsd_pd(_mm512_castpd512_pd128(row.low));
  return {_mm512_mask_mov_pd(first, static_cast<__mmask8>(there), row.low),
          _mm512_mask_mov_pd(first, static_cast<__mmask8>(there >> WIDE), row.high)};
}

template <int HALVES>
inline NearPlanes near_planes(const Body<HALVES> &body, const PlacedPlanes &by, double tolerance)
{
  constexpr int AT_ONCE = 4;    // vertices, without a branch between them
  const unsigned there = first_bits(body.vertex_count);
  Corners<HALVES> p;
  store(filled(body.at.x, there), p.x);
  store(filled(body.at.y, there), p.y);
  store(filled(body.at.z, there), p.z);
  NearPlanes near = {0, 0};
  double most = 0.0;
  for (int first = 0; first < by.count; first += WIDE) {
    const __m512d nx = _mm512_load_pd(by.x + first), ny = _mm512_load_pd(by.y + first);
    const __m512d nz = _mm512_load_pd(by.z + first);
    const auto height = [&](int i) {
      return nx * _mm512_set1_pd(p.x[i]) +
          (ny * _mm512_set1_pd(p.y[i]) + nz * _mm512_set1_pd(p.z[i]));
    };
    const auto greatest_of = [&](int i) {
      static_assert(AT_ONCE == 4);
      return _mm512_max_pd(_mm512_max_pd(height(i), height(i + 1)),
                           _mm512_max_pd(height(i + 2), height(i + 3)));
    };
    __m512d greatest = greatest_of(0);
    for (int i = AT_ONCE; i < body.vertex_count; i += AT_ONCE)
      greatest = _mm512_max_pd(greatest, greatest_of(i));
    greatest = greatest - _mm512_load_pd(by.offset + first);
    const unsigned used = first_bits(by.count - first);
    const unsigned outside =
        used & _mm512_cmp_pd_mask(greatest, _mm512_set1_pd(tolerance), _CMP_GT_OQ);
    near.planes |= outside << first;
    const double here = _mm512_reduce_max_pd(greatest);
    if (here > most) {
      most = here;
      near.farthest = first +
          static_cast<int>(_tzcnt_u32(
              _mm512_cmp_pd_mask(greatest, _mm512_set1_pd(here), _CMP_EQ_OQ)));
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

// After the first cut, of which a small cap is left as a rule.
template <int HALVES>
inline bool find_next_planes(const Body<HALVES> &body, const PlacedPlanes &by, double tolerance,
                             Progress &at)
{
  const NearPlanes near = near_planes(body, by, tolerance);
  at.planes = near.planes & ~(1u << by.facing);
  at.next = at.planes & 1u << near.farthest;
  if (at.next == 0) at.next = at.planes & -at.planes;
  return at.first_face + 1 + static_cast<int>(_mm_popcnt_u32(at.planes)) <= SMALL_FACES;
}

template <int HALVES>
__attribute__((always_inline)) inline Clip clip(Body<HALVES> &body, const PlacedPlanes &by,
                                                double tolerance, bool may_shrink, Progress &at)
{
  while (at.planes != 0) {
    const int n = static_cast<int>(_tzcnt_u32(at.next));
    const Plane plane = {by.x[n], by.y[n], by.z[n], by.offset[n]};
    const Cut done = cut(body, plane, at.face, tolerance);
    if (done == Cut::EMPTY) return Clip::EMPTY;
    if (done == Cut::LEFT_OUT) return Clip::LEFT_OUT;
    if (done == Cut::GROWN) return Clip::GROWN;
    at.planes &= ~at.next;
    if (at.face == at.first_face) {
      if (!find_next_planes(body, by, tolerance, at)) return Clip::LEFT_OUT;
    } else {
      at.next = at.planes & -at.planes;
    }
    at.face++;
    if (HALVES == 2 && may_shrink && fits(body.vertex_count, body.edge_count)) return Clip::SHRUNK;
  }
  return Clip::DONE;
}

template <int HALVES> inline void start(const Placement &of, Body<HALVES> &body)
{
  put(of, body);
  body.vertex_count = of.shape->vertex_count;
  body.edge_count = of.shape->edge_count;
}

// How a body is cut, and where the result goes.
struct Task {
  const PlacedPlanes &by;
  double tolerance;
  Progress at;
  double sign;
  Overlap &result;
};

template <int HALVES>
inline SmallOutcome measured(Clip done, const Body<HALVES> &body, const Task &task)
{
  if (done == Clip::EMPTY) return SmallOutcome::SEPARATE;
  if (done != Clip::DONE) return SmallOutcome::LEFT_OUT;
  integrate(body, task.at.first_face, task.sign, task.result);
  return SmallOutcome::DONE;
}

// A body that is large until a cut leaves little of it, or has grown large.
__attribute__((noinline)) SmallOutcome cut_large(Body<2> &body, bool may_shrink, Task &task)
{
  Clip done = clip(body, task.by, task.tolerance, may_shrink, task.at);
  if (done == Clip::SHRUNK) {
    Body<1> small = narrowed(body);
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
  Task task = {by, pair.tolerance, {first, first, faces, faces}, of_planes - of_body, result};
  if (fits(given.shape->vertex_count, given.shape->edge_count)) {
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

// One cut.
template <int HALVES>
inline SmallOutcome cut_by_wall(Body<HALVES> &body, const SmallBehindPlane &wall, Overlap &result)
{
  start({wall.body, wall.rotation, {0.0, 0.0, 0.0}}, body);
  const Plane plane = {wall.normal[0], wall.normal[1], wall.normal[2], wall.offset};
  const int faces = wall.body->face_count;
  const Cut done = cut(body, plane, faces, wall.tolerance);
  if (done == Cut::EMPTY) return SmallOutcome::SEPARATE;
  if (done == Cut::GROWN || done == Cut::LEFT_OUT) return SmallOutcome::LEFT_OUT;
  integrate(body, faces, 1.0, result);
  return SmallOutcome::DONE;
}

__attribute__((noinline)) SmallOutcome behind_plane_large(const SmallBehindPlane &wall,
                                                          Overlap &result)
{
  Body<2> body;
  return cut_by_wall(body, wall, result);
}

SmallOutcome behind_plane(const SmallBehindPlane &wall, Overlap &result)
{
  if (wall.body->face_count >= SMALL_FACES) return SmallOutcome::LEFT_OUT;
  if (fits(wall.body->vertex_count, wall.body->edge_count)) {
    Body<1> body;
    const SmallOutcome done = cut_by_wall(body, wall, result);
    if (done != SmallOutcome::LEFT_OUT) return done;
  }
  return behind_plane_large(wall, result);
}

}    // namespace
}    // namespace small
}    // namespace GRIST_INSTRUCTION_SET

const SmallOverlapLanes SmallOverlapLanes::GRIST_INSTRUCTION_SET = {small::overlap,
                                                                    small::behind_plane};

#else

const SmallOverlapLanes SmallOverlapLanes::GRIST_INSTRUCTION_SET = {nullptr, nullptr};

#endif

}    // namespace grist
