#include "walls/inner_faces.h"

#include "common/space.h"

#include <algorithm>
#include <cmath>

namespace grist {

const InnerFaceLanes &inner_face_lanes()
{
  return kernels_in_use<InnerFaceLanes>();
}

void InnerFaces::add_plane(int face, const Vector3d &point, const Vector3d &normal, bool open)
{
  planes.push_back({face, point, normal, open});
}

void InnerFaces::set_sphere(int face, const Vector3d &center, double radius)
{
  kind = Kind::SPHERE;
  curved = face;
  curved_is_open = false;
  round = {0, center, 0.0, 0.0, radius, radius};
  largest = radius;
  curvature = -1.0 / radius;
}

void InnerFaces::set_cylinder(int face, int axis, const Vector3d &center, double radius, bool open)
{
  kind = Kind::CYLINDER;
  curved = face;
  curved_is_open = open;
  round = {axis, center, 0.0, 0.0, radius, radius};
  largest = radius;
  curvature = -0.5 / radius;
}

void InnerFaces::set_cone(int face, const Round &cone, bool open)
{
  kind = Kind::CONE;
  curved = face;
  curved_is_open = open;
  round = cone;
  const double length = cone.high - cone.low, widening = cone.radius_high - cone.radius_low;
  slope = widening / length;
  slant = std::hypot(length, widening) / length;
  largest = std::max(cone.radius_low, cone.radius_high);
}

InnerForm InnerFaces::form() const
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

// For a sphere: from its center.
double InnerFaces::square_from_axis(const Vector3d &x) const
{
  Vector3d across = x - round.center;
  if (kind != Kind::SPHERE) across[round.axis] = 0.0;
  return squared_norm(across);
}

double InnerFaces::radius_at(double height) const
{
  return round.radius_low + (height - round.low) * slope;
}

bool InnerFaces::is_within_curved(const Vector3d &x, double square) const
{
  if (kind == Kind::NONE) return true;
  const double radius = kind == Kind::CONE ? radius_at(x[round.axis]) : largest;
  return radius >= 0.0 && square <= radius * radius;
}

bool InnerFaces::holds(const Vector3d &x) const
{
  return is_within_curved(x, square_from_axis(x)) &&
      std::all_of(planes.begin(), planes.end(),
                  [&x](const Plane &plane) { return dot(plane.normal, x - plane.point) >= 0.0; });
}

InnerFaces::Place InnerFaces::place(const Vector3d &x, double reach) const
{
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
bool InnerFaces::touch_curved(const Vector3d &x, double reach, Contact &contact) const
{
  Vector3d across = x - round.center;
  if (kind != Kind::SPHERE) across[round.axis] = 0.0;
  if (kind == Kind::CONE) return touch_cone(x, across, reach, contact);
  const double square = squared_norm(across), radius = round.radius_low, clear = radius - reach;
  if (clear > 0.0 && square <= clear * clear) return false;
  const double out = std::sqrt(square), distance = radius - out;
  if (!(out > 0.0 && distance > 0.0 && distance < reach)) return false;
  contact = {curved, -1.0 / out * across, distance, curvature};
  return true;
}

// The nearest point of the line of the cone between its ends, by the operations of LAMMPS in their
// order: where spheres bounce, rounding grows.
bool InnerFaces::touch_cone(const Vector3d &x, const Vector3d &across, double reach,
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
  contact = {curved, vector_at(apart) / distance, distance, radius > 0.0 ? -0.5 / radius : 0.0};
  return true;
}

}    // namespace grist
