#include "geometry/small_overlap_lanes.h"

#include "geometry/small_cut.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

#ifdef GRIST_SMALL_OVERLAP

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
inline void place(const SmallBody &body, const double (&point)[3], PlacedPlanes &placed)
{
  const __m512d x = _mm512_set1_pd(point[0]), y = _mm512_set1_pd(point[1]),
                z = _mm512_set1_pd(point[2]);
  placed.count = body.face_count;
  placed.distance = -__builtin_inf();
  for (int first = 0; first < body.face_count; first += WIDE) {
    const __m512d nx = _mm512_loadu_pd(body.normal_x + first),
                  ny = _mm512_loadu_pd(body.normal_y + first);
    const __m512d nz = _mm512_loadu_pd(body.normal_z + first),
                  offset = _mm512_loadu_pd(body.offset + first);
    const __m512d px = component(body.rotation, 0, nx, ny, nz),
                  py = component(body.rotation, 1, nx, ny, nz);
    const __m512d pz = component(body.rotation, 2, nx, ny, nz);
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

inline Row placed_row(const SmallBody &body, int k, double shift)
{
  const __m512d s = _mm512_set1_pd(shift);
  const int n = body.vertex_count;
  const __m512d low = component(body.rotation, k, _mm512_loadu_pd(body.x), _mm512_loadu_pd(body.y),
                                _mm512_loadu_pd(body.z));
  const __m512d high = component(body.rotation, k, load_second(body.x, n), load_second(body.y, n),
                                 load_second(body.z, n));
  return {low + s, high + s};
}

// The planes that a vertex is outside of by more than the tolerance.
struct NearPlanes {
  std::uint32_t planes;    // one bit each
  int farthest;
};

struct Corners {
  alignas(64) double x[SMALL_VERTICES], y[SMALL_VERTICES], z[SMALL_VERTICES];
};

inline void store(const Row &row, double *to)
{
  _mm512_store_pd(to, row.low);
  _mm512_store_pd(to + WIDE, row.high);
}

inline NearPlanes near_planes(const Body &body, const PlacedPlanes &by, double tolerance)
{
  Corners p;
  store(body.at.x, p.x);
  store(body.at.y, p.y);
  store(body.at.z, p.z);
  NearPlanes near = {0, 0};
  double most = 0.0;
  for (int first = 0; first < by.count; first += WIDE) {
    const __m512d nx = _mm512_load_pd(by.x + first), ny = _mm512_load_pd(by.y + first);
    const __m512d nz = _mm512_load_pd(by.z + first);
    const auto height = [&](int i) {
      return nx * _mm512_set1_pd(p.x[i]) +
          (ny * _mm512_set1_pd(p.y[i]) + nz * _mm512_set1_pd(p.z[i]));
    };
    __m512d greatest = height(0);
    for (int i = 1; i < body.vertex_count; i++) greatest = _mm512_max_pd(greatest, height(i));
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

// One vertex of each face, by the number of the face.
struct FaceVertices {
  __m512i low, high;

  explicit FaceVertices(const Body &body)
  {
    alignas(64) std::uint32_t edges[SMALL_EDGES];
    alignas(64) int vertex[SMALL_FACES];
    _mm512_store_si512(edges, body.edges[0]);
    _mm512_store_si512(edges + 16, body.edges[1]);
    for (int n = 0; n < body.edge_count; n++) {
      const std::uint32_t edge = edges[n];
      const int tail = static_cast<int>(edge & 0xffu);
      vertex[edge >> LEFT & 0xffu] = tail;
      vertex[edge >> RIGHT] = tail;
    }
    low = _mm512_load_si512(vertex);
    high = _mm512_load_si512(vertex + 16);
  }
  __m512i of(__m512i faces) const { return _mm512_permutex2var_epi32(low, faces, high); }
};

struct Vector {
  __m512d x, y, z;
};
inline Vector at(const Points &p, __m512i numbers)
{
  return {at(p.x, numbers), at(p.y, numbers), at(p.z, numbers)};
}
inline __m512d dot(const Vector &a, const Vector &b)
{
  return a.x * b.x + (a.y * b.y + a.z * b.z);
}
inline Vector cross(const Vector &a, const Vector &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Sums {
  __m512d volume, first[3], area[3], moment[3];
};

inline void add(__m512d &sum, __mmask8 used, __m512d value)
{
  sum = _mm512_mask_add_pd(sum, used, sum, value);
}

// Eight edges.
inline void add_edges(const Points &p, __m256i edge, __m256i left_vertex, __m256i right_vertex,
                      __mmask8 used, int first_faces, Sums &sums)
{
  const Vector tail = at(p, wide(edge)), head = at(p, wide(_mm256_srli_epi32(edge, HEAD)));
  const Vector left = at(p, wide(left_vertex)), right = at(p, wide(right_vertex));
  const Vector normal = cross(tail, head);
  const __m512d volume_left = dot(left, normal), volume_right = dot(right, normal);
  const __m512d both = volume_left - volume_right;
  add(sums.volume, used, both);
  add(sums.first[0], used,
      both * (tail.x + head.x) + (volume_left * left.x - volume_right * right.x));
  add(sums.first[1], used,
      both * (tail.y + head.y) + (volume_left * left.y - volume_right * right.y));
  add(sums.first[2], used,
      both * (tail.z + head.z) + (volume_left * left.z - volume_right * right.z));

  // Edges between the two bodies.
  const __m256i FIRST = _mm256_set1_epi32(first_faces), BYTE = _mm256_set1_epi32(0xff);
  const __mmask8 left_first =
      _mm256_cmplt_epi32_mask(_mm256_and_si256(_mm256_srli_epi32(edge, LEFT), BYTE), FIRST);
  const __mmask8 right_first = _mm256_cmplt_epi32_mask(_mm256_srli_epi32(edge, RIGHT), FIRST);
  const auto seam = static_cast<__mmask8>(used & (left_first ^ right_first));
  const __m512d sign = _mm512_mask_mov_pd(_mm512_set1_pd(-1.0), left_first, _mm512_set1_pd(1.0));
  const __m512d squares = sign * (dot(tail, tail) + (dot(tail, head) + dot(head, head)));
  add(sums.area[0], seam, sign * normal.x);
  add(sums.area[1], seam, sign * normal.y);
  add(sums.area[2], seam, sign * normal.z);
  add(sums.moment[0], seam, squares * (tail.x - head.x));
  add(sums.moment[1], seam, squares * (tail.y - head.y));
  add(sums.moment[2], seam, squares * (tail.z - head.z));
}

// The sums of the numbers of eight vectors, one each.
inline __m512d sums_of(const __m512d (&v)[8])
{
  __m512d pairs[4], fours[2];
  for (int k = 0; k < 4; k++)
    pairs[k] =
        _mm512_unpacklo_pd(v[2 * k], v[2 * k + 1]) + _mm512_unpackhi_pd(v[2 * k], v[2 * k + 1]);
  for (int k = 0; k < 2; k++)
    fours[k] = _mm512_shuffle_f64x2(pairs[2 * k], pairs[2 * k + 1], 0x88) +
        _mm512_shuffle_f64x2(pairs[2 * k], pairs[2 * k + 1], 0xdd);
  return _mm512_shuffle_f64x2(fours[0], fours[1], 0x88) +
      _mm512_shuffle_f64x2(fours[0], fours[1], 0xdd);
}

// `sign` of the area and the moment.
inline void integrate(const Body &body, int first_faces, double sign, SmallIntegrals &result)
{
  const __m128d x0 = _mm512_castpd512_pd128(body.at.x.low),
                y0 = _mm512_castpd512_pd128(body.at.y.low);
  const __m128d z0 = _mm512_castpd512_pd128(body.at.z.low);
  const auto relative = [](const Row &row, __m128d origin) -> Row {
    const __m512d o = _mm512_broadcastsd_pd(origin);
    return {row.low - o, row.high - o};
  };
  const Points p = {relative(body.at.x, x0), relative(body.at.y, y0), relative(body.at.z, z0)};
  const FaceVertices vertices(body);
  Sums sums;
  sums.volume = _mm512_setzero_pd();
  for (int k = 0; k < 3; k++) sums.first[k] = sums.area[k] = sums.moment[k] = _mm512_setzero_pd();
  for (int k = 0; k < 2; k++) {
    const __m512i edge = body.edges[k];
    const __m512i left = vertices.of(_mm512_srli_epi32(edge, LEFT));
    const __m512i right = vertices.of(_mm512_srli_epi32(edge, RIGHT));
    const unsigned used = first_bits(body.edge_count) >> (16 * k);
    add_edges(p, low_half(edge), low_half(left), low_half(right), static_cast<__mmask8>(used),
              first_faces, sums);
    if (body.edge_count <= 16 * k + 8) break;
    add_edges(p, high_half(edge), high_half(left), high_half(right),
              static_cast<__mmask8>(used >> WIDE), first_faces, sums);
    if (body.edge_count <= 16 * k + 16) break;
  }
  alignas(64) double total[8];
  _mm512_store_pd(total,
                  sums_of({sums.first[0], sums.first[1], sums.first[2], sums.volume, sums.area[0],
                           sums.area[1], sums.area[2], sums.moment[0]}));
  const double moment[3] = {total[7], _mm512_reduce_add_pd(sums.moment[1]),
                            _mm512_reduce_add_pd(sums.moment[2])};
  const double volume = total[3], scale = 0.25 / volume;
  result.volume = volume * (1.0 / 6.0);
  const double origin[3] = {_mm_cvtsd_f64(x0), _mm_cvtsd_f64(y0), _mm_cvtsd_f64(z0)};
  double center[3], area[3];
  for (int k = 0; k < 3; k++) {
    center[k] = scale * total[k];
    area[k] = 0.5 * sign * total[4 + k];
  }
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    result.center[k] = origin[k] + center[k];
    result.area_vector[k] = area[k];
    result.moment[k] = moment[k] * (sign / 6.0) - (center[i] * area[j] - center[j] * area[i]);
  }
}

// Steps 3 to 5 of overlap.h, in axes of space and relative to the position of a.
SmallOutcome overlap(const SmallPair &pair, SmallIntegrals &result)
{
  const double *d = pair.distance;
  PlacedPlanes planes_a, planes_b;
  place(pair.a, {d[0], d[1], d[2]}, planes_a);
  place(pair.b, {-d[0], -d[1], -d[2]}, planes_b);
  if (!__builtin_isfinite(planes_a.distance) || !__builtin_isfinite(planes_b.distance))
    return SmallOutcome::LEFT_OUT;
  const bool cut_a = planes_b.distance * pair.b.radius >= planes_a.distance * pair.a.radius;

  // No branch on which body is cut, because it could not be predicted.
  PlacedPlanes *const both[2] = {&planes_a, &planes_b};
  PlacedPlanes &by = *both[cut_a ? 1 : 0];
  const SmallBody *const bodies[2] = {&pair.b, &pair.a};
  const SmallBody &given = *bodies[cut_a ? 1 : 0];
  const double of_planes = cut_a ? 1.0 : 0.0, of_body = 1.0 - of_planes;
  shift(by, {of_planes * d[0], of_planes * d[1], of_planes * d[2]});

  Body body;
  body.at = {placed_row(given, 0, of_body * d[0]), placed_row(given, 1, of_body * d[1]),
             placed_row(given, 2, of_body * d[2])};
  const int *edges = &given.edges->tail;
  body.edges[0] = load_edges(edges, given.edge_count, 0);
  body.edges[1] = given.edge_count > 16 ? load_edges(edges, given.edge_count, 16)
                                        : _mm512_setzero_si512();
  body.vertex_count = given.vertex_count;
  body.edge_count = given.edge_count;

  std::uint32_t planes = 1u << by.facing, next = planes;
  for (int face = given.face_count;; face++) {
    const int n = static_cast<int>(_tzcnt_u32(next));
    planes &= ~next;
    const Plane plane = {by.x[n], by.y[n], by.z[n], by.offset[n]};
    const Cut done = cut(body, plane, face, pair.tolerance);
    if (done == Cut::EMPTY) return SmallOutcome::SEPARATE;
    if (done == Cut::LEFT_OUT) return SmallOutcome::LEFT_OUT;
    if (face == given.face_count) {
      const NearPlanes near = near_planes(body, by, pair.tolerance);
      planes = near.planes & ~(1u << by.facing);
      if (face + 1 + static_cast<int>(_mm_popcnt_u32(planes)) > SMALL_FACES)
        return SmallOutcome::LEFT_OUT;
      next = planes & 1u << near.farthest;
      if (next == 0) next = planes & -planes;
    } else {
      next = planes & -planes;
    }
    if (planes == 0) break;
  }
  integrate(body, given.face_count, of_planes - of_body, result);
  return SmallOutcome::DONE;
}

}    // namespace
}    // namespace small

const SmallOverlapLanes SMALL_OVERLAP_TABLE = {small::overlap};

#else

const SmallOverlapLanes SMALL_OVERLAP_TABLE = {nullptr};

#endif

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist
