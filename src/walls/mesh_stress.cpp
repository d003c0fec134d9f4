#include "walls/mesh_stress.h"

#include "common/preconditions.h"
#include "common/space_text.h"

#include <functional>
#include <ostream>

namespace grist {

MeshStress::MeshStress(const TriangleMesh &mesh) :
    mesh(mesh), collected(static_cast<size_t>(mesh.own_triangles()) * NUMBERS, 0.0)
{
}

void MeshStress::add(int feature, const Vector3d &normal, const Vector3d &force,
                     const Vector3d &slip, double dt)
{
  assert(is_unit(normal));
  const std::vector<int> &triangles = mesh.own_triangles_of(feature);
  const double share = dt / static_cast<double>(triangles.size());
  const double pressing = dot(force, normal);
  const Vector3d along = force - pressing * normal;
  for (const int t : triangles) {
    double *sum = collected.data() + static_cast<size_t>(t) * NUMBERS;
    sum[NORMAL] += share * pressing;
    for (int d = 0; d < 3; d++) sum[SHEAR + d] -= share * along[d];
    sum[WORK] -= share * dot(along, slip);
  }
}

void MeshStress::add_wear(int feature, int kind, double volume)
{
  assert((kind == ARCHARD || kind == FINNIE) && volume >= 0.0);
  const std::vector<int> &triangles = mesh.own_triangles_of(feature);
  const double share = 1.0 / static_cast<double>(triangles.size());
  for (const int t : triangles)
    collected[static_cast<size_t>(t) * NUMBERS + kind] += share * volume;
}

OwnCorners::OwnCorners(const TriangleMesh &mesh) : numbers(mesh.corners().size(), -1)
{
  for (int n = 0; n < mesh.own_triangles(); n++)
    for (const int c : mesh.triangles()[n].corners)
      if (numbers[c] < 0) {
        numbers[c] = static_cast<int>(corners.size());
        corners.push_back(c);
      }
}

TriangleStress stress_of(const StressFrame &frame, int n)
{
  assert(n >= 0 && n < frame.mesh.own_triangles());
  const double *sum = frame.sums.data() + static_cast<size_t>(n) * MeshStress::NUMBERS;
  const double per_area = 1.0 / frame.mesh.triangles()[n].area;
  const double per_time = frame.duration > 0.0 ? per_area / frame.duration : 0.0;
  const Vector3d shear = vector_at(sum + MeshStress::SHEAR);
  return {per_time * sum[MeshStress::NORMAL], per_time * (frame.frame.rotation * shear),
          per_area * sum[MeshStress::WORK], per_area * sum[MeshStress::ARCHARD],
          per_area * sum[MeshStress::FINNIE]};
}

static void write_scalar(std::ostream &out, const char *name, int count,
                         const std::function<double(int)> &value)
{
  out << "SCALARS " << name << " double 1\nLOOKUP_TABLE default\n";
  for (int n = 0; n < count; n++) out << value(n) << '\n';
}

void write_vtk(std::ostream &out, const StressFrame &frame)
{
  const TriangleMesh &mesh = frame.mesh;
  const OwnCorners written(mesh);
  const int count = mesh.own_triangles();
  out.precision(9);
  out << "# vtk DataFile Version 3.0\nstress of a wall at time " << frame.time
      << "\nASCII\nDATASET POLYDATA\nFIELD FieldData 1\nTimeValue 1 1 double\n"
      << frame.time << "\nPOINTS " << written.corners.size() << " double\n";
  for (const int c : written.corners) out << frame.frame * mesh.corners()[c].place << '\n';
  out << "POLYGONS " << count << ' ' << 4 * count << '\n';
  for (int n = 0; n < count; n++) {
    out << 3;
    for (const int c : mesh.triangles()[n].corners) out << ' ' << written.numbers[c];
    out << '\n';
  }

  std::vector<TriangleStress> stresses(count);
  for (int n = 0; n < count; n++) stresses[n] = stress_of(frame, n);
  out << "CELL_DATA " << count << '\n';
  write_scalar(out, "pressure", count, [&](int n) { return stresses[n].pressure; });
  write_scalar(out, "shear", count, [&](int n) { return norm(stresses[n].shear); });
  write_scalar(out, "sliding_work", count, [&](int n) { return stresses[n].work; });
  if (frame.has_archard)
    write_scalar(out, "wear_archard", count, [&](int n) { return stresses[n].archard; });
  if (frame.has_finnie)
    write_scalar(out, "wear_finnie", count, [&](int n) { return stresses[n].finnie; });
  out << "VECTORS shear_vector double\n";
  for (int n = 0; n < count; n++) out << stresses[n].shear << '\n';
}

}    // namespace grist
