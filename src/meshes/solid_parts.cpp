#include "meshes/solid_parts.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "geometry/mass_properties.h"
#include "meshes/mesh_words.h"
#include "meshes/part_measures.h"
#include "meshes/part_merging.h"
#include "meshes/part_selection.h"
#include "meshes/part_tree.h"
#include "meshes/self_cuts.h"
#include "meshes/simplified_mesh.h"
#include "meshes/solid_surface.h"
#include "meshes/solid_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

// Exact parts that differ from the mesh by more than this share are not the solid. What is left out
// because it is thinner than LEAST_THICKNESS is less, except for the surface of very fine meshes.
static constexpr double LARGE_ERROR = 1e-3;

// A million triangles take some fifteen seconds.
static constexpr size_t MOST_FACES = 5000000;

// Faces of two parts are between them where they are nearer than this many tolerances, or than what
// was left out between them.
static constexpr double SAME_PLANE = 16.0, GAP = 2.0 * LEAST_THICKNESS;

// Merges halves, from the leaves up. Children have larger numbers than their node.
static void merge_halves(std::vector<TreeNode> &tree, const SolidSurface &surface)
{
  std::vector<char> has_solid(tree.size(), 0);
  for (size_t n = tree.size(); n-- > 0;) {
    TreeNode &node = tree[n];
    has_solid[n] = node.part.has_value();
    TreeNode *solid[2] = {nullptr, nullptr};
    int count = 0;
    for (const int child : {node.front, node.back})
      if (child != TreeNode::NONE && has_solid[child]) solid[count++] = &tree[child];
    if (count == 0) continue;
    has_solid[n] = 1;
    if (count == 1)
      node.part = solid[0]->part;
    else if (solid[0]->part && solid[1]->part)
      node.part = merged_part(*solid[0]->part, *solid[1]->part, surface);
  }
}

// The parts of the topmost nodes that have one.
static std::vector<ConvexPart> topmost_parts(const std::vector<TreeNode> &tree)
{
  std::vector<ConvexPart> parts;
  std::vector<int> waiting = {0};
  while (!waiting.empty()) {
    const TreeNode &node = tree[waiting.back()];
    waiting.pop_back();
    if (node.part) {
      parts.push_back(*node.part);
      continue;
    }
    for (const int child : {node.front, node.back})
      if (child != TreeNode::NONE) waiting.push_back(child);
  }
  return parts;
}

static std::vector<ConvexPart> without_slivers(std::vector<ConvexPart> parts)
{
  const auto is_sliver = [](const ConvexPart &part) { return part.thickness() < LEAST_THICKNESS; };
  parts.erase(std::remove_if(parts.begin(), parts.end(), is_sliver), parts.end());
  return parts;
}

static std::vector<ConvexPart> exact_parts(const SolidSurface &surface)
{
  std::vector<TreeNode> tree = solid_tree(surface);
  merge_halves(tree, surface);
  return without_slivers(merged_parts(topmost_parts(tree), surface));
}

namespace {

// What the parts are beside the solid, which is measured as given.
class Comparison {
 public:
  Comparison(const Mesh &mesh, const SolidSurface &surface) :
      solid(mass_properties(mesh.vertices, mesh.faces)), scale(surface.scale),
      tolerance(std::max(SAME_PLANE * surface.tolerance, GAP))
  {
  }

  SolidParts compared(const std::vector<ConvexPart> &parts) const
  {
    const MassProperties sum = part_measures(parts, tolerance);
    SolidParts result;
    result.volume = solid.volume;
    result.surface = solid.surface;
    result.parts_volume = sum.volume / (scale * scale * scale);
    result.parts_surface = sum.surface / (scale * scale);
    result.volume_error = std::fabs(result.parts_volume / solid.volume - 1.0);
    result.surface_error = std::fabs(result.parts_surface / solid.surface - 1.0);
    result.inertia_error = moments_error(sum.inertia, std::pow(scale, 5) * solid.inertia);
    return result;
  }

 private:
  MassProperties solid;
  double scale, tolerance;
};

// Parts of trees whose branches are replaced by hulls, for any number of parts.
class HullParts {
 public:
  HullParts(const std::vector<ConvexPart> &exact, const SolidSurface &surface,
            const Comparison &comparison, const SolidPartsRequest &request) :
      exact(exact),
      surface(surface), comparison(comparison), request(request)
  {
    for (const double patience : PATIENCE)
      selections.emplace_back(part_tree(exact, patience, surface.tolerance), surface.tolerance);
  }

  // The best of at most so many; empty if their errors are too large.
  std::vector<ConvexPart> parts(int most) const
  {
    std::vector<ConvexPart> best;
    double least = std::numeric_limits<double>::max();
    for (const PartSelection &selection : selections)
      for (int n = most, beyond = 0; beyond < ATTEMPTS; n += 1 + n / STEPS) {
        std::vector<ConvexPart> some = without_slivers(merged_parts(selection.parts(n), surface));
        const bool is_last = n >= selection.greatest();
        if (static_cast<int>(some.size()) > most) {
          beyond++;
        } else if (const SolidParts found = comparison.compared(some); request.allows(found)) {
          if (found.volume_error < least) best = std::move(some);
          least = std::min(least, found.volume_error);
        }
        if (is_last) break;
      }
    return best;
  }

