#include "meshes/simplified_mesh.h"

#include "common/preconditions.h"
#include "geometry/mass_properties.h"
#include "meshes/mesh_triangles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <utility>
#include <vector>

namespace grist {

// Weight of the middle of an edge, over that of the planes: decides where those leave a choice.
static constexpr double MIDDLE_WEIGHT = 1e-8;

// The least cosine between the normals of a triangle before and after a collapse, and the least
// area of a triangle over the square of its longest side.
static constexpr double SAME_WAY = 0.3, LEAST_SHAPE = 0.02;

// Triangles at a corner that a collapse may make.
static constexpr size_t MOST_AROUND = 24;

namespace {

// Squares of distances to planes: x A x + 2 b x + c.
struct Quadric {
  Matrix3d a = Matrix3d::zero();
  Vector3d b = Vector3d::zero();
  double c = 0.0;

  // The plane through a point, with a weight.
  void add(const Vector3d &normal, const Vector3d &point, double weight)
  {
    const double offset = dot(normal, point);
    a += weight * outer_product(normal, normal);
    b -= (weight * offset) * normal;
    c += weight * offset * offset;
  }
  Quadric &operator+=(const Quadric &other)
  {
    a += other.a;
    b += other.b;
    c += other.c;
    return *this;
  }
  double at(const Vector3d &x) const { return dot(x, a * x) + 2.0 * dot(b, x) + c; }
};

class Collapser {
 public:
  explicit Collapser(const TriangleList &list) :
      places(list.places), triangles(list.triangles), at_corner(list.places.size()),
      quadrics(list.places.size()), version(list.places.size(), 0),
      is_gone(list.triangles.size(), 0), left(static_cast<int>(list.triangles.size()))
  {
    for (size_t n = 0; n < triangles.size(); n++) {
      const TriangleCorners &t = triangles[n];
      const Vector3d area = area_of(t);
      for (const int corner : t) {
        at_corner[corner].push_back(static_cast<int>(n));
        quadrics[corner].add(normalized(area), places[t[0]], norm(area));
      }
    }
    for (const TriangleCorners &t : triangles)
      for (size_t k = 0; k < 3; k++)
        if (t[k] < t[(k + 1) % 3]) push(t[k], t[(k + 1) % 3]);
  }

  Mesh collapsed(int most)
  {
    while (left > most && !waiting.empty()) {
      const Collapse next = waiting.top();
      waiting.pop();
      if (version[next.keep] == next.version_keep && version[next.drop] == next.version_drop)
        try_collapse(next);
    }
    TriangleList list;
    list.places = places;
    for (size_t n = 0; n < triangles.size(); n++) {
      if (is_gone[n]) continue;
      list.faces.push_back(static_cast<int>(list.triangles.size()));
      list.triangles.push_back(triangles[n]);
    }
    return mesh_of(list);
  }

 private:
  struct Collapse {
    double error;
    int keep, drop;
    int version_keep, version_drop;
    Vector3d place;

    bool operator<(const Collapse &other) const
    {
      return error != other.error ? error > other.error
          : keep != other.keep    ? keep > other.keep
                                  : drop > other.drop;
    }
  };

  Vector3d area_of(const TriangleCorners &t) const
  {
    return 0.5 * cross(places[t[1]] - places[t[0]], places[t[2]] - places[t[0]]);
  }

  void push(int a, int b);
  Vector3d best_place(int a, int b, const Quadric &sum) const;
  bool keeps_form(int a, int b) const;
  bool keeps_triangles(int corner, int other, const Vector3d &place) const;
  void try_collapse(const Collapse &collapse);
  std::vector<int> neighbors(int corner) const;

