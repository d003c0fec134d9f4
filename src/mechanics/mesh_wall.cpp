#include "mechanics/mesh_wall.h"

#include <cmath>
#include <utility>

namespace grist {

// Half the cell of the images that are met, in periods, with room for how far spheres go until lists are made anew.
static constexpr double IMAGE_CELL = 0.6;

MeshWall::MeshWall(TriangleMesh mesh, const Settings &settings, RigidMotion how) :
    motion(std::move(how)), triangles(std::move(mesh)), tree(triangles.triangles()),
    contacts(triangles, settings.one_sided, settings.smooth), reference(Vector3d::Zero()),
    has_reference(false), periods(Vector3d::Zero())
{
  place(0.0);
  marked_frame = motion.frame();
}

void MeshWall::place(double time)
{
  motion.set_time(time);
  to_own = motion.frame().inverse();
}

void MeshWall::set_reference(const Vector3d &point)
{
  reference = point;
  has_reference = true;
}

Vector3d MeshWall::reference_point() const
{
  return has_reference ? reference : motion.center();
}

void MeshWall::mark()
{
  marked_frame = motion.frame();
  listed.clear();
  candidates.clear();
}

// A point of the box, seen from the mesh, was at its image under `back` when the mesh was marked. That of a periodic
// image of the point was displaced by as much where the mesh does not turn; where it does, the box of all images that
// are met is taken.
double MeshWall::shift_since_mark(const AlignedBox3d &box) const
{
  if (!moves() || box.isEmpty()) return 0.0;
  AlignedBox3d met = box;
  const Vector3d middle = motion.frame() * triangles.extent().center();
  for (int d = 0; d < 3; d++)
    if (periods[d] > 0.0) {
      met.min()[d] = middle[d] - IMAGE_CELL * periods[d];
      met.max()[d] = middle[d] + IMAGE_CELL * periods[d];
    }
  return largest_shift(marked_frame * to_own, Eigen::Isometry3d::Identity(), met);
}

Vector3d MeshWall::shift_to_image(const Vector3d &x) const
{
  if (periods == Vector3d::Zero()) return Vector3d::Zero();
  const Vector3d apart = x - motion.frame() * triangles.extent().center();
  Vector3d shift = Vector3d::Zero();
  for (int d = 0; d < 3; d++)
    if (periods[d] > 0.0) shift[d] = -periods[d] * std::floor(apart[d] / periods[d] + 0.5);
  return shift;
}

bool MeshWall::is_near(const Vector3d &x, double reach)
{
  return tree.any_near(to_own * (x + shift_to_image(x)), reach);
}

bool MeshWall::enlist(const Vector3d &x, double reach)
{
  const int first = static_cast<int>(candidates.size());
  const Vector3d shift = shift_to_image(x);
  tree.find_near(to_own * (x + shift), reach, candidates);
  const int count = static_cast<int>(candidates.size()) - first;
  if (count > 0) listed.push_back({first, count, shift});
  return count > 0;
}

void MeshWall::find_listed(int n, const Vector3d &x, double radius,
                           std::vector<SurfaceContact> &found)
{
  const Listed &sphere = listed[n];
  touch(candidates.data() + sphere.first, sphere.count, x, sphere.shift, radius, found);
}

void MeshWall::find_contacts(const Vector3d &x, double radius, std::vector<SurfaceContact> &found)
{
  const Vector3d shift = shift_to_image(x);
  scratch.clear();
  tree.find_near(to_own * (x + shift), radius, scratch);
  touch(scratch.data(), static_cast<int>(scratch.size()), x, shift, radius, found);
}

void MeshWall::touch(const int *near, int count, const Vector3d &x, const Vector3d &shift,
                     double radius, std::vector<SurfaceContact> &found)
{
  found.clear();
  const Vector3d image = x + shift;
  for (const MeshContact &at : contacts.find(near, count, to_own * image, radius)) {
    const Vector3d normal = motion.frame().linear() * at.normal;
    const RigidVelocity &rates = motion.velocity();
    found.push_back(
        {at.feature, normal, at.distance, 0.0, rates.at(image - at.distance * normal), rates.spin});
  }
}

int MeshWall::kinship(int before, int now) const
{
  if (triangles.share_corner(before, now)) return 2;
  return triangles.share_patch(before, now) ? 1 : 0;
}

}    // namespace grist
