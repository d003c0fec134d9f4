#include "walls/solid_faces.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

const InnerFaceLanes &inner_face_lanes()
{
  return kernels_in_use<InnerFaceLanes>();
}

static Vector3d on_axis(const SolidFaces::Round &round, double height)
{
  Vector3d point = round.center;
  point[round.axis] = height;
  return point;
}

void SolidFaces::add_ends(const int *open)
{
  const Vector3d up = Vector3d::unit(round.axis);
  planes = {{on_axis(round, round.low), up, open[LOW_END] != 0},
            {on_axis(round, round.high), -up, open[HIGH_END] != 0}};
}

SolidFaces SolidFaces::block(const AlignedBox &box, const int *open)
{
  assert(box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z);
  SolidFaces made;
  for (int d = 0; d < 3; d++) {
    const Vector3d along = Vector3d::unit(d);
    made.planes.push_back({box.low[d] * along, along, open[2 * d] != 0});
    made.planes.push_back({box.high[d] * along, -along, open[2 * d + 1] != 0});
  }
  return made;
}

SolidFaces SolidFaces::cylinder(const Round &round, const int *open)
{
  assert(round.axis >= 0 && round.axis < 3 && round.radius_low > 0.0);
  SolidFaces made;
  made.kind = Kind::CYLINDER;
  made.curved_is_open = open[CURVED] != 0;
  made.round = round;
  made.largest = made.round.radius_high = round.radius_low;
  made.curvature = -0.5 / made.largest;
  made.add_ends(open);
  return made;
}

SolidFaces SolidFaces::cone(const Round &round, const int *open)
{
  assert(round.high > round.low);
  SolidFaces made;
  made.kind = Kind::CONE;
  made.curved_is_open = open[CURVED] != 0;
  made.round = round;
  const double length = round.high - round.low, widening = round.radius_high - round.radius_low;
  made.slope = widening / length;
  made.slant = std::hypot(length, widening) / length;
  made.largest = std::max(round.radius_low, round.radius_high);
  made.add_ends(open);
  return made;
}

SolidFaces SolidFaces::sphere(const Vector3d &center, double radius)
{
  assert(radius > 0.0);
  SolidFaces made;
  made.kind = Kind::SPHERE;
  made.curved_is_open = false;
  made.round = {0, center, 0.0, 0.0, radius, radius};
  made.largest = radius;
  made.curvature = -1.0 / radius;
  return made;
}

SolidFaces SolidFaces::half_space(const Vector3d &point, const Vector3d &normal)
{
  assert(is_unit(normal));
  SolidFaces made;
  made.planes = {{point, normal, false}};
  return made;
}

InnerForm SolidFaces::form() const
{
  InnerForm form = {};
  form.kind = kind;
  form.curved_is_open = curved_is_open;
  form.axis = round.axis;
  copy_to(form.center, round.center);
  form.low = round.low;
  form.high = round.high;
  form.radius_low = round.radius_low;
  form.radius_high = round.radius_high;
  form.largest = largest;
  form.curvature = curvature;
  form.slope = slope;
  form.slant = slant;
  form.planes = static_cast<int>(planes.size());
  for (int k = 0; k < form.planes; k++) {
    InnerForm::Plane &plane = form.plane[k];
    copy_to(plane.point, planes[k].point);
    copy_to(plane.normal, planes[k].normal);
    plane.open = planes[k].open;
  }
  return form;
}

// From the axis, or from the center of a sphere.
Vector3d SolidFaces::across(const Vector3d &x) const
{
  Vector3d from = x - round.center;
  if (kind != Kind::SPHERE) from[round.axis] = 0.0;
  return from;
}

bool SolidFaces::is_within_curved(const Vector3d &x, double square) const
{
  if (kind == Kind::NONE) return true;
  const double radius = kind == Kind::CONE ? radius_at(x[round.axis]) : largest;
  return radius >= 0.0 && square <= radius * radius;
}

bool SolidFaces::holds(const Vector3d &x) const
{
  return is_within_curved(x, square_from_axis(x)) &&
      std::all_of(planes.begin(), planes.end(),
                  [&x](const Plane &plane) { return dot(plane.normal, x - plane.point) >= 0.0; });
}

SolidFaces::Place SolidFaces::place(const Vector3d &x, double reach) const
{
  assert(!(reach < 0.0));
  bool inside = true;
  for (const Plane &plane : planes) {
    const double distance = dot(plane.normal, x - plane.point);
    if (distance <= -reach) return Place::AWAY;
    inside = inside && distance >= 0.0;
  }
  const double square = square_from_axis(x), farthest = largest + reach;
  if (kind != Kind::NONE && square >= farthest * farthest) return Place::AWAY;
  return inside && is_within_curved(x, square) ? Place::INSIDE : Place::BESIDE;
}

// On the axis there is no direction to the face.
bool SolidFaces::touch_curved(const Vector3d &x, double reach, Contact &contact) const
{
  const Vector3d from = across(x);
  if (kind == Kind::CONE) return touch_cone(x, from, reach, contact);
  const double square = squared_norm(from), radius = round.radius_low, clear = radius - reach;
  if (clear > 0.0 && square <= clear * clear) return false;
  const double out = std::sqrt(square), distance = radius - out;
  if (!(out > 0.0 && distance > 0.0 && distance < reach)) return false;
  contact = {curved_face(), -1.0 / out * from, distance, curvature};
  return true;
}

