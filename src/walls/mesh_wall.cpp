#include "walls/mesh_wall.h"

#include "lanes/prefetch.h"

#include <cmath>
#include <utility>

namespace grist {

// Spheres touch images of the mesh whose middle is nearer than this, in periods: one half, and room
// for how far spheres move while a list is in use.
static constexpr double IMAGE_CELL = 0.6;

static constexpr double ROUNDING = 1e-9;    // of the distance that a sphere has moved

// The distances from a listed sphere to its triangles are measured again when it has moved by this
// share of its radius. Until then, only the triangles that are possibly within reach, given the
// motion since, are tested.
static constexpr double MEASURE_AGAIN = 0.02;

static constexpr int PREFETCH_AHEAD = 4;    // spheres
static constexpr size_t CACHE_LINE = 64;    // bytes

MeshWall::MeshWall(TriangleMesh mesh, bool one_sided, RigidMotion how) :
    motion(std::move(how)), triangles(std::move(mesh)), tree(triangles.triangles()),
    contacts(triangles, one_sided), reference(Vector3d::Zero()), has_reference(false),
    periods(Vector3d::Zero())
{
  place(0.0);
  listed_frame = motion.frame();
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
  if (has_reference) return reference;
  return motion.rotates() ? motion.center() : surface_motion.center(frame());
}

std::vector<int> MeshWall::shift_corners(const std::vector<Vector3d> &shifts)
{
  std::vector<int> changed = triangles.shift_corners(shifts);
  tree.refit(changed);
  return changed;
}

void MeshWall::begin_list()
{
  listed_frame = motion.frame();
  listed.clear();
  candidates.clear();
}

// In the frame of the mesh, a point x of the box was at listed_frame * to_own * x when the list was
// made. If the mesh does not rotate, periodic images of the point are displaced by as much. If it
// rotates, the box of all images that spheres can touch is used.
double MeshWall::shift_since_list(const AlignedBox3d &box) const
{
  if (!moves() || box.isEmpty()) return 0.0;
  AlignedBox3d reached = box;
  const Vector3d middle = motion.frame() * triangles.extent().center();
  for (int d = 0; d < 3; d++)
    if (periods[d] > 0.0) {
      reached.min()[d] = middle[d] - IMAGE_CELL * periods[d];
      reached.max()[d] = middle[d] + IMAGE_CELL * periods[d];
    }
  return largest_shift(listed_frame * to_own, Eigen::Isometry3d::Identity(), reached);
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

bool MeshWall::list_if_near(const Vector3d &x, double reach)
{
  const Vector3d shift = shift_to_image(x), own = to_own * (x + shift);
  tree.find_near(own, reach, scratch);
  if (scratch.empty()) return false;
  listed.push_back(
      {static_cast<int>(candidates.size()), static_cast<int>(scratch.size()), shift, own});
  candidates.insert(candidates.end(), scratch.begin(), scratch.end());
  return true;
}

void MeshWall::add_listed(int n, const Vector3d &x, double radius,
                          std::vector<SurfaceContact> &found)
{
  prefetch_triangles(n + PREFETCH_AHEAD, radius);
  Listed &sphere = listed[n];
  const Vector3d image = x + sphere.shift, own = to_own * image;
  TriangleTree::Near *near = candidates.data() + sphere.first;
  double moved = (1.0 + ROUNDING) * (own - sphere.own).norm();
  if (moved > MEASURE_AGAIN * radius) {
    tree.measure(own, near, sphere.count);
    sphere.own = own;
    moved = 0.0;
  }
  to_box_frame(contacts.find(near, sphere.count, own, radius, moved), image, found);
}

// Loads into the cache the triangles of a sphere that is tested later.
void MeshWall::prefetch_triangles(int n, double radius) const
{
  if (n >= static_cast<int>(listed.size())) return;
  const TriangleTree::Near *near = candidates.data() + listed[n].first;
  for (int k = 0; k < listed[n].count && near[k].distance < radius; k++) {
    const char *triangle = reinterpret_cast<const char *>(&triangles.triangles()[near[k].triangle]);
    for (size_t line = 0; line < sizeof(TriangleMesh::Triangle); line += CACHE_LINE)
      prefetch(triangle + line);
  }
}

void MeshWall::add_contacts(const Vector3d &x, double radius, std::vector<SurfaceContact> &found)
{
  const Vector3d image = x + shift_to_image(x), own = to_own * image;
  tree.find_near(own, radius, scratch);
  to_box_frame(contacts.find(scratch.data(), static_cast<int>(scratch.size()), own, radius), image,
               found);
}

// Numbers are written to their place one by one: a copy of the whole would wait for them.
void MeshWall::to_box_frame(const std::vector<MeshContact> &touched, const Vector3d &image,
                            std::vector<SurfaceContact> &found) const
{
  for (const MeshContact &at : touched) {
    SurfaceContact &now = found.emplace_back();    // all zero
    now.surface = at.feature;
    now.normal = frame().linear() * at.normal;
    now.distance = at.distance;
    if (moves() || surface_motion.moves()) add_motion(now, image - at.distance * now.normal);
  }
}

SurfaceContact MeshWall::contact_at(const Vector3d &place, const Vector3d &normal) const
{
  SurfaceContact at;
  at.normal = normal;
  add_motion(at, place);
  return at;
}

void MeshWall::add_motion(SurfaceContact &at, const Vector3d &place) const
{
  const RigidVelocity &rates = motion.velocity();
  at.velocity = rates.at(place);
  at.omega = rates.omega;
  add_surface_motion(at, place, frame());
}

int MeshWall::nearest_triangle(const Vector3d &place) const
{
  return triangles.triangles()[tree.nearest(to_own * place).triangle].origin;
}

int MeshWall::continuation_rank(int before, int now) const
{
  if (triangles.share_corner(before, now)) return 2;
  return triangles.share_patch(before, now) ? 1 : 0;
}

}    // namespace grist
