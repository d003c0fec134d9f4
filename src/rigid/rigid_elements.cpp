#include "rigid/rigid_elements.h"

#include "bonds/best_rotation.h"
#include "common/constants.h"
#include "common/decompositions.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "packings/sphere_union.h"

#include <algorithm>
#include <stdexcept>

namespace grist {

static constexpr double CENTER_TOLERANCE = 1e-3;    // over the extent
static constexpr double SAME_SHAPE = 1e-7;    // over the extent; of radii and masses: relative
static constexpr double TOUCHING = 1e-9;    // overlaps below this, over the distance, are rounding

static double total_mass(const std::vector<RigidElement> &elements)
{
  double sum = 0.0;
  for (const RigidElement &element : elements) sum += element.mass;
  return sum;
}

// Relative to the first element, so that bodies far from the origin lose no digits.
static Vector3d center_of_mass(const std::vector<RigidElement> &elements)
{
  assert(!elements.empty());
  const Vector3d &first = elements.front().position;
  Vector3d sum = Vector3d::zero();
  for (const RigidElement &element : elements) sum += element.mass * (element.position - first);
  return first + sum / total_mass(elements);
}

static double extent(const std::vector<RigidElement> &elements, const Vector3d &center)
{
  double most = 0.0;
  for (const RigidElement &element : elements)
    most = std::max(most, norm(element.position - center) + element.radius);
  return most;
}

static bool any_overlap(const std::vector<RigidElement> &elements)
{
  for (size_t a = 0; a < elements.size(); a++)
    for (size_t b = 0; b < a; b++) {
      const double touching = elements[a].radius + elements[b].radius;
      if (norm(elements[a].position - elements[b].position) < (1.0 - TOUCHING) * touching)
        return true;
    }
  return false;
}

// A mass m at the arm d has the inertia m (d^2 1 - d d^T).
static Matrix3d inertia_of_point(double mass, const Vector3d &arm)
{
  return mass * (squared_norm(arm) * Matrix3d::identity() - outer_product(arm, arm));
}

static Matrix3d inertia_of_spheres(const std::vector<RigidElement> &elements,
                                   const Vector3d &center)
{
  Matrix3d sum = Matrix3d::zero();
  for (const RigidElement &element : elements)
    sum += inertia_of_point(element.mass, element.position - center) +
        sphere_inertia(element.mass, element.radius) * Matrix3d::identity();
  return sum;
}

static Matrix3d inertia_of_union(const std::vector<RigidElement> &elements, const Vector3d &center)
{
  std::vector<SolidSphere> spheres;
  for (const RigidElement &element : elements) {
    const Vector3d at = element.position - center;
    spheres.push_back({at, element.radius});
  }
  const SphereUnion solid = union_without_shares(spheres);
  const Vector3d &off = solid.centroid;
  const double size = extent(elements, center);
  if (!(norm(off) <= CENTER_TOLERANCE * size))
    throw std::invalid_argument("the centre of its masses is " + number_text(norm(off) / size) +
                                " of its size from that of its volume (give overlapping elements "
                                "masses with that centre, as cluster_template does)");
  const auto &s = solid.second_moments;
  const Matrix3d second =
      Matrix3d::of_rows({s[0], s[3], s[4]}, {s[3], s[1], s[5]}, {s[4], s[5], s[2]});
  const double density = total_mass(elements) / solid.volume;
  return density * (trace(second) * Matrix3d::identity() - second);
}

static RigidBody body_with(const Matrix3d &inertia, const Vector3d &center,
                           const std::vector<RigidElement> &elements)
{
  assert(is_symmetric(inertia));
  RigidBody body;
  body.mass = total_mass(elements);
  body.position = center;
  Eigenvectors axes = eigenvectors(inertia);
  if (determinant(axes.vectors) < 0.0) axes.vectors.column[2] *= -1.0;
  body.moments = axes.values;
  body.orientation = normalized(quaternion_of(axes.vectors));
  fit_motion(body, elements);
  return body;
}

RigidBody make_rigid_body(const std::vector<RigidElement> &elements)
{
  const Vector3d center = center_of_mass(elements);
  return body_with(any_overlap(elements) ? inertia_of_union(elements, center)
                                         : inertia_of_spheres(elements, center),
                   center, elements);
}

RigidBody make_rigid_body_of_spheres(const std::vector<RigidElement> &elements)
{
  const Vector3d center = center_of_mass(elements);
  return body_with(inertia_of_spheres(elements, center), center, elements);
}

void keep_momentum(RigidBody &body, const std::vector<RigidElement> &elements)
{
  assert(!elements.empty() && body.mass > 0.0);
  Vector3d momentum = Vector3d::zero();
  for (const RigidElement &element : elements) momentum += element.mass * element.velocity;
  body.velocity = momentum / body.mass;
  body.angular_momentum = Vector3d::zero();
  for (const RigidElement &element : elements)
    body.angular_momentum +=
        element.mass * cross(element.position - body.position, element.velocity - body.velocity) +
        sphere_inertia(element.mass, element.radius) * element.omega;
}

void fit_motion(RigidBody &body, const std::vector<RigidElement> &elements)
{
  assert(!elements.empty());
  keep_momentum(body, elements);
  const Vector3d omega =
      solve_symmetric(inertia_of_spheres(elements, body.position), body.angular_momentum);
  const Matrix3d axes = rotation_matrix(body.orientation);
  body.angular_momentum = axes * product(body.moments, transposed(axes) * omega);
}

Matrix3d spin_matrix(const RigidBody &body, const std::vector<RigidElement> &elements)
{
  assert(is_unit(body.orientation));
  const Matrix3d axes = rotation_matrix(body.orientation);
  Matrix3d points = Matrix3d::zero();
  for (const RigidElement &element : elements)
    points += inertia_of_point(element.mass, transposed(axes) * (element.position - body.position));
  return (Matrix3d::diagonal(body.moments) - points) / body.mass;
}

void fit_pose(RigidBody &body, const std::vector<RigidElement> &elements,
              const std::vector<Vector3d> &places)
{
  assert(!elements.empty() && places.size() == elements.size());
  body.position = center_of_mass(elements);
  Matrix3d sum = Matrix3d::zero();
  for (size_t n = 0; n < elements.size(); n++)
    sum += outer_product(elements[n].position - body.position, places[n]);
  if (elements.size() < 2) return;
  body.orientation = normalized(quaternion_of(best_rotation(sum)));
}

// ---- the same shape turned, and larger or smaller

bool RigidShapes::matches(const Shape &shape, const std::vector<RigidElement> &elements,
                          RigidBody &body) const
{
  if (shape.places.size() != elements.size()) return false;
  const double length = elements.front().radius, mass = elements.front().mass;
  for (size_t n = 0; n < elements.size(); n++)
    if (std::abs(elements[n].radius - length * shape.radii[n]) > SAME_SHAPE * length ||
        std::abs(elements[n].mass - mass * shape.masses[n]) > SAME_SHAPE * mass)
      return false;
  std::vector<Vector3d> places;
  for (const Vector3d &place : shape.places) places.emplace_back(length * place);
  fit_pose(body, elements, places);
  const double allowed = SAME_SHAPE * extent(elements, body.position);
  for (size_t n = 0; n < elements.size(); n++)
    if (norm(elements[n].position - body.position - body.orientation * places[n]) > allowed)
      return false;
  body.mass = total_mass(elements);
  body.moments = mass * length * length * shape.moments;
  return true;
}

RigidBody RigidShapes::make(const std::vector<RigidElement> &elements)
{
  RigidBody body;
  for (const Shape &shape : shapes)
    if (matches(shape, elements, body)) {
      fit_motion(body, elements);
      return body;
    }
  body = make_rigid_body(elements);
  const double length = elements.front().radius, mass = elements.front().mass;
  Shape shape;
  for (const RigidElement &element : elements) {
    shape.places.push_back(conjugate(body.orientation) *
                           ((element.position - body.position) / length));
    shape.radii.push_back(element.radius / length);
    shape.masses.push_back(element.mass / mass);
  }
  shape.moments = body.moments / (mass * length * length);
  shapes.push_back(shape);
  return body;
}

}    // namespace grist
