#include "walls/mesh_stress.h"

#include <algorithm>
#include <functional>
#include <ostream>

namespace grist {

MeshStress::MeshStress(const TriangleMesh &mesh) :
    mesh(mesh), collected(static_cast<size_t>(mesh.own_triangles()) * NUMBERS, 0.0)
{
}

void MeshStress::clear()
{
  std::fill(collected.begin(), collected.end(), 0.0);
}

void MeshStress::add(int feature, const Vector3d &normal, const Vector3d &force,
                     const Vector3d &slip, double dt)
{
  const std::vector<int> &triangles = mesh.own_triangles_of(feature);
  const double share = dt / static_cast<double>(triangles.size());
  const double pressing = force.dot(normal);
  const Vector3d along = force - pressing * normal;
  for (const int t : triangles) {
    double *sum = collected.data() + static_cast<size_t>(t) * NUMBERS;
    sum[NORMAL] += share * pressing;
    for (int d = 0; d < 3; d++) sum[SHEAR + d] -= share * along[d];
    sum[WORK] -= share * along.dot(slip);
  }
}

void MeshStress::add_wear(int feature, int kind, double volume)
{
  const std::vector<int> &triangles = mesh.own_triangles_of(feature);
  const double share = 1.0 / static_cast<double>(triangles.size());
  for (const int t : triangles)
    collected[static_cast<size_t>(t) * NUMBERS + kind] += share * volume;
}

namespace {

// The corners of a mesh that are written, numbered in the order of writing. Corners of images and of dropped triangles are left out.
class WrittenCorners {
 public:
  explicit WrittenCorners(const TriangleMesh &mesh) : numbers(mesh.corners().size(), -1)
  {
    for (int n = 0; n < mesh.own_triangles(); n++)
      for (const int c : mesh.triangles()[n].corners)
        if (numbers[c] < 0) {
          numbers[c] = static_cast<int>(corners.size());
          corners.push_back(c);
        }
  }
  std::vector<int> numbers, corners;
};

}    // namespace

static void write_scalar(std::ostream &out, const char *name, int count,
                         const std::function<double(int)> &value)
{
  out << "SCALARS " << name << " double 1\nLOOKUP_TABLE default\n";
  for (int n = 0; n < count; n++) out << value(n) << '\n';
}

void write_vtk(std::ostream &out, const StressFrame &frame)
{
  const TriangleMesh &mesh = frame.mesh;
  const WrittenCorners written(mesh);
  const int count = mesh.own_triangles();
  out.precision(9);
  out << "# vtk DataFile Version 3.0\nstress of a wall at time " << frame.time
      << "\nASCII\nDATASET POLYDATA\nFIELD FieldData 1\nTimeValue 1 1 double\n"
      << frame.time << "\nPOINTS " << written.corners.size() << " double\n";
  for (const int c : written.corners)
    out << (frame.frame * mesh.corners()[c].place).transpose() << '\n';
  out << "POLYGONS " << count << ' ' << 4 * count << '\n';
  for (int n = 0; n < count; n++) {
    out << 3;
    for (const int c : mesh.triangles()[n].corners) out << ' ' << written.numbers[c];
    out << '\n';
  }

  const double per_time = frame.duration > 0.0 ? 1.0 / frame.duration : 0.0;
  const auto sum = [&](int n) { return frame.sums.data() + size_t(n) * MeshStress::NUMBERS; };
  const auto area = [&](int n) { return mesh.triangles()[n].area; };
  const auto shear = [&](int n) -> Vector3d {
    return per_time / area(n) * Vector3d(sum(n) + MeshStress::SHEAR);
  };
  out << "CELL_DATA " << count << '\n';
  write_scalar(out, "pressure", count,
               [&](int n) { return per_time / area(n) * sum(n)[MeshStress::NORMAL]; });
  write_scalar(out, "shear", count, [&](int n) { return shear(n).norm(); });
  const auto write_total = [&](const char *name, int number) {
    write_scalar(out, name, count, [&](int n) { return 1.0 / area(n) * sum(n)[number]; });
  };
  write_total("sliding_work", MeshStress::WORK);
  if (frame.has_archard) write_total("wear_archard", MeshStress::ARCHARD);
  if (frame.has_finnie) write_total("wear_finnie", MeshStress::FINNIE);
  out << "VECTORS shear_vector double\n";
  for (int n = 0; n < count; n++) out << (frame.frame.linear() * shear(n)).transpose() << '\n';
}

}    // namespace grist