// The nearest point of the line of the cone between its ends, by the operations of LAMMPS in their
// order: where spheres bounce, rounding grows.
bool SolidFaces::touch_cone(const Vector3d &x, const Vector3d &across, double reach,
                            Contact &contact) const
{
  const double square = squared_norm(across);
  const double clear = radius_at(x[round.axis]) - reach * slant;
  if (clear > 0.0 && square <= clear * clear) return false;
  const double out = std::sqrt(square);
  if (!(out > 0.0)) return false;
  double low[3], high[3], along[3], from_low[3];
  for (int d = 0; d < 3; d++) {
    low[d] = d == round.axis ? round.low : round.center[d] + across[d] * round.radius_low / out;
    high[d] = d == round.axis ? round.high : round.center[d] + across[d] * round.radius_high / out;
    along[d] = high[d] - low[d];
    from_low[d] = x[d] - low[d];
  }
  const double product = from_low[0] * along[0] + from_low[1] * along[1] + from_low[2] * along[2];
  const double length2 = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
  const double share = product / length2;
  double apart[3], height = 0.0;
  for (int d = 0; d < 3; d++) {
    const double at = share <= 0.0 ? low[d] : share >= 1.0 ? high[d] : low[d] + share * along[d];
    apart[d] = x[d] - at;
    if (d == round.axis) height = at;
  }
  const double distance =
      std::sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
  if (!(distance > 0.0 && distance < reach)) return false;
  const double radius = radius_at(height);
  contact = {CURVED, vector_at(apart) / distance, distance, radius > 0.0 ? -0.5 / radius : 0.0};
  return true;
}

// ---- from outside

static constexpr double FAR = std::numeric_limits<double>::infinity();

// The height on the axis of the point of the side that is nearest to one at this height and this
// distance from the axis.
double SolidFaces::height_on_side(double height, double out) const
{
  const double along = (out - radius_at(height)) * slope / (slant * slant);
  return std::clamp(height + along, round.low, round.high);
}

// Nearest of all closed faces of a block, or of a half space.
SolidFaces::Nearest SolidFaces::nearest_of_planes(const Vector3d &x) const
{
  Nearest best = {x, FAR, false};
  for (const Plane &plane : planes) {
    if (plane.open) continue;
    Vector3d point = x;
    if (planes.size() > 1)
      for (int d = 0; d < 3; d++)
        point[d] = std::clamp(x[d], planes[2 * d].point[d], planes[2 * d + 1].point[d]);
    point -= dot(plane.normal, point - plane.point) * plane.normal;
    const double distance = norm(x - point);
    if (distance < best.distance) best = {point, distance, false};
  }
  return best;
}

// On the axis, the direction to a side has no meaning; any will do.
SolidFaces::Nearest SolidFaces::nearest_of_round(const Vector3d &x) const
{
  const Vector3d from = across(x);
  const double out = norm(from), height = x[round.axis];
  const Vector3d outwards = out > 0.0 ? from / out : Vector3d::unit((round.axis + 1) % 3);
  Nearest best = {x, FAR, false};
  const auto consider = [&](double at, double radius, bool curved) {
    const Vector3d point = on_axis(round, at) + radius * outwards;
    const double distance = std::hypot(height - at, out - radius);
    if (distance < best.distance) best = {point, distance, curved};
  };
  if (!curved_is_open) {
    const double at = height_on_side(height, out);
    consider(at, radius_at(at), true);
  }
  if (!planes[LOW_END].open) consider(round.low, std::min(out, round.radius_low), false);
  if (!planes[HIGH_END].open) consider(round.high, std::min(out, round.radius_high), false);
  return best;
}

SolidFaces::Nearest SolidFaces::nearest(const Vector3d &x) const
{
  if (kind == Kind::NONE) return nearest_of_planes(x);
  if (kind != Kind::SPHERE) return nearest_of_round(x);
  const Vector3d from = across(x);
  const double out = norm(from);
  const Vector3d outwards = out > 0.0 ? from / out : Vector3d::unit_x();
  return {round.center + largest * outwards, std::fabs(out - largest), true};
}

// Curvatures as LAMMPS' regions have them: with open faces a cylinder is flat from outside, and a
// cone is a hollow on both sides; flat where it is narrower than the reach.
bool SolidFaces::touch_outer(const Vector3d &x, double reach, Contact &contact) const
{
  assert(!holds(x));
  const Nearest at = nearest(x);
  if (!(at.distance > 0.0 && at.distance < reach)) return false;
  double outer = kind == Kind::CYLINDER && has_open_faces() ? 0.0 : -curvature;
  if (kind == Kind::CONE) {
    const double radius = radius_at(at.point[round.axis]);
    outer = radius > reach ? -0.5 / radius : 0.0;
  }
  contact = {0, (x - at.point) / at.distance, at.distance, at.curved ? outer : 0.0};
  return true;
}

bool SolidFaces::has_open_faces() const
{
  return (kind != Kind::NONE && curved_is_open) ||
      std::any_of(planes.begin(), planes.end(), [](const Plane &plane) { return plane.open; });
}

// From inside, planes are at most as far as their faces.
double SolidFaces::clearance(const Vector3d &x) const
{
  if (!holds(x)) return nearest(x).distance;
  double least = FAR;
  for (const Plane &plane : planes)
    if (!plane.open) least = std::min(least, dot(plane.normal, x - plane.point));
  if (curved_is_open) return least;
  const double out = norm(across(x));
  if (kind != Kind::CONE) return std::min(least, largest - out);
  const double at = height_on_side(x[round.axis], out);
  return std::min(least, std::hypot(x[round.axis] - at, out - radius_at(at)));
}

}    // namespace grist