  // How many would do, within a step.
  int enough(int from) const
  {
    const int most = static_cast<int>(exact.size());
    int n = from;
    while (n < most && parts(n).empty()) n += 1 + n / STEPS;
    return std::min(n, most);
  }

 private:
  static constexpr int STEPS = 10, ATTEMPTS = 3;
  static constexpr double PATIENCE[] = {0.6, 1.0};

  const std::vector<ConvexPart> &exact;
  const SolidSurface &surface;
  const Comparison &comparison;
  SolidPartsRequest request;
  std::vector<PartSelection> selections;
};

}    // namespace

static void check(const Mesh &mesh, const SolidPartsRequest &request)
{
  if (mesh.faces.size() > MOST_FACES)
    refuse_mesh(std::to_string(mesh.faces.size()) + " triangles (at most " +
                std::to_string(MOST_FACES) + " for a body)");
  if (request.most < 0)
    throw std::invalid_argument("a body of " + std::to_string(request.most) +
                                " parts (must be 1 or more)");
  if (!(request.simplify >= 0.0 && request.simplify <= 1.0))
    throw std::invalid_argument("a share of " + number_text(request.simplify) +
                                " of the triangles to keep (must be between 0 and 1)");
}

// The mesh that is cut: simplified as asked for.
static Mesh mesh_to_cut(const Mesh &mesh, double share)
{
  constexpr double LEAST_TRIANGLES = 4.0;
  const double given = static_cast<double>(mesh.faces.size());
  const double most = share > 0.0 ? std::max(share * given, LEAST_TRIANGLES) : SIMPLE_TRIANGLES;
  return given > most ? simplified(mesh, static_cast<int>(most)) : mesh;
}

static std::string error_text(const SolidParts &found)
{
  return "errors of " + number_text(found.volume_error) + " of the volume and " +
      number_text(found.inertia_error) + " of the inertia";
}

// Whether the parts are what the mesh encloses. Where its triangles cut each other they are what is
// inside at least once; such a mesh is used as long as the errors are what is allowed.
static bool is_enclosed(const Mesh &cut, const SolidParts &found, const SolidPartsRequest &request)
{
  if (found.volume_error <= LARGE_ERROR && found.surface_error <= LARGE_ERROR) return true;
  if (const std::optional<Vector3d> place = self_cut(cut)) {
    if (request.allows(found)) return false;
    refuse_mesh("its triangles cut each other near " + number_text(place->x) + " " +
                number_text(place->y) + " " + number_text(place->z) +
                ", which changes the volume by " + number_text(found.volume_error) +
                " and the inertia by " + number_text(found.inertia_error) + " of it");
  }
  if (found.volume_error > LARGE_ERROR)
    refuse_mesh("its parts have the volume " + number_text(found.parts_volume) + ", not " +
                number_text(found.volume) + " as it has: is it the surface of a solid?");
  return true;
}

SolidParts solid_parts(const Mesh &mesh, const SolidPartsRequest &request)
{
  check(mesh, request);
  const Mesh cut = mesh_to_cut(mesh, request.simplify);
  const SolidSurface surface = solid_surface(cut, SHARP_TURN);
  const Comparison comparison(mesh, surface);
  std::vector<ConvexPart> parts = exact_parts(surface);
  if (parts.empty()) refuse_mesh("no part of it is thicker than rounding");
  const bool is_solid = is_enclosed(cut, Comparison(cut, surface).compared(parts), request);
  SolidParts result = comparison.compared(parts);
  result.is_exact = is_solid && surface.triangles.size() >= mesh.faces.size() &&
      result.surface_error <= LARGE_ERROR;
  if (!result.is_exact && !request.allows(result))
    throw std::invalid_argument(error_text(result) + " after the mesh was simplified to " +
                                std::to_string(surface.triangles.size()) + " triangles of " +
                                std::to_string(mesh.faces.size()) +
                                ": keep a larger share of them");
  if (request.most > 0 && static_cast<int>(parts.size()) > request.most) {
    const HullParts hulls(parts, surface, comparison, request);
    std::vector<ConvexPart> few = hulls.parts(request.most);
    if (few.empty())
      throw std::invalid_argument(
          "a body of at most " + std::to_string(request.most) + " parts has errors above " +
          number_text(request.volume_error) + " of the volume or " +
          number_text(request.inertia_error) +
          " of the inertia: " + std::to_string(hulls.enough(request.most + 1)) + " parts would do");
    parts = std::move(few);
    result = comparison.compared(parts);
    result.is_exact = false;
  }
  result.triangles = static_cast<int>(surface.triangles.size());
  for (const ConvexPart &part : parts) {
    result.parts.emplace_back();
    for (const Vector3d &corner : part.corners)
      result.parts.back().push_back(surface.to_mesh(corner));
  }
  return result;
}

}    // namespace grist
