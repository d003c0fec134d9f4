#include "meshes/refine_mesh.h"

#include "geometry/mass_properties.h"
#include "meshes/mesh.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <queue>
#include <sstream>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace grist {

namespace {

class Bisection {
 public:
  Bisection(Mesh &mesh_in, double largest_edge) :
      mesh(mesh_in), limit_squared(largest_edge * largest_edge)
  {
    for (int t = 0; t < static_cast<int>(mesh.faces.size()); t++)
      for (size_t k = 0; k < 3; k++) join(mesh.faces[t][k], mesh.faces[t][(k + 1) % 3], t);
  }

  void halve_all()
  {
    while (!queue.empty()) {
      const LongEdge longest = queue.top();
      queue.pop();
      halve(longest.low, longest.high);
    }
  }

 private:
  // Ends in ascending order; they decide between edges of one length.
  struct LongEdge {
    double length_squared;
    int low, high;
    bool operator<(const LongEdge &other) const
    {
      return std::make_pair(length_squared, std::make_pair(low, high)) <
          std::make_pair(other.length_squared, std::make_pair(other.low, other.high));
    }
  };
  static constexpr int NONE = -1;

  Mesh &mesh;
  double limit_squared;
  std::priority_queue<LongEdge> queue;
  std::unordered_map<std::uint64_t, std::array<int, 2>>
      at_edges;    // triangles at each edge too long

  static std::uint64_t key(int a, int b)
  {
    const auto [low, high] = std::minmax(a, b);
    return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
  }

  void join(int a, int b, int triangle)
  {
    const double length_squared = squared_norm(mesh.vertices[a] - mesh.vertices[b]);
    if (!(length_squared > limit_squared)) return;
    const auto [at, is_new] = at_edges.emplace(key(a, b), std::array<int, 2>{triangle, NONE});
    if (is_new) {
      queue.push({length_squared, std::min(a, b), std::max(a, b)});
    } else {
      assert(at->second[1] == NONE);
      at->second[1] = triangle;
    }
  }

  void replace(int a, int b, int before, int after)
  {
    const auto at = at_edges.find(key(a, b));
    if (at != at_edges.end()) std::replace(at->second.begin(), at->second.end(), before, after);
  }

  void halve(int a, int b)
  {
    const auto at = at_edges.find(key(a, b));
    const std::array<int, 2> triangles = at->second;
    at_edges.erase(at);
    const int middle = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
    for (const int triangle : triangles)
      if (triangle != NONE) halve_triangle(triangle, a, b, middle);
  }

  void halve_triangle(int triangle, int a, int b, int middle)
  {
    std::vector<int> &face = mesh.faces[triangle];
    while (face[2] == a || face[2] == b) std::rotate(face.begin(), face.begin() + 1, face.end());
    const int from = face[0], to = face[1], apex = face[2];
    const int other = static_cast<int>(mesh.faces.size());
    face = {from, middle, apex};
    mesh.faces.push_back({middle, to, apex});
    replace(to, apex, triangle, other);
    join(from, middle, triangle);
    join(middle, to, other);
    join(middle, apex, triangle);
    join(middle, apex, other);
  }
};

}    // namespace

double surface_area(const Mesh &mesh)
{
  double area = 0.0;
  for (const std::vector<int> &face : mesh.faces) area += norm(face_area(mesh.vertices, face));
  return area;
}

// Bisection ends between the right-angled triangle with the limit as its long edge and half of it.
// A triangle that is narrower than that is cut along its longest edge.
static double estimated_count(const Mesh &mesh, double largest_edge)
{
  const double smallest = largest_edge * largest_edge / 8.0;
  double narrow = 0.0;
  for (const std::vector<int> &face : mesh.faces) {
    double longest = 0.0;
    for (size_t k = 0; k < face.size(); k++)
      longest = std::max(longest,
                         norm(mesh.vertices[face[k]] - mesh.vertices[face[(k + 1) % face.size()]]));
    narrow += longest / largest_edge;
  }
  return std::max(surface_area(mesh) / smallest, narrow);
}

Mesh refined(Mesh mesh, double largest_edge)
{
  const auto refuse = [&](const std::string &why) {
    std::ostringstream text;
    text << "resolution " << largest_edge << " (" << why << ")";
    throw std::invalid_argument(text.str());
  };
  if (!(largest_edge > 0.0)) refuse("must be positive");
  check_bounds(extent(mesh));
  const double count = estimated_count(mesh, largest_edge);
  if (!(count < MOST_TRIANGLES)) {
    std::ostringstream most;
    most << "some " << count << " triangles; at most " << MOST_TRIANGLES;
    refuse(most.str());
  }
  Bisection(mesh, largest_edge).halve_all();
  return mesh;
}

}    // namespace grist
