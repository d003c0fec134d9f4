#include "meshes/solid_parts.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "geometry/mass_properties.h"
#include "meshes/mesh_words.h"
#include "meshes/part_merging.h"
#include "meshes/solid_surface.h"
#include "meshes/solid_tree.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace grist {

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

SolidParts solid_parts(const Mesh &mesh, const SolidPartsRequest &request)
{
  (void) request;
  const SolidSurface surface = solid_surface(mesh, SHARP_TURN);
  std::vector<TreeNode> tree = solid_tree(surface);
  merge_halves(tree, surface);
  std::vector<ConvexPart> parts = merged_parts(topmost_parts(tree), surface);
  SolidParts result;
  result.triangles = static_cast<int>(surface.triangles.size());
  const MassProperties whole = mass_properties(mesh.vertices, mesh.faces);
  result.volume = whole.volume;
  result.surface = whole.surface;
  for (const ConvexPart &part : parts) {
    if (part.thickness() < LEAST_THICKNESS) continue;
    std::vector<Vector3d> corners;
    for (const Vector3d &corner : part.corners) corners.push_back(surface.to_mesh(corner));
    result.parts.push_back(std::move(corners));
    result.parts_volume += part.volume / std::pow(surface.scale, 3);
  }
  result.volume_error = std::fabs(result.parts_volume / result.volume - 1.0);
  return result;
}

}    // namespace grist