  std::vector<Vector3d> places;
  std::vector<TriangleCorners> triangles;
  std::vector<std::vector<int>> at_corner;    // triangles
  std::vector<Quadric> quadrics;
  std::vector<int> version;    // counts the changes of a corner
  std::vector<char> is_gone;
  int left;
  std::priority_queue<Collapse> waiting;
};

}    // namespace

// Least error under the condition that the volume of the solid stays: over the triangles at both
// corners, sum of area vectors . x = sum of their volumes with the origin.
Vector3d Collapser::best_place(int a, int b, const Quadric &sum) const
{
  const Vector3d middle = 0.5 * (places[a] + places[b]);
  Vector3d direction = Vector3d::zero();
  double height = 0.0;
  for (const int corner : {a, b})
    for (const int n : at_corner[corner]) {
      const TriangleCorners &t = triangles[n];
      if (corner == b && (t[0] == a || t[1] == a || t[2] == a)) continue;    // counted at a
      const Vector3d area = area_of(t);
      direction += area;
      height += dot(area, places[t[0]] - middle);
    }
  const double weight = MIDDLE_WEIGHT * trace(sum.a);
  if (!(weight > 0.0)) return middle;
  const Matrix3d inverse_a = inverse(sum.a + weight * Matrix3d::identity());
  const Vector3d free = -(inverse_a * (sum.b + sum.a * middle));    // from the middle
  const Vector3d along = inverse_a * direction;
  const double product = dot(direction, along);
  if (!(product > 0.0)) return middle + free;
  return middle + free + ((height - dot(direction, free)) / product) * along;
}

void Collapser::push(int a, int b)
{
  Quadric sum = quadrics[a];
  sum += quadrics[b];
  const Vector3d place = best_place(a, b, sum);
  waiting.push({std::max(sum.at(place), 0.0), a, b, version[a], version[b], place});
}

// Ascending.
std::vector<int> Collapser::neighbors(int corner) const
{
  std::vector<int> result;
  for (const int n : at_corner[corner])
    for (const int other : triangles[n])
      if (other != corner) result.push_back(other);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

// Two triangles at the edge, whose third corners are the only common neighbors.
bool Collapser::keeps_form(int a, int b) const
{
  int shared = 0;
  for (const int n : at_corner[a])
    for (const int corner : triangles[n]) shared += corner == b;
  const std::vector<int> of_a = neighbors(a), of_b = neighbors(b);
  std::vector<int> both;
  std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                        std::back_inserter(both));
  constexpr size_t LEAST_AROUND = 3;
  return shared == 2 && both.size() == 2 && of_a.size() + of_b.size() <= MOST_AROUND &&
      std::all_of(both.begin(), both.end(),
                  [&](int corner) { return at_corner[corner].size() > LEAST_AROUND; });
}

// Whether the triangles at a corner that stay are as they should be when it is at a place.
bool Collapser::keeps_triangles(int corner, int other, const Vector3d &place) const
{
  for (const int n : at_corner[corner]) {
    const TriangleCorners &t = triangles[n];
    if (t[0] == other || t[1] == other || t[2] == other) continue;
    Vector3d at[3];
    for (size_t k = 0; k < 3; k++) at[k] = t[k] == corner ? place : places[t[k]];
    const Vector3d before = area_of(t), after = 0.5 * cross(at[1] - at[0], at[2] - at[0]);
    const double longest = std::max(
        {squared_norm(at[1] - at[0]), squared_norm(at[2] - at[1]), squared_norm(at[0] - at[2])});
    const double area = norm(after);
    if (dot(before, after) < SAME_WAY * norm(before) * area || area < LEAST_SHAPE * longest)
      return false;
  }
  return true;
}

void Collapser::try_collapse(const Collapse &collapse)
{
  const int keep = collapse.keep, drop = collapse.drop;
  if (!keeps_form(keep, drop) || !keeps_triangles(keep, drop, collapse.place) ||
      !keeps_triangles(drop, keep, collapse.place))
    return;
  places[keep] = collapse.place;
  quadrics[keep] += quadrics[drop];
  for (const int n : at_corner[drop]) {
    TriangleCorners &t = triangles[n];
    if (t[0] == keep || t[1] == keep || t[2] == keep) {
      is_gone[n] = 1;
      left--;
      for (const int corner : t) {
        if (corner == drop) continue;
        std::vector<int> &list = at_corner[corner];
        list.erase(std::find(list.begin(), list.end(), n));
      }
    } else {
      std::replace(t.begin(), t.end(), drop, keep);
      at_corner[keep].push_back(n);
    }
  }
  at_corner[drop].clear();
  version[drop]++;
  version[keep]++;
  for (const int corner : neighbors(keep)) push(keep, corner);
}

Mesh simplified(const Mesh &mesh, int triangles)
{
  assert(triangles >= 4);
  const Vector3d middle = extent(mesh).center();
  Mesh centered = mesh;
  for (Vector3d &p : centered.vertices) p -= middle;
  const TriangleList list = triangle_list(centered, WELD * extent(mesh).diagonal());
  Mesh result = Collapser(list).collapsed(triangles);
  const Mesh whole = mesh_of(list);
  const MassProperties before = mass_properties(whole.vertices, whole.faces),
                       after = mass_properties(result.vertices, result.faces);
  const double scale = std::cbrt(before.volume / after.volume);
  for (Vector3d &p : result.vertices) p = middle + before.centroid + scale * (p - after.centroid);
  return result;
}

}    // namespace grist
