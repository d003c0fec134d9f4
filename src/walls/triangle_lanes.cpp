#include "walls/triangle_lanes.h"

#include "lanes/lane_rows.h"
#include "meshes/triangle_tree.h"

#include <cassert>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(TriangleLanes::WHOLE % LANES == 0);
static_assert(sizeof(NearPoint) == 8 * sizeof(double));

// Numbers of a triangle that are loaded.
constexpr int COLUMNS = 16;
enum { CORNER = 0, SIDE_B = 3, SIDE_C = 6, NORMAL = 9 };

LaneVectors vectors(const Lanes (&columns)[COLUMNS], int first)
{
  return {columns[first], columns[first + 1], columns[first + 2]};
}

// The nearest point: base + share * way from the first corner, where it is not INSIDE.
struct Nearest {
  LaneVectors base, way;
  Lanes share, feature;
};

void take_where(const LaneMask &mask, double feature, const Lanes &share, const LaneVectors &way,
                Nearest &at)
{
  at.feature = select(mask, same(feature), at.feature);
  at.share = select(mask, share, at.share);
  at.way = select(mask, way, at.way);
}

// The cases of nearest_point(), the first of them last.
Nearest nearest(const LaneVectors &from_a, const LaneVectors &b, const LaneVectors &c)
{
  const LaneVectors from_b = from_a - b, from_c = from_a - c;
  const Lanes d1 = dot(b, from_a), d2 = dot(c, from_a), d3 = dot(b, from_b), d4 = dot(c, from_b),
              d5 = dot(b, from_c), d6 = dot(c, from_c);
  const Lanes along = d4 - d3, back = d5 - d6, zero = {}, one = same(1.0);
  const LaneMask at_bc = (d3 * d6 - d5 * d4 <= 0.0) & (along >= 0.0) & (back >= 0.0),
                 at_ca = (d5 * d2 - d1 * d6 <= 0.0) & (d2 >= 0.0) & (d6 <= 0.0),
                 at_ab = (d1 * d4 - d3 * d2 <= 0.0) & (d1 >= 0.0) & (d3 <= 0.0);
  const Lanes part = select(at_ab, d1, select(at_ca, d2, along));
  const Lanes whole = select(at_ab, d1 - d3, select(at_ca, d2 - d6, along + back));
  const Lanes share = part / whole;
  Nearest at = {{zero, zero, zero}, c - b, share, same(TrianglePoint::INSIDE)};
  at.feature = select(at_bc, same(1.0), at.feature);
  take_where(at_ca, 2.0, share, c, at);
  take_where((d6 >= 0.0) & (d5 <= d6), 5.0, one, c, at);
  take_where(at_ab, 0.0, share, b, at);
  take_where((d3 >= 0.0) & (d4 <= d3), 4.0, one, b, at);
  take_where((d1 <= 0.0) & (d2 <= 0.0), 3.0, zero, b, at);
  at.base = select(at.feature == 1.0, b, at.base);
  return at;
}

Lanes gather_lane(const double (&from)[CenterBatch::MOST], const int *index)
{
  Lanes out;
  for (int k = 0; k < LANES; k++) out[k] = from[index[k]];
  return out;
}

void find(const double *const *triangles, const int *centers, int count, const CenterBatch &batch,
          NearPoint *found)
{
  assert(count > 0);
  for (int n = 0; n < count; n += LANES) {
    Lanes triangle[COLUMNS];
    load_columns([&](int k) { return triangles[n + k]; }, triangle);
    const LaneVectors center = {gather_lane(batch.x[0], centers + n),
                                gather_lane(batch.x[1], centers + n),
                                gather_lane(batch.x[2], centers + n)};
    const LaneVectors corner = vectors(triangle, CORNER), b = vectors(triangle, SIDE_B),
                      c = vectors(triangle, SIDE_C), normal = vectors(triangle, NORMAL);
    const LaneVectors from_a = center - corner;
    const Lanes height = dot(from_a, normal);
    const Nearest at = nearest(from_a, b, c);
    const LaneVectors point = select(at.feature == TrianglePoint::INSIDE, center - height * normal,
                                     (corner + at.base) + at.share * at.way);
    const LaneVectors apart = point - center;
    const Lanes squared = dot(apart, apart);
    const Lanes rows[8] = {point.x, point.y, point.z, height, squared, at.feature, {}, {}};
    store_columns([&](int k) { return found[n + k].point; }, rows);
  }
}

constexpr TriangleLanes TABLE = {find};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const TriangleLanes TriangleLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
