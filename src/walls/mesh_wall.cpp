#include "walls/mesh_wall.h"

#include "common/preconditions.h"
#include "common/space.h"
#include "lanes/prefetch.h"
#include "walls/wall_contact.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace grist {

// Spheres touch images of the mesh whose middle is nearer than this, in periods: one half, and room
// for how far spheres move while a list is in use.
static constexpr double IMAGE_CELL = 0.6;

static constexpr double MOTION_ROUNDING = 1e-9;    // of the distance that a sphere has moved

// The distances from a listed sphere to its triangles are measured again when it has moved by this
// share of its radius. Until then, only the triangles that are possibly within reach, given the
// motion since, are tested.
static constexpr double MEASURE_AGAIN = 0.02;

static constexpr size_t CACHE_LINE = 64;    // bytes

MeshWall::MeshWall(TriangleMesh mesh, bool one_sided, RigidMotion how) :
    motion(std::move(how)), triangles(std::move(mesh)), tree(triangles.triangles()),
    cells(triangles.triangles(), tree), contacts(triangles, one_sided), reference(Vector3d::zero()),
    has_reference(false), periods(Vector3d::zero())
{
  place(0.0);
  listed_frame = motion.frame();
}

void MeshWall::place(double time)
{
  motion.set_time(time);
  to_own = inverse(motion.frame());
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
  cells.forget();
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
double MeshWall::shift_since_list(const AlignedBox &box) const
{
  if (!moves() || box.is_empty()) return 0.0;
  AlignedBox reached = box;
  const Vector3d middle = motion.frame() * triangles.extent().center();
  for (int d = 0; d < 3; d++)
    if (periods[d] > 0.0) {
      reached.low[d] = middle[d] - IMAGE_CELL * periods[d];
      reached.high[d] = middle[d] + IMAGE_CELL * periods[d];
    }
  return largest_shift(listed_frame * to_own, Pose(), reached);
}

Vector3d MeshWall::shift_to_image(const Vector3d &x) const
{
  if (periods == Vector3d::zero()) return Vector3d::zero();
  const Vector3d apart = x - motion.frame() * triangles.extent().center();
  Vector3d shift = Vector3d::zero();
  for (int d = 0; d < 3; d++)
    if (periods[d] > 0.0) shift[d] = -periods[d] * std::floor(apart[d] / periods[d] + 0.5);
  return shift;
}

std::uint64_t MeshWall::near(const CenterBatch &centers, int count)
{
  return bits_where(centers, count, [this](const Vector3d &x, double reach) {
    return tree.any_near(to_own * (x + shift_to_image(x)), reach);
  });
}

std::uint64_t MeshWall::list(const CenterBatch &centers, int count)
{
  return bits_where(centers, count, [this](const Vector3d &x, double reach) {
    const Vector3d shift = shift_to_image(x), own = to_own * (x + shift);
    cells.find_near(own, reach, scratch);
    if (scratch.empty()) return false;
    listed.push_back(
        {static_cast<int>(candidates.size()), static_cast<int>(scratch.size()), shift, own});
    candidates.insert(candidates.end(), scratch.begin(), scratch.end());
    return true;
  });
}

// The distances from a listed sphere, now at `own`, to its triangles.
void MeshWall::measure_again(int n, const Vector3d &own)
{
  tree.measure(own, candidates.data() + listed[n].first, listed[n].count);
  listed[n].own = own;
}

// `image` of the sphere, by `shift` from its own place.
inline void MeshWall::to_box_frame(const std::vector<MeshContact> &touched, const Vector3d &image,
                                   const Vector3d &shift, WallContacts &found) const
{
  for (const MeshContact &at : touched) {
    WallContact now;
    now.surface = at.feature;
    now.normal = frame().rotation * at.normal;
    now.distance = at.distance;
    now.image = shift;
    if (moves() || surface_motion.moves()) add_motion(now, image - at.distance * now.normal);
    found.add(now);
  }
}

void MeshWall::find(int first, const CenterBatch &centers, int count, WallContacts &found,
                    int *counts)
{
  assert(first >= 0 && first + count <= static_cast<int>(listed.size()));
  const CenterBatch images = images_of(first, centers, count), own = in_own_frame(images, count);
  int begin[CenterBatch::MOST + 1];
  collect_tests(first, own, count, begin);
  find_tested(own, begin[count]);
  for (int k = 0; k < count; k++) {
    counts[k] = 0;
    const int tested = begin[k + 1] - begin[k];
    if (tested == 0) continue;
    const auto &touched =
        contacts.find({tests.triangle.data() + begin[k], tests.point.data() + begin[k], tested},
                      own.center(k), own.reach[k]);
    counts[k] = static_cast<int>(touched.size());
    to_box_frame(touched, images.center(k), listed[first + k].shift, found);
  }
}

// Lanes of centers up to the next multiple of 8 are copies of the first.
CenterBatch MeshWall::images_of(int first, const CenterBatch &centers, int count) const
{
  CenterBatch images = centers;
  if (periods != Vector3d::zero())
    for (int k = 0; k < count; k++)
      for (int d = 0; d < 3; d++) images.x[d][k] += listed[first + k].shift[d];
  return images;
}

CenterBatch MeshWall::in_own_frame(const CenterBatch &images, int count) const
{
  const Matrix3d turn = to_own.rotation;
  const Vector3d shift = to_own.position;
  CenterBatch own;
  std::copy_n(images.reach, count, own.reach);
  for (int d = 0; d < 3; d++) {
    const double x = turn(d, 0), y = turn(d, 1), z = turn(d, 2), by = shift[d];
    for (int k = 0; k < count; k++)
      own.x[d][k] = x * images.x[0][k] + y * images.x[1][k] + z * images.x[2][k] + by;
  }
  return own;
}

// Those of center k begin at begin[k]. Triangles are prefetched.
void MeshWall::collect_tests(int first, const CenterBatch &own, int count, int *begin)
{
  const Listed *sphere = &listed[first];
  double moved[CenterBatch::MOST];
  for (int k = 0; k < count; k++) {
    const Vector3d &at = sphere[k].own;
    const double x = own.x[0][k] - at[0], y = own.x[1][k] - at[1], z = own.x[2][k] - at[2];
    moved[k] = (1.0 + MOTION_ROUNDING) * std::sqrt(x * x + y * y + z * z);
  }
  tests.resize(sphere[count - 1].first + sphere[count - 1].count - sphere[0].first);
  int n = 0;
  for (int k = 0; k < count; k++) {
    begin[k] = n;
    if (moved[k] > MEASURE_AGAIN * own.reach[k]) {
      measure_again(first + k, {own.x[0][k], own.x[1][k], own.x[2][k]});
      moved[k] = 0.0;
    }
    const TriangleTree::Near *near = candidates.data() + sphere[k].first;
    const TriangleTree::Near *end = near + sphere[k].count;
    for (; near != end && near->distance < own.reach[k] + moved[k]; near++, n++) {
      const TriangleMesh::Triangle &triangle = triangles.triangles()[near->triangle];
      for (size_t line = 0; line < sizeof(triangle); line += CACHE_LINE)
        prefetch(reinterpret_cast<const char *>(&triangle) + line);
      tests.triangle[n] = near->triangle;
      tests.center[n] = k;
      tests.of_triangle[n] = triangle.corner.data();
    }
  }
  begin[count] = n;
}

void MeshWall::Tests::resize(int most)
{
  const size_t room = most + TriangleLanes::WHOLE;
  if (room <= triangle.size()) return;
  triangle.resize(room);
  center.resize(room);
  of_triangle.resize(room);
  point.resize(room);
}

void MeshWall::find_tested(const CenterBatch &own, int count)
{
  static_assert(offsetof(TriangleMesh::Triangle, side_b) == 3 * sizeof(double) &&
                    offsetof(TriangleMesh::Triangle, side_c) == 6 * sizeof(double) &&
                    offsetof(TriangleMesh::Triangle, normal) == 9 * sizeof(double) &&
                    sizeof(TriangleMesh::Triangle) >= 16 * sizeof(double),
                "sixteen numbers are loaded of a triangle");
  if (count == 0) return;
  for (int n = count; n % TriangleLanes::WHOLE != 0; n++) {
    tests.center[n] = tests.center[count - 1];
    tests.of_triangle[n] = tests.of_triangle[count - 1];
  }
  triangle_lanes().find(tests.of_triangle.data(), tests.center.data(), count, own,
                        tests.point.data());
}

WallContact MeshWall::contact_at(const Vector3d &place, const Vector3d &normal) const
{
  assert(is_unit(normal));
  WallContact at;
  at.normal = normal;
  add_motion(at, place);
  return at;
}

void MeshWall::add_motion(WallContact &at, const Vector3d &place) const
{
  const RigidVelocity &rates = motion.velocity();
  at.velocity = rates.at(place);
  at.omega = rates.omega;
  add_surface_motion(at, place, frame());
}

int MeshWall::continuation_rank(int before, int now) const
{
  if (triangles.share_corner(before, now)) return 2;
  return triangles.share_patch(before, now) ? 1 : 0;
}

// A mesh is as long as the box if the lengths differ by at most this share.
static constexpr double SAME_LENGTH = 1e-6;

// If a mesh is shorter than this share of the box, no sphere touches two of its images.
static constexpr double SHORT = 0.5;

// Lengths of a mesh over those of the box. Units differ by factors of 1000, 100 or 25.4; a floor
// may well be ten times as long as the box.
static constexpr double MUCH_LONGER = 20.0;
static constexpr double MUCH_SHORTER = 1.0 / 300.0;

MeshSize compare_sizes(const AlignedBox &mesh, const AlignedBox &box)
{
  const double length = greatest_of(mesh.sizes());
  if (length > MUCH_LONGER * greatest_of(box.sizes())) return MeshSize::TOO_LARGE;
  if (length < MUCH_SHORTER * least_of(box.sizes())) return MeshSize::TOO_SMALL;
  return MeshSize::FITS;
}

static bool fits(double length, double edge)
{
  return length <= (1.0 + SAME_LENGTH) * edge;
}

Vector3d continued_edges(const AlignedBox &mesh, const BoxEdges &box, const RigidMotion &motion)
{
  Vector3d edges = Vector3d::zero();
  if (mesh.is_empty()) return edges;
  for (int d = 0; d < 3; d++) {
    const double length = mesh.sizes()[d];
    if (box.periodic[d] && motion.keeps_period(d) && length > SHORT * box.lengths[d] &&
        fits(length, box.lengths[d]))
      edges[d] = box.lengths[d];
  }
  return edges;
}

Vector3d image_edges(const AlignedBox &mesh, const BoxEdges &box)
{
  Vector3d edges = Vector3d::zero();
  for (int d = 0; d < 3; d++)
    if (box.periodic[d] && fits(mesh.sizes()[d], box.lengths[d])) edges[d] = box.lengths[d];
  return edges;
}

bool keeps_edge(const Vector3d &continued, const BoxEdges &box, int axis)
{
  return std::fabs(box.lengths[axis] - continued[axis]) <= SAME_LENGTH * continued[axis];
}

}    // namespace grist
