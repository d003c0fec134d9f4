#include "geometry/mass_properties.h"

#include "common/decompositions.h"
#include "common/preconditions.h"

namespace grist {

// Products of inertia below this part of the moments are rounding.
static constexpr double DIAGONAL = 1e-12;

static Vector3d mean_point(const std::vector<Vector3d> &points)
{
  Vector3d mean = Vector3d::zero();
  for (const Vector3d &p : points) mean += p / static_cast<double>(points.size());
  return mean;
}

// Calls visit(p, q, r) for the triangles of a face.
template <class Visit> static void for_triangles(const std::vector<int> &face, Visit visit)
{
  for (size_t k = 2; k < face.size(); k++) visit(face[0], face[k - 1], face[k]);
}

Vector3d face_area(const std::vector<Vector3d> &vertices, const std::vector<int> &face)
{
  assert(face.size() >= 3 && are_numbers_of(face, vertices.size()));
  Vector3d area = Vector3d::zero();
  for_triangles(face, [&](int p, int q, int r) {
    area += 0.5 * cross(vertices[q] - vertices[p], vertices[r] - vertices[p]);
  });
  return area;
}

HalfSpace face_plane(const std::vector<Vector3d> &vertices, const std::vector<int> &face)
{
  assert(face.size() >= 3 && are_numbers_of(face, vertices.size()));
  const Vector3d normal = normalized(face_area(vertices, face));
  double offset = 0.0;
  for (const int corner : face)
    offset += dot(normal, vertices[corner]) / static_cast<double>(face.size());
  return {normal, offset};
}

MassProperties mass_properties(const std::vector<Vector3d> &vertices,
                               const std::vector<std::vector<int>> &faces)
{
  assert(vertices.size() >= 4 && faces.size() >= 4);
  const Vector3d middle = mean_point(vertices);
  double volume = 0.0, surface = 0.0;
  Vector3d first = Vector3d::zero();
  Matrix3d second = Matrix3d::zero();    // integral of x x^T
  for (const std::vector<int> &face : faces) {
    surface += norm(face_area(vertices, face));
    for_triangles(face, [&](int i, int j, int k) {
      const Vector3d p = vertices[i] - middle, q = vertices[j] - middle, r = vertices[k] - middle;
      const double part = dot(cross(p, q), r) / 6.0;    // Eq. 11, with sign
      const Vector3d sum = p + q + r;
      volume += part;
      first += part / 4.0 * sum;    // Eq. 12
      second += part / 20.0 *
          (outer_product(sum, sum) + outer_product(p, p) + outer_product(q, q) +
           outer_product(r, r));
    });
  }
  const Vector3d shift = first / volume;
  second -= outer_product(volume * shift, shift);
  return {volume, surface, middle + shift, trace(second) * Matrix3d::identity() - second};
}

PrincipalFrame principal_frame(const Matrix3d &inertia)
{
  assert(is_symmetric(inertia));
  const Vector3d moments = diagonal_of(inertia);
  const Matrix3d off_diagonal = inertia - Matrix3d::diagonal(moments);
  if (greatest_of(absolute(off_diagonal)) <= DIAGONAL * greatest_of(moments))
    return {moments, Matrix3d::identity()};
  Eigenvectors axes = eigenvectors(inertia);
  if (determinant(axes.vectors) < 0.0) axes.vectors.column[2] = -axes.vectors.column[2];
  return {axes.values, axes.vectors};
}

}    // namespace grist
