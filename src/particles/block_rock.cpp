#include "particles/block_rock.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace grist {

static FaceBond bond_of(const BlockFace &face, const Pose &a, const Pose &b)
{
  const FaceSection &section = face.section;
  double extent[2] = {0.0, 0.0};
  for (const Vector3d &corner : face.corners)
    for (int k = 0; k < 2; k++)
      extent[k] = std::max(extent[k], std::fabs(dot(corner - section.centroid, section.axes[k])));
  const Pose frame = {section.centroid,
                      Matrix3d::of_columns(section.axes[0], section.axes[1], section.normal)};
  return make_face_bond(a, b, frame, section.area, {section.moments[0], section.moments[1]}, extent,
                        face.distance);
}

BlockRock block_rock(const BlockPartition &partition)
{
  BlockRock rock;
  for (const Block &block : partition.blocks) {
    const Pose &placed = block.shape.placement();
    const double size = block.size();
    rock.blocks.push_back(
        {body_form(SolidForm(block.shape).scaled(1.0 / size)), size, block.shape.radius(), placed});
    rock.volume += block.volume();
  }
  for (const BlockFace &face : partition.joined.faces)
    rock.faces.push_back(
        {face.a, face.b, bond_of(face, rock.blocks[face.a].pose, rock.blocks[face.b].pose)});
  return rock;
}

BlockRock BlockRock::scaled(double factor) const
{
  assert(factor > 0.0);
  BlockRock result = *this;
  result.volume *= factor * factor * factor;
  for (Block &block : result.blocks) {
    block.size *= factor;
    block.radius *= factor;
    block.pose.position *= factor;
  }
  for (Face &face : result.faces) face.bond = grist::scaled(face.bond, factor);
  return result;
}

double BlockRock::largest_radius() const
{
  double largest = 0.0;
  for (const Block &block : blocks) largest = std::max(largest, block.radius);
  return largest;
}

int BlockRock::most_vertices() const
{
  int most = 0;
  for (const Block &block : blocks) most = std::max(most, block.form.vertex_count());
  return most;
}

}    // namespace grist
