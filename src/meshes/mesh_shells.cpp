#include "meshes/mesh_shells.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "meshes/mesh_words.h"
#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace grist {

// Points nearer to a surface than this share of the extent of the mesh are on it.
static constexpr double ON_SURFACE = 4.0 * WELD;

// Volumes that differ by less than this share are equal; then shells face outward.
static constexpr double SAME_VOLUME = 1e-9;

// Edges cross a triangle if they pass this share of its size inside its border.
static constexpr double INSIDE_BORDER = 1e-6;

namespace {

// A shell that is compared with others. Its surface is made where it is near one of them.
class Shell {
 public:
  Shell(const TriangleList &list, const MeshPart &part);

  double volume;    // negative if it faces inward
  AlignedBox extent;
  const TriangleMesh &surface() const { return made().mesh; }
  const TriangleTree &search() const { return made().tree; }
  double height(const Vector3d &x) const;    // above the surface, negative inside

 private:
  struct Surface {
    TriangleMesh mesh;
    TriangleTree tree;
    explicit Surface(const Mesh &of) : mesh(of, 0.0), tree(mesh.triangles()) {}
  };
  const TriangleList &list;
  const MeshPart &part;
  mutable std::unique_ptr<Surface> known;

  const Surface &made() const;
};

// What the points of one shell are to another one.
struct Sides {
  std::optional<Vector3d> inside, outside;
};

enum class Relation { APART, FIRST_IN_SECOND, SECOND_IN_FIRST };

}    // namespace

