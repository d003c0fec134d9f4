#include "geometry/mass_properties.h"

#include <Eigen/Eigenvalues>

namespace grist {

// Products of inertia below this part of the moments are rounding.
static constexpr double DIAGONAL = 1e-12;

static Vector3d mean_point(const std::vector<Vector3d> &points)
{
  Vector3d mean = Vector3d::Zero();
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
  Vector3d area = Vector3d::Zero();
  for_triangles(face, [&](int p, int q, int r) {
    area += 0.5 * (vertices[q] - vertices[p]).cross(vertices[r] - vertices[p]);
  });
  return area;
}

HalfSpace face_plane(const std::vector<Vector3d> &vertices, const std::vector<int> &face)
{
  const Vector3d normal = face_area(vertices, face).normalized();
  double offset = 0.0;
  for (const int corner : face)
    offset += normal.dot(vertices[corner]) / static_cast<double>(face.size());
  return {normal, offset};
}

MassProperties mass_properties(const std::vector<Vector3d> &vertices,
                               const std::vector<std::vector<int>> &faces)
{
  const Vector3d middle = mean_point(vertices);
  double volume = 0.0, surface = 0.0;
  Vector3d first = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();    // integral of x x^T
  for (const std::vector<int> &face : faces) {
    surface += face_area(vertices, face).norm();
    for_triangles(face, [&](int i, int j, int k) {
      const Vector3d p = vertices[i] - middle, q = vertices[j] - middle, r = vertices[k] - middle;
      const double part = p.cross(q).dot(r) / 6.0;    // Eq. 11, with sign
      const Vector3d sum = p + q + r;
      volume += part;
      first += part / 4.0 * sum;    // Eq. 12
      second += part / 20.0 *
          (sum * sum.transpose() + p * p.transpose() + q * q.transpose() + r * r.transpose());
    });
  }
  const Vector3d shift = first / volume;
  second -= volume * shift * shift.transpose();
  return {volume, surface, middle + shift, second.trace() * Matrix3d::Identity() - second};
}

PrincipalFrame principal_frame(const Matrix3d &inertia)
{
  const Matrix3d off_diagonal = inertia - Matrix3d(inertia.diagonal().asDiagonal());
  if (off_diagonal.cwiseAbs().maxCoeff() <= DIAGONAL * inertia.diagonal().maxCoeff())
    return {inertia.diagonal(), Matrix3d::Identity()};
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia);
  Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(2) = -axes.col(2);
  return {solver.eigenvalues(), axes};
}

}    // namespace grist
