#include "walls/inner_face_lanes.h"

#include "lanes/lane_rows.h"

#include <cassert>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(CenterBatch::MOST % LANES == 0);

LaneVectors load_point(const double (&from)[3][CenterBatch::MOST], int n)
{
  return {load_row(&from[0][n]), load_row(&from[1][n]), load_row(&from[2][n])};
}
void store_point(double (&to)[3][CenterBatch::MOST], int n, const LaneVectors &point)
{
  for (int d = 0; d < 3; d++) store_row(&to[d][n], point[d]);
}

// ---- the curved face

// Offset from the axis, or from the center of a sphere, for as many centers as a register holds;
// and its square.
struct Across {
  LaneVectors from;
  Lanes square;

  Across(const InnerForm &form, const LaneVectors &x)
  {
    for (int d = 0; d < 3; d++) {
      const bool counts = form.kind == InnerForm::Kind::SPHERE || d != form.axis;
      from[d] = counts ? x[d] - form.center[d] : Lanes{};
    }
    square = squared_norm(from);
  }
};

Lanes radius_at(const InnerForm &form, const Lanes &height)
{
  return form.radius_low + (height - form.low) * form.slope;
}

LaneMask is_within_curved(const InnerForm &form, const LaneVectors &x, const Across &across)
{
  const Lanes radius = form.kind == InnerForm::Kind::CONE ? radius_at(form, x[form.axis])
                                                          : Lanes{} + form.largest;
  return (radius >= 0.0) & (across.square <= radius * radius);
}

LaneMask touch_round(const InnerForm &form, const Across &across, const Lanes &reach, int n,
                     InnerContacts &found)
{
  const Lanes clear = form.radius_low - reach, out = square_root(across.square);
  const Lanes distance = form.radius_low - out, outwards = -1.0 / out;
  for (int d = 0; d < 3; d++) store_row(&found.curved.normal[d][n], outwards * across.from[d]);
  store_row(&found.curved.distance[n], distance);
  store_row(&found.curvature[n], Lanes{} + form.curvature);
  return ~((clear > 0.0) & (across.square <= clear * clear)) & (out > 0.0) & (distance > 0.0) &
      (distance < reach);
}

// As SolidFaces::touch_cone().
LaneMask touch_cone(const InnerForm &form, const LaneVectors &x, const Across &across,
                    const Lanes &reach, int n, InnerContacts &found)
{
  const int axis = form.axis;
  const Lanes clear = radius_at(form, x[axis]) - reach * form.slant;
  const Lanes out = square_root(across.square);
  LaneVectors low, high, along, from_low;
  for (int d = 0; d < 3; d++) {
    low[d] = d == axis ? Lanes{} + form.low
                       : form.center[d] + across.from[d] * form.radius_low / out;
    high[d] = d == axis ? Lanes{} + form.high
                        : form.center[d] + across.from[d] * form.radius_high / out;
    along[d] = high[d] - low[d];
    from_low[d] = x[d] - low[d];
  }
  const Lanes share = dot(from_low, along) / dot(along, along);
  const LaneMask is_low = share <= 0.0, is_high = share >= 1.0;
  LaneVectors apart;
  Lanes height = {};
  for (int d = 0; d < 3; d++) {
    const Lanes between = low[d] + share * along[d];
    const Lanes below_high = is_high ? high[d] : between;
    const Lanes at = is_low ? low[d] : below_high;
    apart[d] = x[d] - at;
    if (d == axis) height = at;
  }
  const Lanes distance = square_root(dot(apart, apart)), radius = radius_at(form, height);
  for (int d = 0; d < 3; d++) store_row(&found.curved.normal[d][n], apart[d] / distance);
  store_row(&found.curved.distance[n], distance);
  store_row(&found.curvature[n], radius > 0.0 ? -0.5 / radius : Lanes{});
  return ~((clear > 0.0) & (across.square <= clear * clear)) & (out > 0.0) & (distance > 0.0) &
      (distance < reach);
}

std::uint64_t bits_at(int n, const LaneMask &mask)
{
  return static_cast<std::uint64_t>(bits_of(mask)) << n;
}

// The centers of a register that touch a plane. If there are none, nothing is written.
std::uint64_t keep_plane(const InnerForm::Plane &plane, const Lanes &distance, const LaneMask &with,
                         int n, FaceContacts &face)
{
  const std::uint64_t bits = bits_at(n, with);
  if (bits == 0) return 0;
  store_row(&face.distance[n], distance);
  for (int d = 0; d < 3; d++) store_row(&face.normal[d][n], Lanes{} + plane.normal[d]);
  return bits;
}

