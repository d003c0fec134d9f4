#include "particles/solid_form.h"

#include "common/preconditions.h"
#include "compounds/body_shape.h"

#include <cmath>

namespace grist {

SolidForm SolidForm::of_parts(const PartCorners &parts)
{
  if (parts.size() == 1) return {ConvexPolyhedron::from_vertices(parts[0])};
  const CompoundShape shape(parts);
  std::vector<Vector3d> points;
  for (const std::vector<Vector3d> &part : parts)
    points.insert(points.end(), part.begin(), part.end());
  SolidForm form(ConvexPolyhedron::from_vertices(points));
  if (shape.is_convex()) return form;
  form.volume = shape.volume();
  form.parts = parts;
  for (std::vector<Vector3d> &part : form.parts)
    for (Vector3d &corner : part) corner = form.hull.placement().to_body(corner);
  return form;
}

SolidForm SolidForm::scaled(double factor) const
{
  SolidForm form = *this;
  form.hull = hull.scaled(factor);
  form.volume *= std::pow(factor, 3);
  for (std::vector<Vector3d> &part : form.parts)
    for (Vector3d &corner : part) corner *= factor;
  return form;
}

int SolidForm::vertex_count() const
{
  if (parts.empty()) return hull.vertex_count();
  size_t count = 0;
  for (const std::vector<Vector3d> &part : parts) count += part.size();
  return static_cast<int>(count);
}

std::vector<double> BodyForm::scaled_numbers(double factor) const
{
  assert(factor > 0.0);
  std::vector<double> result = numbers;
  for (int k = 0; k < 3 * vertex_count(); k++) result[k] *= factor;
  return result;
}

void BodyForm::move_to_own(double factor, Vector3d &position, Quaterniond &orientation) const
{
  if (parts == 1) return;
  orientation = normalized(orientation);
  position += orientation * (factor * own.position);
  orientation = orientation * quaternion_of(own.rotation);
}

BodyForm body_form(const SolidForm &solid)
{
  if (solid.parts.empty()) return {1, BodyShape{&solid.hull, nullptr}.numbers(), {}};
  const CompoundShape shape(solid.parts);
  return {shape.part_count(), numbers_of(shape.corners()), shape.placement()};
}

}    // namespace grist