static Mesh mesh_of_part(const TriangleList &list, const MeshPart &part)
{
  std::unordered_map<int, int> numbers;
  Mesh mesh;
  for (const int n : part.triangles) {
    std::vector<int> face;
    for (const int corner : list.triangles[n]) {
      const auto [at, is_new] = numbers.emplace(corner, static_cast<int>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back(list.places[corner]);
      face.push_back(at->second);
    }
    mesh.faces.push_back(face);
  }
  return mesh;
}

Shell::Shell(const TriangleList &list, const MeshPart &part) :
    volume(enclosed_volume(list, part.triangles)), list(list), part(part)
{
  for (const int n : part.triangles)
    for (const int corner : list.triangles[n]) extent.extend(list.places[corner]);
}

const Shell::Surface &Shell::made() const
{
  if (!known) known = std::make_unique<Surface>(mesh_of_part(list, part));
  return *known;
}

double Shell::height(const Vector3d &x) const
{
  const TriangleTree::Near near = search().nearest(x);
  const TriangleMesh::Triangle &triangle = surface().triangles()[near.triangle];
  const TrianglePoint nearest = nearest_point(triangle, x);
  const double side = dot(normal_at(surface(), triangle, nearest.feature), x - nearest.point);
  return (side < 0.0) == (volume > 0.0) ? -near.distance : near.distance;
}

static Sides sides_of(const Shell &one, const Shell &other, double tolerance)
{
  Sides sides;
  const AlignedBox box = {other.extent.low - Vector3d::all(tolerance),
                          other.extent.high + Vector3d::all(tolerance)};
  const auto see = [&](const Vector3d &x) {
    const double height = box.contains(x) ? other.height(x) : 2.0 * tolerance;
    if (height > tolerance && !sides.outside) sides.outside = x;
    if (height < -tolerance && !sides.inside) sides.inside = x;
  };
  for (const TriangleMesh::Triangle &t : one.surface().triangles()) {
    see(t.corner);
    see(t.corner + 0.5 * t.side_b);
    see(t.corner + 0.5 * t.side_c);
    see(t.corner + 0.5 * (t.side_b + t.side_c));
    see(t.corner + (t.side_b + t.side_c) / 3.0);
    if (sides.inside && sides.outside) break;
  }
  return sides;
}

// Where an edge passes through a triangle.
static std::optional<Vector3d> crossing(const Vector3d &from, const Vector3d &to,
                                        const TriangleMesh::Triangle &t, double tolerance)
{
  const double begin = dot(t.normal, from - t.corner), end = dot(t.normal, to - t.corner);
  if (std::fabs(begin) <= tolerance || std::fabs(end) <= tolerance || (begin > 0.0) == (end > 0.0))
    return {};
  const Vector3d x = from + begin / (begin - end) * (to - from);
  const Vector3d apart = x - t.corner;
  const double b = dot(t.normal, cross(apart, t.side_c)) / (2.0 * t.area);
  const double c = dot(t.normal, cross(t.side_b, apart)) / (2.0 * t.area);
  if (std::min({b, c, 1.0 - b - c}) <= INSIDE_BORDER) return {};
  return x;
}

static std::optional<Vector3d> crossing(const TriangleMesh::Triangle &edges,
                                        const TriangleMesh::Triangle &t, double tolerance)
{
  const Vector3d corners[3] = {edges.corner, edges.corner + edges.side_b,
                               edges.corner + edges.side_c};
  for (int k = 0; k < 3; k++)
    if (const auto x = crossing(corners[k], corners[(k + 1) % 3], t, tolerance)) return x;
  return {};
}

static std::optional<Vector3d> crossing(const Shell &one, const Shell &other, double tolerance)
{
  std::vector<TriangleTree::Near> near;
  for (const TriangleMesh::Triangle &t : one.surface().triangles()) {
    const Vector3d middle = t.corner + (t.side_b + t.side_c) / 3.0;
    const double radius = std::max({norm(t.corner - middle), norm(t.corner + t.side_b - middle),
                                    norm(t.corner + t.side_c - middle)});
    other.search().find_near(middle, radius + tolerance, near);
    for (const TriangleTree::Near &candidate : near) {
      const TriangleMesh::Triangle &second = other.surface().triangles()[candidate.triangle];
      if (const auto x = crossing(t, second, tolerance)) return x;
      if (const auto x = crossing(second, t, tolerance)) return x;
    }
  }
  return {};
}

[[noreturn]] static void refuse_overlap(size_t one, size_t other, const Vector3d &x)
{
  refuse_mesh("parts " + std::to_string(one + 1) + " and " + std::to_string(other + 1) +
              " overlap, at " + number_text(x[0]) + " " + number_text(x[1]) + " " +
              number_text(x[2]) +
              ": their common volume would count twice (unite them in the CAD "
              "program)");
}

static Relation relation(const std::vector<std::unique_ptr<Shell>> &shells, size_t one,
                         size_t other, double tolerance)
{
  const Shell &a = *shells[one], &b = *shells[other];
  const AlignedBox common = intersection(a.extent, b.extent);
  if (least_of(common.sizes()) <= tolerance) return Relation::APART;
  const Sides of_a = sides_of(a, b, tolerance), of_b = sides_of(b, a, tolerance);
  if (of_a.inside && of_a.outside) refuse_overlap(one, other, *of_a.inside);
  if (of_b.inside && of_b.outside) refuse_overlap(one, other, *of_b.inside);
  if (!of_a.inside && !of_a.outside)    // all of it on the other surface
    refuse_overlap(one, other, a.surface().corners()[0].place);
  if (const auto x = crossing(a, b, tolerance)) refuse_overlap(one, other, *x);
  if (of_a.inside && of_b.inside) refuse_overlap(one, other, *of_a.inside);
  if (of_a.inside) return Relation::FIRST_IN_SECOND;
  return of_b.inside ? Relation::SECOND_IN_FIRST : Relation::APART;
}

namespace {

// Which shell each lies in: the smallest one, or -1; and an order in which they come after it.
struct Nesting {
  std::vector<int> around;
  std::vector<int> order;    // the largest first
};

}    // namespace

static Nesting nesting_of(const std::vector<std::unique_ptr<Shell>> &shells, double tolerance)
{
  Nesting nesting;
  nesting.around.assign(shells.size(), -1);
  nesting.order.resize(shells.size());
  std::iota(nesting.order.begin(), nesting.order.end(), 0);
  const auto size = [&](int n) { return std::fabs(shells[n]->volume); };
  std::stable_sort(nesting.order.begin(), nesting.order.end(),
                   [&](int a, int b) { return size(a) > size(b); });
  const auto put_into = [&](size_t inner, size_t outer) {
    int &around = nesting.around[inner];
    if (around < 0 || size(static_cast<int>(outer)) < size(around))
      around = static_cast<int>(outer);
  };
  for (size_t a = 0; a < shells.size(); a++)
    for (size_t b = a + 1; b < shells.size(); b++) {
      const Relation found = relation(shells, a, b, tolerance);
      if (found == Relation::FIRST_IN_SECOND) put_into(a, b);
      if (found == Relation::SECOND_IN_FIRST) put_into(b, a);
    }
  return nesting;
}

// What lies in a shell turns with it.
static ShellChanges changes_of(const std::vector<std::unique_ptr<Shell>> &shells,
                               const Nesting &nesting)
{
  ShellChanges changes;
  changes.dropped.assign(shells.size(), 0);
  changes.turned.assign(shells.size(), 0);
  double balance = 0.0;    // of the outermost shells that face outward and inward
  for (size_t n = 0; n < shells.size(); n++)
    if (nesting.around[n] < 0) balance += shells[n]->volume;
  const double sum =
      std::accumulate(shells.begin(), shells.end(), 0.0, [](double so_far, const auto &shell) {
        return so_far + std::fabs(shell->volume);
      });
  changes.is_inward = balance < -SAME_VOLUME * sum;
  for (const int n : nesting.order) {
    const int around = nesting.around[n];
    const bool faces_in = shells[n]->volume < 0.0;
    if (around < 0) {
      changes.turned[n] = faces_in != changes.is_inward;
    } else {
      changes.turned[n] = changes.turned[around];
      changes.dropped[n] = changes.dropped[around] || faces_in == (shells[around]->volume < 0.0);
    }
  }
  return changes;
}

// Boxes that touch, as those of a hollow and of the shell around it do, belong to one group.
static int count_groups(const std::vector<std::unique_ptr<Shell>> &shells, double tolerance)
{
  std::vector<int> group(shells.size());
  std::iota(group.begin(), group.end(), 0);
  int count = static_cast<int>(shells.size());
  for (size_t a = 0; a < shells.size(); a++)
    for (size_t b = a + 1; b < shells.size(); b++) {
      AlignedBox box = shells[a]->extent;
      box.low -= Vector3d::all(tolerance);
      box.high += Vector3d::all(tolerance);
      if (group[a] == group[b] || intersection(box, shells[b]->extent).is_empty()) continue;
      const int from = group[b], to = group[a];    // copies: the elements change
      std::replace(group.begin(), group.end(), from, to);
      count--;
    }
  return count;
}

ShellChanges compare_shells(const TriangleList &list, const std::vector<MeshPart> &parts)
{
  assert(
      std::all_of(parts.begin(), parts.end(), [](const MeshPart &part) { return part.is_closed; }));
  std::vector<std::unique_ptr<Shell>> shells;
  AlignedBox box;
  for (const MeshPart &part : parts) {
    shells.push_back(std::make_unique<Shell>(list, part));
    box.extend(shells.back()->extent);
  }
  const double tolerance = ON_SURFACE * box.diagonal();
  ShellChanges changes = changes_of(shells, nesting_of(shells, tolerance));
  changes.groups = count_groups(shells, tolerance);
  return changes;
}

}    // namespace grist