Lanes distance_to(const InnerForm::Plane &plane, const LaneVectors &x)
{
  LaneVectors from, normal;
  for (int d = 0; d < 3; d++) {
    from[d] = x[d] - plane.point[d];
    normal[d] = Lanes{} + plane.normal[d];
  }
  return dot(normal, from);
}

void find_part(const InnerForm &form, const CenterBatch &centers, int n, InnerContacts &found)
{
  const LaneVectors x = load_point(centers.x, n);
  const Lanes reach = load_row(&centers.reach[n]);
  Lanes distance[InnerForm::MOST_PLANES];
  LaneMask away = {}, inside = ~away;
  for (int k = 0; k < form.planes; k++) {
    distance[k] = distance_to(form.plane[k], x);
    away |= distance[k] <= -reach;
    inside &= distance[k] >= 0.0;
  }
  LaneMask touched = {};
  if (form.kind != InnerForm::Kind::NONE) {
    const Across across(form, x);
    const Lanes farthest = form.largest + reach;
    away |= across.square >= farthest * farthest;
    inside &= is_within_curved(form, x, across);
    if (!form.curved_is_open && bits_of(inside) != 0)
      touched = form.kind == InnerForm::Kind::CONE ? touch_cone(form, x, across, reach, n, found)
                                                   : touch_round(form, across, reach, n, found);
  }
  inside &= ~away;
  found.beside |= bits_at(n, ~inside & ~away);
  found.curved.with |= bits_at(n, touched & inside);
  for (int k = 0; k < form.planes; k++)
    if (!form.plane[k].open)
      found.plane[k].with |=
          keep_plane(form.plane[k], distance[k],
                     inside & (distance[k] > 0.0) & (distance[k] < reach), n, found.plane[k]);
}

void find(const InnerForm &form, const CenterBatch &centers, int count, InnerContacts &found)
{
  assert(count > 0 && count <= CenterBatch::MOST && form.planes <= InnerForm::MOST_PLANES);
  found.beside = found.curved.with = 0;
  for (int k = 0; k < form.planes; k++) found.plane[k].with = 0;
  for (int n = 0; n < count; n += LANES) find_part(form, centers, n, found);
  if (count >= CenterBatch::MOST) return;
  const std::uint64_t asked = (std::uint64_t{1} << count) - 1;
  found.beside &= asked;
  found.curved.with &= asked;
  for (int k = 0; k < form.planes; k++) found.plane[k].with &= asked;
}

// ---- walls that move

void to_own(const WallPose &pose, const CenterBatch &box, int count, CenterBatch &own)
{
  assert(count > 0 && count <= CenterBatch::MOST);
  for (int n = 0; n < count; n += LANES) {
    LaneVectors from = load_point(box.x, n);
    for (int d = 0; d < 3; d++) from[d] -= pose.shift[d];
    for (int d = 0; d < 3; d++)
      store_row(&own.x[d][n],
                pose.rotation[0][d] * from[0] + pose.rotation[1][d] * from[1] +
                    pose.rotation[2][d] * from[2]);
    store_row(&own.reach[n], load_row(&box.reach[n]));
  }
}

void move(const WallPose &pose, const CenterBatch &box, int count, FaceContacts &face)
{
  for (int n = 0; n < count; n += LANES) {
    const LaneVectors x = load_point(box.x, n), own = load_point(face.normal, n);
    const Lanes distance = load_row(&face.distance[n]);
    LaneVectors normal, arm, velocity;
    for (int d = 0; d < 3; d++)
      normal[d] = pose.rotation[d][0] * own[0] + pose.rotation[d][1] * own[1] +
          pose.rotation[d][2] * own[2];
    for (int d = 0; d < 3; d++) arm[d] = x[d] - distance * normal[d] - pose.center[d];
    for (int d = 0; d < 3; d++) {
      const int e = (d + 1) % 3, f = (d + 2) % 3;
      velocity[d] = pose.velocity[d] + (pose.omega[e] * arm[f] - pose.omega[f] * arm[e]);
    }
    store_point(face.normal, n, normal);
    store_point(face.velocity, n, velocity);
  }
}

constexpr InnerFaceLanes TABLE = {find, to_own, move};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const InnerFaceLanes InnerFaceLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
